"""Whole runs against a local server: few requests, the same outcome whatever the timing, and no trouble taken for absence."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simserver import FAULTS, SimServer, source, source_of
from timing import within

from latexrefcheck.errors import ConfigError, UnreadableInput, UsageError
from latexrefcheck.model.lookup import SourceConfig
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Judgement, Need, Query, Record, Reference, Verdict
from latexrefcheck.settings import Settings
from latexrefcheck.text.person import Person
from latexrefcheck.verify import asking
from latexrefcheck.verify.asker import Asker, InUse, configure, services
from latexrefcheck.verify.cache import Database, Store
from latexrefcheck.verify.catalogue import Catalogue, known
from latexrefcheck.verify.evidence_log import append, lines
from latexrefcheck.verify.http import Client, RetryPolicy, Service
from latexrefcheck.verify.plan import LATE, SEARCH, Step
from latexrefcheck.verify.resolution import Progress, Resolution, resolve
from latexrefcheck.verify.scheduler import Asked, Scheduler

QUICK = RetryPolicy(tries=4, first_wait=0.005, longest_wait=0.1, failures=8, trouble=30.0)
SOURCES = {
    name: source(name, batch)
    for name, batch in {
        "crossref": {"doi": 50, "bibliographic": 1},
        "datacite": {"doi": 60, "arxiv": 60},
        "doiorg": {"agency": 50, "handle": 1, "csl": 1},
        "arxiv": {"arxiv": 100},
        "dblp": {"doi": 100, "title": 20},
        "openalex": {"doi": 50, "title": 1},
    }.items()
}


def title_of(number: int) -> str:
    return f"On the {number}th Lantern"


def world(count: int) -> tuple[list[Reference], dict[str, dict[str, dict[str, Any]]]]:
    """``count`` references and what each source knows: 60 % with a DOI, 15 % with an arXiv number, the rest by title.

    Every 17th DOI does not exist, every 13th title is in no index, every 11th DOI is another work's.
    """
    references, works = [], {name: {} for name in SOURCES}  # type: ignore[var-annotated]
    for n in range(count):
        work = {"title": title_of(n), "authors": [f"Doe{n}, Jane"], "year": 2000 + n % 20}
        identifiers: dict[str, str] = {}
        if n % 20 < 12:
            doi = f"10.99999/{n}"
            identifiers = {"doi": doi}
            if n % 17:
                works["crossref"][doi] = {**work, "title": "Another Work"} if n % 11 == 0 else work
                works["openalex"][doi] = works["crossref"][doi]
        elif n % 20 < 15:
            identifiers = {"arxiv": f"2001.{n:05}"}
            works["datacite"][f"2001.{n:05}"] = work
        if n % 13:
            works["dblp" if n % 2 else "crossref"][title_of(n)] = work
        one = Reference(key=f"k{n}", type="article", titles=(title_of(n),), authors=(Person(f"Doe{n}", "Jane"),))
        venues = ("Proceedings of the Lantern Conference",)
        references.append(replace(one, years=(2000 + n % 20,), venues=venues, identifiers=identifiers))
    return references, works


def judge(reference: Reference, evidence: Sequence[Evidence]) -> Need:
    """Enough once a record has the title; else search, with two searches before "not found"."""
    if any(record.title == reference.title for found in evidence for record in found.records):
        return Need("enough")
    searched = {
        found.source for found in evidence if found.query.kind in ("title", "bibliographic") and found.outcome != "failed"
    }
    return Need("enough") if len(searched) >= 2 else Need("search")


def asker(server: SimServer, directory: Path | None, *, offline: bool = False, key: str = "", **options: Any) -> Asker:
    sources = {
        name: InUse(described, SourceConfig(f"{server.url}/{name}", key=key, contact=key and f"{key}@uni.example"), True)
        for name, described in SOURCES.items()
    }
    database = Database(directory)
    seen = services(sources, timeout=options.pop("timeout", 1.0))
    client = Client(seen, database, offline=offline, retry=options.pop("retry", QUICK), **options)
    return Asker(sources, client, Store(database), offline)


def told(resolution: Resolution) -> dict[str, list[tuple[str, Query, str, tuple[str, ...]]]]:
    """The evidence without times and origins."""
    return {
        key: [(e.source, e.query, e.outcome, tuple(record.title for record in e.records)) for e in evidence]
        for key, evidence in resolution.evidence.items()
    }


def test_a_cold_run_is_frugal_and_a_warm_run_asks_nothing(tmp_path: Path) -> None:
    references, works = world(300)
    with SimServer(works) as server:
        cold = resolve(references, asker(server, tmp_path), judge)
        assert list(cold.evidence) == [reference.key for reference in references]
        assert max(server.asked().values()) == 1, "nothing is asked twice"
        assert sum(cold.requests.values()) == len(server.log) <= 110
        server.log.clear()
        warm = resolve(references, asker(server, tmp_path), judge)
        assert (server.log, warm.requests) == ([], {})
        assert told(warm) == told(cold)
        assert all(e.cached for evidence in warm.evidence.values() for e in evidence)


def test_one_more_entry_costs_only_its_own_requests(tmp_path: Path) -> None:
    references, works = world(101)
    with SimServer(works) as server:
        resolve(references[:100], asker(server, tmp_path), judge)
        server.log.clear()
        resolve(references, asker(server, tmp_path), judge)
        assert 1 <= len(server.log) <= 3


def test_the_outcome_does_not_depend_on_timing() -> None:
    references, works = world(60)
    outcomes = []
    for seed in range(3):
        with SimServer(works, latency=0.002) as server:
            shuffled = random.Random(seed)
            original = server.rng.random
            server.rng.random = lambda original=original, shuffled=shuffled: (time.sleep(shuffled.random() / 50), original())[1]  # type: ignore[method-assign]
            server.faults = {"none": 0.0}
            outcomes.append(told(resolve(references, asker(server, None), judge)))
    assert outcomes[0] == outcomes[1] == outcomes[2]


def test_a_doi_is_followed_to_the_registry_that_has_it() -> None:
    works = {"doiorg": {}, "datacite": {"10.99999/data": {"title": "Lantern Data"}}, "crossref": {}}  # type: ignore[var-annotated]
    works["doiorg"]["10.99999/data"] = {"identifiers": {"agency": "DataCite"}}
    reference = Reference(key="k", type="misc", titles=("Lantern Data",), identifiers={"doi": "10.99999/data"})
    with SimServer(works) as server:
        (evidence,) = resolve([reference], asker(server, None), judge).evidence.values()
        assert [(e.source, e.query.kind, e.outcome) for e in evidence] == [
            ("crossref", "doi", "absent"),
            ("doiorg", "agency", "found"),
            ("datacite", "doi", "found"),
        ]


def test_batches_wait_for_what_may_still_join_them() -> None:
    """Absent DOIs of several batches become one question to doi.org."""
    references = [
        Reference(key=f"k{n}", type="misc", titles=(title_of(n),), identifiers={"doi": f"10.99999/{n}"}) for n in range(150)
    ]
    with SimServer({}, latency=0.02) as server:
        resolve(references, asker(server, None), lambda *_: Need("enough"))
        assert [source_of(seen) for seen in server.log] == ["crossref"] * 3 + ["doiorg"] * 3


def test_the_same_work_cited_twice_is_asked_once() -> None:
    references, works = world(1)
    twice = [references[0], replace(references[0], key="other")]
    with SimServer(works) as server:
        resolution = resolve(twice, asker(server, None), judge)
        assert max(server.asked().values()) == 1
        assert resolution.evidence["other"] == resolution.evidence["k0"] != ()


@pytest.mark.parametrize("fault", [*FAULTS, "mixed"])
def test_faults_cost_answers_and_never_change_them(fault: str, tmp_path: Path) -> None:
    references, works = world(40)
    with SimServer(works) as server:
        right = told(resolve(references, asker(server, None), judge))
    with SimServer(works, seed=7) as server:
        server.hang = 0.3
        server.faults = dict.fromkeys(FAULTS, 0.04) if fault == "mixed" else {fault: 0.3}
        retry = QUICK._replace(tries=2)
        hurt = resolve(references, _impatient(server, tmp_path, retry), judge)
        for key, evidence in told(hurt).items():
            for entry in evidence:
                assert entry[2] == "failed" or entry in right[key] or _only_after_failure(evidence, entry)
        assert all(e.reason for evidence in hurt.evidence.values() for e in evidence if e.outcome == "failed")
        server.faults = {}
        answered = {mark for mark in _marks(hurt) if mark[2] != "failed"}
        server.log.clear()
        again = resolve(references, asker(server, tmp_path), judge)
        assert {key: [entry for entry in value if entry in right[key]] for key, value in told(again).items()} == right
        asked = {(source_of(seen), identifier) for seen in server.log for identifier in _ids(seen)}
        assert not asked & {(name, value) for name, value, _ in answered}


def _impatient(server: SimServer, directory: Path, retry: RetryPolicy) -> Asker:
    made = asker(server, directory, retry=retry)
    made.client.services = {name: service._replace(timeout=0.15) for name, service in made.client.services.items()}
    return made


def _ids(seen: Any) -> list[str]:
    from simserver import ids_of

    return ids_of(seen)


def _marks(resolution: Resolution) -> set[tuple[str, str, str]]:
    return {(e.source, e.query.value, e.outcome) for evidence in resolution.evidence.values() for e in evidence}


def _only_after_failure(evidence: Sequence[Any], entry: Any) -> bool:
    """Whether an outcome that the fault-free run did not want came because something before it had failed."""
    return any(other[2] == "failed" for other in evidence[: evidence.index(entry)])


@pytest.mark.parametrize("fault", ["503", "timeout", "html"])
def test_every_source_down_ends_soon_with_one_reason(fault: str) -> None:
    references, works = world(300)
    with SimServer(works) as server:
        server.faults = {fault: 1.0}
        with within(15, time.monotonic):
            resolution = resolve(references, asker(server, None), judge)
        assert {e.outcome for evidence in resolution.evidence.values() for e in evidence} == {"failed"}
        assert all(e.reason for evidence in resolution.evidence.values() for e in evidence)
        assert len(resolution.switched_off) >= 2
        assert len(server.log) <= 6 * len(SOURCES)
        (note,) = resolution.notes
        assert note.startswith("no source could be reached")
        assert resolution.unreachable
        assert list(asking._notes({}, resolution, Settings())) == [note]


def test_one_source_down_stops_no_other() -> None:
    references, works = world(60)
    with SimServer(works) as server:
        made = asker(server, None, retry=QUICK._replace(first_wait=0.1))
        for name in ("crossref", "openalex"):
            made.sources[name] = made.sources[name]._replace(config=SourceConfig("http://127.0.0.1:9"))
            made.client.services[name] = made.client.services[name]._replace(base="http://127.0.0.1:9")
        resolution = resolve(references, made, judge)
        assert set(resolution.switched_off) == {"crossref", "openalex"}
        assert any(e.outcome == "found" for evidence in resolution.evidence.values() for e in evidence if e.source == "dblp")
        assert resolution.notes == ()


@pytest.mark.parametrize("jobs", [1, 2])
def test_no_more_requests_than_wished_are_under_way(jobs: int) -> None:
    references, works = world(60)
    with SimServer(works, latency=0.02) as server:
        resolve(references, asker(server, None), judge, jobs=jobs)
        assert max(seen.running for seen in server.log) == jobs


def test_the_budget_bounds_a_run_and_is_said() -> None:
    references, works = world(100)
    with SimServer(works) as server:
        resolution = resolve(references, asker(server, None, budget=5), judge)
        assert len(server.log) == 5
        reasons = {e.reason for evidence in resolution.evidence.values() for e in evidence if e.outcome == "failed"}
        assert reasons == {"the budget of 5 requests (--max-requests) was used up"}


def test_offline_answers_from_the_store_at_any_age(tmp_path: Path) -> None:
    references, works = world(30)
    with SimServer(works) as server:
        online = resolve(references, asker(server, tmp_path), judge)
        server.log.clear()
        made = asker(server, tmp_path, offline=True)
        made.store._now = lambda: time.time() + 60 * 86_400
        resolution = resolve([*references, Reference(key="new", type="misc", titles=("Unheard of",))], made, judge)
        assert server.log == []
        found = {key for key, evidence in online.evidence.items() if any(e.outcome == "found" for e in evidence)}
        assert {key for key, evidence in resolution.evidence.items() if any(e.outcome == "found" for e in evidence)} == found
        assert all("offline" in e.reason for e in resolution.evidence["new"])


def test_refresh_asks_again_for_the_named_keys(tmp_path: Path) -> None:
    references, works = world(12)
    with SimServer(works) as server:
        before = told(resolve(references, asker(server, tmp_path), judge))
        server.log.clear()
        after = resolve(references, asker(server, tmp_path), judge, refresh=("k1",))
        assert {identifier for _, identifier in server.asked()} == {"10.99999/1"}
        assert told(after) == before
        server.log.clear()
        resolve(references, asker(server, tmp_path), judge, refresh=("*",))
        assert len(server.asked()) == sum(len({e[:2] for e in evidence}) for evidence in before.values())


def test_an_old_record_serves_when_its_source_does_not(tmp_path: Path) -> None:
    references, works = world(2)
    with SimServer(works) as server:
        resolve(references[1:], asker(server, tmp_path), judge)
        server.faults = {"500": 1.0}
        made = asker(server, tmp_path)
        made.store._now = lambda: time.time() + 20 * 86_400
        (evidence,) = resolve(references[1:], made, judge).evidence.values()
        assert [(e.outcome, e.cached) for e in evidence] == [("found", True)]


def test_progress_is_told() -> None:
    references, works = world(30)
    heard: list[Progress] = []
    with SimServer(works) as server:
        resolve(references, asker(server, None), judge, report=heard.append)
        assert heard[-1] == Progress(30, 30, len(server.log))
        assert [one.settled for one in heard] == sorted(one.settled for one in heard)


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Ctrl-C as Python has it: what a shell starts in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_interrupting_ends_at_once_with_what_is_known(tmp_path: Path) -> None:
    references, works = world(100)
    with SimServer(works) as server:
        server.hang = 20.0

        def stop(progress: Progress) -> None:
            if progress.settled >= 10 and not server.faults:
                server.faults = {"timeout": 1.0}
                timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
                timer.daemon = True
                timer.start()

        with within(10, time.monotonic):
            # The signal has to come before a source is given up for its silence, on a busy machine too.
            resolution = resolve(references, asker(server, tmp_path, timeout=8.0), judge, report=stop)
        assert resolution.interrupted
        outcomes = [e.outcome for evidence in resolution.evidence.values() for e in evidence]
        assert {"found", "failed"} <= set(outcomes)
        server.faults = {}
        server.log.clear()
        complete = resolve(references, asker(server, tmp_path), judge)
        assert not complete.interrupted
        assert 0 < len(server.log) < 60


def test_whoever_watches_may_end_the_run(tmp_path: Path) -> None:
    references, works = world(60)

    def watch(progress: Progress) -> None:
        if progress.settled >= 5:
            raise KeyboardInterrupt

    with SimServer(works, latency=0.01) as server, within(10, time.monotonic):
        resolution = resolve(references, asker(server, tmp_path), judge, report=watch)
    assert resolution.interrupted
    assert set(resolution.evidence) == {one.key for one in references}


def test_no_secret_is_in_any_file_of_a_run(tmp_path: Path) -> None:
    references, works = world(40)
    works["crossref"]["10.99999/1"] = {"title": "Write to Geheimnis4711@uni.example"}
    with SimServer(works) as server:
        resolution = resolve(references, asker(server, tmp_path, key="Geheimnis4711"), judge)
        assert all(seen.headers["x-api-key"] == "Geheimnis4711" for seen in server.log)
        append(tmp_path / "ledger.jsonl", lines(resolution.evidence, {}))
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.name != "ledger.jsonl").lower()
    urls = [json.loads(line)["url"] for line in (tmp_path / "ledger.jsonl").read_text().splitlines()]
    assert b"10.99999" in written
    for text in (b"geheimnis4711", b"mailto", b"x-api-key"):
        assert text not in written
        assert not any(text in url.lower().encode() for url in urls)


RUN = """
import sys
from pathlib import Path
from test_resolution import asker, judge, told, world
from latexrefcheck.verify.resolution import resolve
class Server:
    url = sys.argv[1]
references, _ = world(int(sys.argv[3]))
made = asker(Server, Path(sys.argv[2]))
print("go", flush=True)
resolution = resolve(references, made, judge)
print(sum(1 for evidence in resolution.evidence.values() for e in evidence if e.outcome == "failed"), made.store.database.notes)
"""


def start_run(server: SimServer, directory: Path, count: int) -> subprocess.Popen[str]:
    places = [Path(__file__).parents[level] for level in (0, 1, 2)]
    command = [sys.executable, "-c", RUN, server.url, str(directory), str(count)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, places))}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def test_twenty_runs_in_one_process_ask_nothing_twice(tmp_path: Path) -> None:
    references, works = world(30)
    with SimServer(works, latency=0.02) as server:
        outcomes: list[Any] = []
        threads = [
            threading.Thread(target=lambda: outcomes.append(told(resolve(references, asker(server, tmp_path), judge))))
            for _ in range(20)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(outcomes) == 20
        assert all(outcome == outcomes[0] for outcome in outcomes)
        assert max(server.asked().values()) == 1


def test_two_processes_share_one_cache_and_ask_nothing_twice(tmp_path: Path) -> None:
    _, works = world(80)
    with SimServer(works, latency=0.03) as server:
        runs = [start_run(server, tmp_path, 80) for _ in range(2)]
        assert [run.communicate()[0].split() for run in runs] == [["go", "0", "[]"]] * 2
        assert max(server.asked().values()) == 1


def test_a_killed_run_is_completed_by_the_next(tmp_path: Path) -> None:
    references, works = world(120)
    with SimServer(works, latency=0.03) as server:
        run = start_run(server, tmp_path, 120)
        while len(server.log) < 12:
            time.sleep(0.005)
        run.kill()
        run.communicate()
        time.sleep(0.2)
        finished = resolve(references, asker(server, tmp_path), judge)
        assert not any(e.outcome == "failed" for evidence in finished.evidence.values() for e in evidence)
        # What was on the wire when the run was killed was not heard: a request of each of its threads.
        twice = [mark for mark, count in server.asked().items() if count > 1]
        assert len({name for name, _ in twice}) <= 4
        assert len(server.log) < 120
        assert max(server.asked().values()) <= 2


def test_the_ledger_says_who_said_what_and_what_matched(tmp_path: Path) -> None:
    record = Record(source="crossref", titles=("On Lanterns",), identifiers={"doi": "10.99999/1"})
    query = Query("doi", "10.99999/1")
    evidence = {
        "k": (
            Evidence("crossref", query, "found", (record,), "https://api.crossref.org/works/x", "2026-11-30T12:00:00Z"),
            Evidence("dblp", query, "failed", reason="no answer in time"),
        )
    }
    verdicts = {"k": Verdict("k", "verified", record=record, judgements=(Judgement("title", "agree"),))}
    path = tmp_path / "evidence.jsonl"
    path.write_bytes(b'{"key": "earlier"}\n{"key": "cut')
    append(path, lines(evidence, verdicts))
    append(path, lines(evidence, {}))
    written = path.read_text().splitlines()
    assert written[:2] == ['{"key": "earlier"}', '{"key": "cut']
    assert [json.loads(line) for line in written[2:4]] == [
        {
            "version": 1,
            "key": "k",
            "source": "crossref",
            "query": {"kind": "doi", "value": "10.99999/1"},
            "outcome": "found",
            "time": "2026-11-30T12:00:00Z",
            "url": "https://api.crossref.org/works/x",
            "cached": False,
            "records": [{"title": "On Lanterns", "doi": "10.99999/1", "matched": {"title": "agree"}}],
            "verdict": "verified",
        },
        {
            "version": 1,
            "key": "k",
            "source": "dblp",
            "query": {"kind": "doi", "value": "10.99999/1"},
            "outcome": "failed",
            "time": "",
            "url": "",
            "cached": False,
            "reason": "no answer in time",
            "verdict": "verified",
        },
    ]
    assert len(written) == 6
    with pytest.raises(UnreadableInput):
        append(tmp_path, lines(evidence, {}))


def test_sources_are_chosen_and_set_up() -> None:
    usual = configure()
    assert "crossref" in usual
    assert usual["crossref"].config.base == "https://api.crossref.org"
    assert all(used.source.asks and used.config.base for used in usual.values())
    assert list(configure(["dblp", "crossref"])) == ["dblp", "crossref"]
    assert "crossref" not in configure(without=["crossref"])
    own = configure(["crossref"], single={"crossref": {"url": "http://127.0.0.1:1/x/", "key": "K"}}, contact="me@uni.example")
    assert own["crossref"].config == SourceConfig("http://127.0.0.1:1/x", key="K", contact="me@uni.example")
    assert own["crossref"].overridden
    assert own["crossref"].limits == own["crossref"].source.limits.key
    polite = configure(["crossref"], contact="me@uni.example")["crossref"]
    assert polite.limits == polite.source.limits.contact
    assert services(usual)["crossref"] == Service("https://api.crossref.org", dict(usual["crossref"].limits))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"names": ["crosref"]}, UsageError),
        ({"names": ["crossref"], "single": {"crossref": {"url": "http://mirror.example"}}}, ConfigError),
        ({"names": ["crossref"], "contact": "me at uni"}, ConfigError),
        ({"names": ["crossref"], "contact": "me@uni.example\r\nX: y"}, ConfigError),
    ],
)
def test_wrong_settings_of_sources_are_errors(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        configure(**arguments)


def test_the_last_batch_does_not_wait_for_a_single_straggler() -> None:
    """A batch waits for what may still add to it, but not for one slow search that is already under way."""
    slow, late = Query("title", "a"), Query("doi", "10.1/a")
    held = threading.Event()

    def ask(source: str, queries: Sequence[Query]) -> Asked:
        if source == "semanticscholar":
            held.wait(5)
        return Asked({query: Evidence(source, query, "absent") for query in queries})

    scheduler = Scheduler(ask, known(), {})
    scheduler.put([Step("semanticscholar", slow, SEARCH), Step("crossref", late, LATE)])
    first, outcomes = scheduler.results.get(timeout=5)
    assert (first, list(outcomes)) == ("crossref", [late])
    held.set()
    second, _ = scheduler.results.get(timeout=5)
    scheduler.stop()
    assert second == "semanticscholar"


def test_identifiers_of_several_kinds_share_a_batch_where_the_source_takes_them() -> None:
    asked: list[int] = []

    def ask(source: str, queries: Sequence[Query]) -> Asked:
        asked.append(len(queries))
        return Asked({query: Evidence(source, query, "absent") for query in queries})

    apart = source("apart", {"doi": 50, "pmid": 50})
    scheduler = Scheduler(ask, Catalogue((known().sources["semanticscholar"], apart)), {})
    queries = [Query("doi", "10.1/a"), Query("arxiv", "2001.00001")]
    scheduler.put([Step("semanticscholar", query, LATE) for query in (*queries, Query("title", "a"))])
    found = [scheduler.results.get(timeout=5)[1] for _ in range(2)]
    scheduler.put([Step("apart", query, LATE) for query in (Query("doi", "10.1/a"), Query("pmid", "1"))])
    found += [scheduler.results.get(timeout=5)[1] for _ in range(2)]
    scheduler.stop()
    assert sorted(asked) == [1, 1, 1, 2]
    assert set(found[0]) | set(found[1]) == {*queries, Query("title", "a")}


def test_offline_with_nothing_kept_takes_no_second_look(tmp_path: Path) -> None:
    """Nobody may be asked and nothing is kept: each reference gets its one outcome, and no worker is started for it."""
    references, _ = world(40)
    with SimServer({}) as server:
        before = set(threading.enumerate())
        silent = resolve(references, asker(server, tmp_path, offline=True), judge)
        assert not set(threading.enumerate()) - before  # those of earlier tests may end meanwhile
        assert server.log == []
    assert {len(evidence) for evidence in silent.evidence.values()} == {1}
    assert {(e.outcome, e.code) for evidence in silent.evidence.values() for e in evidence} == {("failed", Code.OFFLINE)}


def test_a_queue_hands_out_many_queries_in_order() -> None:
    """Waves first, then as they came; what another process is asking is put off and comes again."""
    seen: list[str] = []
    busy = {"b"}

    def ask(source: str, queries: Sequence[Query]) -> Asked:
        seen.extend(query.value for query in queries)
        held = frozenset(query for query in queries if query.value in busy)
        busy.difference_update(query.value for query in held)
        return Asked({query: Evidence(source, query, "absent") for query in queries if query not in held}, held)

    scheduler = Scheduler(ask, Catalogue((source("apart", {"title": 1}),)), {})
    steps = [
        Step("apart", Query("title", value), wave) for value, wave in (("d", LATE), ("a", SEARCH), ("b", SEARCH), ("c", SEARCH))
    ]
    scheduler.put(steps)
    got = [value for _ in range(4) for query in scheduler.results.get(timeout=5)[1] for value in (query.value,)]
    scheduler.stop()
    assert sorted(got) == ["a", "b", "c", "d"]
    assert seen[:3] == ["a", "b", "c"] and seen.count("b") == 2


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("503", Code.HTTP_5XX),
        ("429", Code.RATE_LIMITED),
        ("timeout", Code.TIMEOUT),
        ("reset", Code.NETWORK),
        ("html", Code.BAD_RESPONSE),
        ("empty", Code.BAD_RESPONSE),
    ],
)
def test_a_failure_has_its_code(fault: str, code: Code) -> None:
    """What kept a source from answering, for programs; one try each, so that the circuit does not speak first."""
    reference = Reference(key="k", type="article", titles=(title_of(1),), identifiers={"doi": "10.99999/1"})
    with SimServer({}) as server:
        server.faults = {fault: 1.0}
        found = resolve([reference], asker(server, None, retry=QUICK._replace(tries=1)), judge)
    first = found.evidence["k"][0]
    assert (first.source, first.outcome, first.code) == ("crossref", "failed", code), first.reason
    assert json.loads(next(lines(found.evidence, {})))["code"] == code


def test_a_run_within_its_budget_says_so() -> None:
    reference = Reference(key="k", type="article", titles=(title_of(1),), identifiers={"doi": "10.99999/1"})
    with SimServer({}) as server:
        found = resolve([reference], asker(server, None, budget=0), judge)
    assert {e.code for e in found.evidence["k"] if e.outcome == "failed"} == {Code.BUDGET_SPENT}
