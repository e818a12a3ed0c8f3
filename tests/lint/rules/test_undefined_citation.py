"""Citations without an entry."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots

KNUTH = "@book{knuth84, author={Knuth, Donald E.}, title={The TeXbook}, year={1984}}\n"
SMITH = "@article{smith-2020-deep, author={Sm{\\'i}th, Anna and Doe, Bob}, title={Deep}, year={2020}}\n"
IDS = "@book{knuth84, ids={texbook, TB84}, title={T}}\n"


@pytest.mark.parametrize(
    ("tex", "dialect", "expected"),
    [
        (r"\cite{knuth84}", "bibtex", []),
        (r"\cite{Knuth84}", "bibtex", []),
        (r"\cite{Knuth84}", "biber", [(5, "Knuth84")]),
        ("\\cite{knuth84,\n% old,\nghost}", "bibtex", [(5, "ghost")]),
        (r"\cite{ghost} \cite{ghost}", "bibtex", [(3, "ghost"), (3, "ghost")]),
        (r"\nocite{*}", "bibtex", []),
        (r"\nocite{ghost}", "bibtex", [(3, "ghost")]),
        (r"\begin{refsection}[more.bib]\cite{knuth84}\cite{m}\end{refsection}", "biber", [(5, "knuth84")]),
    ],
)
def test_keys(tex, dialect, expected):
    found = findings("undefined-citation", KNUTH, tex=tex, dialect=dialect, files={"more.bib": "@book{m, title={M}}"})
    assert spots(found) == expected


@pytest.mark.parametrize(("key", "known"), [("texbook", True), ("TB84", True), ("tb84", False), ("knuth84", True)])
def test_aliases_count_for_biber(key, known):
    assert (findings("undefined-citation", IDS, tex=rf"\cite{{{key}}}", dialect="biber") == []) is known


def test_aliases_do_not_count_for_bibtex():
    assert len(findings("undefined-citation", IDS, tex=r"\cite{texbook}")) == 1


@pytest.mark.parametrize(
    ("key", "suggested"),
    [
        ("knuth1984", ["knuth84"]),
        ("knut84", ["knuth84"]),
        ("smith2020", ["smith-2020-deep"]),
        ("Smith:2020ab", ["smith-2020-deep"]),
        ("smi20-x", []),
        ("lamport94", []),
    ],
)
def test_suggestions(key, suggested):
    message = findings("undefined-citation", KNUTH + SMITH, tex=rf"\cite{{{key}}}")[0].message
    assert [name for name in ("knuth84", "smith-2020-deep") if f"'{name}'" in message] == suggested


@pytest.mark.parametrize(
    ("keys", "written"),
    [
        ("knuth84;smith-2020-deep", "knuth84,smith-2020-deep"),
        ("knuth84; smith-2020-deep", "knuth84, smith-2020-deep"),
        ("knuth84;ghost", None),
    ],
)
def test_semicolons_between_keys(keys, written):
    (found,) = findings("undefined-citation", KNUTH + SMITH, tex=rf"\cite{{{keys}}}")
    assert ("separated with commas" in found.message) is (written is not None)
    if written:
        assert [edit.text for edit in found.fix.edits] == [written]


def test_fix_is_not_safe():
    fix = findings("undefined-citation", KNUTH, tex=r"\cite{knut84}")[0].fix
    assert (fix.safe, [edit.text for edit in fix.edits], fix.edits[0].span.text) == (False, ["knuth84"], "knut84")


def test_key_of_another_section_is_named():
    tex = r"\begin{refsection}[more.bib]\cite{knuth84}\end{refsection}"
    message = findings("undefined-citation", KNUTH, tex=tex, dialect="biber", files={"more.bib": "@book{m, title={M}}"})[
        0
    ].message
    assert "it is in refs.bib, which this part of the document does not load" in message


@pytest.mark.parametrize(
    "tex",
    [
        "\\documentclass{article}\\begin{document}\\cite{a,b}\\bibliography{gone}\\end{document}",
        "\\documentclass{article}\\begin{document}\\cite{a,b}\\end{document}",
        "\\documentclass{article}\\newcommand{\\x}[1]{\\cite{#1}}\\begin{document}\\bibliography{refs}\\end{document}",
    ],
)
def test_one_root_cause_is_left_to_other_rules(tex):
    assert findings("undefined-citation", KNUTH, tex=tex) == []


def test_bbl_stands_in_for_a_missing_database():
    tex = "\\documentclass{article}\\begin{document}\\cite{a}\\cite{b}\\bibliography{gone}\\end{document}"
    found = findings("undefined-citation", tex=tex, files={"main.bbl": "\\bibitem{a} A"})
    assert spots(found) == [(1, "b")]


def test_key_that_only_the_build_cites():
    tex = "\\documentclass{article}\n\\begin{document}\n\\bibliography{refs}\n\\end{document}\n"
    aux = "\\citation{made}\n\\gdef \\@abspage@last{1}\n"
    found = findings("undefined-citation", KNUTH, tex=tex, files={"main.aux": aux})
    assert (spots(found), "in the build" in found[0].message) == ([(3, "made")], True)


def test_thebibliography():
    tex = "\\cite{a}\\cite{b}\\begin{thebibliography}{9}\\bibitem[Two et al.]{a} A\\end{thebibliography}"
    assert spots(findings("undefined-citation", tex=tex, dialect="manual")) == [(3, "b")]
