"""Entries of a .bib as items of CSL-JSON, markup and protected capitals of their titles kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from latexrefcheck.model.csl import to_csl
from latexrefcheck.model.document import Bibliography, Entry
from latexrefcheck.model.work import Work
from latexrefcheck.reading import works
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.tex import to_unicode
from latexrefcheck.text.texmarkup import marked

_ARCHIVE = lazy(r"\s*(?:arxiv|corr)\b", re.IGNORECASE)
_MARKED = (("title", ("title",)), ("container-title", ("booktitle", "journaltitle", "journal")))


def items(entries: Iterable[Entry], bibliography: Bibliography) -> list[Mapping[str, object]]:
    """One item an entry, in order; ``custom.bibtex`` keeps the fields as TeX for styles that are written for BibTeX."""
    folded = bibliography.dialect == "bibtex"

    def lookup(key: str) -> Entry | None:
        return bibliography.by_key.get(key.lower() if folded else key)

    return [_item(entry, lookup) for entry in entries]


def _item(entry: Entry, lookup: works.Lookup) -> dict[str, object]:
    values = works.values(entry, lookup)
    work = works.work(entry.type, values, Work, identifiers=works.identified(values).found)
    item = to_csl(work, entry.key)
    for variable, fields in _MARKED:
        tex = next((values[name] for name in fields if name in values), "")
        plain = str(item.get(variable, ""))
        if any(sign in tex for sign in "\\{$") and plain.startswith(shown := _plain(tex)):
            item[variable] = marked(tex) + plain[len(shown) :]
    _as_cited(entry.type, item, work)
    item["custom"] = {"bibtex": {"": entry.type, **values}}
    return item


def _plain(tex: str) -> str:
    return " ".join(to_unicode(tex).split())


def _as_cited(type_: str, item: dict[str, object], work: Work) -> None:
    """What BibTeX has no entry type for: a preprint says so by its number, a web page by its address."""
    number = work.identifiers.get("arxiv", "")
    archived = not work.venue or _ARCHIVE.match(work.venue) is not None
    if number and archived and type_ in ("misc", "article", "unpublished", "online", "techreport", "report"):
        item |= {"type": "article", "publisher": "arXiv", "number": f"arXiv:{number}"}
        if "DOI" not in item:
            item["URL"] = f"https://arxiv.org/abs/{number}"
        for variable in ("container-title", "volume", "issue", "page"):
            item.pop(variable, None)
    elif type_ == "misc" and "URL" in item and not work.venue:
        item["type"] = "webpage"
