"""``latexrefcheck upgrade``: preprints are proposed to be cited as published."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from fixharness import RECORD, answering

from latexrefcheck import cli

BIB = (
    '@article{k,\n  author = {Keller, Anna and M{\\"u}ller, J{\\"o}rg and Doe, Jane Mary},\n'
    "  title = {Good Predictions of Rivers},\n  journal = {arXiv preprint arXiv:1701.00001},\n  year = {2016}\n}\n"
)
NEW = BIB.replace(
    "arXiv preprint arXiv:1701.00001}", "Journal of Things},\n  volume = {12},\n  number = {3},\n  pages = {101--109}"
)
NEW = NEW.replace("{2016}", "{2017},\n  doi = {10.99999/good}")
BOTH = replace(RECORD, identifiers={"doi": "10.99999/good", "arxiv": "1701.00001"})
PREPRINT = replace(
    RECORD,
    source="arxiv",
    venues=("arXiv",),
    type="preprint",
    identifiers={"arxiv": "1701.00001"},
    volume="",
    number="",
    pages="",
    preprint=True,
    published_as={"doi": "10.99999/good"},
)


@pytest.fixture(autouse=True)
def paper(tmp_path, monkeypatch):
    (tmp_path / "refs.bib").write_text(BIB)
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI_", "FORCE_COLOR")):
            monkeypatch.delenv(name)
    return tmp_path


def run(capfdbinary, *arguments: str) -> tuple[int, str, str]:
    status = cli.run(("upgrade", "refs.bib", *arguments))
    out, err = capfdbinary.readouterr()
    return status, out.decode(), err.decode()


@pytest.mark.parametrize("records", [(BOTH,), (PREPRINT, RECORD)], ids=["one record", "only the DOI is known at first"])
def test_proposed_then_written(capfdbinary, paper, monkeypatch, records):
    answering(monkeypatch, *records)
    status, out, _ = run(capfdbinary)
    assert status == 1
    assert "+  journal = {Journal of Things}," in out
    assert (paper / "refs.bib").read_text() == BIB
    assert run(capfdbinary, "--write")[0] == 0
    assert (paper / "refs.bib").read_text() == NEW
    assert run(capfdbinary)[0] == 0


def test_only_some_keys(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, BOTH)
    assert run(capfdbinary, "--key", "other", "--write")[0] == 0
    assert (paper / "refs.bib").read_text() == BIB


def test_a_version_of_which_too_little_is_known_is_told(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, PREPRINT)
    status, out, err = run(capfdbinary, "--write")
    assert (status, out) == (0, "")
    assert "a published version exists: doi:10.99999/good; too little is known to rewrite it" in err
    assert (paper / "refs.bib").read_text() == BIB


def test_without_an_answer_it_is_not_said_that_nothing_was_published(capfdbinary, paper):
    status, out, told = run(capfdbinary, "--offline", "--cache", str(paper / "cache"))
    assert (status, out) == (3, "")
    assert "could not be checked" in told
    assert told.endswith("nothing to upgrade\n")
