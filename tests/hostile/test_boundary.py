"""The boundary to the paper's own repository: nothing leaves it through links, nothing of it steers a runner or a terminal."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from latexrefcheck.cli import _repair, run
from latexrefcheck.errors import LeavesProject
from latexrefcheck.files import is_repository, refuse_link
from latexrefcheck.model.record import Evidence, Query, Record, Reference, Verdict
from latexrefcheck.text import visible
from latexrefcheck.verify.evidence_log import append, lines
from latexrefcheck.verify.lock import Lock

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and permissions as POSIX has them")

MAIN = "\\documentclass{article}\\begin{document}\\cite{good,gone}\\bibliography{refs}\\end{document}\n"
BIB = "@article{good, author = {Doe, Jane}, title = {A fine title}, journal = {J}, year = {2001}, doi = {10.5555/1}}\n"
PRECIOUS = "precious\n"


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A work tree beside a folder that is none of its business."""
    folder = tmp_path / "paper"
    (folder / ".git").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "precious.txt").write_text(PRECIOUS)
    (folder / "main.tex").write_text(MAIN)
    (folder / "refs.bib").write_text(BIB)
    monkeypatch.chdir(folder)
    for name in [name for name in os.environ if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI"))]:
        monkeypatch.delenv(name)
    return folder


def untouched(paper: Path) -> bool:
    outside = paper.parent / "outside"
    return [(p.name, p.read_text()) for p in outside.iterdir()] == [("precious.txt", PRECIOUS)]


LINKS = {
    "a file that is there": ("{}", "../outside/precious.txt"),
    "a file that is not there yet": ("{}", "../outside/.bash_profile"),
    "an absolute name": ("{}", "{outside}/new"),
    "a folder": ("folder/{}", "../outside"),
    "a link to a link": ("{}", "second"),
    "into the repository": ("{}", ".git/config"),
    "into its hooks in capitals": ("{}", ".GIT/hooks/post-checkout"),
}


def linked(paper: Path, what: str, name: str) -> str:
    """Make the link and return the name to give."""
    form, target = LINKS[what]
    target = target.format(outside=paper.parent / "outside")
    given = form.format(name)
    place = paper / given.partition("/")[0]
    place.unlink(missing_ok=True)
    (paper / "second").symlink_to("../outside/third")
    place.symlink_to(target)
    return given


@pytest.mark.parametrize("work_tree", [True, False])
@pytest.mark.parametrize("what", [what for what in LINKS if "/" not in LINKS[what][0]])
def test_the_lock_of_its_usual_name_is_no_way_out(
    what: str, work_tree: bool, paper: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not work_tree:
        (paper / ".git").rmdir()
    linked(paper, what, "latexrefcheck.lock")
    for words in (
        ["check", "--write-lock", "--offline"],
        ["confirm", "good", "--reason", "seen"],
        ["audit"],
        ["check", "--frozen"],
    ):
        assert run([*words, *(["main.tex"] if words[0] == "check" else [])]) != 0
        assert "link to" in capsys.readouterr().err
    assert untouched(paper)
    assert not list(paper.rglob(".git/*"))


@pytest.mark.parametrize("found", [True, False])
@pytest.mark.parametrize("option", ["report", "evidence", "baseline", "lock"])
@pytest.mark.parametrize("what", LINKS)
def test_no_option_is_a_way_out(what: str, option: str, found: bool, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = linked(paper, what, "file.txt")
    value = f"html:{given}" if option == "report" else given
    if found:
        (paper / ".latexrefcheck.yml").write_text(f"{option}: {json.dumps([value] if option == 'report' else value)}\n")
    words = [] if found else [f"--{option}", value]
    more = {"baseline": ["--no-verify", "--write-baseline"], "lock": ["--write-lock", "--offline"], "evidence": ["--offline"]}
    assert run(["check", *words, *more.get(option, ["--no-verify"]), "main.tex"]) == 2
    err = capsys.readouterr().err
    assert "lies outside of" in err or "link to" in err
    assert err.count("\n") == 1
    assert untouched(paper)
    assert not list(paper.rglob(".git/*"))


def test_links_of_the_user_above_the_project_are_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real" / "paper" / "sub").mkdir(parents=True)
    (tmp_path / "home").symlink_to("real")
    folder = tmp_path / "home" / "paper"
    (folder / "inside").symlink_to("sub")
    for name in ("x.lock", "new/x.lock", "inside/x.lock", "../elsewhere"):
        refuse_link(folder / name, "the lock")
    monkeypatch.chdir(folder)
    for name in ("x.lock", "inside/x.lock", "/dev/stdout"):
        refuse_link(name, "the lock")
    (tmp_path / "real" / "paper" / "file").symlink_to("../x")
    with pytest.raises(LeavesProject, match="the lock 'file' is, or lies behind, a link to"):
        refuse_link("file", "the lock")


def test_the_way_back_out_of_a_link_is_no_way_out(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper.parent / "outside" / "deep").mkdir()
    (paper / "link").symlink_to("../outside/deep")
    for words in (["--report", "html:link/../new"], ["--write-lock", "--offline", "--lock", "link/../new"]):
        assert run(["check", *words, "main.tex"]) == 2
        assert "out of a link" in capsys.readouterr().err
    (paper.parent / "outside" / "deep").rmdir()
    assert untouched(paper)
    refuse_link("sub/../x.lock", "the lock")


@pytest.mark.parametrize("inside", [True, False])
def test_a_link_into_another_work_tree_is_no_way_out(inside: bool, paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (paper.parent / "outside" / ".git").mkdir()
    (paper / "link").symlink_to("../outside")
    (paper / "file").symlink_to("../outside/new")
    if not inside:
        monkeypatch.chdir("/")
    for name in ("link/new", "file", "link/sub/new"):
        with pytest.raises(LeavesProject):
            refuse_link(paper / name, "the lock")
    refuse_link(paper / "sub" / "new", "the lock")


@pytest.mark.parametrize("name", [".git", ".GIT", ".gIt", ".git.", ".git ", "git~1", ".g\u200cit", ".git:x"])
def test_names_of_a_repository(name: str) -> None:
    assert is_repository(name)


@pytest.mark.parametrize("name", [".gitignore", "git", ".github", "x.git", "git~12"])
def test_names_of_none(name: str) -> None:
    assert not is_repository(name)


UNWRITABLE: dict[str, Callable[[Path], list[str]]] = {
    "lock": lambda closed: ["--write-lock", "--lock", str(closed / "x.lock")],
    "evidence": lambda closed: ["--evidence", str(closed / "e.jsonl")],
    "both": lambda closed: ["--write-lock", "--lock", str(closed / "x.lock"), "--evidence", str(closed / "e.jsonl")],
    "report": lambda closed: ["--report", f"html:{closed / 'r.html'}", "--report", "json:there.json"],
}


@pytest.mark.parametrize("what", UNWRITABLE)
def test_the_report_is_printed_all_the_same(what: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be written costs neither the report nor what else is written."""
    (paper / "closed").write_text("")  # a file where a folder would have to be: also root cannot write below it
    words = UNWRITABLE[what](paper / "closed")
    assert run(["check", "--offline", "--cache", str(paper.parent / "cache"), *words, "main.tex"]) == 2
    out, err = capsys.readouterr()
    assert "undefined-citation" in out
    assert err.count("cannot be written") == (2 if what == "both" else 1)
    assert (paper / "there.json").exists() == (what == "report")


HOSTILE = (
    "##[add-mask]e",
    "##[stop-commands]x",
    "::error::x",
    "##vso[task.setvariable variable=a]b",
    "##teamcity[x]",
    "  ::debug::x",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_runner_obeys_standard_error(text: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / ".latexrefcheck.yml").write_text(f"{json.dumps(text)}: 1\n")
    assert run(["check", "main.tex"]) == 2
    (paper / ".latexrefcheck.yml").unlink()
    assert run(["check", "--no-verify", f"--report=json:main.tex/{text}", "main.tex"]) == 2
    assert run(["check", text]) == 2
    assert run(["config", "--profile", text]) == 2
    sound(capsys.readouterr().err)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_runner_obeys_the_text_report(text: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = text.strip().replace("/", "_") + ".tex"
    (paper / name).write_text(
        f"\\documentclass{{article}}\\begin{{document}}\\cite{{{text}}}\n{text}\\cite{{x}}\\end{{document}}\n"
    )
    assert run(["check", "--no-verify", "--report", "text", name]) == 1
    sound(capsys.readouterr().out)


def sound(output: str) -> None:
    for line in output.splitlines():
        assert not line.lstrip().startswith("::"), line
        assert "##[" not in line
        assert "##vso[" not in line
        assert "##teamcity[" not in line


def test_ordinary_text_stays_as_it_is() -> None:
    for text in ("a::b", "# [x]", "##x", "C:\\x: no", "issue ## [5]", "x ::y::"):
        assert visible.unobeyed(text) == visible.escaped(text) == text
    assert visible.escaped("a\x1b\u202eb") == "a\\x1b\\x202eb"


BIDI = "abc\u202edef\u2066ghi\u200f\u061c"


def test_what_reviewers_read_in_diffs_shows_its_order(tmp_path: Path) -> None:
    reference = Reference(key=f"k{BIDI}", type="article", titles=("A title",))
    record = Record(source="crossref", titles=(f"Title {BIDI}",))
    lock = Lock(tmp_path / "x.lock")
    lock.record(reference, Verdict(reference.key, "mismatch", f"because {BIDI}", record=record, checked="2026-01-01"))
    lock.confirm(reference, f"seen {BIDI}", date(2026, 1, 1), f"by {BIDI}")
    lock.write()
    evidence = Evidence("crossref", Query("title", BIDI), "found", (record,))
    append(tmp_path / "e.jsonl", lines({reference.key: [evidence]}, {}))
    for name in ("x.lock", "e.jsonl"):
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "\\u202e" in text
        assert all(ord(char) not in {0x202E, 0x2066, 0x200F, 0x061C} for char in text)
    assert reference.key in Lock.read(tmp_path / "x.lock").entries
    assert json.loads((tmp_path / "e.jsonl").read_text())["query"]["value"] == BIDI


def test_a_diff_on_a_terminal_without_colour_steers_nothing() -> None:
    assert _repair._plain("-  title = {a\x1b[31m\u202eb}\t\r") == "-  title = {a\\x1b[31m\\x202eb}\t\r"


def test_nothing_is_imported_before_interrupts_are_awaited() -> None:
    """What stands between the start of Python and the point where Ctrl-C is one line: os and sys, which are there already."""
    code = (
        "import sys; before = set(sys.modules); import latexrefcheck.__main__; "
        "print(sorted(set(sys.modules) - before - {'latexrefcheck', 'latexrefcheck.__main__', '__future__'}))"
    )
    told = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    assert told.stdout == "[]\n", told.stderr


def test_interrupts_while_starting_are_one_line(paper: Path) -> None:
    """Interrupted anywhere behind the import of our first module, in steps through the start-up."""
    code = (
        "import os, sys; sys.argv = ['latexrefcheck', '--no-verify', 'main.tex']; "
        "from latexrefcheck.__main__ import main; os.write(2, b'ready\\n'); main()"
    )
    for step in range(1, 13):
        process = subprocess.Popen([sys.executable, "-c", code], cwd=paper, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stderr is not None
        assert process.stderr.readline() == b"ready\n"
        time.sleep(step * 0.012)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
        assert b"Traceback" not in err
        assert process.returncode in (0, 1, 130)
        assert (err == b"latexrefcheck: interrupted\n") == (process.returncode == 130), err
