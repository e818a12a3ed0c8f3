"""Evidence in words: what was cited, what was found, where, and how sure.

Rules put any JSON mapping into ``Finding.evidence``. The names ``field``, ``cited``, ``found``,
``source``, ``url`` and ``score`` have a fixed place, ``record`` (source, title, authors, years,
identifiers, url) is told in short; others follow in their own order.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from latexrefcheck.registry import source_name, source_pages
from latexrefcheck.text.patterns import lazy

if TYPE_CHECKING:
    from latexrefcheck.model.record import Evidence, Record, Verdict

_FIRST = ("field", "cited", "found", "source", "url", "score")
_UNTOLD = frozenset(("status", "agreement", "codes", "retry", "corrected", "style"))
"""What only programs need, or what has a place of its own: :func:`corrected`."""
_HOW = frozenset(("field", "score", "asked"))
"""How a finding came about."""
_UNFIT = lazy(r"[ <>\"'`\\]")
_KINDS = ("doi", "arxiv", "pmid", "pmcid", "isbn")
"""Identifiers under which a record may be seen on the web, the most stable address first."""


class Evident(Protocol):
    """Anything with evidence: a finding, or a proposal to mend one."""

    @property
    def evidence(self) -> Mapping[str, object] | None:
        """JSON values by name."""


def facts(found: Evident, everything: bool = False) -> Iterator[tuple[str, str]]:
    """(name, value) pairs of a finding's evidence, cited beside found first; a record becomes source, address and one line.

    What the message says already is left out, and so is, without ``everything``, what only explains how the
    finding came about: the field's name, the score, who was asked.
    """
    evidence = dict(found.evidence or {})
    record = evidence.pop("record", None)
    if isinstance(record, Mapping):
        evidence = {"source": record.get("source"), "url": _address_of(record)} | evidence | {"record": _work(record)}
    names = [name for name in _FIRST if name in evidence] + [name for name in evidence if name not in _FIRST]
    for name in names:
        if name in _UNTOLD or (name in _HOW and not everything):
            continue
        value = worded(_named(name, evidence[name]))
        if value and not _said(value, found):
            yield name, value


def corrected(found: Evident) -> str:
    """The reference as it should read, where the finding is about one in words and a record says what is right."""
    return str((found.evidence or {}).get("corrected") or "")


def _said(value: str, found: Evident) -> bool:
    """Whether the message says that value already."""
    message = str(getattr(found, "message", ""))
    return value in message and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", message) is not None


def _named(name: str, value: object) -> object:
    """A value in which sources have the names that people write."""
    if name == "source" and isinstance(value, str):
        return source_name(value)
    if name == "asked" and isinstance(value, (list, tuple)):
        return [": ".join((source_name(source), *rest)) for source, *rest in (str(one).split(": ", 1) for one in value)]
    if isinstance(value, Mapping):
        return {inner: _named(str(inner), one) for inner, one in value.items()}
    return [_named("", one) for one in value] if isinstance(value, (list, tuple)) else value


def _address_of(record: Mapping[str, object]) -> str:
    identifiers = record.get("identifiers")
    known = identifiers if isinstance(identifiers, Mapping) else {}
    return web(str(record.get("url") or "")) or next(
        filter(None, (address(kind, str(known.get(kind, ""))) for kind in _KINDS)), ""
    )


def _work(record: Mapping[str, object]) -> str:
    """Authors, title and years of a record in a finding's evidence."""
    people, years = record.get("authors"), record.get("years")
    names = [str(name) for name in people[:3]] if isinstance(people, (list, tuple)) else []
    names += ["et al"] if isinstance(people, (list, tuple)) and len(people) > 3 else []  # the full stop follows
    year = str(min(years)) if isinstance(years, (list, tuple)) and years else ""
    return ". ".join(filter(None, (", ".join(names), str(record.get("title") or ""), year)))


def worded(value: object) -> str:
    """A JSON value as a reader wants it: numbers short, lists joined, nothing for null."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {worded(inner)}" for name, inner in value.items() if worded(inner))
    if isinstance(value, (list, tuple, set, frozenset)):
        return "; ".join(filter(None, map(worded, value)))
    return str(value)


def plain(value: object) -> object:
    """``value`` as JSON can write it: mappings and sequences copied, anything else by ``str``."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None  # NaN and infinity are no JSON
    if isinstance(value, Mapping):
        return {str(name): plain(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(inner) for inner in value]
    if isinstance(value, (set, frozenset)):
        return sorted((plain(inner) for inner in value), key=repr)
    return str(value)


def web(url: str) -> str:
    """``url`` if it is an absolute http or https address without blanks or controls, else an empty string."""
    from urllib.parse import urlsplit

    if not url[:8].lower().startswith(("http://", "https://")) or not url.isprintable() or _UNFIT.search(url):
        return ""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return url if parts.hostname else ""


def address(kind: str, value: str) -> str:
    """Where an identifier resolves on the web; empty if it is of no kind that does."""
    from urllib.parse import quote

    if kind == "url":
        return web(value)
    base = source_pages().get(kind)
    return web(base + quote(value, safe="/:;().-_", errors="replace")) if base and value else ""


def record_url(record: Record | None) -> str:
    """The web address of a record: its own, else by DOI, arXiv or PubMed number."""
    if record is None:
        return ""
    own = web(record.url)
    return own or next(filter(None, (address(kind, record.identifiers.get(kind, "")) for kind in _KINDS)), "")


def described(record: Record) -> str:
    """One line for a work: first authors, title, venue and year."""
    names = [person.text for person in record.authors[:3]] + (
        ["et al"] if len(record.authors) > 3 else []
    )  # the full stop follows
    who = ", ".join(names)
    tail = ", ".join([*record.venues[:1], *map(str, sorted(set(record.years))[:1])])
    return ". ".join(part for part in (who, record.title, tail) if part)


def asked(evidence: Evidence) -> str:
    """One query and its outcome: ``Crossref doi 10.1000/1: found``."""
    reason = f" ({evidence.reason})" if evidence.reason else ""
    return f"{source_name(evidence.source)} {evidence.query.kind} {evidence.query.value}: {evidence.outcome}{reason}"


def remarks(verdict: Verdict) -> Iterator[str]:
    """What a verdict says beside its status: reason, other work, notices, published version, confirmations."""
    if verdict.reason:
        yield verdict.reason
    if verdict.other is not None:
        yield f"another work: {described(verdict.other)}"
    for notice in verdict.notices:
        yield " ".join(filter(None, (notice.kind.replace("_", " "), notice.doi, notice.date, notice.label)))
    if verdict.published is not None:
        yield f"published as: {described(verdict.published)}"
    for part, why in verdict.unchecked.items():
        if why != verdict.reason:
            yield f"{part} not checked: {why}"
    if verdict.confirmed_by:
        yield f"confirmed by a person: {verdict.confirmed_by}"
