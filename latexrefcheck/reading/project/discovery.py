"""Which files are root documents: from arguments, magic comments, latexmkrc, or by looking."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import files
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading.project.folders import is_within, repository, walk
from latexrefcheck.reading.project.inclusion import drop_included, reachable
from latexrefcheck.reading.project.library import Library
from latexrefcheck.reading.project.options import LatexmkSettings, Options
from latexrefcheck.text.patterns import lazy

_CLASS = lazy(r"^[^%\n\r]*?\\document(?:class|style)\b\s*(?:\[([^\]]*)\])?\s*\{\s*([^{}]*?)\s*\}", re.M)
_BEGIN = lazy(r"^[^%\n\r]*?\\begin\s*\{document\}", re.M)
_MAGIC = lazy(r"^\s*%+\s*!\s*T[eE]X\s+root\s*=\s*(.+?)\s*$", re.M | re.I)
MAX_CANDIDATES = 2000
_BUILD_SUFFIXES = (".aux", ".bcf", ".fls", ".fdb_latexmk", ".blg")


_UNREAD = {
    ".rst": "references in reStructuredText are not followed",
    ".typ": "references in Typst documents are not followed",
    ".org": "references in Org files are not followed",
    ".odt": "word processor files other than .docx are not read; save it as .docx",
    ".doc": "word processor files other than .docx are not read; save it as .docx",
    ".bbl": "it is what BibTeX or biber made; check the document that loads it",
}
"""Kinds of files for which "no findings" would be untrue, with the reason."""


class Target(NamedTuple):
    """One thing to check: a root document (with the .aux given for it), or a lone database."""

    path: Path
    aux: Path | None = None


class Targets(NamedTuple):
    """All that the arguments stand for."""

    roots: tuple[Target, ...]
    loose: tuple[Path, ...] = ()
    below: tuple[Path, ...] = ()
    """Roots in folders below one that has roots of its own: not checked."""
    above: tuple[Path, ...] = ()
    """Roots above a folder that has none, which include files of it."""
    texts: tuple[Path, ...] = ()
    """Files of other kinds that references stand in."""


def latexmk_settings(folder: Path) -> LatexmkSettings:
    """The settings of the latexmkrc of a folder and the search paths of its Makefile, or the defaults."""
    settings = LatexmkSettings()
    if any(files.is_file(folder / name) for name in ("latexmkrc", ".latexmkrc")):
        from latexrefcheck.reading.project import latexmkrc

        settings = latexmkrc.read(folder)
    if any(files.is_file(folder / name) for name in ("Makefile", "makefile", "GNUmakefile")):
        from latexrefcheck.reading.project import makefile

        settings = makefile.joined(folder, settings)
    return settings


def is_root(source: SourceFile) -> bool:
    """Whether a file is a document of its own (subfiles and standalone pictures are not)."""
    found = _CLASS.search(source.text, 0, 200_000) if "\\document" in source.text else None
    if found is None:
        return source.text.startswith("%&") and _BEGIN.search(source.text) is not None
    if found[2] in ("subfiles", "standalone"):
        return False
    return _BEGIN.search(source.text, found.start()) is not None  # both may be on one line


def is_spread_root(path: Path, source: SourceFile, library: Library) -> bool:
    """Whether a file is a document whose class, or whose ``\\begin{document}``, stands in a file that it loads."""
    has_class, has_body = _CLASS.search(source.text, 0, 200_000) is not None, _BEGIN.search(source.text) is not None
    if has_class is has_body or "\\input" not in source.text:
        return False
    wanted = _BEGIN if has_class else _CLASS
    tops = (str(library.base), repository(path.parent) or str(library.base))
    for one in reachable(path, source, library, tops):
        loaded = library.read(one)
        if isinstance(loaded, SourceFile) and wanted.search(loaded.text):
            found = _CLASS.search((source if has_class else loaded).text)
            return found is not None and found[2] not in ("subfiles", "standalone")
    return False


def is_preamble(source: SourceFile) -> bool:
    """Whether a file has a ``\\documentclass`` but no document."""
    return _CLASS.search(source.text, 0, 200_000) is not None and _BEGIN.search(source.text) is None


def magic_root(path: Path, source: SourceFile) -> Path | None:
    """The root that ``% !TEX root = ..`` names, if it exists."""
    found = _MAGIC.search(source.text, 0, 3000)
    if found is None or "\0" in found[1]:
        return None
    named = Path(os.path.normpath(path.parent / found[1].strip().strip('"')))
    for candidate in (named, named.with_name(named.name + ".tex")):
        if files.is_file(candidate):
            return candidate
    return None


def discover(paths: Sequence[Path], library: Library, options: Options) -> Targets:
    """The targets of a run; raises UnreadableInput for a path that does not exist."""
    roots: list[Target] = []
    loose: list[Path] = []
    texts: list[Path] = []
    below: list[Path] = []
    above: list[Path] = []
    if not paths:
        paths = [library.base / name for name in options.main] or [
            Path.cwd() if _under(Path.cwd(), library.base) else library.base
        ]
    for path in paths:
        if "\0" in str(path) or (os.path.realpath(path) not in library.overlay and not files.exists(path)):
            raise UnreadableInput(f"{str(path)!r} does not exist; give a root .tex, a directory, an .aux, a .bcf or a .bib")
        if path.is_dir():
            found, others = in_directory(path, library, options)
            including = [] if found else including_roots(path, library)
            roots += found or map(Target, including)
            below += others
            above += including
            if not (found or others or including):
                from latexrefcheck.reading import markdown  # imported late: most papers are TeX

                texts += markdown.in_folder(path, library)
        elif path.suffix == ".bib":
            loose.append(path)
        elif _holds_references(path):
            texts.append(path)
        elif path.suffix in _BUILD_SUFFIXES:
            roots.append(of_build(path, library))
        else:
            roots.append(of_file(path, library))
    unique: dict[str, Target] = {}
    for target in roots:  # a chapter and its root, given together, are one document
        unique.setdefault(os.path.realpath(target.path), target)
    return Targets(tuple(unique.values()), tuple(dict.fromkeys(loose)), tuple(below), tuple(above), tuple(dict.fromkeys(texts)))


def _holds_references(path: Path) -> bool:
    """Whether a file is one of the kinds that references are read from."""
    if path.suffix.lower() in ("", ".tex", ".bib", ".ltx", *_BUILD_SUFFIXES, *_UNREAD):
        return False
    from latexrefcheck.reading.references import reading  # imported late: a paper is no such file

    return path.suffix.lower() in reading.suffixes()


def _under(path: Path, base: Path) -> bool:
    real = os.path.realpath(path)
    return is_within(real, [str(base)])


def of_file(path: Path, library: Library) -> Target:
    """The root of a .tex file: itself, the one its magic comment names, or one that lies above and may include it."""
    kind = _UNREAD.get(path.suffix.lower())
    if kind:
        raise UnreadableInput(f"{str(path)!r} is not read: {kind}; give a root .tex, a directory, an .aux, a .bcf or a .bib")
    source = library.read(str(path))
    if isinstance(source, str):
        raise UnreadableInput(source)
    named = magic_root(path, source)
    if named is not None and _may_be_root(named, path, library) and isinstance(library.read(str(named)), SourceFile):
        return Target(named)
    if is_root(source) or _BEGIN.search(source.text):
        return Target(path)
    return Target(next(iter(including_roots(path, library)), path))


def _may_be_root(named: Path, path: Path, library: Library) -> bool:
    """Whether a magic comment, or a build, may name that root: in the base, beside or above its file, not anywhere."""
    return _under(named, library.base) or Path(os.path.realpath(path)).is_relative_to(Path(os.path.realpath(named)).parent)


def including_roots(path: Path, library: Library, levels: int = 0) -> list[Path]:
    """The roots in the nearest folder that name ``path``, or a file below it, in input commands, directly or not.

    Looked at are the folder of a file, or that above a folder, and those above up to the base or the top of the git
    repository; with ``levels`` that many wherever they lie.
    """
    wanted = os.path.realpath(path)
    folder = Path(wanted).parent
    tops = [str(library.base), repository(folder) or str(library.base)]
    for level, place in enumerate((folder, *folder.parents)):
        if level >= levels if levels else not is_within(str(place), tops):
            break
        found = []
        for candidate in sorted(place.glob("*.tex"))[:MAX_CANDIDATES]:
            source = library.read(str(candidate)) if candidate.is_file() else ""
            if isinstance(source, SourceFile) and is_root(source):
                reached = reachable(candidate, source, library, (*tops, str(place)))
                found += [candidate] if any(is_within(one, [wanted]) for one in reached) else []
        if found:
            return drop_included(found, library)
    return []


def of_build(path: Path, library: Library) -> Target:
    """The root whose build wrote an .aux, .bcf, .fls or .blg."""
    fls = path.with_suffix(".fls")
    source = library.read(str(fls)) if files.is_file(fls) else ""
    if isinstance(source, SourceFile):
        folder = path.parent
        for line in source.text.splitlines():
            if line.startswith("PWD "):
                folder = Path(line[4:])
            elif line.startswith("INPUT ") and line.endswith(".tex"):
                root = Path(os.path.normpath(folder / line[6:]))
                if root.stem == path.stem and files.is_file(root) and _may_be_root(root, path, library):
                    return Target(root, path)
    for place in (path.parent, path.parent.parent, path.parent.parent.parent):
        root = place / f"{path.stem}.tex"
        if files.is_file(root):
            return Target(root, path)
    raise UnreadableInput(f"the root document of {str(path)!r} was not found; name the .tex file and give the .aux with --aux")


def in_directory(folder: Path, library: Library, options: Options) -> tuple[list[Target], list[Path]]:
    """(the roots of a directory, other roots below): what latexmkrc says, else its own roots, else those of the folders below."""
    default = latexmk_settings(folder).default_files
    named = [folder / name for name in default if "\0" not in name]
    named = [path if files.is_file(path) else path.with_name(path.name + ".tex") for path in named]
    named = [path for path in named if files.is_file(path) and _under(path, library.base)]
    if named:
        return [Target(path) for path in named], []
    by_folder: dict[str, list[Path]] = {}
    for place in walk(str(folder)):
        found = _roots_in(place, library, options)
        if found:
            by_folder[place] = found
    top = by_folder.pop(str(folder), [])
    others = [path for found in by_folder.values() for path in found]
    if top:
        return [Target(path) for path in drop_included(top, library)], others
    return [Target(path) for path in drop_included(others, library)], []


def _roots_in(folder: str, library: Library, options: Options) -> list[Path]:
    found: list[Path] = []
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith((".tex", ".ltx")))  # noqa: PTH208
    except OSError:
        return found
    for name in names[:MAX_CANDIDATES]:
        path = os.path.join(folder, name)  # noqa: PTH118
        if os.path.islink(path) and not _under(Path(path), library.base):  # noqa: PTH114
            continue
        if options.exclude and _excluded(library.report_path(path), options.exclude):
            continue
        source = library.read(path)
        if not isinstance(source, SourceFile):
            continue
        named = magic_root(Path(path), source)
        if named is not None:
            # The magic comment may point to a root that looks like none (one that inputs its own preamble).
            if _under(named, library.base) and named.parent == Path(folder) and named not in found:
                found.append(named)
        elif is_root(source) or is_spread_root(Path(path), source, library):
            found.append(Path(path))
    return list(dict.fromkeys(found))


def _excluded(path: str, patterns: Iterable[str]) -> bool:
    from fnmatch import fnmatch

    return any(fnmatch(path, pattern) for pattern in patterns)
