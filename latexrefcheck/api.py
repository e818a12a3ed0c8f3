"""The Python API: check a project, verify references, render a report, fix what can be fixed.

Everything here may be called from several threads. Nothing is printed, no configuration file and no environment
variable of ours is read, nothing of the process is switched, and only what is asked for is written. The options are
those of docs/options.md by attribute name (``fail_on``, ``cited_only``); ``settings`` and options together mean the
settings with those options changed. What is wrong with a paper is a finding; :class:`~latexrefcheck.errors.RefcheckError`
says that the call cannot be answered: an option that does not exist, a file that cannot be read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from os import PathLike
from typing import TYPE_CHECKING, NamedTuple, Unpack

from latexrefcheck.settings import Settings

if TYPE_CHECKING:
    from latexrefcheck.model.document import Project
    from latexrefcheck.model.finding import Report
    from latexrefcheck.repair import Proposal, Refused
    from latexrefcheck.settings.given import Options
    from latexrefcheck.verify.single import Outcome


class Fixes(NamedTuple):
    """What :func:`fix` changed, or would change.

    ``texts`` holds each changed file's new text by the path that reports use, ``diff`` the same as a unified diff;
    ``made`` are the fixes in it, ``refused`` those that were not made and why. ``renamed`` maps keys that disappear to
    those that stand for them. ``left`` are fixes that would change what the document says and were not asked for.
    """

    texts: Mapping[str, str]
    diff: str
    made: tuple[Proposal, ...] = ()
    refused: tuple[Refused, ...] = ()
    left: tuple[Proposal, ...] = ()
    renamed: Mapping[str, str] = {}
    written: bool = False


def check(*projects: str | PathLike[str], settings: Settings | None = None, **options: Unpack[Options]) -> Report:
    """Check LaTeX projects and return the report.

    ``projects`` are root .tex files, directories, .aux, .bcf or .bib files (the current directory without any).
    With ``verify=False`` nobody is asked anything.
    """
    from latexrefcheck import pipeline

    return pipeline.check(_settings(projects, settings, options))


def verify(
    *references: str,
    title: str = "",
    first_author: str = "",
    year: int | None = None,
    settings: Settings | None = None,
    **options: Unpack[Options],
) -> tuple[Outcome, ...]:
    """Look up single references: ``doi:10.…``, ``arXiv:…``, ``PMID:…``, ``ISBN:…`` or a reference in words.

    ``title``, ``first_author`` and ``year`` are what the works are expected to be, and are compared. All references
    are asked for together; there is one outcome for each, in their order.
    """
    from latexrefcheck.errors import UsageError
    from latexrefcheck.verify import asking, single

    if any(not text.strip() for text in references):
        raise UsageError("an empty reference cannot be verified")
    chosen = _settings((), settings, options)
    parsed = {text: single.parse(text, title, first_author, year) for text in dict.fromkeys(references)}
    resolution, _, _, verdicts = asking.ask(list(parsed.values()), chosen)
    if resolution.interrupted:
        raise KeyboardInterrupt
    return tuple(single.outcome(parsed[text], verdicts[parsed[text].key], bool(title)) for text in references)


def render(report: Report, format: str = "text", **options: object) -> str:
    """The report in one of the formats of docs/reports.md, which lists the options of each."""
    from latexrefcheck import registry
    from latexrefcheck.errors import UsageError, unknown
    from latexrefcheck.plugins import options_of_report

    form = registry.reports[format]
    known = options_of_report(form)
    for name, value in options.items():
        if name not in known:
            raise UsageError(unknown(f"option of report {format}", name, known))
        if type(value) is not type(known[name]):
            raise UsageError(f"{name} of {format} must be a value like {known[name]!r}, not {value!r}")
    return form.render(report, **options)


def fix(
    *projects: str | PathLike[str],
    unsafe: bool | Collection[str] = False,
    write: bool = False,
    settings: Settings | None = None,
    **options: Unpack[Options],
) -> Fixes:
    """Work out the fixes that the findings of a check carry; with ``write`` also write them, all files or none.

    Fixes that keep the meaning are always made; ``unsafe`` takes those that change what the document says too: all, or
    those of some rules or keys. Files are read anew by the next call; what changed meanwhile is not overwritten.
    """
    from latexrefcheck.pipeline import fixing
    from latexrefcheck.repair import Wanted, recover, to_fixpoint, write_all

    names = (unsafe,) if isinstance(unsafe, str) else () if isinstance(unsafe, bool) else unsafe
    wanted = Wanted(unsafe is True, frozenset(names))
    chosen = fixing.settings_for(_settings(projects, settings, options), wanted)
    seen: list[fixing.Look] = []

    def look(overlay: Mapping[str, bytes]) -> tuple[Project, tuple[Proposal, ...]]:
        found = fixing.look(chosen, overlay)
        if write and not seen and recover(fixing.folders(found.project)):
            found = fixing.look(chosen, overlay)  # an earlier run was interrupted while it wrote
        seen.append(found)
        return found.project, found.proposals

    repair = to_fixpoint(
        look,
        lambda proposals: [one for one in proposals if wanted.takes(one)],
        lambda project: fixing.closed(project, chosen),
    )
    if write:
        write_all(repair.new_files())
    return Fixes(
        texts={source.path: text for source, text in repair.texts()},
        diff="".join(f"{line}\n" for line in repair.diff()),
        made=repair.made,
        refused=repair.refused,
        left=tuple(one for one in seen[-1].proposals if not wanted.takes(one)),
        renamed=repair.renamed,
        written=write and bool(repair.changes),
    )


def _settings(paths: tuple[str | PathLike[str], ...], settings: Settings | None, options: Options) -> Settings:
    """The settings of one call: what is given over those that were made before, or over the defaults."""
    if paths:
        options["paths"] = paths
    if settings is not None:
        return settings.replace(**options)
    options.setdefault("progress", "off")  # a line on standard error is the command's business
    return Settings(**options)
