"""What a check would mend: the fixes that its findings carry, taken together and looked at again until nothing is left."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.model.document import Project, SourceFile
from latexrefcheck.pipeline.run import run
from latexrefcheck.repair import Closed, Proposal, Wanted, of_findings, writable
from latexrefcheck.settings import Settings

_DOI = "missing-doi"


class Look(NamedTuple):
    """What one look at the project saw: every fix that is offered, wanted or not."""

    project: Project
    proposals: tuple[Proposal, ...]
    notes: tuple[str, ...] = ()


def settings_for(settings: Settings, wanted: Wanted, everything: bool = False) -> Settings:
    """What has to be looked at for the fixes that are wanted: without unsafe ones nobody is asked anything.

    Nothing that a check would write beside its report is written.
    """
    settings = settings.replace(write_lock=False, write_baseline=False, evidence=None)
    if settings.uncited == "auto":
        settings = settings.replace(uncited="list")  # what is mended in a library stays mended in the next paper
    if not (wanted.every or wanted.names or everything):
        return settings.replace(verify=False)
    offline = all(_scope(name) not in ("verdict", "") for name in wanted.names) and not wanted.every and not everything
    rules = dict(settings.rules)
    if (wanted.every or _DOI in wanted.names) and _DOI not in rules:
        rules[_DOI] = {"severity": "info"}  # off in most profiles, but a DOI is among what was asked for
    return settings.replace(verify=settings.verify and not offline, rules=rules)


def _scope(name: str) -> str:
    """The scope of a rule; empty for what is no rule, and so a key."""
    return str(registry.rules.facts[name].value[0]) if name in registry.rules else ""


def look(settings: Settings, overlay: Mapping[str, bytes] = {}) -> Look:
    """Check, and say what could be mended."""
    outcome = run(settings, with_entries=False, whole_records=True, overlay=overlay)
    return Look(outcome.examined.project, tuple(of_findings(outcome.report.findings)), outcome.report.notes)


def closed(project: Project, settings: Settings) -> Closed:
    """Says of a file why it must not be written: only what lies below the project's directories may."""
    named = [path if path.is_dir() else path.parent for path in settings.paths]
    documents = [document.root.absolute.parent for document in project.documents if document.root.absolute is not None]
    roots = [project.base, *(path.absolute() for path in named), *documents]

    def why(source: SourceFile) -> str:
        return "it is not a file" if source.absolute is None else writable(source.absolute, roots)

    return why


def folders(project: Project) -> set[Path]:
    """Where the files of a project lie: an interrupted run may have left something there."""
    return {source.absolute.parent for source in project.sources.values() if source.absolute is not None}
