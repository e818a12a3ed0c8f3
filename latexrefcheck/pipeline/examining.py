"""Read, lint, verify: what one run finds out before the policy judges it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck import lint, registry
from latexrefcheck.model.document import Project
from latexrefcheck.model.finding import Finding, Severity
from latexrefcheck.pipeline.citing import with_citations
from latexrefcheck.pipeline.counts import Cited, cited
from latexrefcheck.pipeline.reading import load
from latexrefcheck.plugins import Mending
from latexrefcheck.settings import Settings, rule_options, severities

if TYPE_CHECKING:
    from latexrefcheck.verify import Verification
    from latexrefcheck.verify.project import Ask
    from latexrefcheck.verify.resolution import Watch


class Examination(NamedTuple):
    """What one run found out, before it is judged. ``ran`` are the ids of the rules that were run, ``where`` who cites what."""

    project: Project
    findings: tuple[Finding, ...]
    ran: frozenset[str]
    where: Cited
    verification: Verification | None = None


def examine(
    settings: Settings,
    whole_records: bool = False,
    overlay: Mapping[str, bytes] = {},
    places: bool = True,
    watch: Watch | None = None,
    ask: Ask | None = None,
) -> Examination:
    """Read the project, run the rules and, unless switched off, verify the entries.

    ``places`` says that somebody will show where each entry is cited; without, only what is verified needs that.
    """
    read = load(settings, overlay)
    where = cited(read, places or settings.verify)
    scopes: dict[str, Sequence[object]] = {"project": [read], "document": read.documents, "bibliography": read.bibliographies}
    verification = verify(read, settings, whole_records, watch, ask) if settings.verify else None
    if verification is not None:
        scopes["verdict"] = [lint.Checked(entry, verdict) for entry, verdict in verification.verdicts.items()]
    found: list[Finding] = []
    ran: set[str] = set()
    for scope, subjects in scopes.items():
        levels = active(scope, settings)
        ran.update(levels)
        told = run_rules(scope, subjects, read, levels, settings, verification)
        found += with_citations(told, where) if scope == "verdict" else told
    found = corrected(found, read, verification)
    if settings.claims != "off" and settings.verify:
        from latexrefcheck.pipeline.leaning import leanings  # imported late: it is asked for

        levels = active("claim", settings)
        ran.update(levels)
        found += run_rules("claim", leanings(read, verification, settings), read, levels, settings, verification)
    kept = (finding for finding in found if not _excluded(finding, settings))
    return Examination(read, lint.finish(kept), frozenset(ran), where, verification)


def corrected(found: list[Finding], read: Project, verification: Verification | None) -> list[Finding]:
    """The findings with the fixes that their rules make of the record, or of everything that is cited."""
    if not any(isinstance(registry.rules[rule], Mending) for rule in {one.rule for one in found}):
        return found
    from latexrefcheck.repair import compose  # imported late: a paper without such a finding does not pay for it

    return compose.composed(found, read, verification.verdicts if verification is not None else {})


def active(scope: str, settings: Settings) -> dict[str, Severity]:
    """The severities of the rules of one scope that are not off; no rule is imported for this."""
    known = {rule: facts.value for rule, facts in registry.rules.facts.items()}
    levels = severities(settings, {rule: table for rule, (its, table) in known.items() if its == scope})
    return {rule: level for rule, level in levels.items() if level is not Severity.off}


def run_rules(
    scope: str,
    subjects: Sequence[object],
    read: Project,
    levels: dict[str, Severity],
    settings: Settings,
    verification: Verification | None = None,
) -> list[Finding]:
    """The findings of the rules in ``levels`` with the options that the settings give them."""
    options = rule_options(settings, (registry.rules[rule] for rule in levels))
    return lint.run(scope, subjects, read, levels, options, verification.verdicts if verification is not None else {})


def verify(
    read: Project, settings: Settings, whole_records: bool = False, watch: Watch | None = None, ask: Ask | None = None
) -> Verification:
    """What the scholarly sources, or the lock, say of the entries."""
    import latexrefcheck.verify as verification  # imported late: a lint asks nobody

    return verification.run(read, settings, whole_records, watch, ask)


def _excluded(finding: Finding, settings: Settings) -> bool:
    if not settings.exclude:
        return False
    from fnmatch import fnmatchcase

    return any(fnmatchcase(finding.location.path, pattern) for pattern in settings.exclude)
