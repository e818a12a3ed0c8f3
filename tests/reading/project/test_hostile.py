"""Input that means harm: it ends quickly, says what it did not read, and nothing outside is read."""

# ruff: noqa: E501  one case per line reads better

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from timing import within

from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading import project, tex


def paper(body):
    return f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


def paths(read):
    return set(read.sources)


LOOPS = [
    {"main.tex": paper("\\input{main}")},
    {"main.tex": paper("\\input{a}\\cite{k}"), "a.tex": "\\input{b}", "b.tex": "\\input{a}"},
    {"main.tex": paper("\\usepackage{a}"), "a.sty": "\\RequirePackage{a}\\input{a.sty}"},
    {"main.tex": paper("\\include{main}\\subfile{main}\\import{./}{main}")},
]


@pytest.mark.parametrize("files", LOOPS)
def test_input_loops_end(load, files):
    read = load(files, "main.tex")
    assert len(read.documents[0].problems) <= 3


@pytest.mark.parametrize(
    "name", ["/etc/passwd", "../../../../../../../../etc/passwd", "\\string/etc/passwd", "/dev/zero", "/proc/self/environ"]
)
@pytest.mark.parametrize("command", ["input", "include", "bibliography", "subfile", "usepackage"])
def test_nothing_outside_is_read(load, name, command):
    read = load({"paper/main.tex": paper(f"\\{command}{{{name}}}")}, "paper/main.tex")
    assert paths(read) == {"paper/main.tex"}


def test_parent_folder_in_the_project_is_read(load):
    read = load({"paper/main.tex": paper("\\input{../shared/a}"), "shared/a.tex": "\\cite{k}"}, "paper/main.tex")
    assert paths(read) == {"paper/main.tex", "shared/a.tex"}


def test_links_out_of_the_project_are_not_followed(write, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "secret.tex").write_text("\\cite{secret}")
    base = write({"main.tex": paper("\\input{link}\\input{folder/secret}\\bibliography{refs}\\input{self}")})
    (base / "link.tex").symlink_to(outside / "secret.tex")
    (base / "folder").symlink_to(outside)
    (base / "refs.bib").symlink_to(outside / "secret.tex")
    (base / "self.tex").symlink_to(base / "self.tex")
    read = project.load([base / "main.tex"], base, project.Options(tex_tree=False))
    assert paths(read) == {"main.tex"}
    messages = [problem.message for problem in read.documents[0].problems]
    assert sum("outside" in message for message in messages) == 3


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
def test_a_fifo_is_not_opened(write):
    base = write({"main.tex": paper("\\input{pipe}\\bibliography{pipe}")})
    os.mkfifo(base / "pipe.tex")
    os.mkfifo(base / "pipe.bib")
    read = project.load([base], base, project.Options(tex_tree=False))
    assert all("not a regular file" in problem.message for problem in read.documents[0].problems)


NAMES = [
    "a\0b",
    "\x1b[31mred\x1b[0m",
    "new\nline",
    "x" * 5000,
    "~/x",
    "$HOME/x",
    "|ls",
    "`ls`",
    "CON",
    "a\\b",
    "\u202e",
    "..",
    ".",
    "/",
]


@pytest.mark.parametrize("name", NAMES)
def test_odd_names(load, name):
    read = load({"main.tex": paper(f"\\input{{{name}}}\\cite{{{name}}}\\bibliography{{{name}}}")}, "main.tex")
    assert paths(read) == {"main.tex"}


BIG = {
    "open braces": "{" * 100_000,
    "open cites": "\\cite[" * 100_000,
    "open cite braces": "\\cite{" * 100_000 + "}",
    "nested cites": "\\cite[" * 20_000 + "]" * 20_000,
    "open inputs": "\\input{" * 50_000,
    "open ifs": "\\iffalse " * 100_000,
    "open environments": "\\begin{verbatim" * 100_000,
    "verbatims": "\\begin{verbatim}" * 50_000,
    "verbs": "\\verb|" * 100_000,
    "definitions": "\\def\\a{" * 50_000,
    "newcommands": "\\newcommand{\\a}[1]{" * 50_000 + "}" * 50_000,
    "one line": "word " * 1_000_000 + "\\cite{k}",
    "backslashes": "\\" * 1_000_001,
    "comments": "%\n" * 300_000,
    "commas": "\\cite{" + "," * 300_000 + "}",
    "multicites": "\\cites" + "{a}" * 50_000,
    "blanks": "\\cite" + " " * 1_000_000 + "{k}",
    "percent blanks": "\\cite" + "% \n" * 200_000 + "{k}",
    "macro bomb": "".join(f"\\newcommand{{\\m{chr(97 + i)}}}{{\\m{chr(98 + i)}\\m{chr(98 + i)}\\cite{{x}}}}" for i in range(24))
    + "\\ma",
    "argument bomb": "\\newcommand{\\m}[1]{\\cite{#1}#1#1}" + "\\m{" * 2000 + "x" + "}" * 2000,
    "self": "\\newcommand{\\a}{\\b\\cite{x}}\\newcommand{\\b}{\\a\\cite{y}}\\a",
    "edef": "\\def\\a{x}" + "\\edef\\a{\\a\\a}" * 60 + "\\input{\\a}",
    "href": "\\href{" * 50_000,
    "magic": "%" * 1_000_000,
    "class": "\\documentclass[" * 50_000,
}


@pytest.mark.parametrize("name", BIG)
def test_large_input_ends_within_seconds(load, name):
    with within(4):
        load({"main.tex": paper(BIG[name]), "refs.bib": "@book{k, title={T}}"}, "main.tex")


WORDS = (
    "\\cite \\cite{ \\citep[ \\input{ \\newcommand{\\x}[2][a]{ \\x \\def\\y#1#2{ \\y #1 #2 ## \\iffalse \\else \\fi \\newif\\ifz \\ztrue "
    "\\ifz \\begin{verbatim} \\end{verbatim} \\begin{refsection}[ \\end{refsection} \\verb| \\verb \\let\\x\\cite \\let \\endinput "
    "\\begin{document} \\end{document} \\bibliography{ \\addbibresource{ \\textcites( \\IfFileExists{a} \\import{a} \\usepackage[ "
    "\\documentclass{ \\NewDocumentCommand{\\w}{s o m O{x} d() r<>}{ \\w \\newenvironment{e}{ \\begin{e} \\end{e} \\MakeShortVerb{\\|} | "
    "\\DeclareOption{a}{ \\ProcessOptions \\define@key{f}{k}{ \\newcites{t}{T} \\citet \\ifthenelse{ \\boolean{z} \\setcounter{c}{ "
    "\\ifnum \\value{c} \\bibitem[ \\nocite{*} \\begin{filecontents}{a.bib} \\string \\csname \\endcsname \\AtEndDocument{ \\if 0 a , * "
    "{ } [ ] ( ) < > % \n \\ \\\\ \\% \0 é \x1b 𝒳 \r\n @ ~ $"
).split(" ")


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.sampled_from(WORDS), max_size=40), st.text(max_size=30))
def test_the_scanner_never_raises(words, tail):
    class Nothing:
        def tex(self, name, folders=(), extension=".tex"):
            return tex.Lookup(SourceFile(name, "\\cite{k}" + tail) if name == "a" else None, "missing")

        def exists(self, name, folders=()):
            return name == "a"

        def near(self, name, folders=()):
            return ""

    text = "".join(words) + tail
    state = tex.scan(SourceFile("main.tex", text), Nothing(), "main")
    for citation in state.citations:
        assert 0 <= citation.span.start <= citation.span.end <= len(citation.span.source.text)
        assert citation.key.strip() == citation.key


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(main=st.lists(st.sampled_from(WORDS), max_size=30), aux=st.text(max_size=80), rc=st.text(max_size=60))
def test_loading_never_raises(load, main, aux, rc):
    files = {
        "main.tex": paper("".join(main)),
        "main.aux": aux.encode("utf-8", "replace"),
        "main.bcf": aux.encode("utf-8", "replace"),
    }
    read = load(files | {".latexmkrc": rc.encode("utf-8", "replace")}, "main.tex")
    assert len(read.documents) == 1


FLOODS = {
    "inputs that are missing": "".join(f"\\input{{f{number}}}\n" for number in range(20_000)),
    "inputs in folders": "".join(f"\\input{{d{number % 97}/f{number}}}\n" for number in range(20_000)),
    "redefined macros with delimiters": "\\def\\x#1.#2;{\\cite{#1}}\\x a.b;\n" * 30_000,
    "expansions that double": "\\def\\a{x}" + "\\edef\\a{\\a\\a}" * 30_000,
    "names that are each other": "\\def\\a{\\b}\\def\\b{\\a}" + "\\input{\\a}" * 20_000,
    "keys that are not closed": "\\cite{a" * 60_000,
    "keys in keys": "\\cite{a" * 50_000 + "}" * 50_000,
    "groups with definitions": "{\\def\\x{1}}" * 40_000,
    "groups that stay open": "\\begingroup\\def\\x{}" * 30_000,
    "environments that stay open": "".join(f"\\begin{{a{number}}}\\def\\x{{}}" for number in range(20_000)),
    "global definitions in groups": "{\\gdef\\x{1}\\def\\x{2}}" * 30_000,
}


@pytest.mark.parametrize("flood", FLOODS)
def test_a_flood_is_read_in_linear_time(load, flood):
    with within(5):
        read = load({"main.tex": paper(FLOODS[flood])}, "main.tex")
    assert len(read.documents) == 1


@pytest.mark.parametrize("name", ["BIBINPUTS", "TEXINPUTS"])
def test_a_nul_in_a_folder_of_the_build_is_passed_over(tmp_path, name):
    (tmp_path / "main.tex").write_text("\\documentclass{article}\\begin{document}\\cite{a}\\bibliography{refs}\\end{document}")
    (tmp_path / "latexmkrc").write_bytes(f"$ENV{{'{name}'}} = './bi\0b//:./tex//';\n".encode())
    assert project.load([tmp_path / "main.tex"], tmp_path).documents
