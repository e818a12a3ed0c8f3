"""What lies beside the documents of a project and is not read: texts that none of them loads, and documents without citations."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from latexrefcheck import files
from latexrefcheck.model.document import Document, SourceFile
from latexrefcheck.reading.project.library import Library
from latexrefcheck.reading.tex.meaning import public_names
from latexrefcheck.text.patterns import lazy

MOST = 60
"""Files that are looked into."""
SIZE = 20_000
"""Bytes of each that are looked at."""
NAMED = 3

_BODY = lazy(r"^[^%\n]{0,500}\\(?:[a-zA-Z]*cite[a-zA-Z]*|section|chapter|subsection|paragraph)\s*\*?\s*[\[{]", 0x8)
_CALL = lazy(r"\\([A-Za-z@]+)\*?\s*(?:\[[^\[\]\n]{0,100}\]\s*)?\{([\w./ -]{1,100})\}")
_LOADING = frozenset("input include subfile import subimport InputIfFileExists IfFileExists documentclass usepackage".split())


def notes(documents: Sequence[Document], library: Library, folders: bool) -> Iterator[str]:
    """One sentence each; ``folders`` says that the documents were found in a folder and not named one by one."""
    if not any(document.citations for document in documents):  # beside a paper, a cover or slides need no citations
        for document in documents:
            yield from _silent(document)
    if not documents or not documents[0].root.path.endswith((".tex", ".ltx")):
        return
    unread = _unread(documents, library)
    if not unread:
        return
    called = dict(_called(documents, unread))
    for path, (command, place) in called.items():
        shown = library.report_path(str(path))
        yield (
            f"{shown} is named by \\{command} ({place}), a command that is not known: what it cites is not read; "
            "load it with \\input, or name the file itself"
        )
    left = [library.report_path(str(path)) for path in unread if path not in called and _has_body(path)]
    if left and folders:
        more = f" and {len(left) - NAMED} more" if len(left) > NAMED else ""
        belong = "belongs" if len(left) == 1 else "belong"
        verb = "is" if len(left) == 1 else "are"
        yield f"{', '.join(left[:NAMED])}{more} {belong} to no document that was found, and {verb} not read"


def _silent(document: Document) -> Iterator[str]:
    """A document of several files that cites nothing and has no bibliography: a command may not be known."""
    if not document.root.path.endswith((".tex", ".ltx")):
        return
    loaded = [source for source in document.sources if source is not document.root and source.path.endswith(".tex")]
    silent = not document.citations and not document.bibitems and not any(one.resources for one in document.sections)
    if silent and len(loaded) > 1 and document.complete and not document.problems:
        yield (
            f"{document.root.path} and the {len(loaded)} files that it loads cite nothing and have no bibliography; "
            "if they should, their citing command is not known: name it under cite-commands in the configuration"
        )


def _unread(documents: Sequence[Document], library: Library) -> list[Path]:
    """The .tex files beside the roots, and one folder below, that no document loads."""
    read = {os.path.realpath(source.absolute) for one in documents for source in (one.root, *one.sources) if source.absolute}
    found: list[Path] = []
    for folder in dict.fromkeys(one.root.absolute.parent for one in documents if one.root.absolute is not None):
        for place in (folder, *_below(folder)):
            for path in _tex(place):
                if os.path.realpath(path) not in read:
                    found.append(path)
                if len(found) >= MOST:
                    return found
    return found


def _below(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            names = sorted(one.name for one in entries if one.is_dir(follow_symlinks=False) and one.name[0] not in "._")
    except OSError:
        return []
    return [folder / name for name in names[:MOST]]


def _tex(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return [folder / name for name in sorted(one.name for one in entries if one.name.endswith(".tex"))]
    except OSError:
        return []


def _has_body(path: Path) -> bool:
    if not files.is_file(path):
        return False
    text = files.beginning(path, SIZE).decode("utf-8", "replace")
    return "\\documentclass" not in text and _BODY.search(text) is not None


def _called(documents: Sequence[Document], unread: Sequence[Path]) -> Iterator[tuple[Path, tuple[str, str]]]:
    """The unread files whose name stands as the argument of a command, with the command and its place."""
    stems = {path.stem: path for path in unread}
    for document in documents:
        for source in dict.fromkeys((document.root, *document.sources)):
            if not source.path.endswith(".tex"):
                continue
            for command, name, at in _calls(source):
                path = stems.get(name.strip().rpartition("/")[2].removesuffix(".tex"))
                if path is None or command in _LOADING or command in public_names() or not _has_body(path):
                    continue
                if _is_path(name, path, document.root.absolute):
                    yield path, (command, f"{source.path}:{source.position(at)[0]}")


def _calls(source: SourceFile) -> Iterator[tuple[str, str, int]]:
    for found in _CALL.finditer(source.text):
        line = source.text[source.text.rfind("\n", 0, found.start()) + 1 : found.start()]
        if "%" not in line:
            yield found[1], found[2], found.start()


def _is_path(name: str, path: Path, root: Path | None) -> bool:
    """Whether a name is that of the file: from the root's folder, or with the folder that the file lies in."""
    bare = name.strip().removesuffix(".tex").removeprefix("./")
    return root is not None and path in (root.parent / f"{bare}.tex", *((path,) if "/" in bare and _ends(path, bare) else ()))


def _ends(path: Path, bare: str) -> bool:
    return path.with_suffix("").as_posix().endswith(f"/{bare}")
