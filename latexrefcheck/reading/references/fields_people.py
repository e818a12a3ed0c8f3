"""The people that a reference in words names, whatever order and marks its style has."""

from __future__ import annotations

from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import PARTICLES, Person, is_suffix

MOST = 100
"""People that are read."""

MOST_INITIALS = 3
"""Letters that stand together for given names: Smith JAK."""

_OTHERS = lazy(r"[,;]?\s*(?:\bet\.?\s*al\b\.?|\band others\b|\bu\.\s?a\.|等|ほか|\s…\s.*|\.\.\.).*$", 0x2 | 0x10)
_ROLES = lazy(r"\(?\b(?:eds?|editors?|hrsg|hg|dir|coord|trans)\b\.?\)?|\b(?:edited|translated) by\b|^\W*in\b:?", 0x2)
_AND = lazy(r"\s*(?:,\s*)?(?:\band\b|&|\bund\b|\bet\b|\by\b|\be\b|\bog\b|\boch\b)\s*")
_INITIALS = lazy(r"(?:[^\W\d_]\.?[-‐ ]*){1,4}")
_HAN = lazy(r"^[\u3400-\u9fff\uac00-\ud7af]{2,4}$")


def people(text: str) -> tuple[Person, ...]:
    """The people named in ``text``, in order; a list that is cut ends where it is cut."""
    text = _OTHERS.sub("", _ROLES.sub(" ", " ".join(text.split()))).strip(" .,;:()[]–—-")
    if not text:
        return ()
    return tuple(one for part in _parts(text)[:MOST] if (one := _person(part)) is not None)


def _parts(text: str) -> list[str]:
    """The names of a list, each with its own comma where it is inverted."""
    groups = [part for part in (text.split(";") if ";" in text else [text]) if part.strip()]
    found: list[str] = []
    for group in groups:
        for side in _AND.split(group):
            pieces = [piece.strip() for piece in side.replace("，", ",").replace("、", ",").split(",") if piece.strip(" .")]
            found += _inverted(pieces)
    return found


def _inverted(pieces: list[str]) -> list[str]:
    """Pieces between commas as names: initials behind a family name belong to it, and so does a given name behind the first."""
    names: list[str] = []
    at = 0
    while at < len(pieces):
        piece = pieces[at]
        behind = pieces[at + 1] if at + 1 < len(pieces) else ""
        if behind and not _whole(piece) and not _HAN.match(piece) and (_initials(behind) or (at == 0 and _given(behind))):
            name = f"{piece}, {behind}"
            at += 2
            if at < len(pieces) and is_suffix(pieces[at]):
                name = f"{piece}, {pieces[at]}, {behind}"
                at += 1
            names.append(name)
        else:
            names.append(piece)
            at += 1
    return names


def _initials(text: str) -> bool:
    letters = text.replace(".", "").replace(" ", "").replace("-", "")
    return bool(_INITIALS.fullmatch(text)) and len(letters) <= 4 and text.upper() == text


def _given(text: str) -> bool:
    """Whether a piece can be the given name of the first author: a word or two, or a word and initials."""
    return 1 <= len(text.split()) <= 3 and text[:1].isupper()


def _whole(text: str) -> bool:
    """Whether a piece is a name already: ``J. Smith``, ``Smith J``, ``Smith JA``."""
    words = text.split()
    return len(words) > 1 and (_initials(words[0]) or _initials(words[-1]) or (words[-1].isupper() and len(words[-1]) <= 3))


def _person(text: str) -> Person | None:
    text = text.strip(" .;:") if not text.rstrip().endswith(".") else text.strip(" ;:")
    if not any(one.isalpha() for one in text):
        return None
    if "," in text:
        parts = [part.strip() for part in text.split(",")]
        suffix = parts[1] if len(parts) > 2 else ""
        prefix, family = _particles(parts[0])
        return Person(family, parts[-1], prefix, suffix)
    if _HAN.match(text):
        return Person(text[0], text[1:])
    words = text.split()
    if len(words) == 1:
        return Person(literal=words[0].rstrip("."))
    if _initials(words[-1]) and (not _initials(words[0]) or len(words[0].rstrip(".")) > 1):
        short = [len(word.replace(".", "").replace("-", "")) <= MOST_INITIALS for word in words]
        cut = next((at for at in range(1, len(words)) if all(short[at:])), len(words) - 1)
        prefix, family = _particles(" ".join(words[:cut]))
        return Person(family, " ".join(words[cut:]), prefix)
    if len(words) > 5:
        return Person(literal=text)
    cut = len(words) - 1
    while cut > 1 and words[cut - 1].lower() in PARTICLES:
        cut -= 1
    prefix, family = _particles(" ".join(words[cut:]))
    return Person(family, " ".join(words[:cut]), prefix)


def _particles(text: str) -> tuple[str, str]:
    """The particles in front of a family name, and the name."""
    words = text.split()
    cut = 0
    while cut < len(words) - 1 and words[cut].lower() in PARTICLES and words[cut][:1].islower():
        cut += 1
    return " ".join(words[:cut]), " ".join(words[cut:])
