"""``latexrefcheck add``: entries from the registries, with keys in the library's own pattern."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from fixharness import RECORD, answering

from latexrefcheck import cli
from latexrefcheck.model.record import Notice
from latexrefcheck.text.person import Person

LIBRARY = """@book{knuth1984texbook,
  author    = {Knuth, Donald E.},
  title     = {The {\\TeX}book},
  publisher = {Addison-Wesley},
  year      = {1984}
}

@article{riemann1859ueber,
  author    = {Riemann, Bernhard},
  title     = {Ueber die Anzahl der Primzahlen},
  journal   = {Monatsberichte},
  year      = {1859}
}
"""
NEW = """
@article{keller2017good,
  author    = {Keller, Anna and M{\\"u}ller, J{\\"o}rg and Doe, Jane Mary},
  title     = {Good Predictions of Rivers},
  journal   = {Journal of Things},
  volume    = {12},
  number    = {3},
  pages     = {101--109},
  year      = {2017},
  doi       = {10.99999/good}
}
"""
BOOK = replace(
    RECORD,
    source="openlibrary",
    titles=("On Rivers",),
    type="book",
    venues=(),
    volume="",
    number="",
    pages="",
    publisher="River & Sons",
    identifiers={"isbn": "9780201529838"},
    isbns=("9780201529838",),
)
PREPRINT = replace(
    RECORD, titles=("New Rivers",), type="preprint", venues=("arXiv",), preprint=True, identifiers={"arxiv": "1701.00001"}
)


@pytest.fixture(autouse=True)
def paper(tmp_path, monkeypatch):
    (tmp_path / "refs.bib").write_text(LIBRARY)
    (tmp_path / "main.tex").write_text("\\documentclass{article}\n\\begin{document}\n\\bibliography{refs}\n\\end{document}\n")
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI_", "FORCE_COLOR")):
            monkeypatch.delenv(name)
    return tmp_path


def run(capfdbinary, *arguments: str) -> tuple[int, str, str]:
    status = cli.run(("add", *arguments))
    out, err = capfdbinary.readouterr()
    return status, out.decode(), err.decode()


@pytest.mark.parametrize("name", ["doi:10.99999/GOOD", "10.99999/good", "https://doi.org/10.99999/good"])
def test_an_entry_like_the_others(capfdbinary, paper, monkeypatch, name):
    answering(monkeypatch, RECORD)
    status, out, _ = run(capfdbinary, name)
    assert (status, out) == (0, "keller2017good\n")
    assert (paper / "refs.bib").read_text() == LIBRARY + NEW


def test_several_at_once(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, RECORD, BOOK, PREPRINT)
    status, out, _ = run(capfdbinary, "10.99999/good", "ISBN:978-0-201-52983-8", "arXiv:1701.00001")
    assert (status, out) == (0, "keller2017good\nkeller2017rivers\nkeller2017new\n")
    text = (paper / "refs.bib").read_text()
    assert "@book{keller2017rivers," in text
    assert "  publisher = {River \\& Sons}," in text
    assert "@misc{keller2017new," in text
    assert "  eprint    = {1701.00001}," in text
    assert "  archiveprefix = {arXiv}" in text


@pytest.mark.parametrize(
    ("again", "by"),
    [
        (RECORD, "same doi 10.99999/good"),
        (replace(RECORD, identifiers={"doi": "10.99999/other"}), "same title, first author and year"),
    ],
)
def test_what_is_there_is_refused_with_its_key(capfdbinary, paper, monkeypatch, again, by):
    (paper / "refs.bib").write_text(LIBRARY + NEW)
    answering(monkeypatch, again)
    status, out, err = run(capfdbinary, f"doi:{again.identifiers['doi']}")
    assert (status, out) == (1, "")
    assert f"refs.bib:15 has it as keller2017good ({by})" in err
    assert (paper / "refs.bib").read_text() == LIBRARY + NEW


def test_a_key_that_is_taken_gets_a_letter(capfdbinary, paper, monkeypatch):
    other = replace(RECORD, titles=("Good Things",), identifiers={"doi": "10.99999/things"})
    answering(monkeypatch, RECORD, other)
    _, out, _ = run(capfdbinary, "10.99999/good", "10.99999/things")
    assert out == "keller2017good\nkeller2017gooda\n"


@pytest.mark.parametrize(
    ("pattern", "key"),
    [
        ("surname:YEAR", "keller:2017"),
        ("SurnameYY", "Keller17"),
        ("Surname_Word-YEAR", "Keller_Good-2017"),
        ("alphaYY", "KMD17"),
        ("SurnameEtAlYEAR", "KellerEtAl2017"),
    ],
)
def test_a_pattern_of_one_s_own(capfdbinary, monkeypatch, pattern, key):
    answering(monkeypatch, RECORD)
    assert run(capfdbinary, "10.99999/good", "--key-style", pattern)[1] == f"{key}\n"


@pytest.mark.parametrize("pattern", ["", "key", "surname YEAR", "surname,YEAR", "{surname}"])
def test_what_is_no_pattern(capfdbinary, pattern):
    status, _, err = run(capfdbinary, "10.99999/good", f"--key-style={pattern}") if pattern else (2, "", "is no pattern for keys")
    assert status == 2
    assert "is no pattern for keys" in err


def test_what_does_not_exist_or_was_retracted_is_refused(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, replace(RECORD, notices=(Notice("retraction", "10.99999/notice"),)))
    status, _, err = run(capfdbinary, "10.99999/none", "10.99999/good")
    assert status == 1
    assert "10.99999/none: not added: " in err
    assert "10.99999/good: not added: " in err
    assert (paper / "refs.bib").read_text() == LIBRARY


def test_words_are_no_identifier(capfdbinary):
    status, _, err = run(capfdbinary, "Good Predictions of Rivers")
    assert status == 2
    assert "names no DOI, arXiv number, PMID or ISBN" in err


def test_dry_run(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, RECORD)
    status, out, _ = run(capfdbinary, "10.99999/good", "--dry-run")
    assert status == 1
    assert "+@article{keller2017good," in out
    assert (paper / "refs.bib").read_text() == LIBRARY


def test_a_new_file(capfdbinary, paper, monkeypatch):
    answering(monkeypatch, RECORD)
    assert run(capfdbinary, "10.99999/good", "--bib", "new.bib")[0] == 0
    assert (paper / "new.bib").read_text().startswith("@article{keller2017good,\n  author = {Keller, Anna")
    assert (paper / "refs.bib").read_text() == LIBRARY


def test_which_bib_has_to_be_said_when_there_are_several(capfdbinary, paper, monkeypatch):
    (paper / "more.bib").write_text("")
    (paper / "main.tex").write_text("\\documentclass{article}\n\\begin{document}\n\\bibliography{refs,more}\n\\end{document}\n")
    status, _, err = run(capfdbinary, "10.99999/good")
    assert status == 2
    assert "say with --bib which .bib to write to" in err
    answering(monkeypatch, RECORD)
    (paper / "more.bib").write_text(NEW)
    assert "more.bib:2 has it as keller2017good" in run(capfdbinary, "10.99999/good", "--bib", "refs.bib")[2]


def test_a_sorted_library_stays_sorted(capfdbinary, paper, monkeypatch):
    entries = [f"@misc{{{key}, title = {{{key}}}}}\n" for key in ("alpha", "beta", "lambda", "omega")]
    (paper / "refs.bib").write_text("\n".join(entries))
    answering(monkeypatch, replace(RECORD, authors=(Person("Keller", "Anna"),)))
    run(capfdbinary, "10.99999/good")
    heads = [
        line.partition("{")[2].partition(",")[0] for line in (paper / "refs.bib").read_text().splitlines() if line[:1] == "@"
    ]
    assert heads == ["alpha", "beta", "keller2017good", "lambda", "omega"]


def test_without_an_answer_it_is_not_said_that_it_does_not_exist(capfdbinary, paper):
    before = {path: path.read_bytes() for path in paper.glob("*.bib")}
    status, out, told = run(capfdbinary, "doi:10.99999/none", "--offline", "--cache", str(paper / "cache"))
    assert (status, out) == (3, "")
    assert told.startswith("doi:10.99999/none: not added: could not be checked (")
    assert {path: path.read_bytes() for path in paper.glob("*.bib")} == before
