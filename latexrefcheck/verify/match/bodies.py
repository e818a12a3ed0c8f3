"""Whether an organisation that is cited as the author can have signed a work whose record lists people."""

from __future__ import annotations

import re
from functools import lru_cache

from latexrefcheck.text.fold import latin
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match.names import Kind, name
from latexrefcheck.verify.match.relation import body_words

COLLABORATION = 30
"""People from which a list is that of a collaboration, which may sign by its name alone."""

_WORD = re.compile(r"[^\W_]+")


def is_body(person: Person) -> bool:
    """Whether a name is an organisation's, or an acronym that nobody is called by."""
    form = name(person)
    if form.kind is Kind.BODY:
        return True
    letters = form.text.replace(".", "").replace("-", "")
    return form.kind is Kind.SINGLE and bool(person.literal) and letters.isupper() and letters.isascii() and len(letters) > 1


@lru_cache(maxsize=20_000)
def could_sign(body: Person, found: tuple[Person, ...], subject: tuple[str, ...]) -> bool:
    """Whether the record leaves it possible: a collaboration's long list, or the organisation's name in title or publisher.

    ``subject`` holds the texts of the record. A word counts only where it stands as a name (``ATLAS``, ``Qwen2``,
    ``Matplotlib: …``): "Learning" in a title says nothing about an Institute of Learning.
    """
    if len(found) >= COLLABORATION:
        return True
    mine = body_words(name(body))
    return any(word.startswith(part) for part in mine for word in _names(subject) if len(part) > 1 or word == part)


def _names(subject: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    for text in subject:
        head, colon, _ = text.partition(":")
        if colon and len(head.split()) == 1:
            found.add(latin(head))
        words = _WORD.findall(text)
        if not text.isupper():
            found.update(latin(word) for word in words if any(c.isupper() or c.isdigit() for c in word[1:]) and word[0].isalpha())
    return found
