"""What several sources found as works: records of one work become one, and each work says how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.lookup import Worth
from latexrefcheck.model.record import Record
from latexrefcheck.text.fold import fold
from latexrefcheck.text.keys import surname_key, title_key
from latexrefcheck.text.likeness import similarity

SAME_TITLE = 0.9
"""Similarity from which two titles of one year and first author are one."""

SLIP = 0.75
"""Similarity from which two words are one with a slip, an ending or a mark more."""


class Standing(StrEnum):
    """How sure it is that a work exists as it is described."""

    VERIFIED = "VERIFIED"
    """The registry of its identifier holds it."""
    LIKELY_REAL = "LIKELY_REAL"
    """Two independent indexes hold it."""
    UNCONFIRMED = "UNCONFIRMED"
    """One index alone holds it; such are never offered."""


class Hit(NamedTuple):
    """One work that was found: the best record of it, and what the others add. ``place`` is its best rank in a source, from 0."""

    record: Record
    sources: tuple[str, ...]
    standing: Standing
    identifiers: Mapping[str, str]
    abstract: str = ""
    citations: int | None = None
    pdf: str = ""
    place: int = 0
    score: float = 0.0

    @property
    def id(self) -> str:
        """Under what the work can be asked for again."""
        for kind, form in (("doi", "doi:{}"), ("arxiv", "arxiv:{}"), ("pmid", "pmid:{}")):
            if self.identifiers.get(kind):
                return form.format(self.identifiers[kind])
        return self.record.url

    @property
    def preprint(self) -> bool:
        """Whether only a preprint was met."""
        return self.record.preprint


def merged(found: Mapping[str, Sequence[Record]]) -> list[Hit]:
    """The works among the records of each source, in the order in which they were met."""
    groups: list[list[tuple[str, int, Record]]] = []
    known: dict[tuple[str, str], int] = {}
    titles: dict[tuple[str, int], list[int]] = {}
    for source, records in found.items():
        for place, record in enumerate(records):
            if not record.title or record.type in ("notice", "component", "review"):
                continue
            marks = _marks(record)
            at = next((known[mark] for mark in marks if mark in known), None)
            if at is None:
                at = _alike(record, titles, groups)
            if at is None:
                at = len(groups)
                groups.append([])
            groups[at].append((source, place, record))
            known.update(dict.fromkeys(marks, at))
            for year in _years(record):
                titles.setdefault((_first(record), year), []).append(at)
    return [_hit(group) for group in groups]


def _marks(record: Record) -> list[tuple[str, str]]:
    doi = record.identifiers.get("doi", "").lower()
    arxiv = record.identifiers.get("arxiv", "").partition("v")[0].lower()
    told = [("doi", doi), ("arxiv", arxiv), ("title", f"{title_key(record.title)} {_first(record)} {record.year}")]
    return [mark for mark in told if mark[1].strip()]


def _first(record: Record) -> str:
    return surname_key(record.authors[0]) if record.authors else ""


def _years(record: Record) -> Iterable[int]:
    return dict.fromkeys(record.years) or (0,)


def _alike(
    record: Record, titles: Mapping[tuple[str, int], Sequence[int]], groups: Sequence[Sequence[tuple[str, int, Record]]]
) -> int | None:
    """The work whose title is nearly that of a record, of the same year and first author."""
    title = fold(record.title)
    for year in _years(record):
        for at in dict.fromkeys(titles.get((_first(record), year), ())):
            if _one_title(fold(groups[at][0][2].title), title):
                return at
    return None


def _one_title(one: str, other: str) -> bool:
    """Whether two folded titles differ by slips alone: "north" for "south" is another work of the same people."""
    if similarity(one, other) <= SAME_TITLE:
        return False
    left, right = one.split(), other.split()
    return len(left) != len(right) or all(similarity(a, b) >= SLIP for a, b in zip(left, right, strict=True))


def _hit(group: Sequence[tuple[str, int, Record]]) -> Hit:
    """One work of its records; that of a registry is shown, the published one before the preprint."""
    sources = tuple(dict.fromkeys(source for source, _, _ in group))
    best = max(group, key=lambda one: (not one[2].preprint, _owned(one[0], one[2]), bool(one[2].venues), len(one[2].authors)))[2]
    identifiers = {kind: value for _, _, record in reversed(group) for kind, value in record.identifiers.items()}
    identifiers |= {kind: value for kind, value in best.identifiers.items() if value}
    counts = [int(count) for _, _, record in group if (count := record.told.get("citations", "")).isdigit()]
    owned = any(_owned(source, record) for source, _, record in group)
    standing = Standing.VERIFIED if owned else Standing.LIKELY_REAL if _voices(sources) > 1 else Standing.UNCONFIRMED
    return Hit(
        best,
        sources,
        standing,
        identifiers,
        max((record.told.get("abstract", "") for _, _, record in group), key=len),
        max(counts, default=None),
        next((record.told["pdf"] for _, _, record in group if record.told.get("pdf")), ""),
        min(place for _, place, _ in group),
    )


def _owned(source: str, record: Record) -> bool:
    """Whether a record comes from the registry that owns one of its identifiers."""
    described = registry.sources[source]
    return described.worth is Worth.REGISTRY and any(kind in described.owns for kind in record.identifiers)


def _voices(sources: Sequence[str]) -> int:
    """How many of the sources speak for themselves."""
    return sum(registry.sources[source].worth is not Worth.INDEX or not registry.sources[source].covered for source in sources)
