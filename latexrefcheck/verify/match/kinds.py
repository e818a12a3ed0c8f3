"""Which kinds of work scholarly indexes hold, and which they do not."""

from __future__ import annotations

import re

from latexrefcheck.model.record import Record, Reference
from latexrefcheck.model.states import JudgementState
from latexrefcheck.text.venuelike import DRESS, LOOSE, venue_like
from latexrefcheck.verify.match import titles, venues
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

WHOLE_BOOKS = frozenset("book mvbook collection mvcollection reference mvreference proceedings mvproceedings".split())
"""Entry types of whole books, of which journals print reviews under the book's title."""
PARTS = frozenset("inbook incollection suppbook suppcollection inreference bookinbook".split())
"""Entry types of parts of books; in BibTeX's @inbook the title is the book's."""
PAPERS = frozenset("article inproceedings conference suppperiodical".split())

NO_WORK = frozenset(("component", "review", "grant", "issue", "journal"))
"""Records of what nobody cites as a work: figures of papers, peer reviews, grants, whole issues and journals."""
NO_PAPER = frozenset(("dataset", "software", "report", "book"))
"""Records that are no paper, even if they bear its title: its data, its code, the report or book of the same people."""

WHOLE = "it is that of the whole volume"
"""Why an identifier is not the cited paper's: it names the proceedings, the issue or the journal."""

_THESIS_RECORD = re.compile(r"thesis|dissertation", re.I)
_REPORT_RECORD = re.compile(r"report|standard|monograph|book|posted-content|preprint|other|working", re.I)


def unindexed(reference: Reference) -> bool:
    """Whether a search that finds nothing would prove nothing for this kind of work."""
    return reference.type in UNINDEXED and not dressed(reference)


def dressed(reference: Reference) -> bool:
    """Whether people, a year and a venue say that this is a paper, whatever the type of the entry is."""
    people = bool(reference.authors and reference.year)
    return people and reference.type in DRESS and venue_like(reference.venue, named=reference.type in LOOSE)


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
    """Whether a search hit can be this kind of work: an article is no thesis of its title, its data are not the article."""
    if reference.type in THESES:
        return bool(_THESIS_RECORD.search(record.type))
    if reference.type in ("techreport", "report", "standard", "manual"):
        return not record.type or record.preprint or bool(_REPORT_RECORD.search(record.type))
    if record.type in NO_WORK or _THESIS_RECORD.search(record.type):
        return False
    if reference.type in PAPERS and record.type in NO_PAPER:
        # Who calls everything an article may mean the report, but then does not name another place for it.
        return bool(reference.venue) and venues.compare(reference.venue, record.venues).state == JudgementState.AGREE
    return True


def reviews(reference: Reference, record: Record) -> bool:
    """Whether a record of other people's can only be a review of the cited book: an article that bears the book's title."""
    return reference.type in WHOLE_BOOKS and record.type not in ("book", "chapter", "thesis", "report")


def part_of(title: str, kind: str, record: Record) -> bool:
    """Whether a record is of a chapter of the cited book: its own title is another, and the book that holds it has the cited."""
    if kind not in WHOLE_BOOKS or record.type != "chapter" or not title or not record.venues:
        return False
    same = ("same", "minor")
    return titles.compare(title, record.venues).state in same and titles.compare(title, record.titles).state not in same


def other_medium(reference: Reference, record: Record) -> str:
    """What an identifier leads to where that is an article in place of the cited book, or a book in place of the article.

    Empty where it may be the cited work: what agrees in the publisher or the venue is filed one way here, another there.
    """
    if reference.type in WHOLE_BOOKS and record.type == "article" and reference.publisher and record.publisher:
        publishers = (reference.publisher, record.publisher)
        if not any(venues.is_publisher(one, other) for one, other in (publishers, publishers[::-1])) and record.venues:
            return f"an article in {record.venues[0]}"
    venue = reference.venue
    if reference.type == "article" and record.type == "book" and venue and not venues.is_publisher(venue, record.publisher):
        return "" if venues.compare(venue, record.venues).state == JudgementState.AGREE else "a book"
    return ""


def titles_of(reference: Reference, record: Record) -> tuple[str, ...]:
    """The titles to compare with the cited one.

    The title of BibTeX's @inbook is the book's, in which the record of the part has its own; so may the title of a
    @book be that cites pages.
    """
    by_book = reference.type in PARTS or (reference.type == "book" and reference.pages)
    if by_book and record.type == "chapter" and not reference.venue:
        return (*record.titles, *record.venues)
    return record.titles


def cites_preprint(reference: Reference) -> bool:
    """Whether the entry cites the preprint, an archive is the venue, or there is a number and no venue."""
    if reference.venue:
        return repository(reference.venue)
    return "arxiv" in reference.identifiers or reference.identifiers.get("doi", "").startswith("10.48550/")
