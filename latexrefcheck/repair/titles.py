"""Titles corrected word by word: words that agree keep their braces, maths and accents."""

from __future__ import annotations

from difflib import SequenceMatcher

from latexrefcheck.repair import encode
from latexrefcheck.repair.formatting import Formatting
from latexrefcheck.text.fold import fold
from latexrefcheck.text.keys import title_key
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.tex import to_unicode

_TOKEN = lazy(r"(?:[^\s{}$]|\\[{}$])+|[{}]|\$[^$]*\$|\s+|\$")
_INNER_CAPITAL = lazy(r"\w[A-Z]|\d")


def tokens(value: str) -> list[tuple[int, int]]:
    """The places of the words of a TeX value: blanks in braces and maths do not part words."""
    found: list[tuple[int, int]] = []
    depth, start = 0, -1
    for match in _TOKEN.finditer(value):
        piece = match[0]
        if piece.isspace() and not depth:
            if start >= 0:
                found.append((start, match.start()))
            start = -1
            continue
        if start < 0:
            start = match.start()
        depth += (piece == "{") - (piece == "}")
    if start >= 0:
        found.append((start, len(value)))
    return found


def corrected(value: str, title: str, formatting: Formatting) -> str:
    """``value`` with the words of ``title`` instead of those that differ; all of it where that does not give the title."""
    whole = _whole(value)
    inner = value[whole : len(value) - whole]
    merged = _merged(inner, title, formatting, protect=not whole)
    if merged is None or title_key(merged) != title_key(encode.text(title, formatting)):
        merged = encode.text(title, formatting) if whole else encode.title(title, formatting)
    return value[:whole] + merged + value[len(value) - whole :]


def _whole(value: str) -> int:
    """How many pairs of braces stand around the whole title."""
    count = 0
    inner = value
    while len(inner) > 2 and inner[0] == "{" and inner[-1] == "}" and encode.balanced(inner[1:-1]):
        inner = inner[1:-1]
        count += 1
    return count


def _merged(value: str, title: str, formatting: Formatting, protect: bool) -> str | None:
    places = tokens(value)
    old = [value[start:end] for start, end in places]
    new = title.split()
    if not old or not new:
        return None
    mine, theirs = [_key(word) for word in old], [fold(word) for word in new]
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    blocks = matcher.get_opcodes()
    if not any(tag == "equal" for tag, *_ in blocks):
        return None
    lowered = _lowered(
        [
            (old[i], new[j])
            for tag, i1, i2, j1, _ in blocks
            if tag == "equal"
            for i, j in zip(range(i1, i2), range(j1, j1 + i2 - i1), strict=True)
        ]
    )
    parts: list[str] = []
    for tag, i1, i2, j1, j2 in blocks:
        if tag == "equal":
            parts += old[i1:i2]
        elif tag != "delete":
            parts += [_word(word, j1 + k == 0, lowered, formatting, protect) for k, word in enumerate(new[j1:j2])]
    return " ".join(parts)


def _key(word: str) -> str:
    return fold(to_unicode(word))


def _lowered(pairs: list[tuple[str, str]]) -> bool:
    """Whether the author writes words small that the record has with a capital."""
    capital = [(mine, theirs) for mine, theirs in pairs[1:] if theirs[:1].isupper() and not _INNER_CAPITAL.search(theirs)]
    small = sum(mine[:1].islower() for mine, _ in capital)
    return small * 2 > len(capital)


def _word(word: str, first: bool, lowered: bool, formatting: Formatting, protect: bool) -> str:
    if lowered and not first and word[:1].isupper() and not _INNER_CAPITAL.search(word):
        word = word[0].lower() + word[1:]
    return encode.protected(word, formatting) if protect and formatting.protects else encode.text(word, formatting)
