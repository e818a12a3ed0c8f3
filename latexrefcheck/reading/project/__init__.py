"""Find the root documents of a project, follow what they load, read their databases and build files.

:func:`load` is the way in. It reads only what TeX could read from within the project, each file
once, and never raises on the content of any file; a path that the user named and that does not exist
is an :class:`~latexrefcheck.errors.UnreadableInput`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck import files
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.document import Bibliography, Build, Document, Project, SourceFile
from latexrefcheck.reading.project.assemble import Assembler
from latexrefcheck.reading.project.discovery import Target, Targets, discover, including_roots, is_preamble, latexmk_settings
from latexrefcheck.reading.project.folders import search_folders
from latexrefcheck.reading.project.library import Finder, Library
from latexrefcheck.reading.project.options import LatexmkSettings, Options
from latexrefcheck.reading.tex import Scanner, run_more, scan, user_commands
from latexrefcheck.text.patterns import lazy

if TYPE_CHECKING:
    from latexrefcheck.reading.project.build import Recorded

__all__ = ["Options", "load", "roots_nearby", "too_large"]

NEARBY = 3
"""Folders above one without a root document that are looked at for one to name."""

_BIBLATEX_FIELDS = lazy(r"^\s*(?:date|journaltitle|location|ids|xdata|entryset|eprinttype)\s*=", re.M | re.I)


def load(
    paths: Sequence[Path],
    base: Path,
    options: Options = Options(),  # noqa: B008  an immutable tuple
    overlay: Mapping[str, bytes] = {},
) -> Project:
    """The project that ``paths`` stand for; report paths are relative to ``base``.

    ``overlay`` holds what some files, named by their real paths, are read as instead of what is in them: an editor's
    unsaved text, or what fixes would lead to.

    Without paths the root documents of the working directory are found. Raises
    :class:`UnreadableInput` if a named path does not exist or no root can be told.
    """
    library = Library(base, options.max_file_size, options.tex_tree, overlay)
    targets = discover([Path(path) for path in paths], library, options)
    extra = _globbed(options.extra_bib, library)
    shared = {library.report_path(path) for path in (*extra, *_globbed(options.shared, library))}
    named = [*extra, *map(str, targets.loose)]
    typeset = tuple(_document(target, library, options, extra, named) for target in targets.roots)
    written, listed = _written(targets, library, extra)
    documents = (*typeset, *written)
    read = {source.absolute for document in documents for source in (document.root, *document.sources)}
    below = [library.report_path(str(path)) for path in targets.below if path not in read]
    loaded = {bibliography.source.absolute for document in documents for bibliography in document.bibliographies}
    loose = tuple(_loose(path, library, options) for path in targets.loose if Path(os.path.realpath(path)) not in loaded)
    return Project(
        base=library.base,
        documents=documents,
        loose=loose,
        shared=frozenset(shared),
        worded=(*_items(typeset), *listed),
        notes=(
            *([_not_checked(below)] if below else ()),
            *([_checked_above(targets.above)] if targets.above else ()),
            *_apart(documents, library, not paths or any(path.is_dir() for path in paths)),
        ),
    )


def _apart(documents: Sequence[Document], library: Library, folders: bool) -> tuple[str, ...]:
    """What lies beside the documents and is not read."""
    from latexrefcheck.reading.project import apart

    return tuple(apart.notes(documents, library, folders))


def _checked_above(paths: Sequence[Path]) -> str:
    shown = ", ".join(os.path.relpath(path) for path in paths)
    return (
        f"no root document lies in the folder; checked: {shown}, which {'includes' if len(paths) == 1 else 'include'} files of it"
    )


def roots_nearby(path: Path, base: Path) -> list[Path]:
    """Roots up to three folders above a folder that include files of it: not to be checked unasked, but worth naming."""
    return including_roots(path, Library(base), NEARBY) if path.is_dir() else []


def too_large(paths: Sequence[Path], most: int) -> str:
    """One sentence on a .tex file of these folders that is larger than the limit of ``most`` bytes; empty if none is."""
    for path in paths:
        for one in sorted(path.glob("*.tex"))[:200] if path.is_dir() else ():
            size = one.stat().st_size if files.is_file(one) else 0
            if size > most:
                return f"{one.name!r} has {size} bytes, over the limit of {most}, so it is not read; raise --max-file-size"
    return ""


def _not_checked(paths: Sequence[str]) -> str:
    shown = ", ".join(paths[:5]) + (f" and {len(paths) - 5} more" if len(paths) > 5 else "")
    return f"not checked: {shown} (in folders below one that has root documents of its own); name them to check them"


def _globbed(patterns: Sequence[str], library: Library) -> list[str]:
    """The files of patterns that the user wrote: they lead anywhere, but not out of the folder that they begin with."""
    if not patterns:
        return []
    from latexrefcheck.reading.project import globbing  # imported late: few projects have such libraries

    globber = globbing.Globber(str(library.base))
    found: list[str] = []
    for pattern in patterns:
        top = os.path.join(library.base, globbing.fixed(pattern))  # noqa: PTH118
        plain = os.path.join(library.base, pattern)  # noqa: PTH118
        if not globbing.is_pattern(pattern):
            found += [plain] if files.is_file(plain) else []
            continue
        try:
            found += globber.find(pattern, [os.path.realpath(top)], recursive=True)
        except globbing.TooMany:
            raise UnreadableInput(
                f"{pattern!r} (extra-bib or shared) leads to more than {globbing.MAX_ENTRIES} files; name a smaller folder"
            ) from None
    return list(dict.fromkeys(found))


def _items(documents: Sequence[Document]) -> tuple[Bibliography, ...]:
    """The lists of references that the documents hold themselves."""
    if not any(document.bibitems for document in documents):
        return ()
    from latexrefcheck.reading.references import bibitems  # imported late: most papers have a .bib

    return bibitems.of_documents(documents)


def _written(targets: Targets, library: Library, extra: Sequence[str]) -> tuple[tuple[Document, ...], list[Bibliography]]:
    """The documents among files that are no TeX, and the lists of references in all of them."""
    if not targets.texts:
        return (), []
    from latexrefcheck.reading import markdown
    from latexrefcheck.reading.references import numbered, reading

    written = [path for path in targets.texts if path.suffix.lower() in markdown.SUFFIXES]
    papers = markdown.documents(written, library, extra, targets.loose)
    listed: list[Bibliography] = []
    for path in targets.texts:
        data = library.overlay.get(os.path.realpath(path))
        if path in papers:
            listed += papers[path].worded
            continue
        try:
            listed.append(reading.read(path, library.report_path(str(path)), data, library.max_bytes))
        except UnreadableInput as error:
            keys = markdown.cites(path, library) if path in written else []
            if not keys:
                raise
            raise UnreadableInput(
                f"{str(path)!r} cites {keys[0]!r} but names no database: write 'bibliography: FILE.bib' into its first lines, "
                "or name the .bib beside it"
            ) from error
    cite = (numbered.document(one, reliable=not one.source.path.lower().endswith(".pdf")) for one in listed)
    return (*(paper.document for paper in papers.values()), *(one for one in cite if one is not None)), listed


def _loose(path: Path, library: Library, options: Options) -> Bibliography:
    source = library.read(str(path))
    if isinstance(source, str):
        raise UnreadableInput(source)
    dialect = options.backend if options.backend in ("bibtex", "biber") else ""
    return library.parse(source, dialect or ("biber" if _BIBLATEX_FIELDS.search(source.text) else "bibtex"))


def _document(target: Target, library: Library, options: Options, extra: Sequence[str], named: Sequence[str]) -> Document:
    """The document of one root, to which the libraries ``extra`` are added; those ``named`` by the user may lie anywhere."""
    root = target.path
    source = library.read(str(root))
    if isinstance(source, str):
        raise UnreadableInput(source)
    settings = latexmk_settings(root.parent)
    finder = _finder(root, library, options, settings)
    finder.allowed += [os.path.realpath(path) for path in named]
    jobname = root.stem
    state = scan(source, finder, jobname, user_commands(options.cite_commands))
    if not state.document_class:
        preamble = _preamble(source, root, library)
        if preamble is not None:
            state = scan(source, finder, jobname, user_commands(options.cite_commands), before=preamble)
    assembler = Assembler(state, finder, source, jobname, options.backend)
    hints = [options.aux_dir, options.out_dir, settings.aux_dir, settings.out_dir]
    assembler.bbl_folders = [".", *(hint for hint in hints if hint)]
    recorded = _recorded(target, options, finder, hints, jobname)
    if recorded is not None and recorded.complete and not state.complete:
        _read_recorded_inputs(state, recorded, library)
    citations, build = state.citations, Build()
    if recorded is not None:
        from latexrefcheck.reading.project.believe import apply_build

        citations, build, stale = apply_build(state, source, recorded)
        state.problems += [stale] if stale is not None else []
        assembler.seen_by_build = recorded.found
        if build.used and recorded.biber and not options.backend:
            assembler.read_as("biber")
    libraries = [library.parse(read, assembler.dialect) for read in map(library.read, extra) if isinstance(read, SourceFile)]
    return assembler.document(citations, libraries, build, settings.engine, state.complete)


def _finder(root: Path, library: Library, options: Options, settings: LatexmkSettings) -> Finder:
    """Where the files of a root are: what the user's environment says may lead anywhere, what a latexmkrc says may not."""
    folder = str(root.parent)
    texinputs, bibinputs = (
        search_folders([part for part in re.split(rf"[{os.pathsep};]", value) if part], folder)
        for value in (options.texinputs, options.bibinputs)
    )
    finder = Finder(library, root, texinputs, bibinputs, [*texinputs, *bibinputs])
    finder.texinputs += search_folders(settings.texinputs, folder, finder.allowed)
    finder.bibinputs += search_folders(settings.bibinputs, folder, finder.allowed)
    return finder


def _recorded(target: Target, options: Options, finder: Finder, hints: Sequence[str], jobname: str) -> Recorded | None:
    if options.build == "off":
        return None
    from latexrefcheck.reading.project import build as builds  # most runs of an editor find no build

    explicit = target.aux or options.aux
    aux = builds.find(target.path, jobname, hints, explicit)
    if aux is None:
        return None
    return builds.read(aux, target.path, options.fls, finder.allowed, options.max_file_size)


def _read_recorded_inputs(state: Scanner, recorded: Recorded, library: Library) -> None:
    """Read the .tex files that the build read and the scan could not find the names of."""
    for path in recorded.inputs:
        if path.suffix == ".tex" and files.is_file(path):
            source = library.read(str(path))
            if isinstance(source, SourceFile) and id(source) not in state.sources:
                run_more(state, source)
    unresolved = [p for p in state.problems if p.kind == "unresolved-input" and p.data.get("what") == "tex"]
    if len(unresolved) == sum(p.kind in ("unresolved-input", "missing-file") for p in state.problems):
        state.problems = [p for p in state.problems if p not in unresolved]
        state.complete = True


_FORMAT = lazy(r"^%&\s*([\w.+-]+)")


def _preamble(source: SourceFile, root: Path, library: Library) -> SourceFile | None:
    """The file that holds the preamble of a root without one: it was dumped as a format (``%&name``, ``-fmt name``)."""
    named = _FORMAT.match(source.text)
    candidates = [root.with_name(named[1] + ".tex")] if named else []
    candidates += [path for path in sorted(root.parent.glob("*.tex"))[:200] if path not in candidates]
    found = []
    for path in candidates:
        text = library.read(str(path)) if files.is_file(path) and path != root else ""
        if isinstance(text, SourceFile) and is_preamble(text):
            found.append(text)
    return found[0] if len(found) == 1 or (found and named) else None
