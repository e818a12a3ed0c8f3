"""A batch asks about each work once, keeps what it has, goes on where it was ended, and no paper ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from scholarworld import World

from latexrefcheck import pipeline
from latexrefcheck.batch import running, tasks, told
from latexrefcheck.batch.engine import Engine, local
from latexrefcheck.batch.state import State, Told
from latexrefcheck.errors import ConfigError
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Notice, Query, Record
from latexrefcheck.settings import Settings
from latexrefcheck.text.person import Person

QUIET = Settings(progress="off", build="off", tex_tree=False)


def record(number: int, **changes: Any) -> Record:
    one = Record(
        source="crossref",
        titles=(f"On the Number {number} Lantern of the Old Harbour",),
        authors=(Person("Muster", "Ann"),),
        years=(2011,),
        venues=("Journal of Lanterns",),
        identifiers={"doi": f"10.5555/lan.{number}"},
        type="article",
    )
    return replace(one, **changes)


def paper(folder: Path, *numbers: int, year: int = 2011) -> Path:
    folder.mkdir(parents=True)
    entries = [
        f"@article{{k{n}, title={{On the Number {n} Lantern of the Old Harbour}}, author={{Muster, Ann}}, "
        f"year={{{year}}}, journal={{Journal of Lanterns}}, doi={{10.5555/lan.{n}}}}}\n"
        for n in numbers
    ]
    (folder / "refs.bib").write_text("".join(entries))
    cites = "".join(f"\\cite{{k{n}}} " for n in numbers)
    bibliography = "\\bibliographystyle{plain}\\bibliography{refs}"
    (folder / "main.tex").write_text(f"\\documentclass{{article}}\\begin{{document}}{cites}{bibliography}\\end{{document}}")
    return folder


@pytest.fixture
def engine() -> Iterator[Engine]:
    made = Engine(lambda: ThreadPoolExecutor(2))
    yield made
    made.close()


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    made = State(tmp_path / "out")
    yield made
    made.close()


def go(state: State, engine: Engine, world: World, report: Callable[[running.Progress], None] | None = None) -> None:
    running._Batch(state, QUIET, engine, world).go(report)  # type: ignore[arg-type]


def test_a_work_of_many_papers_is_asked_about_once(tmp_path: Path, state: State, engine: Engine, monkeypatch: Any) -> None:
    monkeypatch.setattr(running, "GROUP", 2)
    world = World([record(n) for n in range(6)])
    state.add([paper(tmp_path / f"p{n}", n % 3, (n + 1) % 3, 5) for n in range(7)])
    seen: list[running.Progress] = []
    go(state, engine, world, seen.append)
    assert world.asked["crossref", "doi"] == 4
    results = list(state.results())
    assert [Path(one.paper).name for one in results] == [f"p{n}" for n in range(7)]
    assert {one.exit_code for one in results} == {0}
    assert all(one.verdicts == {"verified": 3} for one in results)
    assert [one.done for one in seen] == [2, 4, 6, 7]
    assert state.counted[0] == 4


def test_the_result_of_a_paper_is_that_of_a_check_of_it_alone(tmp_path: Path, state: State, engine: Engine) -> None:
    notice = Notice("retraction", "10.5555/notice", "publisher")
    world = World([record(1), record(2, notices=(notice,)), record(3, authors=(Person("Other", "Bob"),))])
    folders = [paper(tmp_path / "a", 1, 2, 3, 4), paper(tmp_path / "b", 1, year=1999)]
    state.add(folders)
    go(state, engine, world)
    for folder, result in zip(folders, state.results(), strict=True):

        def ask(references: Any) -> Any:
            from latexrefcheck.settings import thresholds
            from latexrefcheck.verify.resolution import resolve
            from latexrefcheck.verify.worded import Judge

            judge = Judge(thresholds.chosen(QUIET))
            found = resolve(references, world, judge.need)  # type: ignore[arg-type]
            return found, (), (), {one.key: judge.verdict(one, found.evidence[one.key]) for one in references}

        alone = pipeline.run(QUIET.replace(paths=(folder,), base=folder), ask=ask).report
        assert sorted((f["rule"], f["key"], f["message"]) for f in result.findings) == sorted(
            (f.rule, f.key, f.message) for f in alone.open
        )
        assert (result.exit_code, result.verdicts) == (alone.exit_code, alone.summary.verdicts)


def test_papers_that_cannot_be_read_cost_only_themselves(tmp_path: Path, state: State, engine: Engine) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.pdf").write_bytes(b"no pdf")
    papers = [paper(tmp_path / "good", 1), tmp_path / "empty", tmp_path / "broken.pdf", tmp_path / "gone.bib"]
    state.add(papers)
    go(state, engine, World([record(1)]))
    errors = [one.error for one in state.results()]
    assert errors[0] == ""
    assert all(error and "\n" not in error and not error.startswith("internal") for error in errors[1:])


def test_a_lock_that_came_with_a_paper_is_not_believed(tmp_path: Path, state: State, engine: Engine) -> None:
    folder = paper(tmp_path / "p", 9)
    (folder / "latexrefcheck.lock").write_text("{ no lock")
    state.add([folder])
    go(state, engine, World([record(9)]))
    (result,) = state.results()
    assert (result.error, result.verdicts) == ("", {"verified": 1})


def test_what_could_not_be_checked_is_asked_again(tmp_path: Path, state: State, engine: Engine) -> None:
    state.add([paper(tmp_path / "p", 1), paper(tmp_path / "q", 2)])
    go(state, engine, World([record(1)], down=("crossref", "openalex", "dblp", "semanticscholar", "datacite", "doiorg")))
    assert [one.verdicts for one in state.results()] == [{"unchecked": 1}, {"unchecked": 1}]
    state.reopen()
    assert state.counted[2] == 2
    world = World([record(1), record(2)])
    go(state, engine, world)
    assert [one.verdicts for one in state.results()] == [{"verified": 1}, {"verified": 1}]
    state.reopen()
    assert state.counted[2] == 0, "what was checked is not done again"


def test_interrupted_it_keeps_what_came(tmp_path: Path, state: State, engine: Engine, monkeypatch: Any) -> None:
    monkeypatch.setattr(running, "GROUP", 1)
    state.add([paper(tmp_path / f"p{n}", n) for n in range(4)])

    def stop(now: running.Progress) -> None:
        if now.done == 2:
            raise KeyboardInterrupt

    first, second = World([record(n) for n in range(4)]), World([record(n) for n in range(4)])
    with pytest.raises(KeyboardInterrupt):
        go(state, engine, first, stop)
    assert len(list(state.results())) == 2
    go(state, engine, second)
    assert (first.asked["crossref", "doi"], second.asked["crossref", "doi"]) == (2, 2)
    assert len(list(state.results())) == 4


def test_killed_it_goes_on(tmp_path: Path) -> None:
    """The whole process is killed after its third paper; the next one does the others."""
    folders = [paper(tmp_path / f"p{n}", n) for n in range(6)]
    script = f"""
        import os, signal
        from pathlib import Path
        from functools import partial
        from latexrefcheck.batch import running
        from latexrefcheck.batch.engine import Engine, local
        from latexrefcheck.batch.state import State
        from latexrefcheck.settings import Settings
        running.GROUP = 1
        def report(now):
            if now.done == 3:
                os.kill(os.getpid(), signal.SIGKILL)
        if __name__ == "__main__":
            state = State(Path({str(tmp_path / "out")!r}))
            running.run(state, Settings(verify=False), Engine(partial(local, 1)), report)
    """
    (tmp_path / "go.py").write_text(textwrap.dedent(script))
    State(tmp_path / "out").add(folders)
    killed = subprocess.run([sys.executable, str(tmp_path / "go.py")], env=os.environ, check=False)
    assert killed.returncode == -signal.SIGKILL
    state = State(tmp_path / "out")
    assert len(list(state.results())) == 3
    engine = Engine(lambda: ThreadPoolExecutor(1))
    total = running.run(state, QUIET.replace(verify=False), engine)
    assert (total.papers, total.left, len(list(state.results()))) == (6, 0, 6)


def die(number: int, who: int) -> int:
    if number == who:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_task_that_ends_its_process_fails_alone() -> None:
    engine = Engine(lambda: local(2))
    calls = [(n, 2) for n in range(5)]
    try:
        assert list(engine.ended(die, calls, engine.start(die, calls))) == [0, 1, None, 3, 4]
    finally:
        engine.close()


def test_settings_go_to_other_processes() -> None:
    import pickle

    sent = pickle.loads(pickle.dumps(Settings(require_sources=2).replace(paths=(Path("a"),))))
    assert (sent.require_sources, sent.paths) == (2, (Path("a"),))


def test_evidence_is_read_as_it_was_written() -> None:
    one = Evidence("crossref", Query("title", "A", "B", "1999"), "found", (record(1),), "https://a", "2026", cached=True)
    other = Evidence("dblp", Query("doi", "10.1/x"), "failed", reason="HTTP 500", code=Code.HTTP_5XX)
    assert told.read(told.written((one, other))) == (one, other)
    for rubbish in ("{", "[1]", '[{"source": 1}]', '{"a": 1}', '[{"query": [], "records": [], "code": "no"}]'):
        with pytest.raises(ValueError):
            told.read(rubbish)


def test_a_state_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "state.sqlite").write_bytes(b"something else, not a database" * 9)
    with pytest.raises(ConfigError, match="cannot be kept"):
        State(tmp_path)


def test_many_works_are_looked_up_in_the_state(state: State) -> None:
    state.tell({f"m{n}": Told("[]", n % 2 == 0) for n in range(1201)}, 3)
    assert len(state.known([f"m{n}" for n in range(2000)])) == 1201
    assert state.counted == (1201, 3, 0)


def test_threads_are_no_harm(tmp_path: Path, state: State, engine: Engine) -> None:
    assert threading.active_count() < 50
    assert tasks.read(QUIET, str(paper(tmp_path / "x", 3)), "none.lock").references[0].identifiers == {"doi": "10.5555/lan.3"}
