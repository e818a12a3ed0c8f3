"""Builds: what they say about citations, and when they are not believed."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from latexrefcheck.reading import project
from latexrefcheck.reading.project import build

BIB = "@book{k, title={T}}\n"
END = "\\gdef \\@abspage@last{1}\n"


def paper(body, package=""):
    return f"\\documentclass{{article}}\n{package}\n\\begin{{document}}\n{body}\n\\bibliography{{refs}}\n\\end{{document}}\n"


def age(base, order):
    """Give files times of change in this order, ten seconds apart."""
    for index, name in enumerate(order):
        os.utime(base / name, (1_700_000_000 + 10 * index,) * 2)


def document(base, **options):
    return project.load([base / "main.tex"], base, project.Options(tex_tree=False, **options)).documents[0]


def keys(found):
    return sorted(citation.key for citation in found.citations)


MACRO = paper("\\cite{k}\\ifunknown\\cite{dead}\\fi")


def test_a_fresh_build_decides_what_the_source_cannot(write):
    base = write({"main.tex": MACRO, "refs.bib": BIB, "main.aux": "\\relax\n\\citation{k}\n\\citation{made}\n" + END})
    age(base, ["refs.bib", "main.tex", "main.aux"])
    found = document(base)
    assert (found.build.used, keys(found)) == (True, ["k", "made"])
    made = next(citation for citation in found.citations if citation.key == "made")
    assert (made.command, made.span.source.position(made.span.start)) == ("", (5, 15))


def test_a_build_can_be_ignored(write):
    base = write({"main.tex": MACRO, "main.aux": "\\citation{k}\n" + END})
    assert keys(document(base, build="off")) == ["dead", "k"]


STALE = [
    ("\\citation{k}\n\\citation{old}\n" + END, ["main.aux", "main.tex"], "older than 'main.tex'", True),
    ("\\citation{k}\n", ["main.tex", "main.aux"], "did not come to its end", False),
]


@pytest.mark.parametrize(("aux", "order", "why", "reported"), STALE)
def test_a_stale_build_is_not_believed(write, aux, order, why, reported):
    base = write({"main.tex": MACRO, "main.aux": aux})
    age(base, order)
    found = document(base)
    assert (found.build.used, why in found.build.why, keys(found)) == (False, True, ["dead", "k"])
    assert ("stale-build" in {problem.kind for problem in found.problems}) is reported


def test_an_older_build_with_the_same_keys_is_fine(write):
    base = write({"main.tex": paper("\\cite{k}"), "main.aux": "\\citation{k}\n" + END})
    age(base, ["main.aux", "main.tex"])
    assert document(base).build.used


def test_a_committed_build_with_other_keys_is_not_believed(write):
    base = write({"main.tex": paper("\\cite{k}"), "main.aux": "\\citation{l}\n" + END, ".git/index": b"DIRC....main.aux\0...."})
    age(base, ["main.tex", "main.aux"])
    assert "committed" in document(base).build.why


CONTROL = [
    "REVTEX41Control",
    "apsrev41Control",
    "aip41Control",
    "IEEEexample:BSTcontrol",
    "achemso-control",
    "Note3",
    "biblatex-control",
]


@pytest.mark.parametrize("key", CONTROL)
def test_keys_of_packages_are_no_citations(write, key):
    base = write({"main.tex": paper("\\cite{k}"), "main.aux": f"\\citation{{{key}}}\n\\citation{{k}}\n" + END})
    found = document(base)
    assert (found.build.used, keys(found)) == (True, ["k"])


def test_included_chapters_that_the_build_left_out_are_checked(write):
    files = {
        "main.tex": "\\documentclass{book}\\includeonly{two}\\begin{document}\\include{one}\\include{two}\n"
        "\\bibliography{refs}\\end{document}",
        "one.tex": "\\cite{a}",
        "two.tex": "\\cite{b}\\ifunknown\\cite{dead}\\fi",
        "main.aux": "\\relax\n\\@input{two.aux}\n\\bibdata{refs}\n" + END,
        "two.aux": "\\citation{b}\n",
        "main.fls": "PWD x\nINPUT ./main.tex\nINPUT two.tex\n",
    }
    base = write(files)
    age(base, [*list(files)[:3], "two.aux", "main.fls", "main.aux"])
    assert keys(document(base)) == ["a", "b"]


def test_a_bcf_tells_the_backend(write):
    control = "<bcf:controlfile><bcf:citekey>k</bcf:citekey></bcf:controlfile>"
    tex = "\\documentclass{strange}\\bibliography{refs}\\begin{document}\\cite{k}\\end{document}"
    base = write({"main.tex": tex, "refs.bib": BIB, "main.bcf": control, "main.aux": END})
    assert (document(base).backend, document(base, build="off").backend) == ("biber", "bibtex")


def test_bcf(write):
    cited = '<bcf:citekey order="1">k &amp; l</bcf:citekey><bcf:citekey order="0" nocite="1">*</bcf:citekey>'
    control = f"<bcf:controlfile>{cited}</bcf:controlfile>"
    preamble = "\\documentclass{article}\\usepackage{biblatex}\\addbibresource{refs.bib}"
    tex = preamble + "\\begin{document}\\nocite{*}\\cite{k & l}\\end{document}"
    base = write({"main.tex": tex, "main.bcf": control, "main.aux": "\\abx@aux@cite{0}{other}\n" + END})
    found = document(base)
    assert (found.build.used, found.build.cited) == (True, {"k & l", "*"})


FOLDERS = [
    ("", {"build/main.aux"}, {}),
    ("", {"out/aux/main.aux"}, {"aux_dir": "out/aux"}),
    ("$out_dir = 'x y';\n$aux_dir = 'x y/aux';\n", {"x y/aux/main.aux"}, {}),
]


@pytest.mark.parametrize(("rc", "place", "options"), FOLDERS)
def test_folders_of_builds(write, rc, place, options):
    base = write({"main.tex": paper("\\cite{k}"), ".latexmkrc": rc, **dict.fromkeys(place, "\\citation{k}\n" + END)})
    assert document(base, **options).build.used


def test_the_recorder_file_finds_inputs_that_the_source_hides(write):
    files = {
        "main.tex": paper("\\input{\\unknown/part}"),
        "refs.bib": BIB,
        "sub/part.tex": "\\cite{k}",
        "main.aux": "\\citation{k}\n" + END,
        "main.fls": "INPUT main.tex\nINPUT ./sub/part.tex\nINPUT /etc/passwd\nINPUT ../../../etc/hostname\n",
    }
    base = write(files)
    found = document(base)
    assert (found.complete, [c.span.source.path for c in found.citations]) == (True, ["sub/part.tex"])
    assert not found.problems


def test_latexmk_says_where_databases_are(write, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "refs.bib"
    outside.write_text(BIB)
    fdb = f'["bibtex main"] 1\n  "{outside}" 1 2 ""\n  "lib/refs.bib" 1 2 ""\n'
    files = {"main.tex": paper("\\cite{k}"), "lib/refs.bib": BIB, "main.aux": "\\citation{k}\n" + END, "main.fdb_latexmk": fdb}
    found = document(write(files))
    assert ([b.source.path for b in found.bibliographies], found.problems) == (["lib/refs.bib"], ())


def test_an_aux_does_not_lead_outside(write, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "x.aux"
    outside.write_text("\\citation{secret}\n")
    base = write(
        {"main.tex": paper("\\cite{k}"), "main.aux": f"\\@input{{{outside}}}\n\\@input{{main.aux}}\n\\citation{{k}}\n{END}"}
    )
    assert document(base).build.cited == {"k"}


def test_is_tracked_without_git(write):
    assert not build.is_tracked(write({"main.aux": ""}) / "main.aux")


@pytest.mark.skipif(not (shutil.which("latexmk") and shutil.which("pdflatex")), reason="needs latexmk")
def test_real_latexmk_with_out_dir_and_aux_dir(write):
    rc = "$pdf_mode = 1;\n$out_dir = 'build';\n$aux_dir = 'build/aux';\n"
    base = write({"main.tex": paper("\\bibliographystyle{plain}\\cite{k} \\cite{ghost}"), "refs.bib": BIB, ".latexmkrc": rc})
    subprocess.run(["latexmk", "main"], cwd=base, check=True, capture_output=True)
    found = document(base)
    assert (found.build.used, found.build.aux) == (True, base / "build/aux/main.aux")
    assert (base / "main.tex") in found.build.inputs
