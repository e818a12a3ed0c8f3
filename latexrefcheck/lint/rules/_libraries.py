"""The databases that one program run reads together: what rules about several files look at."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.model.document import Bibliography, Project


def together(project: Project) -> Iterator[tuple[tuple[Bibliography, ...], bool]]:
    """(databases in reading order, whether all that were asked for are there), each combination once.

    Sections are runs of their own for BibTeX and have their own resources for biblatex, so one combination
    is one section of a document, or a database that no document loads.
    """
    seen: set[tuple[tuple[int, ...], bool]] = set()
    loaded: set[int] = set()
    for document in project.documents:
        for section in document.sections:
            found = {id(r.bibliography): r.bibliography for r in section.resources if r.bibliography is not None}
            whole = section.complete and all(r.bibliography is not None for r in section.resources)
            loaded.update(found)
            if found and (tuple(found), whole) not in seen:
                seen.add((tuple(found), whole))
                yield tuple(found.values()), whole
    for bibliography in project.loose:
        if id(bibliography) not in loaded:
            yield (bibliography,), True
