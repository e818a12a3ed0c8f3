"""The results of a batch as files: a line of JSON for each paper, JUnit, and a page to look through, the worst first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from latexrefcheck.batch import triage
from latexrefcheck.batch.state import State
from latexrefcheck.batch.tasks import Result
from latexrefcheck.text import visible

RESULTS, JUNIT, PAGE = "results.jsonl", "junit.xml", "triage.html"


def write(state: State, directory: Path) -> list[Path]:
    """Write all files, each beside the old one and then in its place; where they are."""
    made = ((RESULTS, _lines), (JUNIT, _junit), (PAGE, _page))
    return [_written(directory / name, text, state) for name, text in made]


def _written(path: Path, text: Callable[[State], Iterable[str]], state: State) -> Path:
    beside = path.with_name(f".{path.name}.tmp")
    with beside.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        stream.writelines(text(state))
    beside.replace(path)
    return path


def _lines(state: State) -> Iterator[str]:
    for result in state.results():
        yield visible.json_text(json.dumps(result._asdict(), ensure_ascii=False, separators=(",", ":"))) + "\n"


def _page(state: State) -> Iterator[str]:
    return triage.page(state.results)


def _junit(state: State) -> Iterator[str]:
    """One suite, one case per paper, written as it goes: thousands of papers need no tree."""
    from xml.sax.saxutils import escape, quoteattr

    failures = sum(failed(result) for result in state.results())
    yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="latexrefcheck">\n'
    yield f'<testsuite name="batch" tests="{sum(1 for _ in state.results())}" failures="{failures}" errors="0">\n'
    for result in state.results():
        yield f'<testcase name={quoteattr(visible.line(result.paper))} classname="batch" time="0">'
        if failed(result):
            yield f"<failure type={quoteattr(_rule(result))} message={quoteattr(visible.line(headline(result)))}>"
            yield f"{escape(visible.block(result.text or result.error))}</failure>"
        yield "</testcase>\n"
    yield "</testsuite>\n</testsuites>\n"


def failed(result: Result) -> bool:
    """Whether a paper would fail a check of its own, or could not be checked."""
    return bool(result.error) or result.exit_code != 0


def headline(result: Result) -> str:
    """What came of a paper, in a clause."""
    if result.error:
        return result.error
    counts = (f"{number} {name}{'' if number == 1 else 's'}" for name, number in result.counts.items() if number)
    return ", ".join(counts) or "clean"


def _rule(result: Result) -> str:
    return visible.line(str(result.findings[0]["rule"])) if result.findings else "unreadable"
