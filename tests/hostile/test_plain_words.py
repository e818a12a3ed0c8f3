"""What a strange file or argument leads to: one short sentence that says what to do, and nothing outside the project."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import latexrefcheck
from latexrefcheck.cli import run
from latexrefcheck.lint.engine import MESSAGE
from latexrefcheck.model.finding import Report

MAIN = "\\documentclass{article}\\begin{document}\\cite{a}\\bibliographystyle{plain}\\bibliography{lib}\\end{document}\n"
BIB = "@article{a, author = {Doe, Jane}, title = {On Terns}, journal = {J}, year = 2001}\n"


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty work tree beside a folder with a library."""
    folder = tmp_path / "paper"
    (folder / ".git").mkdir(parents=True)
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "lib.bib").write_text(BIB)
    (folder / "main.tex").write_text(MAIN)
    monkeypatch.chdir(folder)
    for name in [name for name in os.environ if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI"))]:
        monkeypatch.delenv(name)
    return folder


def check(*paths: str, **options: object) -> Report:
    return latexrefcheck.check(*paths, verify=False, **options)  # type: ignore[arg-type]


def outside(paper: Path, way: str) -> None:
    if way == "a link":
        (paper / "lib.bib").symlink_to("../library/lib.bib")
    elif way == "a linked folder":
        (paper / "refs").symlink_to("../library")
        (paper / "main.tex").write_text(MAIN.replace("{lib}", "{refs/lib}"))
    else:
        (paper / "main.tex").write_text(MAIN.replace("{lib}", "{../library/lib}"))


WAYS = ["a link", "a linked folder", "a path"]


@pytest.mark.parametrize("way", WAYS)
def test_a_library_outside_is_refused_with_the_way_to_allow_it(paper: Path, way: str) -> None:
    outside(paper, way)
    (found,) = [one for one in check().findings if one.rule == "missing-file"]
    assert "--extra-bib FILE or --base DIR allows it" in found.message
    assert found.fix is None
    assert found.help == ""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("named", ["extra_bib", "paths", "base"])
def test_a_library_outside_that_the_user_names_is_read(paper: Path, way: str, named: str) -> None:
    outside(paper, way)
    library = "../library/lib.bib"
    if named == "paths":
        report = check("main.tex", library)
    else:
        report = check(**{named: [Path(library)] if named == "extra_bib" else paper.parent})
    assert not report.findings
    assert (report.summary.entries, report.summary.uncited) == (1, 0)


@pytest.mark.parametrize("where", ["absolute", "relative", "within the work tree"])
def test_init_writes_through_no_link_out_of_its_directory(paper: Path, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    target = paper if where == "within the work tree" else paper.parent / "plain"
    below = target / "sub"
    below.mkdir(parents=True)
    (target / "out").mkdir()
    (below / ".github").symlink_to("../out")
    directory = str(below) if where == "absolute" else os.path.relpath(below)
    assert run(["init", "github", "--directory", directory]) == 2
    assert "link" in capsys.readouterr().err
    assert not list((target / "out").iterdir())


@pytest.mark.parametrize("path", ["main.tex\0", "\0", "a\0.bib", "x\0/main.aux"])
def test_a_name_that_no_file_can_have_is_said_to_be_none(paper: Path, path: str) -> None:
    with pytest.raises(latexrefcheck.RefcheckError, match="does not exist"):
        check(path)


HUGE = {
    "entries within entries": "@a{" * 100_000,
    "a key": "@article{" + "k" * 100_000 + ", title = {T}}\n",
    "a key given twice": ("@article{" + "k" * 100_000 + ", title = {T}}\n") * 2,
    "a name of a string": "@article{a, title = " + "t" * 100_000 + "}\n",
    "a field": "@article{a, " + "f" * 100_000 + " = {1}, title = {T}}\n",
    "a title": "@article{a, title = {" + "A TITLE " * 10_000 + "}, year = {" + "y" * 100_000 + "}}\n",
}


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_messages_stay_short(paper: Path, text: str) -> None:
    (paper / "refs.bib").write_text(text)
    report = check("refs.bib", profile="strict")
    assert report.findings
    for found in report.findings:
        assert len(found.message) <= MESSAGE + 60
        assert len(found.key or "") <= 1000
        assert found.fix is None or len(found.fix.message) <= MESSAGE
    assert len(latexrefcheck.render(report, "text")) < 1500 * len(report.findings) + 2000


@pytest.mark.parametrize("text", ["@string{a=a}", "@string{A=a}", "@string{ab = AB # {x}}", "@book{x, title=a}\n@string{a={x}}"])
def test_no_string_is_suggested_for_itself(paper: Path, text: str) -> None:
    (paper / "refs.bib").write_text(text)
    (found,) = [one for one in check("refs.bib").findings if one.rule == "undefined-string"]
    assert "did you mean" not in found.message
    assert "must stand before it" in found.message
    assert found.fix is None


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-be", "utf-32-le"])
@pytest.mark.parametrize("name", ["main.tex", "lib.bib", "part.tex"])
def test_wide_characters_are_named(paper: Path, encoding: str, name: str) -> None:
    texts = {"main.tex": MAIN.replace("\\cite", "\\input{part}\\cite"), "lib.bib": BIB, "part.tex": "Terns."}
    for one, text in texts.items():
        (paper / one).write_text(text, encoding=encoding if one == name else "utf-8")
    found = [one for one in check("main.tex").findings if one.rule == "encoding-error"]
    assert [one.location.path for one in found] == [name]
    assert encoding[:6].upper() in found[0].message


def test_xetex_reads_utf_16(paper: Path) -> None:
    (paper / "main.tex").write_text("% !TEX program = xelatex\n" + MAIN, encoding="utf-16")
    (paper / "lib.bib").write_text(BIB)
    assert not [one for one in check("main.tex").findings if one.rule == "encoding-error"]


DIGITS = "1" * 5000
LONG = {
    ".latexrefcheck.yml": ("jobs: " + DIGITS, []),
    "refs.lock": (f'{{"version": {DIGITS}}}', ["--lock", "refs.lock"]),
    "base.json": (f'{{"version": 1, "findings": [{DIGITS}]}}', ["--baseline", "base.json"]),
}


@pytest.mark.parametrize("name", LONG)
def test_long_numbers_are_told_in_our_words(paper: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text, arguments = LONG[name]
    (paper / "lib.bib").write_text(BIB)
    (paper / name).write_text(text)
    assert run(["main.tex", *arguments, *([] if name == "refs.lock" else ["--no-verify"])]) == 2
    said = capsys.readouterr().err
    assert "too many digits" in said
    assert "4300" not in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--base", "/nope"], "--base must be a directory"),
        (["--base", "main.tex"], "--base must be a directory"),
        (["--max-file-size", "1"], "'main.tex' has "),
        ([".", "--max-file-size", "1"], "over the limit of 1"),
    ],
)
def test_the_sentence_names_what_is_wrong(
    paper: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*arguments, "--no-verify"]) == 2
    assert message in capsys.readouterr().err


def test_json_is_written_for_a_key_of_megabytes(paper: Path) -> None:
    (paper / "refs.bib").write_text("@article{" + "k" * 1_000_000 + ", title = {T}}\n")
    assert all(len(one["message"]) < 700 for one in json.loads(latexrefcheck.render(check("refs.bib"), "json"))["findings"])


NOT_CLOSED = [
    "\\cite{zz\n\nMore words.",
    "\\cite{zz, yy\n  \t\nMore words.\n\n\\cite{a}",
    "See \\cite[p.~3]{zz and \\emph{more}.\r\n\r\nNext \\cite{a}.",
    "\\textbf{See \\cite{zz.\n\nMore} words.}",
    "\\cite{zz%\n\nMore words}",
    "\\cite{zz",
]


@pytest.mark.parametrize("text", NOT_CLOSED)
def test_a_brace_that_is_not_closed_in_its_paragraph_is_an_error(paper: Path, text: str) -> None:
    (paper / "lib.bib").write_text(BIB)
    (paper / "main.tex").write_bytes(MAIN.replace("\\cite{a}", "\\cite{a} " + text + "\n\n").encode())
    found = [one for one in check().findings if one.rule == "bad-citation-key"]
    assert len(found) == 1
    assert "is not closed before the paragraph ends" in found[0].message


@pytest.mark.parametrize(
    "text",
    [
        "\\cite{a\n}",
        "\\cite{%\n  a,%\n  %\n  a\n}",
        "\\cite[see\n\nmore]{a}",
        "\\verb|\\cite{zz|",
        "% \\cite{zz\n",
        "\\begin{verbatim}\n\\cite{zz\n\nmore\n\\end{verbatim}",
    ],
)
def test_a_brace_that_is_closed_is_none(paper: Path, text: str) -> None:
    (paper / "lib.bib").write_text(BIB)
    (paper / "main.tex").write_text(MAIN.replace("\\cite{a}", "\\cite{a} " + text + "\n\n"))
    assert not [one for one in check().findings if "not closed" in one.message]
