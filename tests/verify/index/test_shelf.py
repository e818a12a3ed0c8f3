"""An index answers before the network, confirms, and never accuses: what it lacks or has otherwise is looked up as ever."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from indexharness import crossref, made, opened, title
from simserver import SimServer, source

from latexrefcheck.model.lookup import SourceConfig
from latexrefcheck.model.record import Reference, Verdict
from latexrefcheck.model.states import VerdictStatus
from latexrefcheck.settings import Settings
from latexrefcheck.text.person import Person
from latexrefcheck.verify import asking, index
from latexrefcheck.verify.asker import Asker, InUse, services
from latexrefcheck.verify.cache import Database, Store
from latexrefcheck.verify.http import Client, RetryPolicy
from latexrefcheck.verify.index.shelf import Shelf
from latexrefcheck.verify.resolution import Resolution, resolve
from latexrefcheck.verify.worded import Judge

FRESH, STALE = date(2026, 3, 20), date(2026, 12, 1)
SOURCES = {
    name: source(name, asks) for name, asks in {"crossref": {"doi": 50, "bibliographic": 1}, "openalex": {"title": 1}}.items()
}
LEADS = ("Li", "Muster", "Berg", "Okonkwo")


def reference(number: int, doi: bool = True, **changes: Any) -> Reference:
    """What an author cites of the work of that number in the dump."""
    people = {
        0: Person("Muster", "Ann"),
        1: Person("Ödegård", "Ann"),
        2: Person("Berg", "Ann", "van der"),
        3: Person("Okonkwo", "Ann"),
    }
    one = Reference(
        key=f"k{number}",
        type="article",
        titles=(title(number),),
        authors=(people.get(number % 5, Person("Li", "Ann")),),
        years=(2000 + number % 20,),
        venues=("Journal of Lanterns",),
        volume="7",
        identifiers={"doi": f"10.5555/w.{number}"} if doi else {},
    )
    return replace(one, **changes)


def world(numbers: Sequence[int]) -> dict[str, dict[str, dict[str, Any]]]:
    names = ("Muster", "Ödegård", "van der Berg", "Okonkwo", "Li")
    works = {n: {"title": title(n), "authors": [f"{names[n % 5]}, Ann"], "year": 2000 + n % 20} for n in numbers}
    by_doi = {f"10.5555/w.{n}": work for n, work in works.items()}
    return {"crossref": {**by_doi, **{title(n): work for n, work in works.items()}}, "openalex": {}}


def run(
    server: SimServer, file: Path | None, references: Sequence[Reference], today: date = FRESH, **options: Any
) -> tuple[Resolution, dict[str, Verdict], Shelf]:
    shelf = Shelf([opened(file)] if file else [], today=lambda: today)
    used = {name: InUse(one, SourceConfig(f"{server.url}/{name}"), True) for name, one in SOURCES.items()}
    database = Database(None)
    offline = options.pop("offline", False)
    client = Client(services(used, 1.0), database, offline=offline, retry=RetryPolicy(tries=1))
    judge = Judge(Settings().thresholds and asking.thresholds.chosen(Settings()))
    asker = Asker(used, client, Store(database), offline, shelf)
    found = resolve(references, asker, judge.need, verdict=judge.verdict, **options)
    return found, {one.key: judge.verdict(one, found.evidence[one.key]) for one in references}, shelf


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(tmp_path_factory.mktemp("shelf"), [crossref(number) for number in range(300)])


def test_what_it_confirms_asks_nobody(file: Path) -> None:
    references = [reference(n, doi=n % 2 == 0) for n in range(60)]
    with SimServer(world(range(60))) as server:
        found, verdicts, shelf = run(server, file, references)
        assert server.log == []
    assert {verdict.status for verdict in verdicts.values()} == {VerdictStatus.VERIFIED}
    assert all(one.cached and one.when.startswith("2026-03-02") for evidence in found.evidence.values() for one in evidence)
    assert "of 2026-03-02" in "".join(shelf.told())


@pytest.mark.parametrize(
    "changes",
    [
        {"years": (1950,)},
        {"authors": (Person("Nobody", "Ann"),)},
        {"titles": ("Wholly Other Matter of Some Kind Here",)},
        {"identifiers": {"doi": "10.5555/w.31"}},
        {"identifiers": {"doi": "10.5555/none"}},
    ],
    ids=["year", "authors", "title", "another's-doi", "no-doi"],
)
def test_what_it_has_otherwise_is_judged_as_without_it(file: Path, changes: dict[str, Any]) -> None:
    cited = reference(30, **changes)
    with SimServer(world(range(60))) as server:
        _, with_index, _ = run(server, file, [cited])
        assert server.log, "the network was asked"
        _, without, _ = run(server, None, [cited])
    mine, plain = with_index["k30"], without["k30"]
    assert (mine.status, mine.reason, [one.source for one in mine.evidence]) == (
        plain.status,
        plain.reason,
        [one.source for one in plain.evidence],
    )
    assert not any(one.when.startswith("2026-03-02") for one in mine.evidence)


def test_what_it_lacks_is_asked_and_is_no_absence(file: Path) -> None:
    cited = [reference(4000), reference(4001, doi=False)]
    with SimServer(world([4000, 4001])) as server:
        _, verdicts, _ = run(server, file, cited)
        assert server.log
    assert {verdict.status for verdict in verdicts.values()} == {VerdictStatus.VERIFIED}


def test_offline_what_it_lacks_was_not_checked(file: Path) -> None:
    with SimServer() as server:
        cited = [reference(5), reference(4000), reference(4001, doi=False), reference(6, years=(1950,))]
        _, verdicts, _ = run(server, file, cited, offline=True)
        assert server.log == []
    assert [verdict.status for verdict in verdicts.values()] == ["verified", "unchecked", "unchecked", "mismatch"]


def test_an_old_index_does_not_speak_of_retractions(file: Path) -> None:
    """Its works need no searches, and the registry is asked for their DOIs by the batch."""
    with SimServer(world(range(60))) as server:
        _, verdicts, _ = run(server, file, [reference(n, doi=n % 2 == 0) for n in range(40)], today=STALE)
        assert len(server.log) == 1
        assert set(server.asked()) == {f"10.5555/w.{n}" for n in range(40)} or len(server.asked()) == 40
    assert {verdict.status for verdict in verdicts.values()} == {VerdictStatus.VERIFIED}


def test_refresh_passes_it_by(file: Path) -> None:
    with SimServer(world(range(60))) as server:
        run(server, file, [reference(6), reference(8)], refresh=("k6",))
        assert len(server.asked()) == 1


def test_a_retraction_in_it_is_confirmed_first(tmp_path: Path) -> None:
    update = {"DOI": "10.5555/notice", "type": "retraction", "source": "publisher", "updated": {"date-parts": [[2025, 1, 1]]}}
    one = made(tmp_path, [crossref(1, **{"updated-by": [update]})])
    with SimServer(world([1])) as server:
        _, verdicts, _ = run(server, one, [reference(1)])
        assert server.log
    assert not verdicts["k1"].notices, "the registry has taken it back"


def test_the_settings_choose_which_are_open(tmp_path: Path) -> None:
    made(tmp_path, [crossref(1)])
    made(tmp_path, [json.dumps({"id": "https://openalex.org/W1", "title": "A Lantern"})], source="openalex", name="o")
    (tmp_path / "dblp.sqlite").write_bytes(b"no database")
    (tmp_path / "unheard.sqlite").write_bytes(b"")

    def names(**options: Any) -> tuple[list[str], int]:
        shelf = asking.indexes(Settings(index_dir=tmp_path, **options))
        return ([], 0) if shelf is None else ([one.source.id for one in shelf.indexes], len(shelf.notes))

    assert names() == (["crossref", "openalex"], 1)
    assert names(without_sources=("dblp", "openalex")) == (["crossref"], 0)
    assert names(sources=("openalex", "arxiv")) == (["openalex"], 0)
    assert names(index=False) == ([], 0)
    assert asking.indexes(Settings(index_dir=tmp_path / "nowhere")) is None


def test_removed_it_is_gone(tmp_path: Path) -> None:
    one = made(tmp_path, [crossref(1)])
    assert index.files(tmp_path) == {"crossref": one}
    assert index.remove(one) > 0
    assert index.files(tmp_path) == {}
