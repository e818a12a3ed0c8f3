"""Whether a free text names a journal or a meeting: a paper may be dressed as @misc with its venue in a note."""

from __future__ import annotations

import re
from collections.abc import Callable

from latexrefcheck.text.patterns import lazy

NAMES = ("howpublished", "note")
TELLING = (*NAMES, "institution", "organization", "school", "series", "publisher")
"""Fields of a @misc in which the mere name of a venue stands, and those of any entry where it is told by its words."""

LOOSE = frozenset("misc unpublished manual booklet".split())
"""Types of entries that have no field for a venue of their own, so that a mere name in a note is one."""

DRESS = LOOSE | frozenset(
    "online electronic www techreport report book mvbook inbook incollection collection proceedings".split()
)
"""Types of entries that a paper can be dressed as."""

MOST_WORDS = 14
MOST_TOLD = 50
"""A venue's name is no sentence; with place and date a meeting's may have some forty words."""

_TELLING_WORDS = (
    r"proc(?:eedings|\.) conf(?:erence|\.) symp(?:osium|osia|\.) workshop journal j\. trans(?:actions|\.) letters "
    r"lett\. annals "
    r"bulletin review rev\. revue acta archiv zeitschrift magazine advances\ in frontiers\ in lecture\ notes\ in "
    r"congr[eè]s actes "
    r"kongress tagung konferenz zeitung atti revista rivista congreso congresso quarterly annual\ meeting"
)
_OTHER_WORDS = (
    # how to reach it, software and data
    r"access\w* available visited retriev\w* version release package software library toolbox code repositor\w* github "
    r"gitlab "
    r"bitbucket zenodo figshare kaggle hugging\ ?face data\ ?sets? data app license\w* "
    # the web and the press
    r"web\w* site page blog\w* post online medium youtube video wikipedia twitter podcast press news\w* internet "
    r"archive archived film "
    # teaching and documents
    r"lecture\ notes course\w* class slides? talk tutorial poster demo\w* manual documentation specification standard "
    r"memo\w* "
    r"thesis dissertation report white\ ?paper working\ paper patent brochure book booklet series chapter dvd cd-rom rfc "
    # the state of a text
    r"manuscript draft preprint e-?prints? arxiv biorxiv medrxiv ssrn openreview hal unpublished submitted preparation "
    r"prepared "
    r"progress appear accepted forthcoming under communication correspondence personal private e-?mail edition edn?\. ed\. "
    r"reprint\w* translat\w* original\w* first\ published contribut\w* supported funded see also copyright isbn issn "
    r"doi url pp?\. "
    r"vol\. "
    # who stands behind it
    r"universit\w* institut\w* foundation inc ltd gmbh llc corporation company agency ministry department group team labs? "
    r"laborator\w* openai google microsoft meta facebook deepmind anthropic nvidia apple amazon ibm intel springer "
    r"elsevier wiley kluwer "
)
_NOT_YET = (
    r"submitted preparation prepared progress appear accepted forthcoming under manuscript draft unpublished talk slides? poster "
    r"keynote tutorial lecture(?!\ notes) course thesis dissertation see also version package code preprint arxiv personal "
    r"private thanks reprint\w* translat\w* originally extended supersed\w* review\ of reply\ to comment\ on"
)
"""Words beside a venue's that make a note of it: what was given there is no paper in it, or none yet."""


def _any(words: str) -> str:
    """A pattern of alternatives that are separated by blanks; a blank that belongs to one is escaped."""
    return "|".join(part.replace("\0", r"\ ") for part in words.replace(r"\ ", "\0").split())


_VENUE_WORD = lazy(rf"\b(?:{_any(_TELLING_WORDS)})(?![^\W_])", re.I)
_NO_VENUE = lazy(rf"://|www\.|@|\b\w+\.(?:com|org|net|io|edu|ai|gov)\b|\b(?:{_any(_OTHER_WORDS)})(?![^\W_])", re.I)
_NO_PAPER = lazy(rf"://|www\.|@|\b(?:{_any(_NOT_YET)})(?![^\W_])", re.I)
_LEAD = lazy(r"^(?:in|published in|presented at|appeared in)\b:?\s+", re.I)
_NUMBER = lazy(r"'?\d{2,4}|\d+(?:st|nd|rd|th)")
_JOINING = frozenset("of the and on in for de la des du et der die und für e di y del & to with a an".split())


def dressed_venue(kind: str, value: Callable[[str], str]) -> str:
    """The venue of a paper that is given as another type of entry; ``value`` gives the text of a field, or nothing."""
    if kind not in DRESS:
        return ""
    for name in TELLING:
        text = value(name)
        if text and venue_like(text, named=kind in LOOSE and name in NAMES):
            return text
    return ""


def venue_like(text: str, named: bool = True) -> bool:
    """Whether a text reads as the name of a journal or a meeting: "Proc. of X", "Pattern Recognition", "ICML 2019".

    Without a telling word it has to consist of capitalised words, and only where ``named`` says that a mere name will do;
    notes, addresses, organisations, software and versions are none.
    """
    text = _LEAD.sub("", " ".join(text.split()).strip(" .,;"))
    words = text.split()
    if _VENUE_WORD.search(text):
        return len(words) <= MOST_TOLD and not _NO_PAPER.search(text)
    if not named or not words or len(words) > MOST_WORDS or _NO_VENUE.search(text):
        return False
    names = [word.strip("(),") for word in words if word.lower() not in _JOINING]
    return bool(names) and all(map(_in_name, names)) and any(len(word) > 2 and word[0].isalpha() for word in names)


def _in_name(word: str) -> bool:
    """Whether a word can stand in a name: capitalised, or the year or number of a meeting."""
    return bool(word) and (word[0].isupper() or bool(_NUMBER.fullmatch(word)))
