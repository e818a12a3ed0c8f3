"""Run the rules of one scope (see :class:`latexrefcheck.plugins.Rule`) and stamp their drafts with id and severity."""

from __future__ import annotations

import contextlib
import importlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Protocol

from latexrefcheck import registry
from latexrefcheck.model.document import Entry, Project
from latexrefcheck.model.finding import Draft, Finding, Fix, Location, Related, Severity
from latexrefcheck.model.rule import Context
from latexrefcheck.text.visible import NAMED, shortened

if TYPE_CHECKING:
    from latexrefcheck.model.record import Verdict

    class _Digest(Protocol):
        def hexdigest(self) -> str: ...


MOST = 20_000
"""Most findings of one rule in one subject; nobody reads more, and hostile files have millions."""
COUNTED = 10_000
"""Most findings behind those that are counted: finding them takes as long as if they were kept."""
EDITS = 5_000
"""Most edits of one correction."""
EXCERPT = 400
"""Most of a source line that is kept with a finding, in characters."""
MESSAGE = 500
"""Longest message; a title or a key of a hostile file may have megabytes, and says no more by that."""
KEY = 1000
"""Longest key of a finding; messages name at most a hundred characters of it."""


def run(
    scope: str,
    subjects: Iterable[object],
    project: Project,
    severities: Mapping[str, Severity],
    options: Mapping[str, Mapping[str, object]],
    verdicts: Mapping[Entry, Verdict] = {},
) -> list[Finding]:
    """Findings of every rule of ``scope`` that is not off, over all subjects, in no particular order.

    ``verdicts`` are what verification found out, if it ran: rules of other scopes than ``verdict`` may look at them too.

    Of more than ``MOST`` findings of one rule in one subject the others, up to ``COUNTED``, are only counted, in the
    message of the last.
    """
    subjects = list(subjects)
    found: list[Finding] = []
    for name in registry.rules:
        severity = severities.get(name, Severity.off)
        if severity is Severity.off:
            continue
        rule = registry.rules[name]
        if scope != rule.SCOPE:
            continue
        context = Context(project, options.get(name, {}), verdicts)
        for subject in subjects:
            drafts = iter(rule.check(subject, context))
            found.extend(stamp(draft, name, severity) for draft in islice(drafts, MOST))
            more = sum(1 for _ in islice(drafts, COUNTED))
            if more:
                least = "" if more < COUNTED else "at least "
                found[-1] = found[-1]._replace(message=f"{found[-1].message}; {least}{more} more like this are not listed")
    return found


def stamp(draft: Draft, rule: str, severity: Severity) -> Finding:
    """The finding of a draft under its rule's id and the severity that the profile gives."""
    location = Location.of(draft.span)
    excerpt_start, excerpt = draft.span.source.excerpt(location.line, location.column, EXCERPT)
    return Finding(
        rule=rule,
        severity=severity if draft.severity is None else min(severity, draft.severity),
        confidence=draft.confidence,
        message=_sentence(draft.message, draft.key),
        location=location,
        key=None if draft.key is None else shortened(draft.key, KEY),
        field=draft.field,
        related=tuple(Related(_sentence(message, draft.key), Location.of(span)) for message, span in draft.related),
        evidence=draft.evidence,
        fix=_carried(draft.fix),
        help=shortened(draft.help, MESSAGE),
        excerpt=excerpt,
        excerpt_start=excerpt_start,
    )


def _sentence(message: str, key: str | None) -> str:
    """A message in which a long key is cut first, so that what is said of it stays."""
    if key is not None and len(key) > NAMED and len(message) > MESSAGE:
        message = message.replace(key, shortened(key, NAMED))
    return shortened(message, MESSAGE)


def _carried(fix: Fix | None) -> Fix | None:
    """A fix that a report can carry: a value of megabytes has a correction of as many edits."""
    if fix is None or len(fix.edits) > EDITS:
        return None
    return fix._replace(message=shortened(fix.message, MESSAGE)) if len(fix.message) > MESSAGE else fix


def finish(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in file order, exact repeats merged, each with its stable fingerprint."""
    unique = {(f.rule, f.location, f.key, f.message): f for f in findings}
    if not unique:
        return ()
    sha256 = _sha256()
    ordered = sorted(unique.values(), key=lambda f: f.sort_key)
    seen: Counter[tuple[str, ...]] = Counter()
    finished = []
    for found in ordered:
        base = (found.rule, found.location.path, found.key or "", found.field or "")
        seen[base] += 1
        digest = sha256("\0".join((*base, str(seen[base]))).encode("utf-8", "replace")).hexdigest()
        finished.append(found._replace(fingerprint=digest[:32]))
    return tuple(finished)


def _sha256() -> Callable[[bytes], _Digest]:
    """SHA-256 without OpenSSL if Python has it so: hashlib loads OpenSSL, which takes as long as a rule takes to run."""
    for name in ("_sha2", "_sha256"):  # of Python 3.12 on, and of 3.11
        with contextlib.suppress(ImportError):
            found: Callable[[bytes], _Digest] = importlib.import_module(name).sha256
            return found
    import hashlib

    return hashlib.sha256
