"""Compare the people in a reference in words with those of a record: everybody named, nobody added."""

from __future__ import annotations

import re
from collections.abc import Sequence

from latexrefcheck.model.record import Judgement, Record
from latexrefcheck.model.states import JudgementKind, JudgementState
from latexrefcheck.text.likeness import similarity as likeness
from latexrefcheck.text.person import PARTICLES, Person
from latexrefcheck.text.terms import OTHERS
from latexrefcheck.verify.alignment import Token, tokens
from latexrefcheck.verify.match.people import listing
from latexrefcheck.verify.match.words import plain

MONTHS = frozenset(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter".split()
)
_NOT_NAMES = MONTHS | frozenset("and et al others ed eds editor editors und y by with in of the nd no date".split())
_CUT = re.compile(OTHERS, re.I)
_AND = re.compile(r"(?<=[\s,])(?:und|et|y|e|i|ja|en|ve|og|och|és)(?=\s+[^\W\d_a-zà-ÿ])")
"""What joins the last two names in other languages; an initial has a capital, or a full stop behind it."""
_FIGURE = re.compile(r"\d+[a-z]?")
"""A number, or a year with the letter that tells it from another of its authors'."""
SLIP = 0.84
"""Likeness of two spellings of a surname, as transliterations and slips have it."""


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def worded_people(text: str, record: Record) -> Judgement:
    """Everybody whom the text names before the title, against the record's authors."""
    people = tuple(person for person in record.authors or record.editors if person.text.lower() not in ("others", "et al."))
    shown = " ".join(text.split()).strip(" .,;:(")
    said = [
        token
        for token in tokens(_AND.sub(_blank, _CUT.sub(_blank, text)))
        if not _FIGURE.fullmatch(token.word) and token.word not in _NOT_NAMES
    ]
    judgement = Judgement("author", JudgementState.UNKNOWN, shown if said else "", listing(people))
    if not said or not people:
        return judgement
    places = _places(people, said)
    open_ones = {i for i in range(len(said)) if not any(first <= i < last for first, last in places.values())}
    given = {word for person in people for word in _given(person)}
    strangers = [said[i] for i in sorted(open_ones) if not _explained(said[i], text, given)]
    named = [token for token in strangers if len(token.word) > 1]
    share = len(places) / max(len(people), len(places) + len(named))
    judgement = judgement._replace(score=share)
    who = " ".join(text[token.start : token.end] for token in named[:4])
    if not places:
        return judgement._replace(
            state=JudgementState.DIFFER, kind=JudgementKind.OTHER_PEOPLE, detail=f"the record's authors are {listing(people)}"
        )
    if named:
        absent = [people[i].text for i in range(len(people)) if i not in places]
        kind, more = (JudgementKind.REPLACED, f"; {absent[0]} is") if absent else (JudgementKind.ADDED, "")
        return judgement._replace(
            state=JudgementState.DIFFER, kind=kind, detail=f"“{who}” is not among the record's authors{more}"
        )
    if strangers:
        initial = text[strangers[0].start : strangers[0].end]
        return judgement._replace(
            state=JudgementState.DIFFER, kind=JudgementKind.GIVEN, detail=f"nobody in the record has the initial {initial}"
        )
    first = min(places, key=lambda i: places[i])
    cut = bool(_CUT.search(text)) or record.authors_cut
    if len(places) < len(people):
        if not cut:
            missing = [people[i].text for i in range(len(people)) if i not in places]
            more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
            return judgement._replace(
                state=JudgementState.DIFFER,
                kind=JudgementKind.MISSING,
                detail=f"{missing[0]}{more} of the record's authors not named",
            )
        if first != 0:
            detail = f"the first author is {people[0].text} in the record"
            return judgement._replace(state=JudgementState.DIFFER, kind=JudgementKind.REPLACED, detail=detail)
    in_order = [i for i, _ in sorted(places.items(), key=lambda item: item[1])]
    if in_order != sorted(in_order):
        return judgement._replace(
            state=JudgementState.MINOR, kind=JudgementKind.ORDER, detail="the record has the authors in another order"
        )
    return judgement._replace(state=JudgementState.AGREE, score=1.0)


def _family(person: Person) -> list[str]:
    words = [token.word for token in tokens(plain(person.literal or f"{person.particles} {person.family}"))]
    return [word for word in words if word not in _NOT_NAMES] or words


def _given(person: Person) -> list[str]:
    particles = [word for word in _family(person) if word in PARTICLES]
    return particles + [token.word for token in tokens(plain(f"{person.given} {person.suffix} {person.particles}"))]


def _places(people: Sequence[Person], said: Sequence[Token]) -> dict[int, tuple[int, int]]:
    """Where each person's family name stands; no two at one place, as namesakes write papers together."""
    places: dict[int, tuple[int, int]] = {}
    taken: set[int] = set()
    for i, person in enumerate(people):
        place = _place(person, said, taken)
        if place is not None:
            places[i] = place
            taken.update(range(*place))
    return places


def _place(person: Person, said: Sequence[Token], taken: set[int]) -> tuple[int, int] | None:
    """Where a family name stands among the words: the whole, else without its particles, else with a slip."""
    family = _family(person)
    core = [word for word in family if word not in PARTICLES] or family
    for wanted in (family, core):
        spelled = "".join(wanted)
        for first in range(len(said)):
            joined = ""
            for last in range(first, min(len(said), first + len(wanted) + 2)):
                if last in taken:
                    break
                joined += said[last].word
                if joined == spelled:
                    return first, last + 1
    if len(core) == 1 and len(core[0]) >= 5:
        for place, token in enumerate(said):
            if place not in taken and token.word[0] == core[0][0] and likeness(token.word, core[0]) >= SLIP:
                return place, place + 1
    return None


def _explained(token: Token, text: str, given: set[str]) -> bool:
    """Whether a word beside the surnames is a given name, or initials of one, that somebody in the record has."""
    word, written = token.word, text[token.start : token.end]
    if word not in given and (len(word) == 1 or (written.isupper() and len(word) <= 4)):
        letters = {name[0] for name in given if name}
        return not letters or all(letter in letters for letter in word)
    return any(word == name or (len(name) > 1 and (word.startswith(name) or name.startswith(word))) for name in given) or any(
        len(word) > 3 and likeness(word, name) >= SLIP for name in given
    )
