"""Which kinds of work scholarly indexes hold, and which they do not."""

from __future__ import annotations

import re

from latexrefcheck.model.record import Record, Reference
from latexrefcheck.verify.match.venues import repository

THESES = frozenset(("thesis", "phdthesis", "mastersthesis", "bachelorsthesis", "dissertation"))
UNINDEXED = THESES | frozenset(
    "online electronic www webpage website software softwareversion standard techspec manual report "
    "techreport unpublished patent dataset "
    "booklet misc legislation jurisdiction legal commentary letter personal movie video audio music "
    "image artwork performance bibnote "
    "newspaper newsarticle blog conversation preprint set xdata".split()
)
"""Entry types that no index holds reliably: that they are not found says nothing."""
BOOKS = frozenset(
    "book mvbook inbook bookinbook suppbook incollection collection mvcollection suppcollection "
    "reference mvreference inreference proceedings mvproceedings periodical".split()
)
"""Entry types that indexes hold only in part."""

_THESIS_RECORD = re.compile(r"thesis|dissertation", re.I)
_REPORT_RECORD = re.compile(r"report|standard|monograph|book|posted-content|preprint|other|working", re.I)


def unindexed(reference: Reference) -> bool:
    """Whether a search that finds nothing would prove nothing for this kind of work."""
    return reference.type in UNINDEXED


def unindexed_name(reference: Reference) -> str:
    """What the kind of work is called in a sentence."""
    if reference.type in THESES:
        return "theses"
    names = {"misc": "@misc works", "techreport": "reports", "report": "reports", "manual": "manuals", "standard": "standards"}
    names |= {
        "software": "software",
        "softwareversion": "software",
        "unpublished": "unpublished works",
        "patent": "patents",
        "dataset": "data sets",
    }
    return names.get(
        reference.type,
        "web pages" if reference.type in ("online", "electronic", "www", "webpage", "website") else f"@{reference.type} works",
    )


def compatible(reference: Reference, record: Record) -> bool:
    """Whether a search hit can be this kind of work: an article with a thesis's title is not the thesis."""
    if reference.type in THESES:
        return bool(_THESIS_RECORD.search(record.type))
    if reference.type in ("techreport", "report", "standard", "manual"):
        return not record.type or record.preprint or bool(_REPORT_RECORD.search(record.type))
    return not _THESIS_RECORD.search(record.type)


def cites_preprint(reference: Reference) -> bool:
    """Whether the entry cites the preprint, an archive is the venue, or there is a number and no venue."""
    if reference.venue:
        return repository(reference.venue)
    return "arxiv" in reference.identifiers or reference.identifiers.get("doi", "").startswith("10.48550/")
