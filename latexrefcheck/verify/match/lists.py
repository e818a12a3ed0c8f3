"""People that an entry writes as one name: the whole list in braces, an ampersand, commas as in prose.

The rule about bad names reports such lists; what they say is compared all the same.
"""

from __future__ import annotations

import re
from functools import lru_cache

from latexrefcheck.text.deposited import indexed, whole
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person, is_lineage, is_organisation

_INDEXED = re.compile(r"[^\W\d_][^,]{1,60} [A-Z]{1,3},\s*[^\W\d_][^,]{1,60} [A-Z]{1,3}")
"""Two names in the form of PubMed: ``Doe J, Roe RA``."""
_JOINT = re.compile(r"\s+(?:and|&|und|et|y)\s+|\s*;\s*")


@lru_cache(maxsize=20_000)
def separate(people: tuple[Person, ...]) -> tuple[Person, ...]:
    """The people of a list, each by itself."""
    if not any(person.literal or person.suffix or "&" in person.text for person in people):
        return people
    return tuple(one for person in people for one in _one(person))


def _one(person: Person) -> tuple[Person, ...]:
    text = person.text
    if is_organisation(text):
        return (person,)
    if person.literal and re.search(r"\sand\s|;", text):
        *_, last = _JOINT.split(text)
        if " " not in last and "," not in last and "," in text:
            return tuple(Person(part.strip()) for part in re.split(r",|\sand\s", text) if part.strip())  # Doe, Roe and Poe
        return parse_names(text)[0]
    if "&" in text and not person.suffix:
        return tuple(found for part in _JOINT.split(text) for found in parse_names(part)[0])
    if person.suffix and not is_lineage(person.suffix):
        # Two commas: BibTeX reads a suffix in the middle, where people are listed ("Doe J, Roe R, Poe A").
        parts = [f"{person.particles} {person.family}".strip(), *_JOINT.split(person.suffix), person.given]
        if "&" in person.suffix and len(parts) == 4:
            return (Person(parts[0], parts[1]), Person(parts[2], parts[3]))  # Doe, J. & Roe, R.
        return tuple(found for part in parts if (found := indexed(part)))
    if person.literal.count(",") > 1 or _INDEXED.fullmatch(person.literal):
        return tuple(found for part in person.literal.split(",") if (found := indexed(part) or whole(part)))
    return (person,)
