"""Which root documents are found, and from what."""

from __future__ import annotations

import pytest

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.reading import project

ROOT = "\\documentclass{article}\n\\begin{document}\n%s\n\\end{document}\n"
BIB = "@book{k, title={T}}\n"

FOUND = [
    ({"main.tex": ROOT, "chapter.tex": "\\cite{a}"}, ["main.tex"]),
    ({"main.tex": ROOT, "supplement.tex": ROOT}, ["main.tex", "supplement.tex"]),
    ({"main.tex": "% \\documentclass{article}\\begin{document}\n", "b.tex": ROOT}, ["b.tex"]),
    ({"main.tex": ROOT % "\\input{part}", "part.tex": ROOT}, ["main.tex"]),
    (
        {"main.tex": ROOT % "\\subfile{part}", "part.tex": "\\documentclass[main]{subfiles}\\begin{document}\\end{document}"},
        ["main.tex"],
    ),
    ({"main.tex": ROOT, "picture.tex": "\\documentclass{standalone}\\begin{document}\\end{document}"}, ["main.tex"]),
    ({"paper/main.tex": ROOT, "notes.txt": ""}, ["paper/main.tex"]),
    ({"build/old.tex": ROOT, "node_modules/x.tex": ROOT, ".git/y.tex": ROOT, "a/main.tex": ROOT}, ["a/main.tex"]),
    ({"a.tex": ROOT, "b.tex": ROOT, ".latexmkrc": "@default_files = ('b.tex');\n"}, ["b.tex"]),
    ({"a.tex": ROOT, "b.tex": ROOT, "latexmkrc": "# @default_files = ('a');\n@default_files = qw(b);\n"}, ["b.tex"]),
    ({"a.tex": ROOT, "b.tex": ROOT, "latexmkrc": "@default_files = ('../../etc/x.tex');\n"}, ["a.tex", "b.tex"]),
    ({"main.tex": "%&fmt\n\\begin{document}\\end{document}", "fmt.tex": "\\documentclass{article}"}, ["main.tex"]),
    ({"pre.tex": "\\documentclass{article}\n", "main.tex": "\\input{pre}", "c.tex": "% !TEX root = main.tex\n"}, ["main.tex"]),
]


@pytest.mark.parametrize(("files", "expected"), FOUND)
def test_roots_of_a_directory(load, files, expected):
    assert [document.root.path for document in load(files).documents] == expected


NAMED = [
    ("chapters/one.tex", {"main.tex": ROOT % "\\include{chapters/one}", "chapters/one.tex": "x"}),
    (
        "chapters/two.tex",
        {"main.tex": ROOT % "\\input{chapters/one}", "chapters/one.tex": "\\input{chapters/two}", "chapters/two.tex": "x"},
    ),
    ("one.tex", {"main.tex": ROOT, "one.tex": "% !TeX root = main.tex\nx"}),
    ("out/main.aux", {"main.tex": ROOT, "out/main.aux": "\\relax\n"}),
    ("out/main.bcf", {"main.tex": ROOT, "out/main.bcf": "<x/>"}),
    ("build/main.aux", {"main.tex": ROOT, "build/main.aux": "\\relax\n", "build/main.fls": "PWD /nowhere\nINPUT main.tex\n"}),
]


@pytest.mark.parametrize(("path", "files"), NAMED)
def test_root_of_a_named_file(load, path, files):
    assert [document.root.path for document in load(files, path).documents] == ["main.tex"]


def test_changed_files_of_one_document_are_one_document(load):
    files = {"main.tex": ROOT % "\\input{one}\\bibliography{refs}", "one.tex": "\\cite{k}", "refs.bib": BIB}
    read = load(files, "one.tex", "main.tex", "refs.bib")
    assert ([document.root.path for document in read.documents], read.loose) == (["main.tex"], ())


def test_a_lone_bib_is_loose(load):
    read = load({"refs.bib": BIB}, "refs.bib")
    assert ([b.source.path for b in read.loose], read.documents) == (["refs.bib"], ())


@pytest.mark.parametrize(("text", "dialect"), [(BIB, "bibtex"), ("@book{k,\n date = {2020},\n}\n", "biber")])
def test_dialect_of_a_lone_bib(load, text, dialect):
    assert load({"refs.bib": text}, "refs.bib").loose[0].dialect == dialect


def test_roots_below_are_named_in_a_note(load):
    read = load({"main.tex": ROOT, "talk/slides.tex": ROOT})
    assert [document.root.path for document in read.documents] == ["main.tex"]
    assert "talk/slides.tex" in read.notes[0]


def test_chapters_that_are_read_are_not_in_the_note(load):
    read = load({"main.tex": ROOT % "\\newcommand{\\get}[1]{\\input{chapters/#1}}\\get{one}", "chapters/one.tex": ROOT})
    assert read.notes == ()


def test_main_option(load, monkeypatch, tmp_path):
    load({"a.tex": ROOT, "b.tex": ROOT})
    read = project.load([], tmp_path, project.Options(main=("b.tex",)))
    assert [document.root.path for document in read.documents] == ["b.tex"]


def test_exclude_option(load):
    read = load({"a.tex": ROOT, "old_b.tex": ROOT}, exclude=("old_*",))
    assert [document.root.path for document in read.documents] == ["a.tex"]


def test_a_missing_path_is_an_error(load):
    with pytest.raises(UnreadableInput, match=r"nothere\.tex"):
        load({"main.tex": ROOT}, "nothere.tex")


def test_aux_without_a_root_is_an_error(load):
    with pytest.raises(UnreadableInput, match="root document"):
        load({"x/lost.aux": "\\relax"}, "x/lost.aux")


PREAMBLES = [
    {
        "main.tex": "%&head\n\\begin{document}\\cite{k}\\end{document}",
        "head.tex": "\\documentclass{article}\\usepackage{biblatex}",
    },
    {"main.tex": "\\begin{document}\\cite{k}\\end{document}", "macros.tex": "\\documentclass{article}\\usepackage{biblatex}"},
]


@pytest.mark.parametrize("files", PREAMBLES)
def test_a_dumped_preamble_is_found(load, files):
    document = load(files, "main.tex").documents[0]
    assert (document.backend, "biblatex" in document.packages) == ("biber", True)


CHAPTERS = {
    "main.tex": ROOT % "\\include{chapters/one}",
    "other.tex": ROOT,
    "chapters/one.tex": "\\input{parts/two}",
    "chapters/parts/two.tex": "\\cite{x}",
}


@pytest.mark.parametrize(
    ("repository", "folder", "expected"),
    [
        (".git/HEAD", "chapters", ["main.tex"]),
        (".git/HEAD", "chapters/parts", ["main.tex"]),
        ("chapters/.git/HEAD", "chapters", []),
        (".git/HEAD", "notes", []),
    ],
)
def test_a_root_above_a_folder_without_one_is_checked_if_it_includes_files_there(write, repository, folder, expected):
    base = write({**CHAPTERS, repository: "", "notes/n.txt": ""})
    found = project.load([base / folder], base / folder, project.Options(tex_tree=False))
    assert [document.root.absolute.relative_to(base.resolve()).as_posix() for document in found.documents] == expected
    assert ["files of it" in note for note in found.notes] == [True for _ in expected]


def test_a_root_above_the_repository_is_named_only(write):
    base = write({**CHAPTERS, "chapters/.git/HEAD": ""})
    assert project.roots_nearby(base / "chapters", base / "chapters") == [base.resolve() / "main.tex"]
    assert project.roots_nearby(base / "chapters/parts", base / "chapters/parts") == [base.resolve() / "main.tex"]
    assert project.roots_nearby(base / "chapters/.git", base / "chapters") == []


SPREAD = [
    {"main.tex": "\\input{head}\n\\begin{document}\\cite{a}\\end{document}\n", "head.tex": "\\documentclass{book}\n"},
    {"main.tex": "\\documentclass{book}\n\\input{body}\n", "body.tex": "\\begin{document}\\cite{a}\\end{document}\n"},
    {"main.tex": "\\input{deep/head.tex}\n\\begin{document}\\end{document}\n", "deep/head.tex": "\\input{deep/class}\n",
     "deep/class.tex": "\\documentclass{book}\n"},
]  # fmt: skip


@pytest.mark.parametrize("files", SPREAD)
def test_class_and_body_may_stand_in_different_files(load, files):
    assert [document.root.path for document in load(files).documents] == ["main.tex"]


@pytest.mark.parametrize("name", ["doc.doc", "doc.odt", "doc.rst", "main.bbl"])
def test_files_that_are_not_read_are_said_to_be(load, name):
    from latexrefcheck.errors import UnreadableInput

    with pytest.raises(UnreadableInput, match="is not read"):
        load({name: "[@knuth; see @ghost]"}, name)
