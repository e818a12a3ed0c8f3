"""The programs that make a document: its TeX engine and what reads its databases."""

from __future__ import annotations

from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading.tex import Scanner
from latexrefcheck.text.patterns import lazy

_BACKEND = lazy(r"backend\s*=\s*\{?(\w+)")
_PROGRAM = lazy(r"%\s*!\s*T[eE]X\s+(?:TS-)?program\s*=\s*(\S+)")
_ENGINES = (
    ("xetex", frozenset(("xeCJK", "xltxtra", "xepersian", "mathspec"))),
    ("luatex", frozenset(("luatexja", "luacode", "luatexbase", "emoji"))),
    ("xetex", frozenset(("fontspec", "unicode-math", "polyglossia", "ctex", "ctexart", "ctexrep", "ctexbook"))),
    ("ptex", frozenset(("jsarticle", "jsbook", "jarticle", "ujarticle"))),
)


def backend_of(scan: Scanner, wanted: str) -> str:
    """The program that reads the databases: ``bibtex``, ``biber``, ``manual`` or ``none``."""
    if wanted:
        return wanted
    if "biblatex" in scan.packages:
        chosen = _BACKEND.findall(scan.packages["biblatex"])
        return "bibtex" if chosen and chosen[-1].startswith("bibtex") else "biber"
    commands = {request.command for section in scan.sections for request in section.requests}
    if commands & {"addbibresource", "addglobalbib", "addsectionbib"}:
        return "biber"  # only biblatex has these; a class that we cannot read loads it
    if commands:
        return "bibtex"
    return "manual" if scan.bibitems else "none"


def engine_of(scan: Scanner, root: SourceFile, configured: str) -> str:
    """The TeX engine, from a magic comment, the latexmkrc or the packages."""
    magic = _PROGRAM.search(root.text, 0, 2000)
    for engine in ("xe", "lua", "pdf"):
        if magic and magic[1].lower().startswith(engine):
            return engine + "tex"
    if configured:
        return configured
    return next((engine for engine, packages in _ENGINES if packages & scan.packages.keys()), "pdftex")
