"""The data that reference managers leave in a Word document, as items of CSL-JSON.

Zotero and Mendeley Desktop keep them in the codes of fields (``ADDIN CSL_CITATION {…}``), Zotero by choice in the document's
properties behind bookmarks, Mendeley Cite in tags of content controls, EndNote as XML in a field. Word's own citations name
sources in a part of their own (ECMA-376, part 1, § 22.6).
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterable, Iterator, Mapping

from latexrefcheck.reading.references.word.element import Element, Texts
from latexrefcheck.text.patterns import lazy

Item = Mapping[str, object]

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_B = "{http://schemas.openxmlformats.org/officeDocument/2006/bibliography}"
_FIELD = lazy(r"(?:ADDIN )?(?:ZOTERO_ITEM )?CSL_CITATION\s*(?=\{)")
_CITATION = lazy(r"(?:^|\s)CITATION\s+(\S+)((?:\s+\\m\s+\S+|\s+\\[a-z]\s+\S+)*)")
_MORE = lazy(r"\\m\s+(\S+)")
_MENDELEY = "MENDELEY_CITATION_v3_"
_BOOKMARK = "ZOTERO_BREF_"
_ENDNOTE = lazy(r"<EndNote>.*?</EndNote>", 16)  # re.DOTALL
_YEAR = lazy(r"\d{4}")


def of_paragraph(paragraph: Element, sources: Mapping[str, Item], properties: Mapping[str, str]) -> Iterator[Item]:
    """The items that a paragraph cites, in whatever way it does."""
    codes: list[str] = []
    for element in paragraph.iter():
        if element.tag == f"{_W}instrText":
            codes.append(element.text or "")
        elif element.tag == f"{_W}fldSimple":
            codes.append(f" {element.get(f'{_W}instr') or ''} ")
        elif element.tag == f"{_W}tag" and (element.get(f"{_W}val") or "").startswith(_MENDELEY):
            yield from _of_json(_decoded((element.get(f"{_W}val") or "")[len(_MENDELEY) :]), 0)
        elif element.tag == f"{_W}bookmarkStart" and (element.get(f"{_W}name") or "").startswith(_BOOKMARK):
            yield from _of_codes(properties.get(element.get(f"{_W}name") or "", ""))
        elif element.tag == f"{_W}fldData":
            yield from _of_endnote(_decoded("".join((element.text or "").split())))
    if codes:
        whole = "".join(codes)
        yield from _of_codes(whole)
        yield from _of_endnote(whole)
        for found in _CITATION.finditer(whole):
            yield from (sources[tag] for tag in (found[1], *_MORE.findall(found[2])) if tag in sources)


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4)).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return ""


def _of_codes(codes: str) -> Iterator[Item]:
    for found in _FIELD.finditer(codes):
        yield from _of_json(codes, found.end())


def _of_json(text: str, start: int) -> Iterator[Item]:
    """The items of a citation in JSON that begins at an offset; nothing of what is none."""
    try:
        told, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return
    listed = told.get("citationItems") if isinstance(told, dict) else None
    for one in listed if isinstance(listed, list) else ():
        item = one.get("itemData") if isinstance(one, dict) else None
        if isinstance(item, dict) and (item.get("title") or item.get("type")):
            yield {name: value for name, value in item.items() if name != "id"}


_ENDNOTE_TYPES = {
    "Book": "book",
    "Book Section": "chapter",
    "Conference Paper": "paper-conference",
    "Conference Proceedings": "paper-conference",
    "Journal Article": "article-journal",
    "Report": "report",
    "Thesis": "thesis",
    "Web Page": "webpage",
}
_ENDNOTE_TEXTS = {
    "title": "titles/title",
    "container-title": "titles/secondary-title",
    "volume": "volume",
    "issue": "number",
    "page": "pages",
    "publisher": "publisher",
    "DOI": "electronic-resource-num",
    "URL": "urls/related-urls/url",
}


def _of_endnote(text: str) -> Iterator[Item]:
    """The records of EndNote's citations."""
    from docx.oxml import parse_xml

    for found in _ENDNOTE.finditer(text):
        try:
            root = parse_xml(found[0].encode("utf-8"))
        except Exception:  # noqa: S112  XML that is none: what the library raises is its own affair
            continue
        for record in root.iter("record"):
            kind = record.find("ref-type")
            item: dict[str, object] = {
                "type": _ENDNOTE_TYPES.get((kind.get("name") or "") if kind is not None else "", "document")
            }
            item |= {name: value for name, path in _ENDNOTE_TEXTS.items() if (value := _words(record.find(path)))}
            year = _YEAR.search(_words(record.find("dates/year")))
            item |= {"issued": {"date-parts": [[int(year[0])]]}} if year else {}
            people = [_person(_words(one)) for one in record.iterfind("contributors/authors/author")]
            item |= {"author": people} if people else {}
            if item.get("title"):
                yield item


def _words(element: Texts | None) -> str:
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def _person(name: str) -> dict[str, str]:
    family, comma, given = name.partition(",")
    return {"family": family.strip(), "given": given.strip()} if comma else {"literal": name}


_SOURCE_TYPES = {
    "ArticleInAPeriodical": "article-magazine",
    "Book": "book",
    "BookSection": "chapter",
    "ConferenceProceedings": "paper-conference",
    "DocumentFromInternetSite": "webpage",
    "InternetSite": "webpage",
    "JournalArticle": "article-journal",
    "Report": "report",
}
_SOURCE_TEXTS = {
    "title": ("Title",),
    "container-title": ("JournalName", "BookTitle", "ConferenceName", "PeriodicalTitle", "InternetSiteTitle"),
    "volume": ("Volume",),
    "issue": ("Issue",),
    "page": ("Pages",),
    "publisher": ("Publisher",),
    "DOI": ("DOI",),
    "URL": ("URL",),
    "edition": ("Edition",),
}


def sources(parts: Iterable[Element]) -> dict[str, Item]:
    """Word's own sources by their tags."""
    found: dict[str, Item] = {}
    for root in parts:
        for source in root.iter(f"{_B}Source") if root.tag == f"{_B}Sources" else ():
            tag = _words(source.find(f"{_B}Tag"))
            item: dict[str, object] = {"type": _SOURCE_TYPES.get(_words(source.find(f"{_B}SourceType")), "document")}
            for variable, names in _SOURCE_TEXTS.items():
                told = [value for name in names if (value := _words(source.find(f"{_B}{name}")))]
                item |= {variable: told[0]} if told else {}
            year = _YEAR.search(_words(source.find(f"{_B}Year")))
            item |= {"issued": {"date-parts": [[int(year[0])]]}} if year else {}
            for role in ("author", "editor"):
                if people := list(_people(source.find(f"{_B}Author/{_B}{role.title()}"))):
                    item[role] = people
            if tag and item.get("title"):
                found.setdefault(tag, {"citation-key": tag, **item})
    return found


def _people(role: Element | None) -> Iterator[dict[str, str]]:
    for one in role.iter(f"{_B}Person", f"{_B}Corporate") if role is not None else ():
        if one.tag == f"{_B}Corporate":
            yield {"literal": _words(one)}
            continue
        given = " ".join(filter(None, (_words(one.find(f"{_B}First")), _words(one.find(f"{_B}Middle")))))
        yield {"family": _words(one.find(f"{_B}Last")), "given": given}


def properties(root: Element) -> dict[str, str]:
    """The texts that Zotero keeps in the properties of a document, each put together from its pieces, by bookmark."""
    pieces: dict[str, dict[int, str]] = {}
    for one in root.iter("{http://schemas.openxmlformats.org/officeDocument/2006/custom-properties}property"):
        name, _, number = (one.get("name") or "").rpartition("_")
        if name.startswith(_BOOKMARK) and number.isascii() and number.isdigit():
            pieces.setdefault(name, {})[int(number)] = "".join(one.itertext())
    return {name: "".join(text for _, text in sorted(parts.items())) for name, parts in pieces.items()}
