"""Which branch TeX takes: documents with the keys that real pdfLaTeX and LuaLaTeX (TeX Live 2022) wrote to the .aux.

The part before ``@@`` of a text is the preamble; ``[options]{class}`` at its beginning is the class.
"""

# ruff: noqa: E501  one case per line reads better

from __future__ import annotations

import re

import pytest

from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading import tex


class Nowhere:
    """No project files; packages and classes belong to the distribution."""

    def tex(self, name, folders=(), extension=".tex"):
        return tex.Lookup(None, "missing" if extension == ".tex" else "tree")

    def exists(self, name, folders=()):
        return False

    def near(self, name, folders=()):
        return ""


CASES = [
    ("\\ifx\\nope\\undefined\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\def\\main{}@@\\ifx\\main\\undefined\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\newcommand{\\main}{}@@\\ifx\\undefined\\main\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\ifx\\nope\\relax\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\expandafter\\ifx\\csname nope\\endcsname\\relax\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newcommand{\\yes}{x}@@\\expandafter\\ifx\\csname yes\\endcsname\\relax\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\let\\x\\relax@@\\ifx\\x\\relax\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\let\\x\\undefined@@\\ifx\\x\\undefined\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\def\\x{}\\let\\x=\\undefined@@\\ifdefined\\x\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\newcommand{\\mode}{draft}\\def\\draft{draft}@@\\ifx\\mode\\draft\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\newcommand*{\\mode}{draft}\\def\\draft{draft}@@\\ifx\\mode\\draft\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\def\\mode{draft}\\def\\draft{draft}@@\\ifx\\mode\\draft\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\def\\mode{final}\\def\\draft{draft}@@\\ifx\\mode\\draft\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\newcommand{\\opt}{}@@\\ifx\\opt\\empty\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\def\\opt{}@@\\ifx\\opt\\empty\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\def\\opt{x}@@\\ifx\\opt\\empty\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\def\\tst#1{\\ifx&#1&\\cite{a}\\else\\cite{b}\\fi}@@\\tst{}", "a", "a"),
    ("\\def\\tst#1{\\ifx&#1&\\cite{a}\\else\\cite{b}\\fi}@@\\tst{x}", "b", "b"),
    ("\\def\\tst#1{\\ifx\\relax#1\\relax\\cite{a}\\else\\cite{b}\\fi}@@\\tst{} \\tst{q}", "a b", "a b"),
    ("\\def\\tst#1{\\def\\tmp{#1}\\def\\all{all}\\ifx\\tmp\\all\\cite{a}\\else\\cite{b}\\fi}@@\\tst{all}", "a", "a"),
    ("\\def\\tst#1{\\def\\tmp{#1}\\def\\all{all}\\ifx\\tmp\\all\\cite{a}\\else\\cite{b}\\fi}@@\\tst{one}", "b", "b"),
    ("\\ifx a b\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\ifx aa\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\ifx\\pdfoutput\\undefined\\cite{a}\\else\\cite{b}\\fi", "b", "a"),
    ("\\ifx\\directlua\\undefined\\cite{a}\\else\\cite{b}\\fi", "a", "b"),
    ("\\ifx\\XeTeXversion\\undefined\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\ifx\\main\\undefined\\newcommand{\\inb}[1]{\\end{document}}\\else\\newcommand{\\inb}[1]{}\\fi", "", ""),
    (
        "\\def\\main{}@@\\ifx\\main\\undefined\\newcommand{\\inb}[1]{\\end{document}}\\else\\newcommand{\\inb}[1]{}\\fi\\inb{x}\\cite{a}",
        "a",
        "a",
    ),
    ("\\ifdefined\\nope\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\ifdefined\\section\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\ifdefined\\chapter\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("[]{report}@@\\ifdefined\\chapter\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newif\\ifdraft@@\\ifdefined\\drafttrue\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newcount\\n@@\\ifdefined\\n\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newcounter{n}@@\\ifdefined\\then\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\ifdefined\\luatexversion\\cite{a}\\else\\cite{b}\\fi", "b", "a"),
    ("\\ifdefined\\pdftexversion\\cite{a}\\else\\cite{b}\\fi", "a", "b"),
    ("\\ifdefined\\hypersetup\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\usepackage{hyperref}@@\\ifdefined\\hypersetup\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    # \\csname makes a name that means nothing \\relax, until its group ends.
    ("\\expandafter\\ifx\\csname nope\\endcsname\\relax\\fi\\ifdefined\\nope\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("{\\expandafter\\ifx\\csname nope\\endcsname\\relax\\fi}\\ifdefined\\nope\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\csname nope\\endcsname\\ifx\\nope\\undefined\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\csname nope\\endcsname\\def\\nope{}\\ifx\\nope\\relax\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\iftrue {\\def\\nope{}}\\fi\\ifdefined\\nope\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\ifcsname nope\\endcsname\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\ifcsname section\\endcsname\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\def\\yes{}\\def\\which{yes}@@\\ifcsname \\which\\endcsname\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newenvironment{box2}{}{}@@\\ifcsname box2\\endcsname\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\unless\\ifdefined\\nope\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\unless\\ifx\\nope\\undefined\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\ifnum1<2 \\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\ifnum-1>1\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\newcommand{\\n}{5}@@\\ifnum\\n>4\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\chardef\\n=2 @@\\ifnum\\n=2\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newcount\\n \\n=7 @@\\ifnum\\n=7\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newcount\\n \\n7\\advance\\n by 1 @@\\ifnum\\n=8\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newcounter{n}\\setcounter{n}{3}@@\\ifnum\\value{n}=3\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newcounter{n}\\setcounter{n}{3}\\stepcounter{n}@@\\ifnum\\value{n}=4 \\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newcounter{n}\\setcounter{n}{3}\\addtocounter{n}{2}@@\\ifnum\\value{n}=5 \\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\ifnum`a=97 \\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\ifnum\\numexpr2*3+1\\relax=7 \\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\ifodd3 \\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newcommand{\\n}{4}@@\\ifodd\\n\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\ifdim1pt<2cm \\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\ifdim1in>2.6cm\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\chardef\\mode=1 @@\\ifcase\\mode\\cite{a}\\or\\cite{b}\\or\\cite{c}\\else\\cite{d}\\fi", "b", "b"),
    ("\\newcommand{\\mode}{2}@@\\ifcase\\mode\\cite{a}\\or\\cite{b}\\or\\cite{c}\\else\\cite{d}\\fi", "c", "c"),
    ("\\newcommand{\\mode}{0}@@\\ifcase\\mode\\relax\\cite{a}\\or\\cite{b}\\else\\cite{d}\\fi", "a", "a"),
    ("\\ifcase7 \\cite{a}\\or\\cite{b}\\else\\cite{d}\\fi", "d", "d"),
    ("\\ifcase-1 \\cite{a}\\or\\cite{b}\\else\\cite{d}\\fi", "d", "d"),
    ("\\ifcase1 \\cite{a}\\or\\ifcase0 \\cite{b}\\or\\cite{c}\\fi\\cite{e}\\or\\cite{d}\\fi", "b e", "b e"),
    ("\\def\\ed{a}@@\\if a\\ed\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\def\\ed{ab}@@\\if b\\ed\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\if\\relax\\detokenize{}\\relax\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\if\\relax\\detokenize{x}\\relax\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\def\\tst#1{\\if!#1!\\cite{a}\\else\\cite{b}\\fi}@@\\tst{}", "a", "a"),
    ("\\def\\tst#1{\\if!#1!\\cite{a}\\else\\cite{b}\\fi}@@\\tst{x}", "b", "b"),
    ("\\ifcat a1\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\newif\\ifprint\\printtrue@@\\ifprint\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\let\\ifprint\\iftrue@@\\ifprint\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\let\\ifprint=\\iffalse@@\\ifprint\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\newif\\ifa\\newif\\ifb\\atrue\\let\\ifb\\ifa@@\\ifb\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\newif\\ifprint@@\\ifprint\\cite{a}\\fi\\printtrue\\ifprint\\cite{b}\\fi", "b", "b"),
    ("\\newif\\ifprint@@{\\printtrue\\ifprint\\cite{a}\\fi}\\ifprint\\cite{b}\\fi", "a", "a"),
    ("\\newif\\ifprint@@{\\global\\printtrue}\\ifprint\\cite{b}\\fi", "b", "b"),
    ("\\newif\\ifprint@@\\begin{center}\\printtrue\\end{center}\\ifprint\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\let\\skipit\\iffalse\\let\\endskipit\\fi@@\\skipit\\cite{a}\\endskipit\\cite{b}", "b", "b"),
    ("\\newcommand{\\onlyprint}{\\ifprint}\\newif\\ifprint@@\\onlyprint\\cite{a}\\fi\\cite{b}", "b", "b"),
    ("\\newif\\ifprint\\newcommand{\\inp}[1]{\\ifprint#1\\fi}@@\\inp{\\cite{a}}\\cite{b}", "b", "b"),
    ("\\newif\\ifprint\\newcommand{\\choice}[2]{\\ifprint#1\\else#2\\fi}@@\\choice{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\newif\\ifprint\\newenvironment{pr}{\\ifprint}{\\fi}@@\\ifprint\\begin{pr}\\cite{a}\\end{pr}\\fi\\cite{b}", "b", "b"),
    ("\\iftrue\\iffalse\\cite{a}\\else\\cite{b}\\fi\\else\\cite{c}\\fi", "b", "b"),
    ("\\iffalse\\newif\\ifnope\\fi\\cite{c}", "c", "c"),
    ("\\usepackage{etoolbox}@@\\ifdef{\\nope}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\usepackage{etoolbox}@@\\ifundef{\\nope}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}@@\\ifcsdef{nope}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\usepackage{etoolbox}@@\\ifcsundef{section}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\usepackage{etoolbox}\\def\\m{x}@@\\ifdefstring{\\m}{x}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}\\newcommand{\\m}{x}@@\\ifdefstring{\\m}{x}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}\\def\\m{x}@@\\ifdefstring{\\m}{y}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\usepackage{etoolbox}\\def\\m{x}\\def\\n{x}@@\\ifdefequal{\\m}{\\n}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}\\newcommand\\m{x}\\def\\n{x}@@\\ifdefstrequal{\\m}{\\n}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}\\newcommand{\\m}{}@@\\ifdefempty{\\m}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}@@\\ifdefvoid{\\m}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}\\def\\m{1}@@\\ifdefmacro{\\m}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}@@\\ifcsvoid{m}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}@@\\ifstrempty{}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}@@\\notblank{ }{\\cite{a}}{\\cite{b}}", "b", "b"),
    (
        "\\usepackage{etoolbox}\\newtoggle{t}\\toggletrue{t}@@\\ifboolexpr{togl {t} and not test {\\ifdef{\\nope}}}{\\cite{a}}{\\cite{b}}",
        "a",
        "a",
    ),
    (
        "\\usepackage{etoolbox}\\newbool{t}@@\\ifboolexpr{bool {t} or ( test {\\ifnumcomp{1}{<}{2}} and test {\\ifstrequal{a}{b}} )}{\\cite{a}}{\\cite{b}}",
        "b",
        "b",
    ),
    ("\\usepackage{etoolbox}@@\\ifnumodd{3}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{etoolbox}@@\\ifdimcomp{1pt}{>}{1mm}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\usepackage{etoolbox}\\newtoggle{t}@@\\iftoggle{t}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\usepackage{etoolbox}\\newtoggle{t}\\toggletrue{t}@@\\nottoggle{t}{\\cite{a}}{\\cite{b}}", "b", "b"),
    (
        "\\usepackage{ifthen}\\newboolean{t}\\setboolean{t}{true}@@\\ifthenelse{\\boolean{t} \\and \\not \\equal{a}{b}}{\\cite{a}}{\\cite{b}}",
        "a",
        "a",
    ),
    ("\\usepackage{ifthen}@@\\ifthenelse{\\(1<2 \\or 3<2\\) \\and 2=3}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\usepackage{ifthen}@@\\ifthenelse{\\isundefined{\\nope}}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{ifthen}@@\\ifthenelse{\\isodd{4}}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\usepackage{ifthen}@@\\ifthenelse{\\lengthtest{1cm > 1pt}}{\\cite{a}}{\\cite{b}}", "a", "a"),
    (
        "\\usepackage{ifthen}\\newboolean{tv}\\newcommand{\\trp}{\\ifthenelse{\\boolean{tv}}}@@\\trp{\\cite{a}}{\\cite{b}}",
        "b",
        "b",
    ),
    ("\\usepackage{ifthen}\\newcommand{\\m}{draft}@@\\ifthenelse{\\equal{\\m}{draft}}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\makeatletter\\@ifundefined{nope}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\makeatletter\\@ifundefined{section}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\makeatletter\\let\\x\\relax\\@ifundefined{x}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\makeatletter\\@ifpackageloaded{hyperref}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\makeatletter\\@ifclassloaded{article}{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\makeatletter\\@ifclassloaded{book}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\IfFileExists{nothere.tex}{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("\\usepackage{iftex}@@\\ifPDFTeX\\cite{a}\\else\\cite{b}\\fi", "a", "b"),
    ("\\usepackage{iftex}@@\\ifLuaTeX\\cite{a}\\else\\cite{b}\\fi", "b", "a"),
    ("\\usepackage{iftex}@@\\ifXeTeX\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("\\usepackage{iftex}@@\\ifTUTeX\\cite{a}\\else\\cite{b}\\fi", "b", "a"),
    ("\\usepackage{iftex}@@\\ifpdf\\cite{a}\\else\\cite{b}\\fi", "a", "a"),
    ("\\usepackage{ifluatex}@@\\ifluatex\\cite{a}\\else\\cite{b}\\fi", "b", "a"),
    ("\\usepackage{ifxetex}@@\\ifxetex\\cite{a}\\else\\cite{b}\\fi", "b", "b"),
    ("[draft]{article}\\usepackage{ifdraft}@@\\ifdraft{\\cite{a}}{\\cite{b}}", "a", "a"),
    ("\\usepackage{ifdraft}@@\\ifdraft{\\cite{a}}{\\cite{b}}", "b", "b"),
    ("[draft]{article}\\usepackage[final]{ifdraft}@@\\ifdraft{\\cite{a}}{\\cite{b}}", "b", "b"),
    (
        "\\usepackage{versions}\\excludeversion{short}\\includeversion{long}@@\\begin{short}\\cite{a}\\end{short}\\begin{long}\\cite{b}\\end{long}",
        "b",
        "b",
    ),
    ("\\usepackage{comment}\\excludecomment{short}@@\\begin{short}\n\\cite{a}\n\\end{short}\n\\cite{b}", "b", "b"),
    ("\\usepackage[opt]{optional}@@\\opt{opt}{\\cite{a}}\\opt{other}{\\cite{b}}", "a", "a"),
    (
        "[]{beamer}@@\\begin{frame}\\mode<article>{\\cite{a}}\\mode<presentation>{\\cite{b}}\\mode<beamer|handout>{\\cite{c}}\\end{frame}",
        "b c",
        "b c",
    ),
    (
        "[handout]{beamer}@@\\begin{frame}\\mode<article>{\\cite{a}}\\mode<handout>{\\cite{b}}\\mode<beamer>{\\cite{c}}\\end{frame}",
        "b",
        "b",
    ),
    ("\\usepackage{beamerarticle}@@\\mode<article>{\\cite{a}}\\mode<presentation>{\\cite{b}}", "a", "a"),
    ("\\newcommand{\\key}{smith}\\newcommand{\\see}[1]{\\cite{\\key#1}}@@\\see{A}", "smithA", "smithA"),
    ("\\newcommand{\\dn}{dn}\\def\\see#1{\\cite{\\dn#1}}@@\\see{port}", "dnport", "dnport"),
    ("\\def\\gob#1{}@@\\gob{\\cite{a}}\\cite{b}", "b", "b"),
    ("\\long\\def\\comment#1{}@@\\comment{ \\cite{a} }\\cite{b}", "b", "b"),
    ("\\newcommand{\\pick}[3]{#2}@@\\pick{\\cite{a}}{\\cite{b}}{\\cite{c}}", "b", "b"),
    ("\\def\\first#1,#2.{\\cite{#1}}@@\\first a,b.", "a", "a"),
    ("\\def\\first#1 #2.{\\cite{#1}}@@\\first a b.", "a", "a"),
    ("\\def\\gobto#1\\stop{}@@\\gobto\\cite{a}\\stop\\cite{b}", "b", "b"),
    ("\\def\\mk#1#2{\\expandafter\\def\\csname k#1\\endcsname{\\cite{#2}}}\\mk{x}{a}@@\\kx", "a", "a"),
    ("\\newcommand{\\setk}[1]{\\def\\thek{#1}}@@\\setk{abc}\\cite{\\thek}", "abc", "abc"),
    ("\\def\\outer#1{\\def\\inner##1{\\cite{#1##1}}}\\outer{a}@@\\inner{b}", "ab", "ab"),
    ("\\def\\x{\\cite{a}}@@{\\def\\x{\\cite{b}}}\\x", "a", "a"),
    ("\\def\\x{\\cite{a}}@@{\\gdef\\x{\\cite{b}}}\\x", "b", "b"),
    ("\\def\\x{\\cite{a}}@@\\begingroup\\def\\x{\\cite{b}}\\endgroup\\x", "a", "a"),
    ("\\def\\x{\\cite{a}}@@\\begin{quote}\\renewcommand{\\x}{\\cite{b}}\\x\\end{quote}\\x", "a b", "a b"),
    ("\\def\\x{\\cite{a}}\\let\\y\\x\\def\\x{\\cite{b}}@@\\y", "a", "a"),
    ("\\def\\loop#1,{\\ifx\\relax#1\\else\\cite{#1}\\expandafter\\loop\\fi}@@\\loop a,b,c,\\relax,", "a b c", "a b c"),
]


def document(text):
    before, _, body = text.rpartition("@@")
    named = re.match(r"\[(.*?)\]\{(\w+)\}", before)
    options, name = (named[1], named[2]) if named else ("", "article")
    before = before[named.end() :] if named else before
    return f"\\documentclass[{options}]{{{name}}}\n{before}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


@pytest.mark.parametrize(("text", "pdftex", "luatex"), CASES)
def test_branches_are_those_of_the_engine(text, pdftex, luatex):
    for engine, expected in (("pdftex", pdftex), ("luatex", luatex)):
        state = tex.scan(SourceFile("main.tex", document(text)), Nowhere(), "main", engine=engine)
        assert sorted({citation.key for citation in state.citations}) == expected.split(), engine
        assert all(citation.certain for citation in state.citations)


UNDECIDED = [
    r"\ifvmode\cite{a}\else\cite{b}\fi",
    r"\ifdim\textwidth>3cm\cite{a}\else\cite{b}\fi",
    r"\usepackage{hyperref}@@\makeatletter\ifx\Hy@x\undefined\cite{a}\else\cite{b}\fi",
    r"\usepackage{fontspec,iftex}@@\ifXeTeX\cite{a}\else\cite{b}\fi",
    r"\ifvmode\def\x{\cite{a}}\else\def\x{\cite{b}}\fi@@\x",
]


@pytest.mark.parametrize("text", UNDECIDED)
def test_both_branches_are_read_and_neither_is_sure(text):
    state = tex.scan(SourceFile("main.tex", document(text)), Nowhere(), "main")
    assert sorted({citation.key for citation in state.citations}) == ["a", "b"]
    assert not any(citation.certain for citation in state.citations)
    assert state.complete
    assert state.undecided_at is not None


def test_an_undecided_definition_does_not_end_the_document():
    text = document(r"\ifvmode\newcommand{\x}{\end{document}}\else\newcommand{\x}{}\fi@@\x\cite{a}")
    assert [citation.key for citation in tex.scan(SourceFile("main.tex", text), Nowhere(), "main").citations] == ["a"]
