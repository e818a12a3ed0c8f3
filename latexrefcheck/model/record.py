"""What the world says: references to look up, records of scholarly sources, evidence and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from latexrefcheck.model.levels import Level, Word
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.states import EvidenceOutcome, JudgementState, NeedKind, VerdictStatus
from latexrefcheck.text.person import Person


@dataclass(frozen=True, slots=True)
class Reference:
    """One cited entry as something to look up; all text is Unicode without TeX.

    ``identifiers`` maps ``doi``, ``arxiv``, ``pmid``, ``pmcid``, ``isbn``, ``issn``, ``acl``,
    ``openreview``, ``url`` to canonical values found in any field; ``identifier_fields`` says which
    field each came from. ``cut`` is true when the author list ends in "and others" or "et al.".
    ``malformed`` is a clause on an identifier that cannot be read and so was not looked up.
    """

    key: str
    type: str
    title: str
    authors: tuple[Person, ...] = ()
    editors: tuple[Person, ...] = ()
    cut: bool = False
    year: int | None = None
    venue: str = ""
    series: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    publisher: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)
    identifier_fields: Mapping[str, str] = field(default_factory=dict)
    note: str = ""
    fingerprint: str = ""
    malformed: str = ""


OF_PUBLISHED = "of the published version"
"""End of the label of a notice that is not about the cited preprint but about what became of it."""


class Notice(NamedTuple):
    """A published notice about a work.

    ``kind``: retraction, withdrawal, removal, expression_of_concern, correction, erratum or other.
    When a preprint is cited and the notice is about its published version, ``label`` ends in :data:`OF_PUBLISHED`.
    """

    kind: str
    doi: str = ""
    source: str = ""
    date: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One work as one source describes it.

    ``titles`` holds every form (title, title with subtitle, original, short, translated, earlier
    versions), the main one first; ``years`` every publication year (print, online, issued, preprint),
    never a deposit date; ``venues`` long, short and series names. ``authors_cut`` marks a list that
    the source cut short (100-author limits). ``online_only`` says that all dates are of the online edition,
    which for older works is that of a scan or an e-book.
    """

    source: str
    titles: tuple[str, ...]
    authors: tuple[Person, ...] = ()
    editors: tuple[Person, ...] = ()
    authors_cut: bool = False
    years: tuple[int, ...] = ()
    venues: tuple[str, ...] = ()
    type: str = ""
    identifiers: Mapping[str, str] = field(default_factory=dict)
    issns: tuple[str, ...] = ()
    isbns: tuple[str, ...] = ()
    volume: str = ""
    number: str = ""
    pages: str = ""
    publisher: str = ""
    url: str = ""
    notices: tuple[Notice, ...] = ()
    published_as: Mapping[str, str] = field(default_factory=dict)
    preprint: bool = False
    online_only: bool = False
    notice_of: tuple[str, ...] = ()
    score: float = 0.0
    retrieved: str = ""

    @property
    def title(self) -> str:
        """The main title."""
        return self.titles[0] if self.titles else ""


class Query(NamedTuple):
    """One thing to ask a source: ``kind`` is an identifier name, ``agency``, ``title`` or ``bibliographic``.

    ``value`` is canonical; for a text search it is the search text, and ``surname``/``year`` help it.
    """

    kind: str
    value: str
    surname: str = ""
    year: str = ""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The outcome of one query for one entry; of a failure ``reason`` and ``code`` say more.

    ``records`` are the candidates, best first; ``url`` is without keys; ``when`` an ISO 8601 UTC time.
    """

    source: str
    query: Query
    outcome: EvidenceOutcome
    records: tuple[Record, ...] = ()
    url: str = ""
    when: str = ""
    reason: str = ""
    cached: bool = False
    code: Code | None = None


class Judgement(NamedTuple):
    """One field compared.

    ``cited`` and ``found`` are display values, ``score`` in 0..1, ``detail`` one clause ("author 3 is not in the record").
    ``kind`` refines a difference: for authors ``added``, ``replaced``, ``given``, ``order``, ``missing``, ``other-people``.
    """

    field: str
    state: JudgementState
    cited: str = ""
    found: str = ""
    score: float = 0.0
    detail: str = ""
    kind: str = ""


SPENT = "its allowance is used up"
"""Part of the reason when a source refuses because the day's allowance is spent: it is there, only not for us today."""


class Need(NamedTuple):
    """What more is wanted to judge a reference from the evidence so far.

    ``identifier`` is what it is about. ``cheap`` wants it only where many are asked in one request; ``near`` says
    that no record was met at all, so that searches which find similar titles count too.
    """

    kind: NeedKind
    reason: str = ""
    identifier: tuple[str, str] | None = None
    cheap: bool = False
    near: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about one entry.

    ``score`` is the weighted agreement
    in 0..1 and ``level`` the band that it lies in (high exactly when verified), ``agreement`` is ``confirmed`` (two sources),
    ``single-source`` or ``none``; ``record`` the record compared with; ``other`` the work that a wrong
    identifier belongs to, or the same title under other people's names; ``identifier`` the (kind,
    value) that is wrong or missing; ``published`` the published version of a cited preprint;
    ``unchecked`` the parts that could not be checked and why (``retraction``, ``existence``, …);
    ``confirmed_by`` a person's reason from the lock; ``basis`` how ``record`` was met: by an ``identifier`` of the
    entry, or only by a text ``search``.
    """

    key: str
    status: VerdictStatus
    reason: str = ""
    score: float = 0.0
    agreement: str = "none"
    judgements: tuple[Judgement, ...] = ()
    record: Record | None = None
    other: Record | None = None
    identifier: tuple[str, str] | None = None
    notices: tuple[Notice, ...] = ()
    published: Record | None = None
    evidence: tuple[Evidence, ...] = ()
    unchecked: Mapping[str, str] = field(default_factory=dict)
    confirmed_by: str = ""
    basis: str = ""
    from_lock: bool = False
    checked: str = ""
    level: Level = Level.none
    wanting: int = 0
    """How many more sources would have to hold the work than do, where a run asks for more than one."""

    @property
    def word(self) -> Word:
        """On whose word the verdict rests."""
        return Word.person if self.confirmed_by else Word.lock if self.from_lock else Word.sources


_PLAIN = tuple(Record.__dataclass_fields__)
_OBJECTS: Mapping[str, type[Person] | type[Notice]] = {"authors": Person, "editors": Person, "notices": Notice}
_LISTS: Mapping[str, type] = dict.fromkeys(("titles", "venues", "issns", "isbns", "notice_of"), str) | {"years": int}
_MAPPINGS = frozenset(("identifiers", "published_as"))
_SINGLE: Mapping[str, type | tuple[type, ...]] = {
    "authors_cut": bool,
    "preprint": bool,
    "online_only": bool,
    "score": (int, float),
}


def record_to_plain(record: Record) -> dict[str, object]:
    """``record`` as JSON values without its empty fields; people and notices as objects without their empty parts."""
    plain: dict[str, object] = {}
    for name in _PLAIN:
        value = getattr(record, name)
        if not value and name not in ("source", "titles"):
            continue
        if name in _OBJECTS:
            plain[name] = [{part: text for part, text in item._asdict().items() if text} for item in value]
        elif name in _MAPPINGS:
            plain[name] = dict(value)
        else:
            plain[name] = list(value) if isinstance(value, tuple) else value
    return plain


def record_from_plain(plain: Mapping[str, Any]) -> Record:
    """The record that :func:`record_to_plain` wrote; unknown names are ignored, a wrong shape raises ValueError.

    Every value is checked: a cache may have been restored from where strangers can write.
    """
    try:
        return Record(**{name: _from_plain(name, plain[name]) for name in _PLAIN if name in plain})
    except (TypeError, AttributeError) as error:
        raise ValueError(f"not a record: {error}") from error


def _from_plain(name: str, value: Any) -> Any:
    if name in _OBJECTS:
        return tuple(_OBJECTS[name](**_texts(item)) for item in _expect(value, list))
    if name in _LISTS:
        return tuple(_expect(item, _LISTS[name]) for item in _expect(value, list))
    return _texts(value) if name in _MAPPINGS else _expect(value, _SINGLE.get(name, str))


def _texts(value: Any) -> dict[str, str]:
    return {_expect(key, str): _expect(text, str) for key, text in _expect(value, dict).items()}


def _expect(value: Any, kind: type | tuple[type, ...]) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{type(value).__name__} stands where another type belongs")
    return value
