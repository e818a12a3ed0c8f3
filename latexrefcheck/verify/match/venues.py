"""Compare venues: full names, abbreviations after ISO 4, acronyms, translated names, series and archives.

Every word of a journal's name carries meaning: *Physical Review A* is not *B*, *Nature Medicine* not *Nature*, and a
shorter name proves nothing. What may be missing is what people leave out of a name that stays the same: years, ordinals
and places of meetings, "Proceedings of the", organisers, articles, the subtitle.
"""

from __future__ import annotations

import re
from functools import lru_cache

from latexrefcheck.model.record import Judgement
from latexrefcheck.model.states import JudgementState
from latexrefcheck.text.archives import archive, archives
from latexrefcheck.verify.match.venue_acronyms import opaque, short_of
from latexrefcheck.verify.match.venue_agreement import KINDS, Kind, Said, named, overlap
from latexrefcheck.verify.match.venue_names import Name, parse
from latexrefcheck.verify.match.venue_societies import written_out
from latexrefcheck.verify.match.venue_table import held_at, identity, rows
from latexrefcheck.verify.match.words import words

ARCHIVE = "preprint against published version"
SHORT_NAME = "a short name that is not known"
"""Detail of a judgement that another source, with the long name, could settle."""
SERIES = "a series against a volume of it"
NO_VENUE = "it names no venue"
SILENT = frozenset((ARCHIVE, SHORT_NAME, SERIES, NO_VENUE))
"""Details of judgements on names that say nothing: they do not speak against another record that names another venue."""

_SAYS_NOTHING = re.compile(
    r"\be-?books?$|^\W*no title\W*$|^(?:figshare|pubmed|repec|dataset|datacite|open mind|choice reviews online|findings|"
    r"dialnet)$|\brepository\b|\([^()]*\b(?:universi|institut|laborator|librar|colleg|centre|bibliot)[^()]*\)$",
    re.I,
)
"""What aggregators put in the place of a venue: a shop, an archive with its house, a word for "nothing"."""
_A_SERIES = re.compile(
    r"^\W*(?:the\W+)?(?:springer series|springerbriefs|lecture notes|synthesis lectures|graduate texts|studies in\b|"
    r"handbooks? of|methods in\b)|\bbook series\b|\bseries (?:on|in)\b",
    re.I,
)
_TRANSLITERATED = frozenset(
    "zh zhurnal zhurn izv izvestiya dokl doklady vestn vestnik trudy tr uspekhi usp nauk nauki sb sbornik zap zapiski uchen "
    "fiz fizika mat matematika teor eksp khim khimiya sib xuebao gakkaishi ronbunshi kagaku nihon nippon xue bao".split()
)
"""Words of transliterated names, which records often give in translation."""


def repository(venue: str) -> bool:
    """Whether a venue is a preprint server or archive (arXiv, CoRR, bioRxiv, …)."""
    return archive(venue)


def workshop(venue: str) -> bool:
    """Whether a venue is a workshop, a demonstration track or a volume of findings."""
    return parse(venue).workshop


def host_only(cited: str, found: str) -> bool:
    """Whether a record may name but the meeting that hosted a volume: no meeting is cited, no journal, and no word is shared."""
    left, right = parse(cited), parse(found)
    told = left.meeting or left.proceedings or left.aside or left.acronyms or identity(cited) or opaque(left)
    return right.meeting and not told and not _journal_words(left, left) and overlap(left, right) == 0


def is_publisher(cited: str, publisher: str) -> bool:
    """Whether a cited venue is but the publisher's name ("Springer" of "Springer New York")."""
    mine = set(words(cited))
    return bool(mine) and mine <= set(words(publisher))


def versions_apart(cited: str, found: str, entry_type: str = "") -> bool:
    """Whether one name is a meeting's and the other a journal's, as of a paper and the article that followed it.

    The type of the entry decides where the cited name does not say what it is.
    """
    if repository(cited) or repository(found):
        return False
    mine, theirs = _medium(cited), _medium(found)
    if not mine:
        mine = "meeting" if entry_type in ("inproceedings", "conference") else "journal" if entry_type == "article" else ""
    if not theirs and mine == "meeting" and not parse(found).proceedings:
        theirs = "journal"
    return bool(mine and theirs and mine != theirs)


def _medium(venue: str) -> str:
    """``meeting`` or ``journal`` by what the name says or the table knows, else an empty string."""
    name = parse(venue)
    kinds = {rows()[row].kind for row in identity(venue)}
    if name.meeting or name.workshop or "meeting" in kinds:
        return "meeting"
    telling = {word.text for word in name.words}
    return "journal" if "journal" in kinds or telling & _JOURNALS or name.section else ""


_JOURNALS = frozenset(
    "journal j transactions trans letters lett annals ann bulletin bull magazine mag revue zeitschrift review reviews rev "
    "archive archives arch acta quarterly zhurnal communications".split()
)


def compare(cited: str, found: tuple[str, ...], issns: tuple[str, ...] = (), issn: str = "", record_type: str = "") -> Judgement:
    """The judgement on ``venue``: the best agreement with any of the record's names."""
    if issn and issn in issns:
        return Judgement("venue", JudgementState.AGREE, cited, found[0] if found else issn, 1.0, "same ISSN")
    names = tuple(name for name in found if name)
    if not cited or not names:
        return Judgement("venue", JudgementState.UNKNOWN, cited, names[0] if names else "")
    said = [(name, *_pair(cited, name, KINDS.get(record_type, Kind.OPEN))) for name in names]
    if any(state == "differ" for _, state, _, _ in said):
        # The series of a volume says nothing where the name of the volume says that it is another one.
        said = [one for one in said if one[3] != SERIES]
    rank = {"agree": 2, "unknown": 1, "differ": 0}
    name, state, score, detail = max(said, key=lambda one: (rank[one[1]], one[2], len(one[0])))
    return Judgement("venue", JudgementState(state), cited, name, score, detail)


@lru_cache(maxsize=50_000)
def _pair(cited: str, found: str, kind: Kind) -> Said:
    """State, score and detail for two names of a venue, of which one may have the letters of its society only."""
    said = _as_written(cited, found, kind)
    if said[0] != "differ":
        return said
    mine, theirs = written_out(cited), written_out(found)
    if not (mine or theirs):
        return said
    readings = ((parse(left), parse(right)) for left in mine or (cited,) for right in theirs or (found,))
    told = (named(left, right, kind) for left, right in readings if left.proceedings == right.proceedings)
    return next((one for one in told if one is not None and one[0] == "agree"), said)


def _as_written(cited: str, found: str, kind: Kind) -> Said:
    """State, score and detail for two names as they stand."""
    left, right = parse(cited), parse(found)
    if repository(found) or (repository(cited) and not _named_as_journal(left)):
        return ("agree", 1.0, "") if archives(cited) & archives(found) else ("unknown", 0.5, ARCHIVE)
    if not left.parts or not right.parts or _SAYS_NOTHING.search(cited) or _SAYS_NOTHING.search(found):
        return "unknown", 0.5, NO_VENUE
    if left.workshop != right.workshop:
        return _workshop_or_not(cited, found)
    mine, theirs = identity(cited), identity(found)
    if mine & theirs and not _apart(left, right):
        return "agree", 1.0, ""
    if not (mine and theirs) and _only_organisers(left) != _only_organisers(right):
        return "unknown", 0.4, "only the organisation is named"
    series = kind is not Kind.JOURNAL and bool(_A_SERIES.search(cited) or _A_SERIES.search(found))
    if any(rows()[row].kind == "series" for row in mine | theirs) or (series and left.key != right.key):
        return "unknown", 0.5, SERIES
    if mine and theirs:
        return "differ", 0.0, ""
    known, other_known = bool(mine), bool(theirs)
    return (
        named(left, right, kind)
        or _acronym(left, right)
        or _apart_in_kind(left, right, known or other_known or kind is Kind.JOURNAL)
    )


def _named_as_journal(name: Name) -> bool:
    """Whether an archive is cited under a journal's name ("SSRN Electronic Journal"), which is not where an article appeared."""
    return any(word.text == "journal" for word in name.words)


def _only_organisers(name: Name) -> bool:
    return all(part.sponsor for part in name.parts) and not name.proceedings


def _apart(left: Name, right: Name) -> bool:
    """Whether two names of journals have different organisations before them."""
    mine, theirs = ({part.word.text for part in name.parts if part.sponsor} for name in (left, right))
    lone = _only_organisers(left) or _only_organisers(right)
    return bool(mine and theirs and not mine & theirs) and not (left.meeting or right.meeting or lone)


def _workshop_or_not(cited: str, found: str) -> Said:
    """Two names of which one says that it is a workshop's (or findings, or a track)."""
    left, right = parse(cited), parse(found)
    if overlap(left, right) >= 0.5 or held_at(cited) & held_at(found):
        return "unknown", 0.5, "a workshop or track of the venue"
    for short, long in ((left, right), (right, left)):
        if opaque(short) and not identity(short.text):
            # A workshop's own acronym does not say that it is a workshop.
            return ("agree", 0.9, "acronym") if short_of(short, long) else ("unknown", 0.3, SHORT_NAME)
    return "differ", 0.1, ""


def _acronym(left: Name, right: Name) -> Said | None:
    """Two names of which one is the short form of the other, or both have one short form beside them."""
    if left.aside & right.aside:
        return "agree", 0.9, "acronym"
    for short, long in ((left, right), (right, left)):
        # Several journals have the same initials; the short name of a meeting in the table is that meeting's.
        kinds = {rows()[row].kind for row in identity(short.text)}
        if kinds <= {"journal"} and short_of(short, long):
            return "agree", 0.9, "acronym"
    if any(opaque(name) and not identity(name.text) for name in (left, right)):
        return "unknown", 0.3, SHORT_NAME
    return None


_MOSTLY = 0.75
"""Share of its words from which the title of a volume may be another form of a meeting's name."""


def _apart_in_kind(left: Name, right: Name, known: bool) -> Said:
    """Names that do not agree: whether they can be told apart at all; ``known`` says that one is known, or a journal's."""
    if left.text.isascii() != right.text.isascii() and (_foreign(left) or _foreign(right)):
        return "unknown", 0.4, "names in two scripts"
    if bool(_translit(left)) != bool(_translit(right)):
        return "unknown", 0.4, "one of them may be a translation"
    shared = overlap(left, right)
    sizes = sorted((len(left.parts), len(right.parts)))
    volume = shared >= _MOSTLY and sizes[0] > 1 and sizes[0] >= _MOSTLY * sizes[1]
    if left.meeting != right.meeting and not known and volume and not _journal_words(left, right):
        return "unknown", shared, "a meeting against a volume"
    return "differ", shared, ""


def _foreign(name: Name) -> bool:
    """Whether a name is in a script other than Latin."""
    letters = [char for char in name.text if char.isalpha()]
    return sum(ord(char) >= 0x370 and not 0x1E00 <= ord(char) < 0x1F00 for char in letters) * 2 > len(letters)


def _translit(name: Name) -> int:
    return sum(word.text in _TRANSLITERATED for word in name.words)


def _journal_words(left: Name, right: Name) -> bool:
    return any(word.text in _JOURNALS for name in (left, right) for word in name.words)
