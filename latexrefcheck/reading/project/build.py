"""What a build left behind: cited keys from .aux and .bcf, read files from .fls, and whether to believe them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import files
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.text.patterns import lazy

FOLDERS = (".", "build", "out", "output", "_build", "aux", ".aux", "tmp", "latex.out", "target")
"""Where builds commonly write, relative to the root document."""
MAX_AUX = 5000
_AUX = lazy(r"\\(citation|bibdata|@input|gdef|abx@aux@cite)(?:\{0\}|\{\d+\})?\s*(?:\{([^{}]*)\}|\\(@abspage@last))")
_CITEKEY = lazy(r"<bcf:citekey\b[^<>]*+>([^<]*+)</bcf:citekey>")
_DATASOURCE = lazy(r"<bcf:datasource\b[^<>]*+>([^<]*+)</bcf:datasource>")
CONTROL = lazy(
    r"(?:REVTEX\d*|apsrev\d*(?:-\d+)?|aps\d*|aip\d*(?:-\d+)?|biblatex-|IEEEexample:BST|achemso-|acs-|elsarticle-|prsty\d*)[cC]ontrol\d*|Note\d+|abnt-[\w-]+=.*"
)
"""Keys that packages cite on their own."""


_FDB_DATABASE = lazy(r'^\s+"([^"\n]+\.bib)" ', re.M)


class Recorded(NamedTuple):
    """What the files of one build say. ``complete`` is false if LaTeX stopped early; ``found`` are the paths of the databases
    that latexmk saw being read (the .fls does not list them)."""

    aux: Path
    cited: frozenset[str]
    databases: tuple[str, ...]
    inputs: tuple[Path, ...]
    complete: bool
    modified: float
    biber: bool
    found: tuple[Path, ...] = ()


def find(root: Path, jobname: str, hints: Sequence[str], explicit: Path | None) -> Path | None:
    """The .aux of the build of a root document, or None."""
    if explicit is not None:
        return explicit.with_suffix(".aux")
    candidates = []
    for folder in (*(hint for hint in hints if hint), *FOLDERS):
        path = root.parent / folder / f"{jobname}.aux"
        if files.is_file(path):
            candidates.append(path)
            if folder in hints:
                return path
    return max(candidates, key=lambda path: path.stat().st_mtime, default=None)


def read(aux: Path, root: Path, fls: Path | None, may_read: Iterable[str], limit: int) -> Recorded | None:
    """The record of a build; None if there is no readable .aux."""
    allowed = [*may_read, os.path.realpath(aux.parent)]
    cited: set[str] = set()
    databases: list[str] = []
    complete = _read_aux(aux, allowed, cited, databases, limit)
    if complete is None:
        return None
    control = _text(aux.with_suffix(".bcf"), allowed, limit)
    biber = control is not None and "<bcf:controlfile" in control
    if control is not None and biber:
        from html import unescape

        cited = {unescape(key).strip() for key in _CITEKEY.findall(control)}
        databases = [unescape(name) for name in _DATASOURCE.findall(control)]
        complete = complete and "</bcf:controlfile>" in control
    return Recorded(
        aux=aux,
        cited=frozenset(key for key in cited if key and not CONTROL.fullmatch(key)),
        databases=tuple(databases),
        inputs=_inputs(fls or aux.with_suffix(".fls"), root, allowed, limit),
        complete=complete,
        modified=aux.stat().st_mtime,
        biber=biber,
        found=_databases(aux.with_suffix(".fdb_latexmk"), root, allowed, limit),
    )


def _databases(fdb: Path, root: Path, allowed: Sequence[str], limit: int) -> tuple[Path, ...]:
    text = _text(fdb, allowed, limit)
    paths = (os.path.normpath(os.path.join(root.parent, name)) for name in _FDB_DATABASE.findall(text or ""))  # noqa: PTH118
    return tuple(Path(path) for path in dict.fromkeys(paths) if _is_allowed(os.path.realpath(path), allowed))


def _is_allowed(path: str, allowed: Iterable[str]) -> bool:
    return any(path == place or path.startswith(place.rstrip(os.sep) + os.sep) for place in allowed)


def _text(path: Path, allowed: Iterable[str], limit: int) -> str | None:
    real = os.path.realpath(path)
    if not _is_allowed(real, allowed):
        return None
    try:
        data = files.read_bytes(real, limit)
    except UnreadableInput:
        return None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _read_aux(top: Path, allowed: Sequence[str], cited: set[str], databases: list[str], limit: int) -> bool | None:
    """Collect from the tree of .aux files; returns whether LaTeX came to the end, None if the first cannot be read."""
    waiting, seen = [top], {top}
    complete: bool | None = None
    while waiting and len(seen) <= MAX_AUX:
        path = waiting.pop()
        text = _text(path, allowed, limit)
        if text is None:
            continue
        complete = complete or False
        for what, argument, last in _AUX.findall(text):
            if last:
                complete = True
            elif what in ("citation", "abx@aux@cite"):
                cited.update(part.strip() for part in argument.split(","))
            elif what == "bibdata":
                databases += [part.strip() for part in argument.split(",")]
            elif what == "@input" and argument.endswith(".aux") and "\0" not in argument:
                child = top.parent / argument
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
    return complete


def _inputs(fls: Path, root: Path, allowed: Sequence[str], limit: int) -> tuple[Path, ...]:
    """The files within the project that the recorder file says TeX read."""
    text = _text(fls, allowed, limit)
    if text is None:
        return ()
    found: dict[str, None] = {}
    for line in text.splitlines():
        if line.startswith("INPUT ") and "\0" not in line:
            path = os.path.normpath(os.path.join(root.parent, line[6:]))  # noqa: PTH118
            if any(path.startswith(place.rstrip(os.sep) + os.sep) for place in allowed):
                found.setdefault(path)
    return tuple(Path(path) for path in found)


def is_tracked(path: Path) -> bool:
    """Whether git has the file under version control, so that its time of change says nothing about the build."""
    for folder in path.parents:
        index = folder / ".git" / "index"
        if index.is_file():
            try:
                data = files.read_bytes(index)
            except UnreadableInput:
                return False
            return path.relative_to(folder).as_posix().encode() + b"\0" in data
    return False
