"""What the world says: references to look up, records of scholarly sources, evidence and verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from latexrefcheck.model.levels import Level, Word
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.states import Agreement, EvidenceOutcome, JudgementKind, JudgementState, NeedKind, VerdictStatus
from latexrefcheck.model.work import Date, Work
from latexrefcheck.text.person import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference(Work):
    """One cited work as something to look up.

    ``identifiers`` may come from any field of the entry; ``identifier_fields`` says which. ``malformed`` is a clause on an
    identifier that cannot be read and so was not looked up; ``fingerprint`` a hash over all that is compared.
    ``words`` is the text of one that is no entry: its title is then what is searched for, and no title to compare.
    """

    key: str
    identifier_fields: Mapping[str, str] = field(default_factory=dict)
    fingerprint: str = ""
    malformed: str = ""
    words: str = ""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Record(Work):
    """One work as one source describes it.

    ``online_only`` says that all dates are of the online edition, which for older works is that of a scan or an e-book;
    ``published_as`` names the published version of a preprint, ``notice_of`` the works that a notice is about;
    ``score`` is the source's own, ``retrieved`` an ISO 8601 UTC time; ``told`` is what only a search by subject asks for:
    ``abstract``, ``citations`` (their number) and ``pdf`` (an address).
    """

    source: str
    issns: tuple[str, ...] = ()
    isbns: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
    published_as: Mapping[str, str] = field(default_factory=dict)
    preprint: bool = False
    online_only: bool = False
    notice_of: tuple[str, ...] = ()
    score: float = 0.0
    retrieved: str = ""
    told: Mapping[str, str] = field(default_factory=dict)


class Query(NamedTuple):
    """One thing to ask a source: ``kind`` is an identifier name, ``agency``, ``title``, ``bibliographic`` or ``keywords``.

    ``value`` is canonical; for a text search it is the search text, and ``surname``/``year`` help it; of a search by
    subject (``keywords``) ``year`` is a span, ``2015-2020``, either end of which may be missing.
    """

    kind: str
    value: str
    surname: str = ""
    year: str = ""

    @property
    def span(self) -> tuple[str, str]:
        """First and last year of a search by subject, nothing for an open end."""
        first, _, last = self.year.partition("-")
        return first, last


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
    ``kind`` refines what was found.
    """

    field: str
    state: JudgementState
    cited: str = ""
    found: str = ""
    score: float = 0.0
    detail: str = ""
    kind: JudgementKind = JudgementKind.NONE


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
    in 0..1 and ``level`` the band that it lies in (high exactly when verified), ``agreement`` how many
    sources it rests on; ``record`` the record compared with; ``other`` the work that a wrong
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
    agreement: Agreement = Agreement.NONE
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
    vouched_now: bool = False
    """Whether the lock got it in the very change that is looked at."""
    wanting: int = 0
    """How many more sources would have to hold the work than do, where a run asks for more than one."""

    @property
    def word(self) -> Word:
        """On whose word the verdict rests."""
        if self.vouched_now and (self.confirmed_by or self.from_lock):
            return Word.change
        return Word.person if self.confirmed_by else Word.lock if self.from_lock else Word.sources


T = TypeVar("T")

UNKEPT = frozenset(("accessed", "more"))
"""Parts of a work that no source tells."""
_PLAIN = ("source", "titles", *(name for name in Record.__dataclass_fields__ if name not in {"source", "titles", *UNKEPT}))
_OBJECTS: Mapping[str, type[Person] | type[Notice]] = {
    "authors": Person,
    "editors": Person,
    "translators": Person,
    "notices": Notice,
}
_LISTS: Mapping[str, type] = dict.fromkeys(("titles", "venues", "issns", "isbns", "notice_of"), str) | {"years": int}
_MAPPINGS = frozenset(("identifiers", "published_as", "told"))
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
        if name == "issued":
            value = value[:3] if value.year else ()
        if not value and name not in ("source", "titles"):
            continue
        if name in _OBJECTS:
            plain[name] = [{part: text for part, text in item._asdict().items() if text} for item in value]
        elif name in _MAPPINGS:
            plain[name] = dict(value)
        else:
            plain[name] = list(value) if isinstance(value, tuple) else value
    return plain


def record_from_plain(plain: Mapping[str, object]) -> Record:
    """The record that :func:`record_to_plain` wrote; unknown names are ignored, a wrong shape raises ValueError.

    Every value is checked: a cache may have been restored from where strangers can write.
    """
    try:
        if "titles" not in plain:
            raise TypeError("it has no titles")
        return Record(**{name: _from_plain(name, plain[name]) for name in _PLAIN if name in plain})
    except (TypeError, AttributeError) as error:
        raise ValueError(f"not a record: {error}") from error


def _from_plain(name: str, value: object) -> Any:
    if name in _OBJECTS:
        return tuple(_OBJECTS[name](**_texts(item)) for item in _expect(value, list))
    if name == "issued":
        year, month, day = (*(_expect(part, int) for part in _expect(value, list)[:3]), 0, 0, 0)[:3]
        return Date(year, month, day)
    if name in _LISTS:
        return tuple(_expect(item, _LISTS[name]) for item in _expect(value, list))
    return _texts(value) if name in _MAPPINGS else _expect(value, _SINGLE.get(name, str))


def _texts(value: object) -> dict[str, str]:
    return {_expect(key, str): _expect(text, str) for key, text in _expect(value, dict).items()}


def _expect(value: object, kind: type[T] | tuple[type[T], ...]) -> T:
    if not isinstance(value, kind):
        raise TypeError(f"{type(value).__name__} stands where another type belongs")
    return value
