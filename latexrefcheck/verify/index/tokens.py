"""What stands in an index for a work: words of its titles, its first author, and a short hash of each name it has.

All are words of one full-text column. Words of titles are folded as titles are compared; ``@`` begins a family name,
``#`` the hash of an identifier or of a whole title.
"""

from __future__ import annotations

import re
from base64 import b32encode
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from latexrefcheck.model.lookup import Held
from latexrefcheck.text.fold import is_cjk, latin
from latexrefcheck.verify.match.titles import bare
from latexrefcheck.verify.match.words import FUNCTION_WORDS, words

TOKENIZER = "ascii tokenchars '#@'"
MOST_WORDS = 40
"""Words of one title that are kept; no real title needs more to be found again."""
TITLE = "title"
"""The kind of name that a whole title is."""
_WORD = re.compile(r"[a-z0-9]+")
_LETTERS = re.compile(r"[^\W\d_]")


def name(kind: str, value: str) -> str:
    """The word for one name of a work. Forty bits: whoever looks one up compares the name itself as well."""
    digest = blake2b(f"{kind}:{value.lower()}".encode("utf-8", "replace"), digest_size=5).digest()
    return "#" + b32encode(digest).decode("ascii").lower()


def whole_title(title: str) -> str:
    """The name that a title is, whatever its blanks and marks; nothing for one without letters."""
    text = "".join(words(bare(title)))
    return name(TITLE, text) if text else ""


def of_title(title: str) -> list[str]:
    """The different words of a title that may tell it from others, in order; pairs of characters where it has no blanks."""
    told = [word for word in words(bare(title)) if word not in FUNCTION_WORDS]
    found = [part for word in told for part in _WORD.findall(word) if len(part) > 1]
    if is_cjk(title):
        letters = "".join(_LETTERS.findall(title))
        found += ["".join(f"{ord(letter):x}" for letter in letters[at : at + 2]) for at in range(len(letters) - 1)]
    return [*dict.fromkeys(found)][:MOST_WORDS]


def of_family(family: str) -> str:
    """The word for a family name: its last part, as deposits differ in what stands before it; nothing without one."""
    parts = _WORD.findall(latin(family).replace("'", "").replace("-", " "))
    return f"@{parts[-1]}" if parts else ""


def of_work(held: Held) -> Iterator[str]:
    """All words for a work."""
    for kind, value in held.identifiers:
        yield name(kind, value)
    told: Iterable[str] = (word for title in held.titles[:6] for word in (whole_title(title), *of_title(title)))
    yield from dict.fromkeys(word for word in (*told, of_family(held.family)) if word)
