"""Ask every source that takes searches by subject at the same time; one that fails is an entry among the errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from latexrefcheck.discover import merging, ranking
from latexrefcheck.discover.merging import Hit, Standing
from latexrefcheck.discover.wanted import KIND, InvalidArgument, Wanted
from latexrefcheck.model.record import Evidence, Record
from latexrefcheck.model.states import EvidenceOutcome
from latexrefcheck.settings import Settings
from latexrefcheck.text.fold import fold


class Failure(NamedTuple):
    """A source that did not answer: ``code`` for programs, ``reason`` in words."""

    source: str
    code: str
    reason: str


class Found(NamedTuple):
    """What a search found: the works offered, the best first; how many were dropped and why; who failed and who was asked."""

    works: tuple[Hit, ...]
    dropped: Mapping[str, int]
    errors: tuple[Failure, ...]
    asked: tuple[str, ...]
    notes: tuple[str, ...] = ()


def search(wanted: Wanted, settings: Settings, venues: Sequence[str] = ()) -> Found:
    """The works on a subject; each source is asked once, or its answer is taken from the cache.

    Raises InvalidArgument for a search that cannot be meant, or where no source that takes searches is left.
    """
    wanted = wanted.checked()
    told = _asked(wanted, settings)
    records = {source: one.records for source, one in told.items() if one.outcome == EvidenceOutcome.FOUND}
    errors = tuple(
        Failure(source, str(one.code.value if one.code else "FAILED"), one.reason)
        for source, one in told.items()
        if one.outcome == EvidenceOutcome.FAILED
    )
    dropped: Counter[str] = Counter()
    kept = []
    for hit in merging.merged(records):
        why = _unfit(hit, wanted)
        if why:
            dropped[why] += 1
        else:
            kept.append(hit)
    best = ranking.ranked(kept, wanted, venues)
    notes = _notes(wanted, records)
    return Found(tuple(best[: wanted.most]), dict(dropped), errors, tuple(told), notes)


def _asked(wanted: Wanted, settings: Settings) -> Mapping[str, Evidence]:
    from latexrefcheck.verify import asking

    sources = asking.sources_of(settings)
    searching = {name: used for name, used in sources.items() if KIND in used.source.asks}
    if not searching:
        takes = "none of the chosen sources takes searches by subject" if sources else "no source is left to ask"
        raise InvalidArgument(f"{takes}; `latexrefcheck sources` lists them")
    with asking.answering(searching, settings) as answers:

        def ask(source: str) -> Evidence:
            known = answers.known(source, [wanted.query])
            found = known or answers.ask(source, [wanted.query]).evidence
            return found.get(wanted.query) or Evidence(
                source, wanted.query, EvidenceOutcome.FAILED, reason="another run is asking for the same"
            )

        with ThreadPoolExecutor(len(searching)) as pool:
            return dict(zip(searching, pool.map(ask, searching), strict=True))


def _unfit(hit: Hit, wanted: Wanted) -> str:
    """Why a work is not offered; nothing for one that is."""
    record = hit.record
    years = record.years
    if hit.standing is Standing.UNCONFIRMED:
        return "only one index holds it"
    if any(notice.kind in ("retraction", "withdrawal", "removal") for notice in record.notices):
        return "it was retracted or withdrawn"
    if hit.preprint and not wanted.preprints:
        return "it is a preprint"
    if years and ((wanted.first and max(years) < wanted.first) or (wanted.last and min(years) > wanted.last)):
        return "its year is outside"
    if wanted.author and fold(wanted.author.split(",")[0].split()[-1]) not in {
        word for one in record.authors for word in fold(one.text).replace("-", " ").split()
    }:
        return "it is by others"
    if wanted.venue and not any(fold(wanted.venue) in fold(venue) for venue in record.venues):
        return "it is in another venue"
    return ""


def _notes(wanted: Wanted, records: Mapping[str, Sequence[Record]]) -> tuple[str, ...]:
    if wanted.sort == "relevance" or not records:
        return ()
    most = sum(map(len, records.values()))
    return (f"sorted by {wanted.sort} among the {most} records that the sources find most relevant",)
