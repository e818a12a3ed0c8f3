"""The stages of a check in order: read, lint, verify, judge, report."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from latexrefcheck import __version__, lint, registry
from latexrefcheck.errors import RefcheckError, UnreadableInput
from latexrefcheck.model.document import Problem, Project
from latexrefcheck.model.finding import Finding, Report, Severity
from latexrefcheck.pipeline.citing import with_citations
from latexrefcheck.pipeline.counts import Cited, cited, entries, summary
from latexrefcheck.pipeline.papers import papers
from latexrefcheck.plugins import Mending, page
from latexrefcheck.policy import Baseline, Decision, Policy, Suppressions, decide
from latexrefcheck.policy.baseline import DEFAULT_NAME
from latexrefcheck.reading import project
from latexrefcheck.settings import Settings, rule_options, severities

if TYPE_CHECKING:
    from latexrefcheck.verify import Verification

FAIL_ON = {"never": Severity.off, "info": Severity.info, "warning": Severity.warning, "error": Severity.error}
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""

_CHECKOUTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


class Examination(NamedTuple):
    """What one run found out, before it is judged. ``ran`` are the ids of the rules that were run."""

    project: Project
    findings: tuple[Finding, ...]
    ran: frozenset[str]
    verification: Verification | None = None


class Outcome(NamedTuple):
    """A report with what it was made from."""

    examined: Examination
    report: Report


def check(settings: Settings, with_entries: bool = True) -> Report:
    """Check what ``settings.paths`` name and return the report; ``with_entries`` also lists every entry.

    Raises RefcheckError (bad settings, unreadable input). Everything about the paper itself is a finding.
    """
    return run(settings, with_entries).report


def run(settings: Settings, with_entries: bool = True, whole_records: bool = False, overlay: Mapping[str, bytes] = {}) -> Outcome:
    """As :func:`check`, and keep what the report was made from.

    ``whole_records`` takes no verdict from the lock, which keeps records in short: for those who write fields
    from them.
    """
    began = time.perf_counter()
    examined = examine(settings, whole_records, overlay)
    made = report(examined, judge(examined, settings), settings, with_entries)
    started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return Outcome(examined, made._replace(started=started, elapsed=time.perf_counter() - began))


def examine(settings: Settings, whole_records: bool = False, overlay: Mapping[str, bytes] = {}) -> Examination:
    """Read the project, run the rules and, unless switched off, verify the entries."""
    read = load(settings, overlay)
    scopes: dict[str, Sequence[Any]] = {"project": [read], "document": read.documents, "bibliography": read.bibliographies}
    verification = verify(read, settings, whole_records) if settings.verify else None
    if verification is not None:
        scopes["verdict"] = [lint.Checked(entry, verdict) for entry, verdict in verification.verdicts.items()]
    found: list[Finding] = []
    ran: set[str] = set()
    for scope, subjects in scopes.items():
        levels = active(scope, settings)
        ran.update(levels)
        told = run_rules(scope, subjects, read, levels, settings)
        found += with_citations(told, read) if scope == "verdict" else told
    found = corrected(found, read, verification)
    kept = (finding for finding in found if not _excluded(finding, settings))
    return Examination(read, lint.finish(kept), frozenset(ran), verification)


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
    scope: str, subjects: Sequence[Any], read: Project, levels: dict[str, Severity], settings: Settings
) -> list[Finding]:
    """The findings of the rules in ``levels`` with the options that the settings give them."""
    options = rule_options(settings, (registry.rules[rule] for rule in levels))
    return lint.run(scope, subjects, read, levels, options)


def load(settings: Settings, overlay: Mapping[str, bytes] = {}) -> Project:
    """The project that the settings name, with the files of ``overlay`` read as it says."""
    options = project.Options(
        aux=settings.aux,
        fls=settings.fls,
        build=settings.build,
        out_dir=settings.out_dir,
        aux_dir=settings.aux_dir,
        cite_commands=settings.cite_commands,
        extra_bib=_patterns(settings.extra_bib),
        shared=_patterns(settings.shared),
        bibinputs=os.environ.get("BIBINPUTS", ""),
        texinputs=os.environ.get("TEXINPUTS", ""),
        backend="" if settings.backend == "auto" else settings.backend,
        max_file_size=settings.max_file_size,
        exclude=settings.exclude,
        tex_tree=settings.tex_tree,
    )
    read = project.load(settings.paths, base_directory(settings), options, overlay)
    if not read.documents and not read.bibliographies:
        where = ", ".join(repr(path.as_posix()) for path in settings.paths) or "the current directory"
        near = [root for path in settings.paths or (Path.cwd(),) for root in project.roots_nearby(path, base_directory(settings))]
        shown = ", ".join(os.path.relpath(root) for root in dict.fromkeys(near))
        raise UnreadableInput(
            f"no root document (a .tex with \\documentclass and \\begin{{document}}) was found in {where}; name one"
            + (f": {shown} includes files from there" if shown else "")
        )
    return read


def _patterns(paths: Sequence[Path]) -> tuple[str, ...]:
    """Globs that mean the same from every base."""
    return tuple(path.absolute().as_posix() for path in paths)


def base_directory(settings: Settings) -> Path:
    """The directory that reported paths are relative to.

    In CI that is the checkout, because annotations and SARIF need paths from there even if the check
    runs in a sub-directory; elsewhere the current directory, so that an editor can follow them.
    """
    here = Path.cwd()
    if settings.base is not None:
        return settings.base.absolute()
    for variable in _CHECKOUTS:
        checkout = os.environ.get(variable, "")
        if checkout and here.is_relative_to(checkout):
            return Path(checkout)
    return here


def verify(read: Project, settings: Settings, whole_records: bool = False) -> Verification:
    """What the scholarly sources, or the lock, say of the entries."""
    from latexrefcheck import verify as verification  # imported late: a lint asks nobody

    return verification.run(read, settings, whole_records)


def judge(examined: Examination, settings: Settings) -> Decision:
    """The final state of each finding and the exit status."""
    read = examined.project

    def stamp(problems: Sequence[Problem]) -> Sequence[Finding]:
        return lint.finish(run_rules("policy", [problems], read, active("policy", settings), settings))

    suppressions = Suppressions()
    suppressions.read_comments(read.sources.values(), read.bibliographies)
    suppressions.read_config(settings.suppress, settings.suppressed_at)
    policy = Policy(
        suppressions,
        _baseline(read, settings),
        _unchanged(read, settings),
        _on_uncited(read, settings),
        examined.ran,
        examined.verification is not None,
        FAIL_ON[settings.fail_on],
        settings.require_complete or settings.frozen,
    )
    verification = examined.verification
    decision = decide(policy, examined.findings, stamp, verification is None or verification.complete)
    if verification is not None and verification.interrupted:
        return decision._replace(exit_code=INTERRUPTED)
    if verification is not None and verification.unwritten:
        return decision._replace(exit_code=RefcheckError.exit_code)
    return decision


def _baseline(read: Project, settings: Settings) -> Callable[[Sequence[Finding]], Baseline] | None:
    if settings.write_baseline:
        path = settings.baseline or read.base / DEFAULT_NAME
        return lambda findings: Baseline.write(path, read.base, findings, read.sources)
    if settings.baseline is None:
        return None
    known = Baseline.load(settings.baseline, read.base, read.sources)
    return lambda findings: known


def _baseline_note(read: Project, settings: Settings, decision: Decision) -> Iterator[str]:
    """Where the baseline was written: without ``--baseline`` the next run does not read it."""
    if settings.write_baseline:
        path = os.path.relpath(settings.baseline or read.base / DEFAULT_NAME)
        kept = sum(found.state == "baseline" for found in decision.findings)
        yield f"{kept} finding{'' if kept == 1 else 's'} written to {path}; from now on: --baseline {path}"


def _unchanged(read: Project, settings: Settings) -> Callable[[Finding], bool] | None:
    if not settings.since and not settings.changed_only:
        return None
    from latexrefcheck.policy import changes

    return changes.unchanged(changes.since(read.base, settings.since), read.bibliographies)


def _on_uncited(read: Project, settings: Settings) -> Callable[[Finding], bool] | None:
    if settings.uncited == "list" or (settings.uncited == "auto" and not settings.cited_only):
        return None
    from latexrefcheck.pipeline.uncited import on_uncited

    return on_uncited(read)


def report(examined: Examination, decision: Decision, settings: Settings, with_entries: bool = True) -> Report:
    """Everything that a report format may show."""
    read, verification = examined.project, examined.verification
    where: Cited = cited(read, with_entries)
    verdicts = {} if verification is None else verification.verdicts
    return Report(
        tool_version=__version__,
        profile=settings.profile,
        fail_on=FAIL_ON[settings.fail_on],
        exit_code=decision.exit_code,
        summary=summary(read, decision.findings, where, verdicts.values()),
        findings=decision.findings,
        entries=tuple(entries(read, where, verdicts)) if with_entries else (),
        sources=() if verification is None else tuple(verification.sources),
        documents=tuple(document.root.path for document in read.documents),
        notes=(
            *settings.notes,
            *read.notes,
            *(() if verification is None else (*verification.notes, *verification.unwritten)),
            *_baseline_note(read, settings, decision),
        ),
        rules={name: page(registry.rules[name]) for name in sorted({f.rule for f in decision.findings})},
        verified=verification is not None,
        papers=papers(read, decision.findings, verdicts),
    )


def _excluded(finding: Finding, settings: Settings) -> bool:
    if not settings.exclude:
        return False
    from fnmatch import fnmatchcase

    return any(fnmatchcase(finding.location.path, pattern) for pattern in settings.exclude)
