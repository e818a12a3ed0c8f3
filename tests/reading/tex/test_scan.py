"""What the scanner takes for a citation, a database or an input, construct by construct."""

from __future__ import annotations

import pytest

from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading import tex


class Folder:
    """Files in memory."""

    def __init__(self, files=()):
        self.files = {name: SourceFile(name, text) for name, text in dict(files).items()}

    def tex(self, name, folders=(), extension=".tex"):
        names = [name + extension, name] if extension == ".tex" else [name + extension]
        for folder in [*folders, ""]:
            for candidate in names:
                path = f"{folder.rstrip('/')}/{candidate}".lstrip("/")
                if path in self.files:
                    return tex.Lookup(self.files[path])
        return tex.Lookup(None, "missing")

    def exists(self, name, folders=()):
        return self.tex(name, folders).source is not None

    def near(self, name, folders=()):
        return ""


def scan(text, files=(), extra=None):
    return tex.scan(SourceFile("main.tex", text), Folder(files), "main", extra)


def body(text, before="", document_class="article"):
    return f"\\documentclass{{{document_class}}}\n{before}\n\\begin{{document}}\n{text}\n\\end{{document}}\n"


def keys(state):
    return [citation.key for citation in state.citations]


COMMANDS = [
    # kernel
    (r"\cite{a}", "a"),
    (r"\cite[p.~3]{a,b}", "a b"),
    (r"\cite{ a , b}", "a b"),
    ("\\cite{a,\n  b,\n  c}", "a b c"),
    ("\\cite{a,% one\n  % old,\n b}", "a b"),
    ("\\cite%\n{a}", "a"),
    (r"\cite {a}", "a"),
    (r"\nocite{a}", "a"),
    (r"\cite[see \cite{b}]{a}", "a b"),
    (r"\cite[{[1]}, p.~2]{a}", "a"),
    (r"\cite[\S 3]{a}", "a"),
    (r"\cite{a%b}" + "\n}", "a"),
    # natbib
    (r"\citet*[e.g.][p. 7]{a}; \Citep{b} \citeyearpar{c} \citetalias{d} \citenum{e} \citefullauthor{f}", "a b c d e f"),
    (r"\defcitealias{a}{Paper I}", ""),
    # biblatex
    (r"\autocite[see][12]{a} \parencite*{b} \Textcite{c} \footcite[][5]{d} \smartcite{e} \fullcite{f}", "a b c d e f"),
    (r"\textcites(See)(also)[1]{a}[2][3]{b}{c}", "a b c"),
    (r"\cites{a}{b}  {c} text {d}", "a b c"),
    (r"\volcite[pre]{2}[33]{a} \volcites{1}{b}{2}[3]{c} \pvolcite{2}{d}", "a b c d"),
    (r"\citename{a}{author} \citefield{b}{title} \citelist{c}{publisher} \citedate{d} \citeurl{e}", "a b c d e"),
    # traps
    (r"\cref{sec:a} \Cref{b} \citation{c} \eqref{d} \citestyle{plain} \citereset", ""),
    (r"\string\cite{a}", ""),
    (r"\\cite{a}", ""),
    (r"\%\cite{a}", "a"),
    (r"\\%\cite{a}", ""),
    (r"% \cite{a}", ""),
    (r"100\% sure \cite{a}", "a"),
    (r"me@example.org \texttt{@book} \cite{a}", "a"),
]


@pytest.mark.parametrize(("text", "expected"), COMMANDS)
def test_cite_commands(text, expected):
    assert sorted(keys(scan(body(text)))) == expected.split()


PACKAGES = [
    ("csquotes", r"\textcquote[p]{a}{q} \blockcquote{b}{q} \foreigntextcquote{german}[1][2]{c}{q}", "a b c"),
    ("csquotes", "\\begin{displaycquote}[p.~48]{a}\nq \\cite{b}\n\\end{displaycquote}", "a b"),
    ("csquotes", "\\begin{foreigndisplaycquote}{german}{a}q\\end{foreigndisplaycquote}", "a"),
    ("apacite", r"\cite<see>[p. 3]{a} \citeA{b} \fullciteNP{c} \citeyearNP<e.g.,>{d} \maskcite{e}", "a b c d e"),
    ("jurabib", r"\footcite[author][p.]{a} \fullcite{b} \citetitle{c}", "a b c"),
    ("bibentry", r"\bibentry{a}", "a"),
    ("harvard", r"\citeasnoun{a} \citeaffixed{b}{e.g.} \possessivecite{c}", "a b c"),
    ("chicago", r"\citeN{a} \shortciteNP{b} \citeyearNP{c}", "a b c"),
    ("achicago", r"\citeAY{a}", "a"),
    ("abntex2cite", r"\citeonline[p. 2]{a} \apud{b}{c} \footciteref{d} \citeauthoronline{e}", "a b c d e"),
    ("cite", r"\citen{a} \citenum{b} \citeonline{c}", "a b c"),
    ("multibib", r"\newcites{sec,web}{Two,Web}\citesec{a} \cite{b} \nocitesec{c} \citepweb[1][2]{d}", "a b c d"),
]


@pytest.mark.parametrize(("package", "text", "expected"), PACKAGES)
def test_cite_commands_of_packages(package, text, expected):
    assert sorted(keys(scan(body(text, f"\\usepackage{{{package}}}")))) == expected.split()


@pytest.mark.parametrize(
    ("document_class", "text"),
    [
        ("revtex4-2", r"\onlinecite{a} \citenum{b}"),
        ("acmart", r"\citet{a} \citeyearpar{b}"),
        ("abntex2", r"\citeonline{a} \cite{b}"),
    ],
)
def test_classes_bring_their_commands(document_class, text):
    assert keys(scan(body(text, document_class=document_class))) == ["a", "b"]


WRAPPERS = [
    (r"\newcommand{\seecite}[2][see]{(#1~\cite{#2})}", r"\seecite{a} \seecite[cf.]{b,c}", "a b c"),
    (r"\newcommand\up[1]{\textsuperscript{\cite{#1}}}", r"\up{a}", "a"),
    (r"\def\up#1{\cite{#1}}", r"\up{a}", "a"),
    (r"\def\up#1;{\cite{#1}}", r"\up a;", "a"),
    (r"\providecommand*{\up}[1]{\cite{#1}}", r"\up{a}", "a"),
    (r"\DeclareRobustCommand{\up}[1]{\cite{#1}}", r"\up{a}", "a"),
    (r"\NewDocumentCommand{\up}{s o m}{\IfBooleanTF{#1}{\citep{#3}}{\citet[#2]{#3}}}", r"\up*{a} \up[x]{b}", "a b"),
    (r"\NewDocumentCommand\up{m O{x} m}{#1 \cite[#2]{#3}}", r"\up{text}{a} \up{t}[y]{b}", "a b"),
    (r"\newcommandx{\up}[2][1=see]{\cite[#1]{#2}}", r"\up{a}", "a"),
    (r"\newrobustcmd{\up}[1]{\cite{#1}}", r"\up{a}", "a"),
    (r"\let\up\citet", r"\up[p]{a}", "a"),
    (r"\let\up=\citet", r"\up{a}", "a"),
    (r"\let\old\cite\renewcommand{\cite}[2][]{\old[#1]{#2}}", r"\cite[x]{a}", "a"),
    (r"\newcommand{\up}{\citep[see][]}", r"\up{a}", "a"),
    (r"\newcommand{\up}{\cite}", r"\up[p. 2]{a} then {b}", "a"),
    (r"\newcommand{\radon}{\citeauthor{radon17}\xspace}", r"\radon and \radon", "radon17"),
    (r"\newcommand{\gcn}[1]{\nocite{GCN#1}GCN~#1}", r"\gcn{25449} \gcn{1}", "GCN1 GCN25449"),
    (r"\newcommand{\both}[1]{\citeauthor{#1}'s (\citeyear{#1})}", r"\both{a}", "a"),
    (r"\newcommand{\late}[1]{\later{#1}}\newcommand{\later}[1]{\cite{#1}}", r"\late{a}", "a"),
    (r"\newcommand{\outer}[2]{#1 \inner{#2}}\newcommand{\inner}[1]{\cite{#1}}", r"\outer{t}{a}", "a"),
    (r"\newcommand{\gone}[1]{}", r"\gone{\cite{a}} \cite{b}", "b"),
    (r"\newcommand{\note}[1]{\marginpar{#1}}", r"\note{\cite{a}}", "a"),
    (r"\newcommand{\half}[2]{#1}", r"\half{\cite{a}}{\cite{b}}", "a"),
    (r"\newif\ifdraft\newcommand{\d}[1]{\ifdraft#1\fi}", r"\d{\cite{a}}\drafttrue\d{\cite{b}}", "b"),
    (r"\newcommand{\loop}[1]{\loop{#1}\cite{#1}}", r"\loop{a}", "a"),
    (r"\makeatletter\@namedef{up}{\cite{fixed}}\makeatother", r"\up", "fixed"),
    (r"\newenvironment{cq}[1]{\begin{quote}\def\who{\cite{#1}}}{\who\end{quote}}", r"\begin{cq}{a}Text\end{cq}", "a"),
    (r"\DeclareCiteCommand{\mine}{x}{y}{z}{w}\DeclareMultiCiteCommand{\mines}{\mine}{d}", r"\mine[1][2]{a}\mines{b}{c}", "a b c"),
    (
        r"\makeatletter\def\one[#1]#2{\cite[#1]{#2}}\def\two#1{\citet{#1}}\def\up{\@ifnextchar[{\one}{\two}}",
        r"\up[x]{a}\up{b}",
        "a b",
    ),
    (r"\makeatletter\newcommand{\up}{\@ifstar{\citep}{\citet}}", r"\up*{a}\up[p.]{b}", "a b"),
    (r"\NewDocumentCommand{\up}{s m}{\IfBooleanTF{#1}{\citep}{\citet}{#2}}", r"\up*{a}\up{b}", "a b"),
    (r"\usepackage{etoolbox}\newtoggle{t}\toggletrue{t}", r"\iftoggle{t}{\citep[x]}{\citet}{a}", "a"),
    (r"\newcommand{\key}{knuth}", r"\cite{\key 84}", "knuth84"),
    (r"\newcommand{\todo}[2][]{\textbf{#2}}", r"\todo[inline]{see \cite{a}}", "a"),
]


@pytest.mark.parametrize(("preamble", "text", "expected"), WRAPPERS)
def test_commands_of_the_document(preamble, text, expected):
    assert sorted(keys(scan(body(text, preamble)))) == expected.split()


def test_command_of_the_configuration():
    state = scan(body(r"\mine{x}{a}"), extra=tex.user_commands({"\\mine": "m k"}))
    assert keys(state) == ["a"]


SKIPPED = [
    r"\begin{verbatim}\cite{x}\end{document}\end{verbatim}",
    r"\begin{lstlisting}[language=TeX]\cite{x}\end{lstlisting}",
    r"\begin{minted}{tex}\cite{x}\end{minted}",
    r"\begin{comment}\cite{x}\end{comment}",
    r"\verb|\cite{x}| \verb*+\cite{x}+",
    r"\lstinline!\cite{x}! \lstinline[language=TeX]{\cite{x}}",
    r"\mintinline{tex}{\cite{x}} \mintinline{tex}|\cite{x}|",
    r"\lstnewenvironment{code}{}{}\begin{code}\cite{x}\end{code}",
    r"\DefineVerbatimEnvironment{code}{Verbatim}{}\begin{code}\cite{x}\end{code}",
    r"\newtcblisting{code}[2][]{listing only,title=#2}\begin{code}{t}\cite{x}\end{code}",
    r"\newminted{tex}{linenos}\begin{texcode}\cite{x}\end{texcode}",
    r"\excludecomment{hidden}\begin{hidden}\cite{x}\end{hidden}",
    r"\newenvironment{hidden}{\comment}{\endcomment}\begin{hidden}\cite{x}\end{hidden}",
    r"\newenvironment{code}{\verbatim}{\endverbatim}\begin{code}\cite{x}\end{code}",
    r"\MakeShortVerb{\|}|\cite{x}|",
    r"\DefineShortVerb{\|}|\cite{x}|\% ",
    r"\MakeShortVerb{\|}|\cite{x}|\DeleteShortVerb{\|} a|b",
    r"\begin{tcblisting}{listing only}\cite{x}\end{tcblisting}",
    r"\usepackage[disable]{todonotes}\todo[inline]{\cite{x}}",
    r"\ifSubfilesClassLoaded{\cite{x}}{}",
    r"\makeatletter\@ifundefined{cite}{\cite{x}}{}",
    r"\ifnumcomp{1}{>}{2}{\cite{x}}{}\ifblank{}{}{\cite{x}}\ifstrequal{a}{b}{\cite{x}}{}",
    r"\newboolean{b}\ifthenelse{\not\boolean{b}\and\equal{a}{a}}{}{\cite{x}}",
    r"\unless\iftrue\cite{x}\fi",
    r"\detokenize{\cite{x}}",
    r"\iffalse\cite{x}\fi",
    r"\iffalse\ifnum1=1\cite{x}\else\cite{x}\fi\cite{x}\fi",
    r"\iftrue\else\cite{x}\fi",
    r"\if 0 \cite{x} \fi",
    r"\ifnum0=1 \cite{x}\fi",
    r"\newif\ifdraft\ifdraft\cite{x}\fi",
    r"\newif\ifdraft\drafttrue\ifdraft\else\cite{x}\fi",
    r"\newcommand{\edition}{1}\newcommand{\racket}{0}\if\edition\racket\cite{x}\fi",
    r"\newtoggle{draft}\iftoggle{draft}{\cite{x}}{}",
    r"\newboolean{draft}\setboolean{draft}{true}\ifthenelse{\boolean{draft}}{}{\cite{x}}",
    r"\newcounter{sel}\setcounter{sel}{1}\ifnumequal{\value{sel}}{0}{\cite{x}}{}",
    r"\newcommand{\mode}{a}\ifthenelse{\equal{\mode}{b}}{\cite{x}}{}",
    r"\url{http://a.org/%7E} % \cite{x}",
    r"\IfFileExists{nothere}{\cite{x}}{}",
    r"\typeout{\cite{x}}",
    r"\end{document}\cite{x}",
    r"\endinput \% " + "\n" + r"\cite{x}",
]


@pytest.mark.parametrize("text", SKIPPED)
def test_what_tex_skips(text):
    before = r"\cite{before}"
    assert keys(scan(body(before + text))) == ["before"]


LIVE = [
    r"\begin{verbatim}x\end{verbatim}\cite{y}",
    r"\verb|%|\cite{y}",
    r"\url{http://a.org/%7E}\cite{y}",
    r"\href{http://a.org/%7E}{\cite{y}}",
    r"\begin{tcblisting}{}\cite{y}\end{tcblisting}",
    r"\usepackage{todonotes}\todo[inline]{\cite{y}}",
    r"\unless\iffalse\cite{y}\fi",
    r"\csname cite\endcsname{y}",
    r"\ifdraft{}{}\iftrue\cite{y}\else\cite{no}\fi",
    r"\iffalse\else\cite{y}\fi",
    r"\iffalse a\iff b\fi\cite{y}",
    r"\iffalse\iftoggle{a}{b}{c}\fi\cite{y}",
    r"\iffalse % \fi" + "\n" + r"\fi\cite{y}",
    r"\ifunknown\cite{y}\else\fi",
    r"\iftrue\ifunknown a\fi\cite{y}\else\cite{no}\fi",
    r"$a \iff b$\iftrue\ifthenelse{x}{}{}\cite{y}\else\cite{no}\fi",
    r"\if\edition\racket\cite{y}\fi",
    r"\newif\ifdraft\drafttrue\ifdraft\cite{y}\fi",
    r"\begin{document}\cite{y}",
    r"% \end{document}" + "\n" + r"\cite{y}",
    r"\IfFileExists{nothere}{}{\cite{y}}",
    r"\ifthenelse{\isodd{3}}{\cite{y}}{}",
    r"\makeatletter\@ifpackageloaded{natbib}{\cite{no}}{\cite{y}}\makeatother",
]


@pytest.mark.parametrize("text", LIVE)
def test_what_tex_may_execute(text):
    assert keys(scan(body(text))) == ["y"]


FILES = {
    "one.tex": r"\cite{one}\input deep/two",
    "deep/two.tex": r"\cite{two}",
    "deep/three.tex": r"\cite{three}\input{two}",
    "child.tex": r"\documentclass[main]{subfiles}\cite{no}\begin{document}\cite{child}\end{document}\cite{no}",
    "mine.sty": r"\newcommand{\mine}[1]{\cite{#1}}\addbibresource{mine.bib}\endinput" + "\n" + r"\cite{no}",
    "mycls.cls": r"\newif\if@cite\DeclareOption{cite}{\@citetrue}\ProcessOptions\AtEndDocument{\if@cite\cite{end}\fi}",
    "loop.tex": r"\cite{loop}\input{loop}",
    "chap.tex": r"\documentclass{article}\begin{document}\cite{chap}\end{document}",
}
INPUTS = [
    (r"\input{one}", "one two"),
    (r"\input one ", "one two"),
    (r"\input{one.tex}", "one two"),
    (r'\input{"one"}', "one two"),
    (r"\include{one}", "one two"),
    (r"\includeonly{other}\include{one}", "one two"),
    (r"\import{deep/}{three}", "three two"),
    (r"\subimport{deep}{three}", "three two"),
    (r"\subfile{child}\cite{after}", "after child"),
    (r"\usepackage{mine}\mine{a}", "a"),
    (r"\newcommand{\dir}{deep}\input{\dir/two}", "two"),
    (r"\newcommand{\get}[1]{\input{deep/#1}}\get{two}", "two"),
    (r"\InputIfFileExists{one}{}{\cite{no}}", "one two"),
    (r"\input{loop}", "loop"),
    (r"\include{chap}\cite{after}", "after chap"),
    (r"\input{nothere}\cite{a}", "a"),
]


@pytest.mark.parametrize(("text", "expected"), INPUTS)
def test_inputs(text, expected):
    assert sorted(keys(scan(body(text), FILES))) == expected.split()


@pytest.mark.parametrize(("options", "expected"), [("cite", ["end"]), ("", [])])
def test_class_options_are_executed(options, expected):
    assert keys(scan(f"\\documentclass[{options}]{{mycls}}\\begin{{document}}\\end{{document}}", FILES)) == expected


PROBLEMS = [
    (r"\input{nothere}", [("missing-file", "nothere")]),
    (r"\InputIfFileExists{nothere}{}{}", []),
    (r"\input{loop}", [("unresolved-input", None)]),
    (r"\input{\unknown/x}", [("unresolved-input", None)]),
    (r"\cite{a,,b,}", [("empty-citation-key", None)]),
    (r"\cite{}", [("empty-citation-key", None)]),
    (r"\cite[Fig.~2 in][]{knuth84}", [("bad-citation-key", "[")]),
    (r"\cite \emph{x}", [("bad-citation-key", "\\emph")]),
    (r"\usepackage{natbib}\cite[Fig.~2 in][]{knuth84}", []),
]


@pytest.mark.parametrize(("text", "expected"), PROBLEMS)
def test_problems(text, expected):
    assert [(problem.kind, problem.key) for problem in scan(body(text), FILES).problems] == expected


POSITIONS = [
    ("\\cite{a,\n% old,\nghost}", "ghost", "main.tex", 6, 1),
    ("\\newcommand{\\up}[1]{\\cite{#1}}\n\\up{ghost}", "ghost", "main.tex", 5, 5),
    ("\\newcommand{\\up}[1]{\\cite{GCN#1}}\n\\up{77}", "GCN77", "main.tex", 5, 5),
    ("\\newcommand{\\up}{\\cite{ghost}}\n\\up", "ghost", "main.tex", 4, 24),
    ("\\newcommand{\\up}{\\cite}\n\\up{ghost}", "ghost", "main.tex", 5, 5),
    ("\\input{deep/two}", "two", "deep/two.tex", 1, 7),
]


@pytest.mark.parametrize(("text", "key", "path", "line", "column"), POSITIONS)
def test_positions(text, key, path, line, column):
    found = next(citation for citation in scan(body(text), FILES).citations if citation.key == key)
    assert (found.span.source.path, *found.span.source.position(found.span.start)) == (path, line, column)


def test_a_wrapper_is_named_as_the_author_wrote_it():
    found = scan(body(r"\newcommand{\up}[1]{\cite{#1}}\up{a}")).citations[0]
    assert (found.command, found.span.source.text[found.command_start :][:3]) == ("up", "\\up")


DATABASES = [
    (r"\bibliography{a,b.bib, c}", ["a", "b.bib", "c"]),
    (r"\bibliography{a,% b" + "\nc}", ["a", "c"]),
    (r"\newcommand{\dir}{lib}\bibliography{\dir/a,\jobname}", ["lib/a", "main"]),
    (r"\addbibresource[location=remote]{http://x.org/a.bib}", ["http://x.org/a.bib"]),
    (r"\addbibresource{\subfix{../a.bib}}", ["../a.bib"]),
    (r"\addbibresource{lib/{a,b}*.bib}", ["lib/{a,b}*.bib"]),
    (r"\nobibliography{a}", ["a"]),
    (r"\newcommand{\mybib}[1]{\bibliographystyle{plain}\bibliography{#1}}\mybib{a}", ["a"]),
    (r"\AtEndDocument{\bibliography{a}}", ["a"]),
    (r"\usepackage{bibtopic}\begin{btSect}{a,b}\end{btSect}", ["a", "b"]),
]


@pytest.mark.parametrize(("text", "expected"), DATABASES)
def test_databases(text, expected):
    state = scan(body(text))
    assert [request.name for section in state.sections for request in section.requests] == expected


UNITS = [
    (
        r"\begin{refsection}[app.bib]\cite{a}\end{refsection}\cite{b}\newrefsection\cite{c}\endrefsection\cite{d}",
        {"a": 1, "b": 0, "c": 2, "d": 0},
    ),
    (r"\usepackage{bibunits}\begin{bibunit}[plain]\cite{a}\putbib[x]\end{bibunit}\cite{b}", {"a": 1, "b": 0}),
    (r"\usepackage{chapterbib}\include{one}\cite{b}", {"one": 1, "two": 1, "b": 0}),
    (r"\usepackage{multibib}\newcites{web}{Web}\cite{a}\citeweb{b}\bibliographyweb{x}", {"a": 0, "b": 1}),
]


@pytest.mark.parametrize(("text", "expected"), UNITS)
def test_units(text, expected):
    assert {citation.key: citation.section for citation in scan(body(text), FILES).citations} == expected


def test_nocite_all_belongs_to_its_section():
    state = scan(body(r"\begin{refsection}\nocite{*}\end{refsection}\nocite{a,*}"))
    assert [section.nocite_all is not None for section in state.sections] == [True, True]
    assert keys(state) == ["a"]


def test_filecontents_keeps_offsets():
    state = scan("\\begin{filecontents*}[overwrite]{\\jobname.bib}\n@book{k, title={T}}\n\\end{filecontents*}\n" + body(""))
    embedded = state.embedded.get("main.bib")
    assert embedded.position(embedded.text.index("@book")) == (2, 1)


def test_bibitems():
    state = scan(body("\\begin{thebibliography}{9}\\bibitem{a} A \\bibitem[Two et~al.(1999)]{b} B\\end{thebibliography}"))
    assert [item.key for item in state.bibitems] == ["a", "b"]


GROUPED = [
    (r"\newif\ifs\gdef\x{y} {\strue \ifs\cite{a}\fi}\ifs\cite{no}\fi", "a"),
    (r"\newif\ifs{\strue\global\strue}\ifs\cite{a}\fi", "a"),
    (r"\def\x{\cite{a}}\bgroup\def\x{\cite{b}}\egroup\x", "a"),
    (r"\def\x{\cite{a}}\begin{quote}\input{local}\x\end{quote}\x", "b a"),
    (r"\def\x{\cite{a}}{\let\x\undefined\gdef\x{\cite{b}}}\x", "b"),
    (r"\def\x{\cite{a}}\footnote{\def\x{\cite{b}}}\x", "a"),
    (r"\newcommand{\open}{\begingroup\def\x{\cite{b}}}\def\x{\cite{a}}\open\x\endgroup", "b"),
]


@pytest.mark.parametrize(("text", "expected"), GROUPED)
def test_assignments_end_with_their_group(text, expected):
    assert keys(scan(body(text), {"local.tex": r"\def\x{\cite{b}}"})) == expected.split()


LOOPS = [
    (r"\forcsvlist{\cite}{a,b}", "a b"),
    (r"\renewcommand{\do}[1]{\cite{#1}}\docsvlist{a, b}", "a b"),
    (r"\makeatletter\@for\x:=a,b\do{\cite{\x}}", "a b"),
    (r"\newcommand{\all}{a,b}\makeatletter\@for\x:=\all\do{\nocite{\x}}", "a b"),
    (r"\foreach \x in {a,b}{\cite{\x}}", "a b"),
    (r"\foreach \n in {1,...,3}{\cite{k\n}}", "k1 k2 k3"),
    (r"\foreach \x/\y in {a/b,c/d}{\cite{\x,\y}}", "a b c d"),
    (r"\ExplSyntaxOn\clist_map_inline:nn{a,b}{\cite{#1}}\ExplSyntaxOff", "a b"),
    (r"\ExplSyntaxOn\cs_new:Npn\my_c:n #1{\cite{#1}}\NewDocumentCommand\mc{m}{\my_c:n{#1}}\ExplSyntaxOff\mc{a}", "a"),
    (r"\NewDocumentCommand\mc{>{\SplitList{,}}m}{\ProcessList{#1}{\kd}}\newcommand{\kd}[1]{\cite{#1}}\mc{a,b}", "a b"),
    (r"\usepackage{acro}\DeclareAcronym{x}{short=X, long=Y, cite={a,b}}", "a b"),
    (r"\newcommand{\raw}[1]{\write\@auxout{\string\citation{#1}}}\raw{a}", "a"),
]


@pytest.mark.parametrize(("text", "expected"), LOOPS)
def test_lists_in_the_source_are_followed(text, expected):
    assert keys(scan(body(text))) == expected.split()


@pytest.mark.parametrize("package", ["\\usepackage{mciteplus}", "\\usepackage[merge]{natbib}", "\\usepackage{achemso}"])
def test_a_star_merges_works(package):
    assert keys(scan(body(r"\cite{a,*b}", package))) == ["a", "b"]
    assert keys(scan(body(r"\cite{a,*b}"))) == ["a", "*b"]


LISTINGS = [
    ("\\begin{Verbatim}[commandchars=\\\\\\{\\}]\nx \\cite{a}\n\\end{Verbatim}", "a"),
    ("\\begin{lstlisting}[escapeinside={(*@}{@*)}]\nx (*@\\cite{a}@*) \\cite{no}\n\\end{lstlisting}", "a"),
    ("\\lstset{escapechar=|}\n\\begin{lstlisting}\nx |\\cite{a}| \\cite{no}\n\\end{lstlisting}", "a"),
    ("\\begin{minted}[escapeinside=||]{c}\nx |\\cite{a}| \\cite{no}\n\\end{minted}", "a"),
    ("\\fvset{commandchars=\\\\\\{\\}}\n\\begin{BVerbatim}\n\\cite{a}\n\\end{BVerbatim}", "a"),
    ("\\begin{lstlisting}[mathescape]\nx $\\cite{a}$ \\cite{no}\n\\end{lstlisting}", "a"),
    ("\\begin{comment}[escapechar=|]\n|\\cite{no}|\n\\end{comment}", ""),
]


@pytest.mark.parametrize(("text", "expected"), LISTINGS)
def test_what_listings_execute(text, expected):
    assert keys(scan(body(text))) == expected.split()


@pytest.mark.parametrize("how", ["\\def", "\\gdef", "\\newcommand", "\\let", "\\renewcommand{", "\\edef", "\\long\\def"])
def test_a_control_sequence_without_a_name_is_none(how):
    text = f"\\expandafter{how}\\csname \\endcsname#1{{\\cite{{a}}}} \\cite{{b}}"
    assert "b" in keys(scan(body(text)))
