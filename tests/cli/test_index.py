"""``latexrefcheck index``: from the files of a dump to an index, and what is said of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from indexharness import crossref, lines

from latexrefcheck.cli import run


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LATEXREFCHECK_INDEX_DIR", str(tmp_path / "indexes"))
    (tmp_path / "parts").mkdir()
    for part in range(3):
        (tmp_path / "parts" / f"{part}.jsonl").write_bytes(lines([crossref(10 * part + n) for n in range(10)]))
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = run(["index", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_add_list_verify_remove(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys) == (0, f"{place / 'indexes'}: no index yet\n", "")
    status, out, _ = said(capsys, "add", "crossref", "parts")
    assert (status, out.count("10 works")) == (0, 3)
    assert "30 works of 2026-03-02" in out
    (place / "more.jsonl").write_bytes(lines([crossref(99), "{"]))
    assert "1 works, 1 damaged ones left out" in said(capsys, "add", "crossref", "more.jsonl")[1]
    (told,) = json.loads(said(capsys, "list", "--json")[1])
    assert (told["source"], told["works"], told["damaged"], len(told["files"])) == ("crossref", 31, 1, 4)
    assert "31 works, 1 damaged" in said(capsys, "list")[1]
    assert said(capsys, "verify")[0] == 0
    assert "is gone" in said(capsys, "remove", "crossref")[1]
    assert "no index yet" in said(capsys, "list")[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("add",), "needs the source and the files"),
        (("add", "crossref"), "https://www.crossref.org/"),
        (("add", "crosref", "parts"), "did you mean 'crossref'"),
        (("add", "datacite", "parts"), "unknown dump 'datacite'"),
        (("add", "crossref", "nowhere.gz"), "cannot be read"),
        (("remove",), "needs the source"),
        (("remove", "dblp"), "there is no index of 'dblp'"),
        (("verify", "dblp"), "there is no index of 'dblp'"),
        (("list", "dblp", "parts"), "takes no files"),
    ],
)
def test_mistakes_are_one_sentence(
    place: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    status, out, err = said(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
    assert not (place / "indexes").exists()


def test_a_damaged_index_is_said(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "add", "crossref", "parts")
    file = place / "indexes" / "crossref.sqlite"
    file.write_bytes(file.read_bytes()[:20_000])
    status, out, err = said(capsys, "verify")
    assert status in (1, 2)
    assert (out + err).count("\n") == 1
