"""The words that all reports share: counts, verdicts and what they mean to a reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from latexrefcheck.model.finding import Finding, Fix, PaperReport, Report
from latexrefcheck.model.states import Agreement
from latexrefcheck.registry import source_name
from latexrefcheck.text.terms import HOME
from latexrefcheck.text.visible import NAMED, shortened

VERDICTS = {
    "verified": "verified",
    "partial": "partial match",
    "mismatch": "mismatch",
    "wrong-identifier": "wrong identifier",
    "identifier-not-found": "identifier does not exist",
    "not-found": "not found",
    "unverifiable": "unverifiable",
    "unchecked": "unchecked",
}
"""Verdict status to the words shown for it, in the order of :class:`~latexrefcheck.model.states.VerdictStatus`."""

TONES = {
    "verified": "good",
    "partial": "calm",
    "mismatch": "warn",
    "wrong-identifier": "bad",
    "identifier-not-found": "bad",
    "not-found": "warn",
    "unverifiable": "calm",
    "unchecked": "calm",
}
"""Verdict status to how it is coloured."""

STATES = {
    "suppressed": "suppressed",
    "baseline": "in the baseline",
    "unchanged": "outside the changes",
    "uncited": "on uncited entries",
}
"""States of findings that do not count, in words."""


def manual(rule: str) -> str:
    """The address of a rule's page; empty for a name that no rule of ours has the form of."""
    return f"{HOME}/blob/main/docs/rules.md#{rule}" if re.fullmatch(r"[a-z][a-z0-9-]*", rule) else ""


def mending(fix: Fix) -> str:
    """What a fix does, with a warning where it may change the meaning."""
    return fix.message if fix.safe else f"unsafe, it may change what is cited: {fix.message}"


def plural(count: int, noun: str, many: str = "") -> str:
    """``1 error``, ``2 errors``; ``many`` for irregular nouns."""
    return f"{count} {noun if count == 1 else many or noun + 's'}"


def severities(error: int, warning: int, info: int) -> str:
    """``3 errors, 1 warning``: the severities that occur, worst first."""
    counted = ((error, "error", ""), (warning, "warning", ""), (info, "info", "info"))
    return ", ".join(plural(count, noun, many) for count, noun, many in counted if count)


def tally(report: Report) -> str:
    """The open findings in words: ``12 findings: 3 errors, 9 warnings``, or ``no findings``."""
    s = report.summary
    total = s.error + s.warning + s.info
    if not total:
        return "no findings"
    return f"{plural(total, 'finding')}: {severities(s.error, s.warning, s.info)}"


def uncounted(report: Report) -> str:
    """The findings that do not count, in words; empty if there are none."""
    s = report.summary
    counts = (s.suppressed, s.baseline, s.unchanged, s.on_uncited)
    return ", ".join(f"{count} {words}" for count, words in zip(counts, STATES.values(), strict=True) if count)


def read(report: Report) -> str:
    """What was read: documents, files, citations and entries."""
    s = report.summary
    parts = [plural(s.documents, "document"), plural(s.files, "file")]
    if s.citations:
        parts.append(f"{plural(s.citations, 'citation')} of {plural(s.keys, 'key')}")
    parts.append(plural(s.entries, "entry", "entries") + (f" ({s.uncited} uncited)" if s.uncited else ""))
    return ", ".join(parts)


def verdict_counts(report: Report) -> Iterator[tuple[str, int]]:
    """(status, count) for the verdicts that occur, best known first."""
    for status in (*VERDICTS, *sorted(set(report.summary.verdicts) - set(VERDICTS))):
        count = report.summary.verdicts.get(status, 0)
        if count:
            yield status, count


def verdicts(report: Report) -> str:
    """``42 entries looked up: 40 verified, 2 mismatch``; empty without verdicts."""
    counts = list(verdict_counts(report))
    if not counts:
        return ""
    total = sum(count for _, count in counts)
    told = (f"{n} {_standing(s)}{_trust(report) if s == 'verified' else ''}" for s, n in counts)
    return f"{plural(total, 'entry', 'entries')} looked up: " + ", ".join(told)


def _standing(status: str) -> str:
    """The words of a status in a line of counts."""
    return "NOT FOUND" if status == "not-found" else VERDICTS.get(status, status)


AGREEMENT: Mapping[str, str] = {Agreement.CONFIRMED: "CONFIRMED", Agreement.SINGLE_SOURCE: "SINGLE-SOURCE"}
"""How many sources hold a work that agrees: two or more, or one."""

LESS = ("confirmed by a person", "from the lock", "vouched for in this very change")
"""Whose word is not that of a source asked for this run."""


def _trust(report: Report) -> str:
    """How many sources stand behind the verified entries, and what rests on another word than theirs."""
    s = report.summary
    told = [f"{s.agreement[name]} {shown}" for name, shown in AGREEMENT.items() if s.agreement.get(name)]
    others = [f"{s.words[word]} {word}" for word in LESS if s.words.get(word)]
    inner = "; ".join(filter(None, (", ".join(told), ", ".join(others))))
    return f" ({inner})" if inner else ""


def standing(status: str, agreement: str, word: str) -> str:
    """One verdict in words: ``verified, CONFIRMED, from the lock``."""
    parts = [_standing(status)]
    if status == "verified" and word != LESS[0] and agreement in AGREEMENT:
        parts.append(AGREEMENT[agreement])
    return ", ".join([*parts, *([word] if word in LESS else [])])


def sentence(clause: str) -> str:
    """A clause with a capital."""
    return clause[:1].upper() + clause[1:]


def trouble(report: Report) -> list[str]:
    """One clause per source that did not answer as it should; one for all where nobody answered."""
    if everything := outage(report):
        return [everything]
    said = []
    for status in report.sources:
        if status.state in ("degraded", "down"):
            reason = f" ({status.reason})" if status.reason else ""
            said.append(
                f"source {source_name(status.source)} {status.state}, {plural(status.failures, 'failed request')}{reason}"
            )
    return said


def notes(report: Report) -> tuple[str, ...]:
    """The notes of a report without the one that :func:`trouble` says where nobody answered."""
    said = "no source could be reached" if outage(report) else ""
    return tuple(note for note in report.notes if not said or not note.startswith(said))


def outage(report: Report) -> str:
    """One sentence for a run in which no source answered, with what to do; empty for any other."""
    asked = [status for status in report.sources if status.state not in ("off", "unused")]
    if not asked or any(status.state != "down" or status.requests > status.failures for status in asked):
        return ""
    total = sum(count for _, count in verdict_counts(report))
    left = f"{report.summary.verdicts.get('unchecked', 0)} of {plural(total, 'entry', 'entries')} not checked; lint is complete"
    if all("offline" in status.reason for status in asked):
        return f"offline: {left}. The cache has no answer for them; a run without --offline asks"
    reasons = ", ".join(dict.fromkeys(status.reason.rpartition(": ")[2].rstrip(")") for status in asked if status.reason))
    why = f" ({reasons})" if reasons else ""
    todo = "Behind a proxy set HTTPS_PROXY; --no-verify skips this, --frozen goes by the lock"
    return f"no source could be reached{why}: {left}. {todo}"


def paper(one: PaperReport) -> str:
    """How one of several documents fared: ``2 errors, 1 warning; 12 entries: 10 verified, 2 not found``."""
    found = severities(one.error, one.warning, one.info) or "no findings"
    states = ", ".join(
        f"{one.verdicts[status]} {VERDICTS.get(status, status)}" for status in VERDICTS if one.verdicts.get(status)
    )
    return f"{found}; {plural(one.entries, 'entry', 'entries')}" + (f": {states}" if states else "")


def fixable(findings: Iterable[Finding]) -> str:
    """How many findings ``latexrefcheck fix`` can mend; empty if none."""
    fixes = [found.fix for found in findings if found.fix]
    if not fixes:
        return ""
    safe = sum(fix.safe for fix in fixes)
    if not safe:
        return f"{plural(len(fixes), 'finding')} can be fixed (none safely): latexrefcheck fix --unsafe"
    return f"{plural(len(fixes), 'finding')} can be fixed ({safe} safely): latexrefcheck fix"


def outcome(report: Report) -> str:
    """Why the exit status is not 0, as one clause; empty when it is."""
    if report.exit_code == 1:
        failing = sum(fails(found, report) for found in report.open)
        if not failing:
            return "failed: more works were found nowhere than max-not-found allows"
        return f"failed: {plural(failing, 'finding')} at or above {report.fail_on.name}"
    if report.exit_code == 3:
        return "failed: verification is incomplete"
    return f"failed with exit status {report.exit_code}" if report.exit_code else ""


def worst_first(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by severity, then confidence, then place."""
    return sorted(findings, key=lambda f: (-f.severity, -f.confidence))


def fails(found: Finding, report: Report) -> bool:
    """Whether this finding makes the run fail."""
    return found.fails(report.fail_on) and not found.outage


def _names(message: str, key: str) -> bool:
    """Whether a message has a key in it as a word: "art" is not named by "part", nor "a" by "a redirect"."""
    if len(key) > 200 or key not in message:  # to compile a key of megabytes takes longer than the check
        return key in message
    if key.isalpha() and key.islower():  # any word may be a key; messages put keys that they name into quotes
        return any(f"{left}{key}{right}" in message for left, right in ("''", "“”", '""'))
    return re.search(rf"(?<!\w){re.escape(key)}(?!\w)", message) is not None


def headline(found: Finding) -> str:
    """The message, led by the key when the message does not name it."""
    key, message = found.key, found.message
    if key and not _names(message, key):
        return f"{shortened(key, NAMED)}: {message}"
    return message
