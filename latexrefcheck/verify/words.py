"""Compare a reference in words with a record, field by field and in both directions.

For references of any kind of document: the text of one reference and a record are all that is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from latexrefcheck.model.record import Judgement, Record
from latexrefcheck.model.states import JudgementKind, JudgementState
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.verify.alignment import Parts, tokens
from latexrefcheck.verify.match import similarity, titles, venues
from latexrefcheck.verify.match.words import plain
from latexrefcheck.verify.worded_people import MONTHS, worded_people

_YEAR = re.compile(r"(?<![\d-])(1[4-9]\d\d|20\d\d)(?![\d])")
_ACCESS = re.compile(
    r"\b(?:accessed|retrieved|visited|cited|consulted|consult[ée]|abgerufen|besucht|zugriff|zugegriffen|zuletzt geprüft"
    r"|consulta(?:to|do)?|recuperado|acesso em|acedido|geraadpleegd|dostęp|hämtad|lest|tilgået|viitattu|erişim|дата обращения)\b"
    r".*?(?:\d{4}|$)",
    re.I | re.S,
)
"""When somebody looked at a page, in the languages that papers are written in: no date of the work."""
_DAY = re.compile(
    r"\b\d{1,2}(?:\s*[-–]\s*\d{1,2})?\s+(?=[A-Z][a-z]{2,8}\b)|(?<=[a-z])\.?\s+\d{1,2}(?:\s*[-–]\s*\d{1,2})?(?=,?\s+\d{4}\b)"
)
_BRACKETS = re.compile(r"\[[^\[\]]{1,20}\]")
_RANGE = re.compile(r"([A-Za-z]?\d+)\s*[-–—‐]+\s*([A-Za-z]?\d+)")
_NUMBER = re.compile(r"(?<![\w.])[A-Za-z]{0,2}\d+[A-Za-z]?(?![\w])")
_ORDINAL = re.compile(r"^\d+(?:st|nd|rd|th)$", re.I)
_VENUE_START = re.compile(
    r"^[\s.,;:”\"“’'»)\]/!?-]*(?:\[[^\]]{1,12}\]|//)?[\s.,;:/]*(?:in\b:?\s+)?(?:proc(?:eedings)?\.? of (?=the \d))?", re.I
)
_VENUE_END = re.compile(
    r"[,.;:]?\s+(?:vol(?:ume)?|no|nr|pp?|pages|art(?:icle)?|issue|ed(?:ition)?|eds?)\b\.?\s*\d|[,.;:(]?\s*\(?\b(?:1[4-9]|20)\d\d\b|"
    r"[,.;:]?\s+\d+(?!\w)|;|[,.]\s+(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w*\.?\s|[.,]?\s+(?:doi|available|online|https?)\b|"
    r"\s*[,.]?\s*$",
    re.I,
)
_MARK = re.compile(r"[,.;:(\[]\s|\s[(\[]")
MOST_MARKS = 8

_LABELS = (
    frozenset(
        "in vol volume no nr pp pages p art article issue doi available at from online internet url https http of the and for on "
        "a an eds ed edited by proceedings proc arxiv preprint isbn issn series".split()
    )
    | MONTHS
)


def compare(parts: Parts, record: Record, limits: Thresholds) -> tuple[Judgement, ...]:
    """The judgement on every field that the text or the record has."""
    return (
        _title(parts, record, limits),
        similarity.decided_authors(worded_people(parts.people, record), limits),
        _year(parts, record, limits.year_tolerance),
        _venue(parts.rest, record),
        *_figures(parts, record),
    )


def _title(parts: Parts, record: Record, limits: Thresholds) -> Judgement:
    """The title of the text, whole: what the record's title does not have is told too."""
    match = similarity.decided_title(parts.title, titles.compare(parts.title, record.titles), limits)
    shown = titles.clean(match.found or record.title)
    alike = similarity.title(parts.title, match)
    longer = len(tokens(parts.title)) - len(tokens(plain(shown)))
    if match.state == "minor" and longer > 0 and "subtitle" in match.detail:
        return Judgement(
            "title",
            JudgementState.DIFFER,
            parts.title,
            shown,
            similarity.OTHER_WORD,
            "it is longer than the record's",
            JudgementKind.WORDING,
        )
    state = {"same": JudgementState.AGREE, "minor": JudgementState.MINOR}.get(match.state, JudgementState.DIFFER)
    return Judgement(
        "title", state, parts.title, shown, alike, match.detail if state == JudgementState.DIFFER else "", JudgementKind.WORDING
    )


def _year(parts: Parts, record: Record, tolerance: int) -> Judgement:
    """Every year of the reference itself: none of them may be another than the record's."""
    shown = ", ".join(map(str, sorted(set(record.years))))
    text = _ACCESS.sub(" ", f"{parts.people} \n {parts.rest}")
    known = " ".join((*record.venues, record.volume, record.number, record.pages))
    said = [int(found) for found in _YEAR.findall(_RANGE.sub(_not_years, text))]
    own = [year for year in said if str(year) not in known] or said
    if not own or not record.years:
        return Judgement("year", JudgementState.UNKNOWN, str(own[0]) if own else "", shown)
    off = [year for year in own if min(abs(year - other) for other in record.years) > tolerance]
    if off:
        return Judgement("year", JudgementState.DIFFER, str(off[0]), shown, 0.0, f"{off[0]}, the record has {shown}")
    exact = all(year in record.years for year in own)
    return Judgement("year", JudgementState.AGREE if exact else JudgementState.MINOR, str(own[0]), shown, 1.0 if exact else 0.9)


def _not_years(found: re.Match[str]) -> str:
    """A range of pages without what looks like a year in it; years of a span stay."""
    first, last = found[1], found[2]
    span = first.isdigit() and last.isdigit() and len(first) == len(last) == 4 and int(last) - int(first) in (1, 2)
    return found.group() if span else " "


def _venue(rest: str, record: Record) -> Judgement:
    """The journal, meeting or book named behind the title."""
    name = _venue_text(rest)
    judgement = Judgement("venue", JudgementState.UNKNOWN, name, record.venues[0] if record.venues else "")
    words = [token.word for token in tokens(name) if token.word not in _LABELS and not token.word[0].isdigit()]
    if not words or not record.venues or venues.is_publisher(name, record.publisher):
        return judgement
    # Publisher and place may stand behind the name: the longest beginning that agrees is the venue.
    spelled = {"".join(token.word for token in tokens(plain(venue))): venue for venue in record.venues}
    for part in _beginnings(name):
        if venue := spelled.get("".join(token.word for token in tokens(part))):
            return judgement._replace(state=JudgementState.AGREE, cited=part, found=venue, score=1.0)
        compared = venues.compare(part, record.venues, record.issns, record_type=record.type)
        if compared.state == JudgementState.AGREE:
            return compared
    compared = venues.compare(name, record.venues, record.issns, record_type=record.type)
    short = compared.detail == venues.SHORT_NAME and all(one.isupper() or _may_stand_for(one, name) for one in record.venues)
    if short or (record.preprint and venues.repository(name)):
        return judgement
    known = [token.word for text in (*record.venues, record.publisher) for token in tokens(plain(text))]
    strange = [word for word in words if not _abbreviates(word, known)]
    if compared.state == JudgementState.DIFFER or strange:
        return compared._replace(state=JudgementState.DIFFER, score=0.0, detail=f"{name}, the record has {compared.found}")
    return compared


def _beginnings(name: str) -> Iterator[str]:
    """The name, and what stands before each mark in it, the longest first."""
    yield name
    for mark in reversed([found.start() for found in _MARK.finditer(name)][:MOST_MARKS]):
        yield name[:mark]


def _venue_text(rest: str) -> str:
    text = _BRACKETS.sub(" ", _ACCESS.sub(" ", rest))
    text = text[found.end() :] if (found := _VENUE_START.match(text)) else text
    lead = re.match(r"(?:(?:1[4-9]|20)\d\d[\s,.]+)+", text)
    text = text[lead.end() :] if lead else text
    stop = _VENUE_END.search(text)
    return " ".join((text[: stop.start()] if stop else text).split()).strip(" .,;:()“”\"'")


def _abbreviates(word: str, known: Iterable[str]) -> bool:
    initials = "".join(full[0] for full in known if full)
    return (len(word) > 2 and word in initials) or any(
        full.startswith(word) or (len(word) > 2 and word[0] == full[0] and _within(word, full)) for full in known
    )


def _within(word: str, full: str) -> bool:
    rest = iter(full)
    return all(letter in rest for letter in word)


def _figures(parts: Parts, record: Record) -> Iterator[Judgement]:
    """Volume, number and pages: every figure behind the title has to be one that the record has, if it has any."""
    known = {field: value for field in ("volume", "number", "pages") if (value := getattr(record, field))}
    if not known:
        return
    text = _ACCESS.sub(" ", parts.rest)
    name = _venue_text(parts.rest)
    text = _DAY.sub(" ", text.replace(name, " ", 1) if name else text)
    ranges = [(found[1], found[2]) for found in _RANGE.finditer(text)]
    if "pages" in known:
        yield from _pages(ranges, known["pages"])
    told = {_digits(part) for value in known.values() for part in _NUMBER.findall(value.replace("-", " ").replace("–", " "))}
    told |= {_digits(part) for venue in record.venues for part in _NUMBER.findall(venue)} | {str(year) for year in record.years}
    plain_text = _RANGE.sub(" ", text)
    strange = [
        number
        for number in _NUMBER.findall(plain_text)
        if not _ORDINAL.match(number) and not _YEAR.fullmatch(number) and _digits(number) not in told
    ]
    field = "volume" if "volume" in known else "number" if "number" in known else "pages"
    if strange:
        yield Judgement(
            field, JudgementState.DIFFER, strange[0], known[field], 0.0, f"{strange[0]}, the record has {_listed(known)}"
        )


def _pages(ranges: list[tuple[str, str]], pages: str) -> Iterator[Judgement]:
    have = [_digits(part) for part in _NUMBER.findall(pages.replace("-", " ").replace("–", " "))]
    for first, last in ranges:
        if have and _digits(first) != have[0]:
            yield Judgement("pages", JudgementState.DIFFER, f"{first}-{last}", pages, 0.0)
            return
        if len(have) > 1 and not have[1].endswith(_digits(last)) and not _digits(last).endswith(have[1]):
            yield Judgement("pages", JudgementState.DIFFER, f"{first}-{last}", pages, 0.0)
            return


def _digits(text: str) -> str:
    return re.sub(r"\D", "", text).lstrip("0")


def _listed(known: dict[str, str]) -> str:
    return ", ".join(f"{field} {value}" for field, value in known.items())


def _may_stand_for(one: str, other: str) -> bool:
    """Whether the letters of the shorter of two names stand in the longer, in order: mAbs for Monoclonal Antibodies."""
    short, long = sorted(("".join(token.word for token in tokens(plain(name))) for name in (one, other)), key=len)
    places = iter(long)
    return all(letter in places for letter in short)
