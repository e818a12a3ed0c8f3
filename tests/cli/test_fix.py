"""``latexrefcheck fix``: shows, asks, writes; what it touches and what it never touches."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from fixharness import RECORD, answering

from latexrefcheck import cli
from latexrefcheck.text.person import Person

MAIN = (
    "\\documentclass{article}\n\\begin{document}\n\\cite{Keller17,gohst}\n"
    "\\bibliography{refs}\n\\bibliographystyle{vancouver}\n\\end{document}\n"
)
REFS = (
    "@article{keller17,\r\n"
    "  author = {Keller, Anna and Nemo, Nick and Doe, Jane},\r\n"
    "  title = {Good Predictions of Rivers},\r\n"
    "  journal = {Journal of Things & Co},\r\n"
    "  pages = {101-109},\r\n"
    "  year = 2011,\r\n"
    "  doi = {https://doi.org/10.99999/good}\r\n"
    "}\r\n"
    "\r\n"
    "@book{ghost, author = {Ghost, A.}, title = {Ghosts}, publisher = {Nobody}, year = {1999}}\r\n"
)
SAFE = REFS.replace("Things &", "Things \\&").replace("101-109", "101--109").replace("https://doi.org/", "")
THINGS = replace(
    RECORD,
    authors=(Person("Keller", "Anna"), Person("Roe", "Richard"), Person("Doe", "Jane")),
    venues=("Journal of Things & Co",),
)


@pytest.fixture(autouse=True)
def paper(tmp_path, monkeypatch):
    (tmp_path / "main.tex").write_text(MAIN)
    (tmp_path / "refs.bib").write_bytes(REFS.encode())
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI_", "NO_COLOR", "FORCE_COLOR")):
            monkeypatch.delenv(name)
    return tmp_path


def run(capfdbinary, *arguments: str) -> tuple[int, str, str]:
    status = cli.run(arguments)
    out, err = capfdbinary.readouterr()
    return status, out.decode(), err.decode()


def test_shown_and_not_written(capfdbinary, paper):
    status, out, err = run(capfdbinary, "fix")
    assert status == 1
    assert "-  pages = {101-109},\r\n+  pages = {101--109},\r\n" in out
    assert "-\\cite{Keller17,gohst}\n+\\cite{keller17,gohst}\n" in out
    assert "nothing was written, --write writes it" in err
    assert "1 more fix would change the meaning (undefined-citation)" in err
    assert (paper / "refs.bib").read_bytes() == REFS.encode()
    assert (paper / "main.tex").read_text() == MAIN


def test_the_diff_is_a_patch(capfdbinary, paper):
    _, out, _ = run(capfdbinary, "fix")
    done = subprocess.run(["patch", "-p1", "--binary"], input=out.encode(), capture_output=True)
    assert done.returncode == 0, done
    assert (paper / "refs.bib").read_bytes() == SAFE.encode()


def test_written_byte_for_byte_and_a_second_run_is_empty(capfdbinary, paper):
    assert run(capfdbinary, "fix", "--write")[0] == 0
    assert (paper / "refs.bib").read_bytes() == SAFE.encode()
    assert (paper / "main.tex").read_text() == MAIN.replace("Keller17", "keller17")
    status, out, err = run(capfdbinary, "fix", "--write")
    assert (status, out) == (0, "")
    assert "nothing to fix" in err
    assert sorted(path.name for path in paper.iterdir()) == ["main.tex", "refs.bib"]


def test_safe_fixes_ask_nobody(capfdbinary, monkeypatch):
    asked = answering(monkeypatch, THINGS)
    run(capfdbinary, "fix")
    assert asked == []


def test_unsafe_by_rule(capfdbinary, paper, monkeypatch):
    asked = answering(monkeypatch, THINGS)
    assert run(capfdbinary, "fix", "--unsafe", "undefined-citation", "--write")[0] == 0
    assert asked == []  # that rule needs no record
    assert "\\cite{keller17,ghost}" in (paper / "main.tex").read_text()
    assert (paper / "refs.bib").read_bytes() == SAFE.encode()


def test_unsafe_takes_records_in_the_habits_of_the_file(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, THINGS)
    assert run(capfdbinary, "fix", "--unsafe", "--write")[0] == 0
    expected = SAFE.replace("Nemo, Nick", "Roe, Richard").replace("2011", "2017")
    assert (paper / "refs.bib").read_bytes().decode() == expected
    assert run(capfdbinary, "fix", "--unsafe")[0] == 0


def test_unsafe_by_key(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, THINGS)
    status, out, _ = run(capfdbinary, "fix", "--unsafe", "keller17")
    assert status == 1
    assert "+  year = 2017," in out
    assert "ghost}" not in out  # the other unsafe fix is of another key


def test_unsafe_before_a_path(capfdbinary, monkeypatch):
    answering(monkeypatch, THINGS)
    _, out, _ = run(capfdbinary, "fix", "--unsafe", "refs.bib")
    assert "+  year = 2017," in out


def test_interactive_shows_the_evidence_beside_the_question(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, THINGS)
    # in file order; the last answer is to the question whether to write
    monkeypatch.setattr("sys.stdin", io.StringIO("n\nn\ny\n" + "n\n" * 4 + "y\n"))
    status, _, err = run(capfdbinary, "fix", "--interactive")
    assert status == 0
    assert "  cited: " in err
    assert "  found: " in err
    assert "  source: Crossref" in err
    assert "refs.bib:2:12 author-mismatch (unsafe)" in err
    assert (paper / "refs.bib").read_bytes().decode() == REFS.replace("Nemo, Nick", "Roe, Richard")


def test_an_end_of_input_changes_nothing(capfdbinary, paper, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    run(capfdbinary, "fix", "--interactive", "--no-verify")
    assert (paper / "refs.bib").read_bytes() == REFS.encode()


def test_a_link_that_leads_out_of_the_project_is_never_written(capfdbinary, paper, tmp_path_factory):
    outside = tmp_path_factory.mktemp("library") / "refs.bib"
    outside.write_bytes(REFS.encode())
    (paper / "refs.bib").unlink()
    (paper / "refs.bib").symlink_to(outside)
    for arguments in (("refs.bib",), ()):
        status, _, err = run(capfdbinary, "fix", "--write", *arguments)
        assert outside.read_bytes() == REFS.encode()
        if arguments:
            assert status == 1
            assert "refs.bib is left alone: it lies outside of the project" in err


def test_what_may_be_written_is_written_all_the_same(capfdbinary, paper, tmp_path_factory):
    outside = tmp_path_factory.mktemp("library") / "all.bib"
    outside.write_text("@book{all, title = {A & B}, author = {Doe, J.}, publisher = {P}, year = 2000}\n")
    status, _, err = run(capfdbinary, "fix", "--write", "--extra-bib", str(outside))
    assert status == 0
    assert "not fixed (unescaped-character)" in err
    assert "outside of the project" in err
    assert "A & B" in outside.read_text()
    assert (paper / "refs.bib").read_bytes() == SAFE.encode()


def test_an_interrupted_run_is_finished_first(capfdbinary, paper, monkeypatch):
    from latexrefcheck.repair import writing

    class Stop(BaseException):
        pass

    replace_file, seen = writing.Path.replace, []

    def dying(self, target):
        if str(target).endswith((".tex", ".bib")):
            if seen:
                raise Stop
            seen.append(target)
        return replace_file(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(writing.Path, "replace", dying)
        patch.setattr(writing, "_undo", lambda beside, journal: None)
        patch.setattr(writing, "_put_back", lambda done, new_files: None)
        with pytest.raises(Stop):
            cli.run(["fix", "--write"])
    status, out, err = run(capfdbinary, "fix")
    assert (status, out) == (0, "")
    assert "finished what an interrupted run had begun" in err
    assert (paper / "refs.bib").read_bytes() == SAFE.encode()
    assert (paper / "main.tex").read_text() == MAIN.replace("Keller17", "keller17")
    assert sorted(path.name for path in paper.iterdir()) == ["main.tex", "refs.bib"]


def test_a_file_changed_meanwhile(capfdbinary, paper, monkeypatch):
    from latexrefcheck.cli import _repair

    write_all = _repair.write_all

    def late(new_files):
        (paper / "refs.bib").write_text("mine")
        write_all(new_files)

    monkeypatch.setattr(_repair, "write_all", late)
    status, _, err = run(capfdbinary, "fix", "--write")
    assert status == 2
    assert "was changed while it was looked at; nothing was written" in err
    assert (paper / "refs.bib").read_text() == "mine"
    assert (paper / "main.tex").read_text() == MAIN


def test_changes_that_are_not_committed_are_named(capfdbinary, paper):
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *command], check=True)
    (paper / "refs.bib").write_bytes(REFS.encode() + b"% new\r\n")
    status, _, err = run(capfdbinary, "fix", "--write")
    assert status == 0
    assert "refs.bib had changes that are not committed" in err
    assert (paper / "refs.bib").read_bytes() == SAFE.encode() + b"% new\r\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16"])
def test_the_encoding_stays(capfdbinary, paper, encoding):
    text = REFS.replace("Keller", "Kéller")
    (paper / "refs.bib").write_bytes(text.encode(encoding))
    run(capfdbinary, "fix", "--write")
    assert (paper / "refs.bib").read_bytes() == SAFE.replace("Keller", "Kéller").encode(encoding)


def test_suppressed_findings_are_not_fixed(capfdbinary, paper):
    (paper / ".latexrefcheck.yml").write_text("suppress:\n  - rule: page-range-hyphen\n    reason: as the publisher has it\n")
    run(capfdbinary, "fix", "--write")
    assert b"{101-109}" in (paper / "refs.bib").read_bytes()


def test_a_database_in_filecontents(capfdbinary, paper):
    text = "\\begin{filecontents}{own.bib}\n@article{k, title = {A & B}, pages = {1-9}}\n\\end{filecontents}\n" + MAIN
    text = text.replace("{refs}", "{refs,own}").replace("gohst", "k")
    (paper / "main.tex").write_text(text)
    run(capfdbinary, "fix", "--write")
    expected = text.replace("A & B", "A \\& B").replace("1-9", "1--9").replace("Keller17", "keller17")
    assert (paper / "main.tex").read_text() == expected


def test_nothing_beside_the_files_is_written(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, THINGS)
    (paper / ".latexrefcheck.yml").write_text("evidence: asked.jsonl\n")
    monkeypatch.setenv("LATEXREFCHECK_WRITE_LOCK", "true")
    run(capfdbinary, "fix", "--unsafe")
    assert sorted(path.name for path in paper.iterdir()) == [".latexrefcheck.yml", "main.tex", "refs.bib"]


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_killed_at_any_moment_and_run_again(tmp_path):
    """Whatever is killed when: each file is old or new, and the next run makes all of them new."""
    bibs = [tmp_path / f"part{number:02}.bib" for number in range(25)]
    loaded = ",".join(path.stem for path in bibs)
    main = f"\\documentclass{{article}}\n\\begin{{document}}\n\\nocite{{*}}\n\\bibliography{{{loaded}}}\n\\end{{document}}\n"
    main = main.replace("\\end", "\\bibliographystyle{vancouver}\n\\end")
    (tmp_path / "main.tex").write_text(main)
    command = [sys.executable, "-m", "latexrefcheck", "fix", "--write"]
    draw = random.Random(5)
    for turn in range(8):
        old = {path: f"@misc{{k{path.stem}, title = {{{path.stem} & {turn}}}, pages = {{1-9}}}}\n".encode() for path in bibs}
        new = {path: text.replace(b"&", b"\\&").replace(b"1-9", b"1--9") for path, text in old.items()}
        for path, text in old.items():
            path.write_bytes(text)
        process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        time.sleep(draw.uniform(0.1, 0.45))
        process.kill()
        process.wait()
        assert all(path.read_bytes() in (old[path], new[path]) for path in bibs)
        done = subprocess.run(command, cwd=tmp_path, capture_output=True)
        assert done.returncode == 0, done.stderr
        assert all(path.read_bytes() == new[path] for path in bibs)
        assert (tmp_path / "main.tex").read_text() == main
    left = {path.name for path in tmp_path.iterdir()} - {path.name for path in bibs} - {"main.tex", "refs.bib"}
    assert not any(name.endswith((".latexrefcheck-new", ".json")) for name in left)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ("a\ny\n", SAFE.replace("Nemo, Nick", "Roe, Richard").replace("2011", "2017")),
        ("n\nn\nq\n", REFS),
        ("what?\nn\nn\nn\nall of it\ny\n", SAFE.replace("2011", "2017")),
        ("a\nn\n", REFS),
    ],
)
def test_answers(capfdbinary, paper, monkeypatch, answers, expected):
    answering(monkeypatch, THINGS)
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    run(capfdbinary, "fix", "--interactive")
    assert (paper / "refs.bib").read_bytes().decode() == expected


def test_the_lock_is_said_to_cover_no_more_what_was_changed(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, THINGS)
    monkeypatch.setenv("LATEXREFCHECK_LOCK_MAX_AGE", "100000")
    cli.run(("check", "--write-lock"))
    cli.run(("confirm", "ghost", "--reason", "seen"))
    capfdbinary.readouterr()
    _, _, told = run(capfdbinary, "fix", "--write")
    assert "covers" not in told  # what safe fixes change is not what was checked
    assert "covers" not in run(capfdbinary, "fix", "--unsafe")[2]  # nothing was written
    _, _, told = run(capfdbinary, "fix", "--unsafe", "--write")
    expected = "latexrefcheck.lock no longer covers 1 entry whose checked fields changed (keller17); "
    assert told.count(expected + "`latexrefcheck check --write-lock` renews it\n") == 1
    (paper / "refs.bib").write_text((paper / "refs.bib").read_text().replace("title = {Ghosts}", "title = {Ghosts \\&amp; Men}"))
    cli.run(("confirm", "ghost", "--reason", "seen again"))
    assert "no longer" not in run(capfdbinary, "fix", "--write")[2]


def test_notes_are_about_the_files_as_they_were(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, THINGS)
    monkeypatch.setenv("LATEXREFCHECK_LOCK_MAX_AGE", "100000")
    cli.run(("check", "--write-lock"))
    capfdbinary.readouterr()
    _, out, told = run(capfdbinary, "fix", "--unsafe", "--frozen")
    assert "+  year = 2017," in out
    assert "could not be checked" not in told  # in the second turn the entry is another
    assert told.count("from the lock") == 1
