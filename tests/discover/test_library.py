"""Libraries: add, list, remove, clear, export and import in a .bib, the user's or the project's."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from latexrefcheck import cli
from latexrefcheck.discover import history, places
from latexrefcheck.discover.wanted import InvalidArgument, Wanted

BIB = """@article{abel17,
  author = {Abel, Ann and Brook, Bo},
  title = {Slow Rivers of the North},
  journal = {Water},
  year = {2017},
  doi = {10.99999/flow},
}

@book{cole18,
  author = {Cole, Cy},
  title = {Roads},
  publisher = {Press of Lamps},
  year = {2018},
}
"""
KEPT = {
    "id": "https://openalex.org/W1",
    "title": "Lamps along slow rivers",
    "authors": ["Ann Abel", "Bo van Brook"],
    "year": 2020,
    "journal": "Journal of Light",
    "officialUrl": "https://openalex.org/W1",
    "source": "openalex",
}


def written(name: str = "mine") -> Path:
    path = places.library(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BIB, encoding="utf-8")
    return path


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    written()
    assert cli.run(["library", "list", "--library", "mine"]) == 0
    assert capsys.readouterr().out == ("abel17  Abel, Brook; 2017; Slow Rivers of the North\ncole18  Cole; 2018; Roads\n")
    assert cli.run(["library", "list", "--library", "mine", "--json"]) == 0
    assert [work["id"] for work in json.loads(capsys.readouterr().out)["works"]] == ["abel17", "cole18"]


@pytest.mark.parametrize(
    ("keys", "left"),
    [(["abel17"], BIB[BIB.index("@book") :]), (["cole18"], BIB[: BIB.index("\n@book")]), (["abel17", "cole18"], "")],
)
def test_remove(keys: list[str], left: str) -> None:
    path = written()
    assert cli.run(["library", "remove", *keys, "--library", "mine"]) == 0
    assert path.read_text(encoding="utf-8") == left


def test_remove_what_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    path = written()
    assert cli.run(["library", "remove", "abel18", "--library", "mine"]) == 2
    assert "did you mean 'abel17'?" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == BIB


def test_clear_asks_first() -> None:
    path = written()
    assert cli.run(["library", "clear", "--library", "mine"]) == 2
    assert path.read_text(encoding="utf-8") == BIB
    assert cli.run(["library", "clear", "--library", "mine", "--yes"]) == 0
    assert path.read_text(encoding="utf-8") == ""


@pytest.mark.parametrize(
    ("options", "first"),
    [
        (["--format", "bibtex"], "@article{abel2017slow,"),
        (["--format", "ris"], "TY  - JOUR"),
        (["--format", "csl-json"], "["),
        (["--format", "markdown"], "1. Abel, A., & Brook, B. (2017). Slow Rivers of the North. *Water*."),
        (["--format", "markdown", "--style", "ieee"], "1. A. Abel and B. Brook, “Slow Rivers of the North,” *Water*, 2017,"),
        (["--format", "text", "--style", "nature"], "1. Abel, A. & Brook, B. Slow Rivers of the North. Water"),
    ],
)
def test_export(options: list[str], first: str, capsys: pytest.CaptureFixture[str]) -> None:
    written()
    assert cli.run(["library", "export", "--library", "mine", *options]) == 0
    assert capsys.readouterr().out.startswith(first)


@pytest.mark.parametrize("form", ["bibtex", "ris", "csl-json"])
def test_what_is_exported_can_be_imported_once(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    written()
    assert cli.run(["library", "export", "--library", "mine", "--format", form]) == 0
    name = {"bibtex": "a.bib", "ris": "a.ris", "csl-json": "a.json"}[form]
    Path(name).write_text(capsys.readouterr().out, encoding="utf-8")
    assert cli.run(["library", "import", name, "--library", "other"]) == 0
    told = places.library("other").read_text(encoding="utf-8")
    assert "Slow Rivers of the North" in told and "Press of Lamps" in told
    capsys.readouterr()
    assert cli.run(["library", "import", name, "--library", "other"]) == 1
    assert "other.bib:1 has it as" in capsys.readouterr().err
    assert places.library("other").read_text(encoding="utf-8") == told


def test_a_work_of_two_indexes_is_added_by_its_number(capsys: pytest.CaptureFixture[str]) -> None:
    history.keep(Wanted("lamps"), [KEPT])
    assert cli.run(["library", "add", "1", "--library", "mine"]) == 0
    told = places.library("mine").read_text(encoding="utf-8")
    assert "author = {Abel, Ann and van Brook, Bo}" in told and "journal = {Journal of Light}" in told
    assert cli.run(["library", "add", "1", "--library", "mine"]) == 1
    assert "same title, first author and year" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        ["lst"],
        ["add", "--library", "mine"],
        ["add", "7", "--library", "mine"],
        ["list", "--library", "../evil"],
        ["list", "--library", "nobody"],
        ["list", "--library", "a", "--bib", "b.bib"],
        ["export", "--library", "mine", "--format", "docx"],
        ["import", "--library", "mine"],
        ["import", "none.bib", "--library", "mine"],
        ["remove", "--library", "mine"],
    ],
)
def test_what_cannot_be_done_is_one_sentence(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    written()
    assert cli.run(["library", *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith("latexrefcheck: ") and told.count("\n") == 1
    assert places.library("mine").read_text(encoding="utf-8") == BIB


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "x" * 61, "ä", "-a", "a b"])
def test_a_name_is_no_path(name: str) -> None:
    with pytest.raises(InvalidArgument):
        places.library(name)
