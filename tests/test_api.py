"""The Python API: what is exported, what it does, and that a host program does not notice it."""

from __future__ import annotations

import gc
import inspect
import io
import os
import re
import subprocess
import sys
import threading
import types
import typing
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from fixharness import RECORD, answering

import latexrefcheck
from latexrefcheck import api
from latexrefcheck.settings import OPTIONS

MAIN = (
    "\\documentclass{article}\n\\begin{document}\n\\cite{keller17,gohst}\n"
    "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n"
)
REFS = (
    '@article{keller17,\n  author = {Keller, Anna and M{\\"u}ller, J{\\"o}rg and Doe, Jane Mary},\n'
    "  title = {Good Predictions of Rivers},\n  journal = {Journal of Things & Others},\n  year = {2017},\n"
    "  doi = {https://doi.org/10.99999/good}\n}\n"
)
DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    return tmp_path


def write(folder: Path) -> None:
    (folder / "paper.tex").write_text(MAIN, encoding="utf-8")
    (folder / "refs.bib").write_text(REFS, encoding="utf-8")


def told(report: latexrefcheck.Report) -> list[tuple[object, ...]]:
    """What a report says, apart from the places in files, which are objects of each run."""
    return [
        report.exit_code,
        report.documents,
        report.notes,
        *((one.fingerprint, one.message, one.state) for one in report.findings),
    ]


@pytest.mark.parametrize("name", latexrefcheck.__all__)
def test_exported(name: str) -> None:
    found = getattr(latexrefcheck, name)
    assert name.startswith("__") or inspect.getdoc(found), "what is public is documented"
    if inspect.isclass(found):
        assert found.__name__ == name or typing.is_typeddict(found)
    with_stubs = inspect.getsource(latexrefcheck).partition("_HOMES = ")[0]
    assert name == "__version__" or re.search(rf"\b{name}\b", with_stubs), "type checkers see it"


def test_nothing_else_is_exported() -> None:
    assert dir(latexrefcheck) == sorted(latexrefcheck.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        latexrefcheck.nothing  # noqa: B018
    module: dict[str, object] = {}
    exec("from latexrefcheck import *", module)
    assert set(latexrefcheck.__all__) - {"__version__"} <= set(module)


def classes(hint: object) -> set[type]:
    """The classes of the package in a type."""
    found: set[type] = set()
    if isinstance(hint, type) and hint.__module__.startswith("latexrefcheck"):
        found.add(hint)
    for part in typing.get_args(hint):
        found |= classes(part)
    return found


def hints(thing: object) -> dict[str, object]:
    names = {name: getattr(latexrefcheck, name) for name in latexrefcheck.__all__}
    module = sys.modules[thing.__module__]
    return typing.get_type_hints(thing, {**vars(module), **names, "Sequence": typing.Sequence, "Mapping": typing.Mapping})


def test_every_type_that_is_returned_is_exported() -> None:
    waiting = [cls for name in ("check", "verify", "render", "fix") for cls in classes(hints(getattr(api, name))["return"])]
    seen: set[type] = set()
    while waiting:
        cls = waiting.pop()
        if cls in seen:
            continue
        seen.add(cls)
        if issubclass(cls, tuple) or hasattr(cls, "__dataclass_fields__"):
            waiting += [part for hint in hints(cls).values() for part in classes(hint)]
    assert len(seen) > 15
    assert {cls.__name__ for cls in seen} <= set(latexrefcheck.__all__)


def test_errors_that_are_raised_are_exported() -> None:
    from latexrefcheck import errors

    named = {name for name, found in vars(errors).items() if inspect.isclass(found) and issubclass(found, Exception)}
    assert {name for name in named if name in latexrefcheck.__all__} >= {
        "RefcheckError",
        "UsageError",
        "ConfigError",
        "UnreadableInput",
    }
    assert all(issubclass(getattr(errors, name), errors.RefcheckError) for name in named)


def test_options_are_typed() -> None:
    assert set(typing.get_type_hints(latexrefcheck.Options)) == {option.attribute for option in OPTIONS.values()}
    for function in (api.check, api.verify, api.fix, latexrefcheck.Settings.__init__, latexrefcheck.Settings.replace):
        last = list(inspect.signature(function).parameters.values())[-1]
        assert last.annotation == "Unpack[Options]"


def test_importing_costs_nothing() -> None:
    code = (
        "import sys; before = set(sys.modules); import latexrefcheck; print(sorted(set(sys.modules) - before - {'__future__'}))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['latexrefcheck']\n"


def test_check_and_render(paper: Path) -> None:
    report = latexrefcheck.check(paper / "paper.tex", verify=False)
    assert isinstance(report, latexrefcheck.Report)
    assert {finding.rule for finding in report.open} == {"undefined-citation", "unescaped-character", "doi-as-url"}
    assert report.exit_code == 1
    assert latexrefcheck.render(report).startswith("paper.tex")
    assert '"version": 1' in latexrefcheck.render(report, "json")
    assert "file=" not in latexrefcheck.render(report, "junit", positions=False)
    house = latexrefcheck.Settings(verify=False, ignore=["undefined-citation"])
    assert latexrefcheck.check("paper.tex", settings=house).exit_code == 0
    assert latexrefcheck.check("paper.tex", settings=house, fail_on="info").exit_code == 1
    assert house.fail_on == "error"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda report: latexrefcheck.check(fial_on="error"), "ConfigError", "unknown option 'fial-on'; did you mean 'fail-on'?"),
        (lambda report: latexrefcheck.check(jobs="many"), "ConfigError", "jobs must be a whole number"),
        (lambda report: latexrefcheck.check("nosuch.tex", verify=False), "UnreadableInput", "nosuch.tex"),
        (lambda report: latexrefcheck.render(report, "srif"), "UsageError", "unknown report 'srif'; did you mean 'sarif'?"),
        (lambda report: latexrefcheck.render(report, "text", widht=1), "UsageError", "unknown option of report text 'widht'"),
        (lambda report: latexrefcheck.render(report, "text", width="1"), "UsageError", "width of text must be a value like 100"),
        (lambda report: latexrefcheck.verify(" "), "UsageError", "an empty reference cannot be verified"),
        (lambda report: latexrefcheck.fix("nosuch.tex"), "UnreadableInput", "nosuch.tex"),
    ],
)
def test_calls_that_cannot_be_answered(paper: Path, call: typing.Any, error: str, message: str) -> None:
    report = latexrefcheck.check("paper.tex", verify=False)
    with pytest.raises(getattr(latexrefcheck, error), match=re.escape(message)):
        call(report)


def test_fix_shows_and_writes(paper: Path) -> None:
    fixes = latexrefcheck.fix("paper.tex")
    assert set(fixes.texts) == {"refs.bib"}
    assert {one.rule for one in fixes.made} == {"unescaped-character", "doi-as-url"}
    assert "+  doi = {10.99999/good}\n" in fixes.diff
    assert not fixes.written
    assert (paper / "refs.bib").read_text(encoding="utf-8") == REFS
    written = latexrefcheck.fix("paper.tex", write=True)
    assert (written.texts, written.diff, written.written) == (fixes.texts, fixes.diff, True)
    assert (paper / "refs.bib").read_text(encoding="utf-8") == fixes.texts["refs.bib"]
    again = latexrefcheck.fix("paper.tex", write=True)
    assert (again.texts, again.diff, again.made, again.written) == ({}, "", (), False)


def test_unsafe_fixes_are_taken_when_asked_for(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (paper / "refs.bib").write_text(REFS.replace("2017}", "2011}").replace(" & Others", ""), encoding="utf-8")
    answering(monkeypatch, RECORD)
    assert "2017" not in latexrefcheck.fix("paper.tex").diff
    assert "+  year = {2017}" in latexrefcheck.fix("paper.tex", unsafe=True).diff
    assert "+  year = {2017}" in latexrefcheck.fix("paper.tex", unsafe=["year-mismatch"]).diff
    assert "+  year = {2017}" in latexrefcheck.fix("paper.tex", unsafe="keller17").diff
    left = latexrefcheck.fix("paper.tex", unsafe=["title-mismatch"]).left
    assert [one.rule for one in left] == ["year-mismatch"]


def test_verify_answers_in_the_order_of_the_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answering(monkeypatch, RECORD)
    found = latexrefcheck.verify("doi:10.99999/good", "doi:10.99999/none", "doi:10.99999/good")
    assert [one.status for one in found] == ["WARN", "REJECT", "WARN"]  # it resolves; nothing was compared
    assert found[0].record is not None
    assert found[0].record.title == "Good Predictions of Rivers"
    assert asked == ["doi:10.99999/good", "doi:10.99999/none"]
    (wrong,) = latexrefcheck.verify("doi:10.99999/good", title="The Roads of the North")
    assert wrong.status == "REJECT"
    assert latexrefcheck.verify() == ()


def test_the_name_of_a_function_is_also_that_of_a_package() -> None:
    import latexrefcheck.verify as package

    assert isinstance(package, types.ModuleType)
    assert latexrefcheck.verify() == package() == api.verify() == ()


def test_a_host_program_does_not_notice(paper: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """No output, no directory changed, no collector switched, no variable read, no configuration file read."""
    for name in ("disable", "freeze", "set_threshold"):
        monkeypatch.setattr(gc, name, lambda *_: pytest.fail("the collector is the host's"))
    before = latexrefcheck.check("paper.tex", verify=False)
    (paper / ".latexrefcheck.yml").write_text("fail-on: never\n", encoding="utf-8")
    for name in ("LATEXREFCHECK_FAIL_ON", "LATEXREFCHECK_NOSUCH", "GITHUB_WORKSPACE", "TEXINPUTS", "BIBINPUTS", "CI"):
        monkeypatch.setenv(name, "never" if name.endswith("ON") else str(paper.parent))
    answering(monkeypatch, RECORD)
    after = latexrefcheck.check("paper.tex", verify=False)
    assert told(after) == told(before)
    latexrefcheck.check("paper.tex")
    latexrefcheck.fix("paper.tex", unsafe=True)
    assert Path.cwd() == paper
    assert capfd.readouterr() == ("", "")


def test_threads_do_not_see_each_others_texts(tmp_path: Path) -> None:
    """What one call would write is not what another reads, even of the same file."""
    folder = tmp_path / "shared"
    folder.mkdir()
    write(folder)
    expected = latexrefcheck.check(folder / "paper.tex", base=folder, verify=False)
    wrong: list[object] = []
    stop = threading.Event()

    def watch() -> None:
        while not stop.is_set():
            found = latexrefcheck.check(folder / "paper.tex", base=folder, verify=False)
            if told(found) != told(expected):
                wrong.append(found)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        diffs = {latexrefcheck.fix(folder / "paper.tex", base=folder).diff for _ in range(15)}
    finally:
        stop.set()
        watcher.join()
    assert wrong == []
    assert len(diffs) == 1


def test_the_page_says_what_is_so(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example of docs/python.md runs, one after the other."""
    answering(monkeypatch, RECORD)
    examples = re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, object] = {}
    shown = io.StringIO()
    with redirect_stdout(shown):
        for example in examples:
            exec(example, names)
    assert len(examples) >= 5
    assert "Good Predictions of Rivers (2017, 2016)" in shown.getvalue()
    assert "no-such.tex" in shown.getvalue()
    assert (paper / "out.sarif").is_file()
    assert os.environ.get("LATEXREFCHECK_PROFILE") is None
