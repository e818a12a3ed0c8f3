"""Which findings a list shows whole and which it counts: of many that say the same, the first is enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from latexrefcheck.model.finding import Finding, Severity
from latexrefcheck.reports import _words as words
from latexrefcheck.text.visible import line, printable

FOLD_ABOVE: Mapping[Severity, int] = {Severity.error: 20, Severity.warning: 5, Severity.info: 3}
"""Findings of one rule that are shown whole; of more, only the first is."""
NAMED = 8
"""Keys that stand in the line about the others."""


class Shown(NamedTuple):
    """A finding that is shown whole, with those of its rule that are only counted."""

    finding: Finding
    others: Sequence[Finding] = ()


def folded(findings: Iterable[Finding]) -> list[Shown]:
    """The findings to show, the worst first, in file order within a severity."""
    groups: dict[tuple[Severity, str], list[Finding]] = {}
    for found in findings:
        groups.setdefault((found.severity, found.rule), []).append(found)
    shown = []
    for (severity, _), group in groups.items():
        if len(group) > FOLD_ABOVE.get(severity, 0):
            shown.append(Shown(group[0], group[1:]))
        else:
            shown += map(Shown, group)
    return sorted(shown, key=lambda one: (-one.finding.severity, one.finding.sort_key))


def whole(findings: Iterable[Finding]) -> list[Shown]:
    """Every finding, in the same order."""
    return sorted(map(Shown, findings), key=lambda one: (-one.finding.severity, one.finding.sort_key))


def others(shown: Shown) -> str:
    """What is said of the findings that are only counted: how many, which entries, in which files."""
    found = shown.others
    keys = list(dict.fromkeys(one.key for one in found if one.key))
    named = ", ".join(line(key) for key in keys[:NAMED]) + (", \u2026" if len(keys) > NAMED else "")
    files = Counter(one.location.path for one in found)
    most = files.most_common(2)
    where = ", ".join(f"{count} in {printable(path)}" if len(files) > 1 else f"in {printable(path)}" for path, count in most)
    where += f", {words.plural(len(files) - 2, 'more file')}" if len(files) > 2 else ""
    return f"and {len(found)} more [{shown.finding.rule}] {where}" + (f": {named}" if named else "")
