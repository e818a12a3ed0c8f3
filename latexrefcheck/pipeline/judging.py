"""What counts: suppressions, baseline, what changed, who is cited; and the exit status."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from latexrefcheck import lint
from latexrefcheck.errors import RefcheckError
from latexrefcheck.model.document import Problem, Project
from latexrefcheck.model.finding import Finding, Severity
from latexrefcheck.pipeline.examining import Examination, active, run_rules
from latexrefcheck.policy import Baseline, Decision, Policy, Suppressions, decide, most_unknown
from latexrefcheck.policy.baseline import DEFAULT_NAME
from latexrefcheck.settings import Settings

FAIL_ON = {"never": Severity.off, "info": Severity.info, "warning": Severity.warning, "error": Severity.error}
INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


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
        _on_uncited(examined, settings),
        examined.ran,
        examined.verification is not None,
        FAIL_ON[settings.fail_on],
        settings.require_complete or settings.frozen,
        most_unknown(settings.max_not_found, len(examined.verification.verdicts) if examined.verification else 0),
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


def _unchanged(read: Project, settings: Settings) -> Callable[[Finding], bool] | None:
    if not settings.since and not settings.changed_only:
        return None
    from latexrefcheck.policy import changes

    return changes.unchanged(changes.since(read.base, settings.since), read.bibliographies)


def _on_uncited(examined: Examination, settings: Settings) -> Callable[[Finding], bool] | None:
    if settings.uncited == "list" or (settings.uncited == "auto" and not settings.cited_only):
        return None
    from latexrefcheck.pipeline.uncited import on_uncited

    return on_uncited(examined.project, examined.where)
