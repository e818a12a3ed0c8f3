"""Whether to believe a build, and what the citations of the document are if so."""

from __future__ import annotations

import os
from pathlib import Path

from latexrefcheck.model.document import Build, Citation, Problem, SourceFile, Span
from latexrefcheck.reading.project import build as builds
from latexrefcheck.reading.tex import Scanner


def apply_build(scan: Scanner, root: SourceFile, recorded: builds.Recorded) -> tuple[list[Citation], Build, Problem | None]:
    """What the build says about the citations: (citations to check, the build, a problem if it is not believed)."""
    in_source = {citation.key for citation in scan.citations}
    described = Build(recorded.aux, False, "", recorded.cited, recorded.inputs)
    span = Span(root, 0, 0)
    if any(section.kind in ("multibib", "unit") for section in scan.sections):
        return scan.citations, _with(described, False, "its bibliography units have .aux files of their own"), None
    wanted = {key for key in recorded.cited if key != "*"}
    if not recorded.complete:
        return scan.citations, _with(described, False, "the build did not come to its end"), None
    if wanted == {key for key in in_source if not builds.CONTROL.fullmatch(key)}:
        return scan.citations, _with(described, True, ""), None
    stale = _staleness(scan, recorded)
    if stale:
        message = f"the build in {recorded.aux.name!r} is not used: {stale}; build again to have its view of the citations"
        return scan.citations, _with(described, False, stale), Problem("stale-build", span, message)
    read = {os.path.realpath(path) for path in recorded.inputs}
    kept = [
        citation
        for citation in scan.citations
        if citation.key in wanted or (read and str(citation.span.source.absolute) not in read)
    ]
    place = next((request.span for section in scan.sections for request in section.requests), span)
    kept += [Citation(key, place, "", place.start) for key in sorted(wanted - in_source)]
    return kept, _with(described, True, ""), None


def _with(build: Build, used: bool, why: str) -> Build:
    return Build(build.aux, used, why, build.cited, build.inputs)


def _staleness(scan: Scanner, recorded: builds.Recorded) -> str:
    """Why a build that cites other keys than the source is out of date; empty if it is not."""
    for source in scan.sources.values():
        if source.absolute is not None and _modified(source.absolute) > recorded.modified + 1:
            return f"it is older than {source.path!r} and cites other keys"
    if builds.is_tracked(recorded.aux):
        return "it is committed to the repository and cites other keys than the source"
    return ""


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
