r"""The items of a ``thebibliography``, in the document or in a .bbl that stands in for a missing database.

A .bbl of biblatex holds fields (``\field``, ``\name``, ``\list``, ``\verb``; biblatex manual, § 4.4): those are read as data.
"""

from __future__ import annotations

from collections.abc import Iterable

from latexrefcheck.model.document import BibItem, Bibliography, Document, SourceFile
from latexrefcheck.model.references import WORDS, Worded
from latexrefcheck.model.work import Work
from latexrefcheck.reading import works
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.tex import to_unicode

_END = lazy(
    r"\\bibitem(?![A-Za-z])|\\harvarditem(?![A-Za-z])|\\end\s*\{|\\entry\{|\\endentry\b|\\bibliographystyle\b|\\bibliography\b"
)
_COMMENT = lazy(r"(?<!\\)%[^\n]*(?:\n[ \t]*)?")
_ADDRESS_OR_COMMENT = lazy(r"(\\(?:href|url|path|nolinkurl|doi|DOI|arxiv|pmid)\s*\{[^{}]{1,2000}\})|(?<!\\)%[^\n]*(?:\n[ \t]*)?")
_BROKEN = lazy(r"%[ \t]*\n[ \t]*")
"""How BibTeX breaks a long line without a blank; any other sign of per cent in an address is one of its characters."""
_UNIT = r"\s*-?[\d.]+\s*(?:em|ex|pt|pc|cm|mm|in|mu|sp|bp|dd|cc|fil+)"
_GLUE = lazy(rf"\\(?:hskip|vskip|mskip|kern|mkern)(?:{_UNIT})(?:\s*plus{_UNIT})?(?:\s*minus{_UNIT})?(?:\s*\\relax\b)?")
r"""Space that IEEEtran sets before a publisher (``\hskip 1em plus 0.5em minus 0.4em\relax``)."""
_SPACE = lazy(r"\\[hv]space\*?\s*\{[^{}]{0,40}\}")
_CITED = lazy(
    r"\\(?:(?:text|paren|auto|foot|online|full)?cite|cite(?:p|t|alp|alt|author|year|yearpar|num))\*?(?![A-Za-z])"
    r"\s*(?:\[[^\[\]]{0,80}\]\s*){0,2}\{[^{}]{0,500}\}"
)
_LABELLED = lazy(r"\\(?:bibinfo|bibfield|natexlab|Eprint|eprint)\s*\{[^{}]{0,40}\}")
r"""Macros of REVTeX and natbib whose first argument is no text of the reference (``\bibinfo {author} {…}``)."""
_SILENT = lazy(
    r"\\(?:href@noop|bibnamedelim[a-z]|BibitemOpen|BibitemShut|bibitemNoStop|bibitemStop|EOS|selectlanguage)\b\s*(?:\{[^{}]{0,20}\})?"
)
_LINK = lazy(r"\\href\s*\{([^{}]{1,2000})\}")
_ADDRESS = lazy(r"\\(?:url|path|nolinkurl|doi|DOI|arxiv|pmid)\s*\{([^{}]{1,2000})\}")
_KINDS = {"doi": "doi:", "DOI": "doi:", "arxiv": "arXiv:", "pmid": "PMID:"}
_NAME = lazy(r"\\(?:url|path|nolinkurl|doi|DOI|arxiv|pmid)")
MAX_ITEM = 8000
"""Characters of one item that are read; more is no reference."""

_FIELD = lazy(r"\\(?:field|strng)\{([a-z]+)\}\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
_VERBATIM = lazy(r"\\verb\{([a-z]+)\}\s*\\verb ([^\n]*)")
_LIST = lazy(r"\\list\{([a-z]+)\}\{\d+\}\{\s*%?\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
_NAMES = lazy(r"\\name\{(author|editor|translator)\}\{\d+\}\{[^{}]*\}\{")
_PART = lazy(r"\b(family|given|prefix|suffix)=\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}")
_PERSON = lazy(r"\{\{(?:un=\d+,)?(?:uniquepart=\w+,)?hash=[0-9a-f]+\}\{|\{\{[^{}]*\}\{%?")
_ENTRY = lazy(r"\{([a-z]+)\}")


def of_documents(documents: Iterable[Document]) -> tuple[Bibliography, ...]:
    """The lists of items of ``documents``, one per file that holds any, each item once."""
    found: dict[str, dict[int, Worded]] = {}
    sources: dict[str, SourceFile] = {}
    for document in documents:
        for item in document.bibitems:
            source = item.span.source
            if item.generated and not source.path.endswith(".bbl"):
                continue  # keys of a database that TeX has and we do not read
            known = found.setdefault(source.path, {})
            sources.setdefault(source.path, source)
            if item.span.start not in known and (one := _item(item)) is not None:
                known[item.span.start] = one
    return tuple(
        Bibliography(sources[path], WORDS, tuple(known[start] for start in sorted(known)))
        for path, known in found.items()
        if known
    )


def _item(item: BibItem) -> Worded | None:
    """The reference of an item; None for one without words."""
    source, span = item.span.source, item.span
    text = source.text
    near = max(0, span.start - MAX_ITEM)
    start = max(text.rfind("\\bibitem", near, span.start), text.rfind("\\entry", near, span.start))
    start = start if start >= 0 else span.start
    begin = text.find("}", span.end) + 1
    if begin <= 0:
        return None
    stop = _END.search(text, begin, begin + MAX_ITEM)
    end = stop.start() if stop else min(len(text), begin + MAX_ITEM)
    if text.startswith("\\entry", start):
        kind = _ENTRY.match(text, begin)
        work = _of_fields(kind[1] if kind else "", text[begin:end])
        words = ", ".join(
            part for part in (*(one.text for one in work.authors), work.title, work.venue, str(work.year or "")) if part
        )
        return Worded(source, item.key, start, end, words, work, span.start, span.end) if work.title else None
    words = plain(text[begin:end])
    end = begin + len(text[begin:end].rstrip())
    return Worded(source, item.key, start, end, words, None, span.start, span.end) if words else None


def plain(tex: str) -> str:
    """The text of an item on one line; the addresses of its links stay readable in it."""
    tex = _ADDRESS_OR_COMMENT.sub(lambda found: _BROKEN.sub("", found[1]) if found[1] else "", tex)
    tex = _CITED.sub(" ", _SPACE.sub(" ", _GLUE.sub(" ", tex)))
    tex = _LINK.sub(lambda found: f" {_address(found[1])} ", tex)
    tex = _ADDRESS.sub(lambda found: f" {_KINDS.get(_named(found[0]), '')}{_address(found[1])} ", tex)
    tex = _SILENT.sub(" ", _LABELLED.sub(" ", tex))
    tex = tex.replace("\\newblock", " ").replace("\\par", " ").replace("\\\\", " ").replace("\\penalty0", "")
    return to_unicode(tex)


def _named(macro: str) -> str:
    name = _NAME.match(macro)
    return name[0][1:] if name else ""


def _address(text: str) -> str:
    """An address as it is typed in TeX, readable for :func:`to_unicode` and unchanged by it."""
    bare = text.replace("\\_", "_").replace("\\%", "%").replace("\\#", "#").replace("\\&", "&").strip()
    return bare.replace("\\", "\\textbackslash ").replace("~", "\\textasciitilde ")


def _of_fields(kind: str, text: str) -> Work:
    """The work of one ``\\entry`` of a .bbl."""
    value = {found[1]: found[2] for found in _FIELD.finditer(text)}
    value |= {found[1]: found[2] for found in _LIST.finditer(text)}
    value |= {found[1]: found[2].strip() for found in _VERBATIM.finditer(text)}
    value |= {"url": value["urlraw"]} if "urlraw" in value and "url" not in value else {}
    value |= {role: " and ".join(names) for role, names in _people(text).items()}
    told = {name: one for name, one in value.items() if one.strip()}
    return works.work(kind, told, Work, identifiers=works.identified(told).found)


def _people(text: str) -> dict[str, list[str]]:
    """The names per role in the form of a .bib: ``prefix family, suffix, given``."""
    told: dict[str, list[str]] = {}
    for found in _NAMES.finditer(text):
        stop = _balanced(text, found.end() - 1)
        people = _PERSON.split(text[found.end() : stop])[1:]
        for person in people:
            parts = dict(_PART.findall(_COMMENT.sub("", person).replace("\\bibinitperiod", ".")))
            parts = {name: value.replace("\\bibnamedelima", " ").replace("\\bibnamedelimb", " ") for name, value in parts.items()}
            if "family" in parts:
                first = f"{parts.get('prefix', '')} {parts['family']}".strip()
                told.setdefault(found[1], []).append(", ".join(filter(None, (first, parts.get("suffix"), parts.get("given")))))
    return told


def _balanced(text: str, start: int) -> int:
    """The offset of the brace that closes the one at ``start``; the end of the text where none does."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return place
    return len(text)
