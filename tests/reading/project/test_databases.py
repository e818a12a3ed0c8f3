"""Which databases are found, where, and what stands in for missing ones."""

# ruff: noqa: E501  one case per line reads better

from __future__ import annotations

import pytest

BIB = "@book{k, title={T}}\n"


def paper(declare, body="\\cite{k}", package=""):
    return f"\\documentclass{{article}}\n{package}\n\\begin{{document}}\n{body}\n{declare}\n\\end{{document}}\n"


def biblatex(resources, body="\\cite{k}", options=""):
    return paper("", body, f"\\usepackage[{options}]{{biblatex}}\n{resources}")


def databases(document):
    return [
        [None if r.bibliography is None else r.bibliography.source.path for r in section.resources]
        for section in document.sections
    ]


PLACES = [
    ({"main.tex": paper("\\bibliography{refs}"), "refs.bib": BIB}, "main.tex", [["refs.bib"]]),
    ({"main.tex": paper("\\bibliography{refs.bib, more}"), "refs.bib": BIB, "more.bib": BIB}, "main.tex", [["refs.bib", "more.bib"]]),
    ({"paper/main.tex": paper("\\bibliography{../lib/refs}"), "lib/refs.bib": BIB}, "paper/main.tex", [["lib/refs.bib"]]),
    ({"main.tex": biblatex("\\addbibresource{lib/*.bib}"), "lib/a.bib": BIB, "lib/b.bib": BIB}, "main.tex", [["lib/a.bib", "lib/b.bib"]]),
    ({"main.tex": biblatex("\\addbibresource{{a,b}.bib}"), "a.bib": BIB, "b.bib": BIB}, "main.tex", [["a.bib", "b.bib"]]),
    ({"main.tex": biblatex("\\bibliography{a,b}"), "a.bib": BIB, "b.bib": BIB}, "main.tex", [["a.bib", "b.bib"]]),
    ({"main.tex": paper("\\bibliography{Refs}"), "refs.bib": BIB}, "main.tex", [["refs.bib"]]),
    ({"main.tex": paper("\\bibliography{a}\\bibliography{b}"), "a.bib": BIB, "b.bib": BIB}, "main.tex", [["a.bib"]]),
    ({"main.tex": paper("\\bibliography{a,gone,b}"), "a.bib": BIB, "b.bib": BIB}, "main.tex", [["a.bib", None, None]]),
    ({"main.tex": biblatex("\\addbibresource{a.bib}\\addbibresource{gone.bib}\\addbibresource{b.bib}"), "a.bib": BIB, "b.bib": BIB},
     "main.tex", [["a.bib", None, "b.bib"]]),
    ({"main.tex": "\\begin{filecontents}{\\jobname.bib}\n" + BIB + "\\end{filecontents}\n" + paper("\\bibliography{main}")},
     "main.tex", [["main.tex"]]),
    ({"main.tex": biblatex("\\addbibresource[label=x]{a.bib}\\addbibresource{b.bib}", "\\begin{refsection}[x]\\cite{k}\\end{refsection}"),
      "a.bib": BIB, "b.bib": BIB}, "main.tex", [["a.bib", "b.bib"], ["a.bib"]]),
    ({"main.tex": biblatex("\\addbibresource{a.bib}", "\\begin{refsection}\\cite{k}\\end{refsection}"), "a.bib": BIB},
     "main.tex", [["a.bib"], ["a.bib"]]),
]  # fmt: skip


@pytest.mark.parametrize(("files", "root", "expected"), PLACES)
def test_places(load, files, root, expected):
    assert databases(load(files, root).documents[0]) == expected


@pytest.mark.parametrize(
    ("tex", "message"),
    [
        (
            paper("\\bibliography{a,gone,b,a}"),
            "the database 'gone.bib' does not exist; BibTeX then reads none of those behind it",
        ),
        (paper("\\bibliography{a,gone}"), "the database 'gone.bib' does not exist"),
        (biblatex("\\addbibresource{gone.bib}\\addbibresource{b.bib}"), "the database 'gone.bib' does not exist"),
    ],
)
def test_what_a_missing_database_hides_is_told(load, tex, message):
    (document,) = load({"main.tex": tex, "a.bib": BIB, "b.bib": BIB}, "main.tex").documents
    assert [problem.message for problem in document.problems if problem.kind == "missing-file"] == [message]


SEARCHED = [
    {".latexmkrc": "$ENV{BIBINPUTS} = '../library:' . ($ENV{BIBINPUTS} // '');\n"},
    {"latexmkrc": "ensure_path('BIBINPUTS', '../library//');\n"},
]


@pytest.mark.parametrize("rc", SEARCHED)
def test_bibinputs_of_latexmkrc(load, rc):
    files = {"paper/main.tex": paper("\\bibliography{central}"), "library/central.bib": BIB}
    read = load(files | {f"paper/{name}": text for name, text in rc.items()}, "paper/main.tex")
    assert databases(read.documents[0]) == [["library/central.bib"]]


def test_bibinputs_and_texinputs_of_the_environment_may_lead_outside(load, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "central.bib").write_text(BIB)
    (outside / "deep").mkdir()
    (outside / "deep" / "macros.sty").write_text("\\newcommand{\\up}[1]{\\cite{#1}}")
    files = {"main.tex": paper("\\bibliography{central}", "\\up{k}", "\\usepackage{macros}")}
    document = load(files, bibinputs=f"{outside}:", texinputs=f".:{outside}//:").documents[0]
    assert [r.bibliography.source.path for r in document.sections[0].resources] == [(outside / "central.bib").as_posix()]
    assert [citation.key for citation in document.citations] == ["k"]


def test_one_file_is_parsed_once_for_two_documents(load):
    read = load({"a.tex": paper("\\bibliography{refs}"), "b.tex": paper("\\bibliography{refs}"), "refs.bib": BIB})
    assert len(read.bibliographies) == 1


MISSING = [
    ({"main.tex": paper("\\bibliography{refs}")}, [("missing-file", "refs.bib", "")], False),
    ({"main.tex": biblatex("\\addbibresource{reference.bib}"), "references.bib": BIB},
     [("missing-file", "reference.bib", "references.bib")], False),
    ({"main.tex": paper("\\bibliography{refs}"), "main.bbl": "\\bibitem[A(1)]{k} x"}, [("missing-file", "refs.bib", "")], True),
    ({"main.tex": paper("\\bibliography{refs,IEEEabrv}"), "refs.bib": BIB}, [], True),
    ({"main.tex": biblatex("\\addbibresource[location=remote]{http://x.org/a.bib}")}, [], False),
    ({"main.tex": paper("\\bibliography{mainNotes,refs}"), "refs.bib": BIB}, [], True),
]  # fmt: skip


@pytest.mark.parametrize(("files", "problems", "complete"), MISSING)
def test_missing_databases(load, files, problems, complete):
    document = load(files, "main.tex").documents[0]
    assert [(p.kind, p.key, p.data["near"]) for p in document.problems] == problems
    assert document.sections[0].complete is complete


def test_bbl_keys_stand_in(load):
    files = {"main.tex": biblatex("\\addbibresource{refs.bib}"), "main.bbl": "\\entry{k}{book}{}\n\\entry{l}{book}{}"}
    document = load(files).documents[0]
    assert [(item.key, item.generated) for item in document.bibitems] == [("k", True), ("l", True)]


BACKENDS = [
    (paper("\\bibliography{refs}"), "bibtex"),
    (biblatex("\\addbibresource{refs.bib}"), "biber"),
    (biblatex("\\addbibresource{refs.bib}", options="style=apa,backend=bibtex8"), "bibtex"),
    (paper("\\begin{thebibliography}{1}\\bibitem{k} x\\end{thebibliography}"), "manual"),
    (paper(""), "none"),
    (paper("", package="\\addbibresource{refs.bib}"), "biber"),
]


@pytest.mark.parametrize(("tex", "backend"), BACKENDS)
def test_backend(load, tex, backend):
    assert load({"main.tex": tex, "refs.bib": BIB}).documents[0].backend == backend


STYLES = [
    (paper("\\bibliographystyle{IEEEtran}\\bibliography{refs}"), "IEEEtran", "pdftex"),
    (biblatex("\\addbibresource{refs.bib}", options="style=authoryear"), "authoryear", "pdftex"),
    (paper("", package="\\usepackage{fontspec}"), "", "xetex"),
    ("% !TEX program = lualatex\n" + paper(""), "", "luatex"),
]


@pytest.mark.parametrize(("tex", "style", "engine"), STYLES)
def test_style_and_engine(load, tex, style, engine):
    document = load({"main.tex": tex, "refs.bib": BIB}).documents[0]
    assert (document.style, document.engine) == (style, engine)


def test_extra_and_shared_libraries(load):
    files = {"main.tex": paper("\\bibliography{lib/a}"), "lib/a.bib": BIB, "lib/central.bib": "@book{c, title={C}}"}
    read = load(files, "main.tex", extra_bib=("lib/central.bib",), shared=("lib/a*.bib",))
    assert databases(read.documents[0]) == [["lib/a.bib", "lib/central.bib"]]
    assert read.shared == {"lib/a.bib", "lib/central.bib"}


def test_citation_in_a_note_of_a_cited_entry(load):
    files = {
        "main.tex": paper("\\bibliography{refs}"),
        "refs.bib": "@book{k, note = {Replaces \\cite{old}}}\n@book{u, note={\\cite{x}}}",
    }
    document = load(files).documents[0]
    found = document.citations[-1]
    assert (found.key, found.span.source.path, found.span.text) == ("old", "refs.bib", "old")
    assert len(document.citations) == 2


NAMED = [
    ("\\addbibresource{refs}", "biber wants the whole name of a database: it does not find 'refs'; write 'refs.bib'", "refs.bib"),
    (
        "\\addbibresource{*.bib}",
        "\\addbibresource takes '*.bib' for the name of a file; with the option glob it is a pattern",
        "[glob]",
    ),
    ("\\addbibresource{refs.bib}", "", ""),
    ("\\addbibresource[glob]{*.bib}", "", ""),
    ("\\bibliography{refs}", "", ""),
]


@pytest.mark.parametrize(("declare", "message", "text"), NAMED)
def test_biber_wants_whole_names(load, declare, message, text):
    read = load({"main.tex": biblatex(declare), "refs.bib": BIB}, "main.tex").documents[0]
    assert [problem.message for problem in read.problems] == ([message] if message else [])
    assert databases(read) == [["refs.bib"]]
    if message:
        fix = read.problems[0].data["fix"]
        assert (fix.safe, [edit.text for edit in fix.edits]) == (True, [text])


def test_inside_a_work_tree_is_inside(write, monkeypatch):
    from pathlib import Path

    from latexrefcheck.reading import project

    base = write(
        {".git/HEAD": "ref: refs/heads/main\n", "paper/main.tex": paper("\\bibliography{../lib/refs}"), "lib/refs.bib": BIB}
    )
    monkeypatch.chdir(base / "paper")
    read = project.load([Path("main.tex")], Path.cwd(), project.Options(tex_tree=False))
    assert not read.documents[0].problems
    assert len(read.documents[0].bibliographies) == 1


WRITTEN = [
    "\\newwrite\\w\\immediate\\openout\\w=gen.bib\\immediate\\write\\w{@book{made, title={T}}}\\immediate\\closeout\\w",
    "\\newwrite\\w\\AtBeginDocument{\\immediate\\openout\\w gen.bib \\immediate\\write\\w{@book{made, title={T}}}}",
]


@pytest.mark.parametrize("write_it", WRITTEN)
def test_what_the_document_writes_is_not_missing(load, write_it):
    declare = write_it + "\\addbibresource{refs.bib}\\addbibresource{gen.bib}"
    read = load({"main.tex": biblatex(declare, "\\cite{k,made,ghost}"), "refs.bib": BIB}, "main.tex").documents[0]
    assert not read.problems
    assert read.sections[0].complete
    assert [item.key for item in read.bibitems] == ["made"]
