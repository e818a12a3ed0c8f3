"""Compare author lists: who is missing, who is added, who stands under another name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from latexrefcheck.model.record import Judgement
from latexrefcheck.model.states import JudgementKind, JudgementState
from latexrefcheck.text.person import Person, is_others
from latexrefcheck.verify.match.bodies import could_sign, is_body
from latexrefcheck.verify.match.lists import separate
from latexrefcheck.verify.match.names import Kind, name
from latexrefcheck.verify.match.relation import Relation, relation

CUSTOMARY_CUT = 8
"""From this many cited names on, leaving out the rest without "and others" is a habit rather than a mistake."""

MOST_COMPARED = 40
"""People among whom another spelling of a name is looked for."""

_AGREEING = (Relation.SAME, Relation.NEAR)


class Alignment(NamedTuple):
    """Who is who in two author lists. ``pairs`` holds (cited index, record index, relation)."""

    pairs: tuple[tuple[int, int, Relation], ...]
    extra: tuple[int, ...]
    missing: tuple[int, ...]
    cited: int
    found: int

    @property
    def agreeing(self) -> int:
        """How many cited people are in the record."""
        return sum(relation in _AGREEING for _, _, relation in self.pairs)

    @property
    def plain(self) -> bool:
        """Whether everybody who is paired is the same and stands at the same place."""
        return all(i == j and kind is Relation.SAME for i, j, kind in self.pairs)

    @property
    def in_order(self) -> bool:
        """Whether the matched people stand in the same order."""
        indices = [j for _, j, _ in sorted(self.pairs)]
        return indices == sorted(indices)


def align(cited: tuple[Person, ...], found: tuple[Person, ...]) -> Alignment:
    """Pair the people of two lists, each at most once: those at the same place first, then anywhere."""
    left, right = dict.fromkeys(range(len(cited))), dict.fromkeys(range(len(found)))
    sharing: dict[str, list[int]] = {}
    pairs: list[tuple[int, int, Relation]] = []
    known: dict[tuple[int, int], Relation] = {}

    def between(i: int, j: int) -> Relation:
        if (i, j) not in known:
            known[i, j] = relation(cited[i], found[j])
        return known[i, j]

    def take(wanted: Relation, candidates: Callable[[int], Iterable[int]]) -> None:
        for i in list(left):
            for j in candidates(i):
                if j in right and between(i, j) is wanted:
                    pairs.append((i, j, wanted))
                    del left[i], right[j]
                    break

    def alike(i: int) -> Iterable[int]:
        if not sharing:
            sharing.update(_sharing(found))
        return dict.fromkeys(j for token in _tokens(cited[i]) for j in sharing.get(token, ()))

    def anyone(i: int) -> Iterable[int]:
        return list(right)[:MOST_COMPARED]

    take(Relation.SAME, lambda i: (i,))
    if left:
        take(Relation.SAME, alike)
        take(Relation.NEAR, lambda i: (i,))
        take(Relation.NEAR, anyone)
        take(Relation.GIVEN, alike)
        take(Relation.UNKNOWN, lambda i: (i,))
        take(Relation.UNKNOWN, anyone)
        take(Relation.FAMILY, lambda i: (i,))
    return Alignment(tuple(sorted(pairs)), tuple(left), tuple(right), len(cited), len(found))


def _sharing(found: tuple[Person, ...]) -> dict[str, list[int]]:
    """The places of a list by each word of a name: collaborations list thousands of people."""
    table: dict[str, list[int]] = {}
    for j, person in enumerate(found):
        for token in _tokens(person):
            table.setdefault(token, []).append(j)
    return table


def _tokens(person: Person) -> Iterable[str]:
    form = name(person)
    bodies = ("!",) if form.kind is not Kind.PERSON else ()
    return {*form.spellings, *form.family, *(token for token in form.given if len(token) > 1), *bodies}


@lru_cache(maxsize=50_000)
def compare(
    cited: tuple[Person, ...], cut: bool, found: tuple[Person, ...], found_cut: bool, subject: tuple[str, ...] = ()
) -> Judgement:
    """The judgement on the field ``author``.

    ``cut`` and ``found_cut`` say that a list is not whole. ``subject`` holds what else the record says (titles,
    publisher): an organisation that it names may well sign where the record lists the people who wrote.
    """
    cited, cut = _named(separate(cited), cut)
    found, found_cut = _named(found, found_cut)
    if not cited or not found:
        return Judgement("author", JudgementState.UNKNOWN, listing(cited), listing(found))
    case = _Case(align(cited, found), cited, cut, found, found_cut, subject)
    expected = min(len(cited), len(found)) if cut or found_cut else max(len(set(cited)), len(set(found)))
    judgement = Judgement(
        "author", JudgementState.AGREE, listing(cited), listing(found), min(1.0, case.result.agreeing / max(1, expected))
    )
    if not case.result.extra and not case.result.missing and case.result.plain:
        return judgement
    signed = _signing(case)
    trouble = _bodies(case, signed) if signed else _people(case)
    if trouble is not None:
        score = judgement.score if trouble.score is None else trouble.score
        doubtful = [(i, j) for i, j, how in case.result.pairs if how is not Relation.SAME]
        shown = judgement._replace(
            cited=_around(cited, (*case.result.extra, *(i for i, _ in doubtful))),
            found=_around(found, (*case.result.missing, *(j for _, j in doubtful))),
        )
        return shown._replace(state=trouble.state, kind=trouble.kind, detail=trouble.detail, score=score)
    return _harmless(case, judgement)


def _named(people: tuple[Person, ...], cut: bool) -> tuple[tuple[Person, ...], bool]:
    """The people of a list without a last "others", and whether the list is cut."""
    named = tuple(person for person in people if not is_others(person.text))
    return named, cut or len(named) < len(people)


class _Case(NamedTuple):
    result: Alignment
    cited: tuple[Person, ...]
    cut: bool
    found: tuple[Person, ...]
    found_cut: bool
    subject: tuple[str, ...]


class _Trouble(NamedTuple):
    kind: JudgementKind
    detail: str
    state: JudgementState = JudgementState.DIFFER
    score: float | None = None


def _harmless(case: _Case, judgement: Judgement) -> Judgement:
    """What is said of lists that agree: another order, another spelling, a list that begins with a later author."""
    result, cited, found = case.result, case.cited, case.found
    if not result.in_order:
        return judgement._replace(
            state=JudgementState.MINOR, kind=JudgementKind.ORDER, detail="the record has the authors in another order"
        )
    first = next((j for i, j, _ in result.pairs if i == 0), 0)
    if case.cut and first and not is_body(found[0]):
        return judgement._replace(
            state=JudgementState.MINOR, kind=JudgementKind.ORDER, detail=f"the record's first author is {found[0].text}"
        )
    near = next(((i, j) for i, j, kind in result.pairs if kind is Relation.NEAR), None)
    if near is not None:
        detail = f"{cited[near[0]].text} is {found[near[1]].text} in the record"
        return judgement._replace(state=JudgementState.MINOR, kind=JudgementKind.SPELLING, detail=detail)
    return judgement


def _bodies(case: _Case, signed: list[int]) -> _Trouble | None:
    """The worst difference where organisations sign: organisation against organisation, people against people."""
    cited, found = case.cited, case.found
    met = {i for i, _, kind in case.result.pairs if kind in _AGREEING}
    unmet = [i for i in signed if i not in met and not _listed(cited[i], found)]
    plausible = [i for i in unmet if could_sign(cited[i], found, case.subject)]
    if len(signed) < len(cited):
        # People beside an organisation: the people decide, and it stands for those of its members that are left out.
        trouble = _people(case._replace(cut=case.cut or len(unmet) < len(signed) or bool(plausible)))
        if trouble is None and unmet:
            people = len(met) / (len(cited) - len(signed))
            return _Trouble(
                JudgementKind.CORPORATE, f"{cited[unmet[0]].text} is not named in the record", JudgementState.MINOR, people
            )
        return trouble
    agreeing = (len(signed) - len(unmet)) / len(signed)
    if not unmet:
        return _Trouble(JudgementKind.NONE, "", JudgementState.AGREE, 1.0)
    who = cited[unmet[0]].text
    if agreeing:
        return _Trouble(JudgementKind.CORPORATE, f"{who} is not named in the record", JudgementState.MINOR, agreeing)
    if case.found_cut or any(kind is Relation.UNKNOWN for _, _, kind in case.result.pairs):
        return _Trouble(
            JudgementKind.CORPORATE, f"{who} may be among the authors that the record does not tell", JudgementState.UNKNOWN
        )
    if len(plausible) == len(unmet):
        return _Trouble(JudgementKind.CORPORATE, f"{who} signs where the record lists people", JudgementState.UNKNOWN)
    return _Trouble(JudgementKind.CORPORATE, f"{who} is not among the record's authors, who are {listing(found)}")


def _listed(body: Person, found: tuple[Person, ...]) -> bool:
    """Whether a record names an organisation, perhaps together with another one in one name."""
    return any(is_body(person) and relation(body, person) is Relation.SAME for person in found)


def _signing(case: _Case) -> list[int]:
    """The places of organisations, those included that only the record shows to be one ("DeepSeek-AI" among full names)."""
    alone = {
        i
        for i, j, kind in case.result.pairs
        if kind in _AGREEING and name(case.cited[i]).kind is name(case.found[j]).kind is Kind.SINGLE and len(case.found) > 1
    }
    mostly_named = sum(name(person).kind is Kind.PERSON for person in case.found) * 2 > len(case.found)
    return [i for i, person in enumerate(case.cited) if is_body(person) or (i in alone and mostly_named)]


def _people(case: _Case) -> _Trouble | None:
    """The worst difference between the lists, in the order in which a reader should hear of them."""
    result, cited, found = case.result, case.cited, case.found
    given = [(i, j) for i, j, kind in result.pairs if kind is Relation.GIVEN]
    unread = [(i, j) for i, j, kind in result.pairs if kind is Relation.UNKNOWN]
    if all(map(is_body, found)) and not result.agreeing:
        return _Trouble(JudgementKind.CORPORATE, f"the record names only {listing(found)}", JudgementState.UNKNOWN)
    if unread and (result.agreeing + len(unread)) * 2 >= min(len(cited), len(found)):
        return _unread(case, unread)
    # A shared surname or two is chance among many authors; only then is it the same people under wrong given names.
    if result.agreeing == 0 and len(given) * 2 < len(cited):
        return _Trouble(JudgementKind.OTHER_PEOPLE, f"the record's authors are {listing(found)}")
    within = [i for i in result.extra if not (case.found_cut and i >= len(found))]
    strangers = _others(within, cited, (i for i, _, _ in result.pairs))
    absent = _others(result.missing, found, (j for _, j, _ in result.pairs))
    renamed = [(i, j) for i, j, kind in result.pairs if kind is Relation.FAMILY]
    if strangers:
        return _stranger(strangers[0], absent, cited, found, len(strangers))
    if given:
        i, j = given[0]
        return _Trouble(JudgementKind.GIVEN, f"author {i + 1} is {cited[i].text}, in the record {found[j].text}")
    if renamed:
        i, j = renamed[0]
        rest = result.agreeing == len(result.pairs) - 1 and result.agreeing >= 1 and _long_given(cited[i]) and not absent
        detail = f"author {i + 1} is {cited[i].text}, in the record {found[j].text}"
        return _Trouble(JudgementKind.RENAMED if rest else JudgementKind.REPLACED, detail)
    if absent and not case.cut:
        # Leaving out the rest of a long list is a habit, and one of many a slip that hides nobody's work.
        many = len(cited) >= CUSTOMARY_CUT and (absent[0] >= len(cited) or len(absent) == 1)
        who = f"{found[absent[0]].text}" + (f" and {len(absent) - 1} more" if len(absent) > 1 else "")
        return _Trouble(
            JudgementKind.MISSING,
            f"{who} of the record's {len(found)} authors not cited",
            JudgementState.MINOR if many else JudgementState.DIFFER,
        )
    return None


def _unread(case: _Case, unread: list[tuple[int, int]]) -> _Trouble:
    """What is said where names stand in a script that cannot be compared with the cited one."""
    i, j = unread[0]
    detail = f"{case.cited[i].text} cannot be compared with {case.found[j].text}"
    return _Trouble(JudgementKind.SCRIPT, detail, JudgementState.MINOR if case.result.agreeing else JudgementState.UNKNOWN)


def _others(places: Iterable[int], people: tuple[Person, ...], met: Iterable[int]) -> list[int]:
    """The places of people who are not named like one who was met: deposits and exports repeat people."""
    known = {name(people[place])[:3] for place in met}
    return [place for place in places if not is_body(people[place]) and name(people[place])[:3] not in known]


def _stranger(first: int, absent: list[int], cited: tuple[Person, ...], found: tuple[Person, ...], count: int) -> _Trouble:
    more = f" (and {count - 1} more)" if count > 1 else ""
    who = f"author {first + 1}, {cited[first].text}, is not among the record's authors{more}"
    if absent:
        place = first if first in absent else absent[0]
        return _Trouble(JudgementKind.REPLACED, f"{who}; {found[place].text} is")
    return _Trouble(JudgementKind.ADDED, who)


def _long_given(person: Person) -> bool:
    given = name(person).given
    return bool(given) and len(given[0]) > 2


def _around(people: tuple[Person, ...], places: tuple[int, ...]) -> str:
    """Names for display around the first of the places that found nobody on the other side."""
    return listing(people, first=max(0, places[0] - 1) if places else 0)


def listing(people: tuple[Person, ...], limit: int = 4, first: int = 0) -> str:
    """Names for display: a few from ``first`` on, with how many stand before and behind: "3 others, A, B and 2 more"."""
    first = 0 if first <= 1 or len(people) <= limit else min(first, len(people) - limit)
    shown = ", ".join(person.text for person in people[first : first + limit])
    before = f"{first} others, " if first else ""
    behind = len(people) - first - limit
    return f"{before}{shown}" + (f" and {behind} more" if behind > 0 else "")
