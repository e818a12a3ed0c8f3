"""Compare author lists: who is missing, who is added, who stands under another name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from latexrefcheck.model.record import Judgement
from latexrefcheck.text.person import Person
from latexrefcheck.verify.match.names import name, organisation, relation

CUSTOMARY_CUT = 8
"""From this many cited names on, leaving out the rest without "and others" is a habit rather than a mistake."""


_OTHERS = frozenset(("others", "et al", "et al.", "and others"))
"""What some records hold as a last author."""


MOST_COMPARED = 40
"""People among whom another spelling of a name is looked for."""


class Alignment(NamedTuple):
    """Who is who in two author lists. ``pairs`` holds (cited index, record index, relation)."""

    pairs: tuple[tuple[int, int, str], ...]
    extra: tuple[int, ...]
    missing: tuple[int, ...]
    cited: int
    found: int

    @property
    def agreeing(self) -> int:
        """How many cited people are in the record."""
        return sum(relation in ("same", "near") for _, _, relation in self.pairs)

    @property
    def in_order(self) -> bool:
        """Whether the matched people stand in the same order."""
        indices = [j for _, j, _ in sorted(self.pairs)]
        return indices == sorted(indices)


def align(cited: tuple[Person, ...], found: tuple[Person, ...]) -> Alignment:
    """Pair the people of two lists, each at most once: those at the same place first, then anywhere."""
    left, right = dict.fromkeys(range(len(cited))), dict.fromkeys(range(len(found)))
    sharing = _sharing(found)
    pairs: list[tuple[int, int, str]] = []

    def take(wanted: str, candidates: Callable[[int], Iterable[int]]) -> None:
        for i in list(left):
            for j in candidates(i):
                if j in right and relation(cited[i], found[j]) == wanted:
                    pairs.append((i, j, wanted))
                    del left[i], right[j]
                    break

    def alike(i: int) -> Iterable[int]:
        return dict.fromkeys(j for token in _tokens(cited[i]) for j in sharing.get(token, ()))

    def anyone(i: int) -> Iterable[int]:
        return list(right)[:MOST_COMPARED]

    take("same", lambda i: (i,))
    take("same", alike)
    take("near", anyone)
    take("given", alike)
    take("family", lambda i: (i,))
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
    return {*form.spellings, *form.family, *(token for token in form.given if len(token) > 1), *(("!",) if form.whole else ())}


@lru_cache(maxsize=50_000)
def compare(cited: tuple[Person, ...], cut: bool, found: tuple[Person, ...], found_cut: bool) -> Judgement:
    """The judgement on the field ``author``."""
    people = tuple(person for person in found if person.text.lower() not in _OTHERS)
    found, found_cut = people, found_cut or len(people) < len(found)
    if not cited or not found:
        return Judgement("author", "unknown", listing(cited), listing(found))
    result = align(cited, found)
    expected = min(len(cited), len(found)) if cut or found_cut else max(len(cited), len(found))
    score = min(1.0, result.agreeing / max(1, expected))
    judgement = Judgement("author", "agree", listing(cited), listing(found), score)
    trouble = _trouble(result, cited, cut, found, found_cut)
    if trouble is not None:
        return judgement._replace(state=trouble.state, kind=trouble.kind, detail=trouble.detail)
    if not result.in_order:
        return judgement._replace(state="minor", kind="order", detail="the record has the authors in another order")
    if any(kind == "near" for _, _, kind in result.pairs):
        i, j = next((i, j) for i, j, kind in result.pairs if kind == "near")
        return judgement._replace(state="minor", kind="spelling", detail=f"{cited[i].text} is {found[j].text} in the record")
    return judgement


class _Trouble(NamedTuple):
    kind: str
    detail: str
    state: str = "differ"


def _trouble(
    result: Alignment, cited: tuple[Person, ...], cut: bool, found: tuple[Person, ...], found_cut: bool
) -> _Trouble | None:
    """The worst difference between the lists, in the order in which a reader should hear of them."""
    # A shared surname or two is chance among many authors; only then is it the same people under wrong given names.
    if result.agreeing == 0 and sum(kind == "given" for _, _, kind in result.pairs) * 2 < len(cited):
        if any(map(organisation, cited)) or any(map(organisation, found)):
            return _Trouble("corporate", "one of the lists names an organisation", "unknown")
        return _Trouble("other-people", f"the record's authors are {listing(found)}")
    strangers = [i for i in result.extra if not (found_cut and i >= len(found))]
    absent = [j for j in result.missing if not organisation(found[j])]
    given = [(i, j) for i, j, kind in result.pairs if kind == "given"]
    renamed = [(i, j) for i, j, kind in result.pairs if kind == "family"]
    if strangers:
        strangers = [i for i in strangers if not organisation(cited[i])]
        if not strangers and not given and not renamed:
            return None
    if strangers:
        return _stranger(strangers[0], absent, cited, found, len(strangers))
    if given:
        i, j = given[0]
        return _Trouble("given", f"author {i + 1} is {cited[i].text}, in the record {found[j].text}")
    if renamed:
        i, j = renamed[0]
        rest = result.agreeing == len(result.pairs) - 1 and result.agreeing >= 1 and _long_given(cited[i]) and not absent
        detail = f"author {i + 1} is {cited[i].text}, in the record {found[j].text}"
        return _Trouble("renamed" if rest else "replaced", detail)
    if absent and not cut:
        many = len(cited) >= CUSTOMARY_CUT and absent[0] >= len(cited)
        who = f"{found[absent[0]].text}" + (f" and {len(absent) - 1} more" if len(absent) > 1 else "")
        return _Trouble("missing", f"{who} of the record's {len(found)} authors not cited", "minor" if many else "differ")
    return None


def _stranger(first: int, absent: list[int], cited: tuple[Person, ...], found: tuple[Person, ...], count: int) -> _Trouble:
    more = f" (and {count - 1} more)" if count > 1 else ""
    who = f"author {first + 1}, {cited[first].text}, is not among the record's authors{more}"
    if absent:
        place = first if first in absent else absent[0]
        return _Trouble("replaced", f"{who}; {found[place].text} is")
    return _Trouble("added", who)


def _long_given(person: Person) -> bool:
    given = name(person).given
    return bool(given) and len(given[0]) > 2


def listing(people: tuple[Person, ...], limit: int = 4) -> str:
    """Names for display: the first few, then "and N more"."""
    shown = ", ".join(person.text for person in people[:limit])
    return shown if len(people) <= limit else f"{shown} and {len(people) - limit} more"
