"""Titles and other text of records: markup, entities, marks of retraction, years, pages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from latexrefcheck.model.record import Notice
from latexrefcheck.text.markup import plain_text
from latexrefcheck.verify.sources._reply import string

_MARK = re.compile(
    r"^\s*[\[(]?\s*(?P<mark>(?:article\s+)?(?:retracted|withdrawn|removed|temporary\s+removal)(?:\s+(?:article|chapter|paper|preprint))?)"
    r"\s*(?:[\])]\s*[:.]?|[:.])\s*(?P<title>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)
_NOTICE = re.compile(
    r"^\s*(?:(?:author|publisher(?:['’]?s)?)\s+)?(?:"
    r"(?:retraction|correction|corrigend(?:um|a)|errat(?:um|a)|addendum|expression\s+of\s+concern)(?:\s+(?:notice|note|statement))?\s*[:–—]"
    r"|(?:correction|corrigend(?:um|a)|errat(?:um|a)|addendum|retraction\s+(?:note|notice))\s+to\b"
    r"|(?:corrigend(?:um|a)|errat(?:um|a))\s+for\b"
    r"|notice\s+of\s+(?:retraction|withdrawal|removal)\b|(?:retraction|withdrawal)\s+(?:notice|note)\b)",
    re.IGNORECASE,
)
_WITHDRAWN = re.compile(
    r"\b(?:has|have|had)\s+been\s+(?:temporarily\s+)?withdrawn\b|\b(?:is|was|been)\s+withdrawn\b|^\W*withdrawn\b|\bwithdrawn\s+by\b"
    r"|\bwithdraw(?:s|ing)?\s+(?:this|the)\s+(?:paper|article|submission|manuscript|work|preprint)\b",
    re.IGNORECASE,
)
_PAGES = re.compile(r"[0-9]|^[ivxlcdm]+(?:\s*[-–—]+\s*[ivxlcdm]+)?$", re.IGNORECASE)
_YEAR = re.compile(r"(?<![0-9])(1[0-9]{3}|2[0-9]{3})(?![0-9])")
KINDS = {"retracted": "retraction", "withdrawn": "withdrawal", "removed": "removal", "temporary": "removal"}


def plain(value: object, spaced: bool = False) -> str:
    """A JSON value as text without markup; "null" is a deposit error. ``spaced`` as in ``strip_markup``."""
    text = plain_text(value if isinstance(value, str) else string(value), spaced)
    return "" if text.lower() in ("null", "none") else text


def forms(text: object) -> list[str]:
    """Every plain form of one title: as written, and with blanks where tags stand between letters."""
    text = text if isinstance(text, str) else string(text)
    found = [plain(text)]
    if "<" in text or "&" in text:
        found.append(plain(text, spaced=True))
    return [form for form in dict.fromkeys(found) if form]


def titles(main: Iterable[object], subtitles: Iterable[object] = (), others: Iterable[object] = ()) -> tuple[str, ...]:
    """Every form of a title, the main one first; each also with its subtitle, and without a mark such as ``RETRACTED:``."""
    heads = [form for text in main for form in forms(text)]
    subs = [form for text in subtitles for form in forms(text)]
    extra = [form for text in others for form in forms(text)]
    if heads:
        # A lone word in capitals beside a real title is a deposit error ("ENGLISH" as the original title).
        extra = [text for text in extra if not (text.isascii() and text.isalpha() and text.isupper() and len(text) > 3)]
    joined = [
        f"{head}{'' if head[-1] in ':?!' else ':'} {sub}"
        for head in heads
        for sub in subs
        if sub.casefold() not in head.casefold()
    ]
    every = [*heads[:1], *joined, *heads[1:], *extra]
    bare = [unmarked(text) for text in every]
    return tuple(dict.fromkeys([*bare, *(text for text in every if text not in bare)]))


def unmarked(title: str) -> str:
    """The title without a leading ``RETRACTED:``, ``[WITHDRAWN]`` and the like."""
    match = _MARK.match(title)
    return match["title"] if match else title


def marks(raw: Iterable[object], source: str) -> tuple[Notice, ...]:
    """The notice that a mark at the head of a title stands for, if one of the titles has one."""
    for text in raw:
        match = _MARK.match(plain(text))
        if match:
            word = match["mark"].lower().removeprefix("article").split()[0]
            return (Notice(KINDS[word], source=source, label=" ".join(match["mark"].split()) + " in the title"),)
    return ()


def is_notice(title: str) -> bool:
    """Whether a title is that of a retraction or correction notice rather than of the work itself."""
    return bool(_NOTICE.match(title))


def withdrawn(text: str) -> bool:
    """Whether a comment or abstract says that the paper has been withdrawn."""
    return bool(_WITHDRAWN.search(text[:600]))


def full_stop_dropped(title: str) -> str:
    """The title without the final full stop that dblp, PubMed and Semantic Scholar add; ``...`` stays."""
    return title[:-1].rstrip() if title.endswith(".") and not title.endswith("..") else title


def year(value: object) -> int | None:
    """The first year in a number or a date text; Buddhist-era years (2549) are turned into common ones."""
    match = _YEAR.search(string(value))
    if not match:
        return None
    number = int(match[1])
    return number - 543 if 2300 < number < 2700 else number


def years(values: Iterable[object]) -> tuple[int, ...]:
    """The different years in ``values``, in their order."""
    return tuple(dict.fromkeys(number for value in values if (number := year(value)) is not None))


def texts(values: Iterable[object]) -> tuple[str, ...]:
    """The different plain texts among ``values``, in their order."""
    return tuple(dict.fromkeys(text for value in values if (text := plain(value))))


def page_range(first: object, last: object) -> str:
    """``first-last``, or the one that is there."""
    first, last = string(first), string(last)
    return f"{first}-{last}" if first and last and first != last else first or last


def pages(value: object) -> str:
    """Pages as they stand; nothing for words that stand there by mistake (``no-no``, a country)."""
    text = string(value)
    return text if _PAGES.search(text) else ""


def doi_in(value: object) -> str:
    """A DOI out of an API's field: without proxy or label, in lower case, nothing else changed."""
    text = string(value).lower()
    start = text.find("10.")
    return text[start:] if start >= 0 and "/" in text[start:] else ""


def arxiv_of(doi: str) -> str:
    """The arXiv identifier inside an arXiv DOI, or nothing."""
    return doi.removeprefix("10.48550/arxiv.") if doi.startswith("10.48550/arxiv.") else ""


def identified(**values: str) -> dict[str, str]:
    """Identifiers that are there; an arXiv DOI also gives the arXiv identifier."""
    found = {kind: value for kind, value in values.items() if value}
    if "arxiv" not in found and (number := arxiv_of(found.get("doi", ""))):
        found["arxiv"] = number
    return found
