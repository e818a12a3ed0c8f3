"""Personal names as BibTeX splits them, quickly: a library has tens of thousands.

The rules are those of BibTeX (``First von Last``, ``von Last, First``, ``von Last, Jr, First``), as
pybtex's ``Person`` applies them; the tests compare the two. Added are what real files hold beside:
corporate names in braces, "et al.", semicolons and commas instead of ``and``, and the extended
``family=…, given=…`` form of biblatex.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import Person, is_others
from latexrefcheck.text.tex import accents, to_unicode

_AND = lazy(r"\s+[Aa][Nn][Dd]\s+")
_BREAK = lazy(r"\s+[Aa][Nn][Dd]\s+|[{};]")
_SPACE = lazy(r"(?:\\ |[\s~])+")
_GIVEN_FIRST = lazy(r"[^\W\d_]\.\S*[\s~].*[^\W\d_]{2}", re.DOTALL)
_TEX = lazy(r"[\\{}~$]")
_ET_AL = lazy(r"[\s,;]*\b(?:et[\s~]+al(?:ii|\.|\b)\.?|\.\.\.|…|u\.\s?a\.)[\s}]*$", re.IGNORECASE)
_EXTENDED = lazy(r'"?\s*(family|given|prefix|suffix)(?:-i)?\s*=\s*', re.IGNORECASE)


def parse_names(value: str) -> tuple[tuple[Person, ...], bool]:
    """The names of an author or editor field, and whether the list is cut ("and others", "et al.")."""
    if "\\" in value:
        value = accents(value)
    if "--" in value:
        value = value.replace("--", "-")
    if not value.isascii():
        value = unicodedata.normalize("NFC", value)
    cut = False
    found: list[Person] = []
    for raw in split_names(value):
        name = raw
        if is_others(name):
            cut = True
            continue
        if "al" in name or name.endswith((".", "…")):
            shorter = _ET_AL.sub("", name)
            if shorter != name and "others" not in shorter:
                cut = True
                name = shorter
        if name:
            found.extend(_parse(name))
    return tuple(found), cut


def split_names(value: str) -> list[str]:
    """The single names of a field as written: split at ``and`` (and ``;``) outside of braces."""
    if "&" in value and ";" in value:
        import html

        value = html.unescape(value)
    if "{" not in value and "}" not in value and ";" not in value:
        parts = _AND.split(value)
    else:
        parts = list(_split_at_depth_0(value))
    stripped = (part.strip() for part in parts)
    return [part for part in stripped if part]


def _split_at_depth_0(value: str) -> Iterator[str]:
    depth = start = 0
    for match in _BREAK.finditer(value):
        mark = match[0]
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth = max(0, depth - 1)
        elif not depth:
            yield value[start : match.start()]
            start = match.end()
    yield value[start:]


def _parse(name: str) -> list[Person]:
    if not _TEX.search(name):
        if "=" in name and _EXTENDED.match(name):
            return [_extended(name)]
        parts = [part.strip() for part in name.split(",")]
        return _from_parts(parts, str.split)
    if name.startswith("{") and _closing(name) == len(name) - 1:
        inner = name[1:-1].strip()
        # {{von Deimel}, Andreas}: the outer pair is a slip, the inner one protects a family name.
        if not (inner.startswith("{") and inner[_closing(inner) + 1 :].lstrip().startswith(",")):
            return [Person(literal=to_unicode(inner))]
        name = inner
    if "=" in name and _EXTENDED.match(name):
        return [_extended(name)]
    return [Person(*(to_unicode(part) for part in parsed)) for parsed in _from_parts(_split_commas(name), _words)]


def _from_parts(parts: list[str], words: Callable[[str], list[str]]) -> list[Person]:
    """Names of the pieces between the commas of one name."""
    listed = len(parts) > 2 and not parts[-1]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    if listed and all(" " in part or "~" in part for part in parts):
        # "R. Shoucri, R. Benesch, and S. Thomas": commas as in prose
        return [name for part in parts for name in _from_parts([part], words)]
    if len(parts) == 1:
        return [_first_von_last(words(parts[0]))]
    if len(parts) == 2 and parts[0][1:2] == "." and all(map(_GIVEN_FIRST.fullmatch, parts)):
        # "J. Goutsias, L. Vincent and D. Bloomberg": nobody's family name begins with an initial
        return [_first_von_last(words(part)) for part in parts]
    if len(parts) == 2:
        prefix, family = _von_last(words(parts[0]))
        return [Person(family, " ".join(words(parts[1])), prefix)]
    if len(parts) == 3:
        prefix, family = _von_last(words(parts[0]))
        return [Person(family, " ".join(words(parts[2])), prefix, " ".join(words(parts[1])))]
    # More than two commas is an error for BibTeX; mostly people are listed with commas.
    if len(parts) % 2 == 0 and all(parts):
        return [name for index in range(0, len(parts), 2) for name in _from_parts(parts[index : index + 2], words)]
    return [name for part in parts if part for name in _from_parts([part], words)]


def _first_von_last(words: list[str]) -> Person:
    for index, word in enumerate(words[:-1]):
        if _is_von(word):
            prefix, family = _von_last(words[index:])
            return Person(family, " ".join(words[:index]), prefix)
    return Person(words[-1] if words else "", " ".join(words[:-1]))


def _von_last(words: list[str]) -> tuple[str, str]:
    """(particle, family name): the particle ends at the last lower-case word, the final word is never part of it."""
    for index in range(len(words) - 2, -1, -1):
        if _is_von(words[index]):
            return " ".join(words[: index + 1]), " ".join(words[index + 1 :])
    return "", " ".join(words)


def _is_von(word: str) -> bool:
    """BibTeX's test: the first letter outside of braces, or of a special character, is lower case."""
    first = word[0]
    if first.isupper():
        return False
    if first.islower():
        return True
    depth, index = 0, 0
    while index < len(word):
        character = word[index]
        if character == "{":
            depth += 1
            if depth == 1 and word.startswith("\\", index + 1):
                return _special_is_lower(word, index + 2)
        elif character == "}":
            depth -= 1
        elif not depth and character.isalpha():
            return character.islower()
        index += 1
    return False


def _special_is_lower(word: str, index: int) -> bool:
    """Whether the first letter behind the control sequence of a special character is lower case."""
    while index < len(word) and word[index].isalpha():
        index += 1
    for character in word[index + 1 :]:
        if character == "}":
            return False
        if character.isalpha():
            return character.islower()
    return False


def _words(part: str) -> list[str]:
    """The words of a part, blanks inside of braces kept."""
    if "{" not in part:
        return [word for word in _SPACE.split(part) if word]
    words, depth, word = [], 0, ""
    for piece in re.split(r"((?:\\ |[\s~])+|[{}])", part):
        if piece == "{":
            depth += 1
        elif piece == "}":
            depth = max(0, depth - 1)
        if not depth and _SPACE.fullmatch(piece):
            words.append(word)
            word = ""
        else:
            word += piece
    return [word for word in (*words, word) if word]


def _split_commas(name: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for match in re.finditer(r"[{},]", name):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth = max(0, depth - 1)
        elif not depth:
            parts.append(name[start : match.start()].strip())
            start = match.end()
    return [*parts, name[start:].strip()]


def _closing(text: str) -> int:
    """Index of the brace that closes the one at 0; -1 if none does."""
    depth = 0
    for match in re.finditer(r"[{}]", text):
        depth += 1 if match[0] == "{" else -1
        if not depth:
            return match.start()
    return -1


def _extended(name: str) -> Person:
    """The ``family=Freitas, given=Nando, prefix=de, useprefix=true`` form of biblatex."""
    values: dict[str, str] = {}
    for part in _split_commas(name):
        key, equals, value = part.strip().strip('"').partition("=")
        if equals and key.strip().lower() in ("family", "given", "prefix", "suffix"):
            values[key.strip().lower()] = to_unicode(value.strip().strip('"'))
    return Person(values.get("family", ""), values.get("given", ""), values.get("prefix", ""), values.get("suffix", ""))
