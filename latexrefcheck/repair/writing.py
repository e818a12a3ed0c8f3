"""Write several files so that all are new or all are old, whatever happens in between.

The new files are written beside the old ones first; then a journal that names them is put down; then each
is renamed over its old file; then the journal goes. A crash before the journal leaves the old files (and
strays beside them, which the next run removes by their name). A crash after it leaves some files new and some
old, and :func:`recover`, which the next run begins with, renames the rest.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.errors import ChangedMeanwhile, UnreadableInput, UsageError
from latexrefcheck.files import read_bytes, write_atomic

JOURNAL = ".latexrefcheck-fix.json"
_SUFFIX = ".latexrefcheck-new"
STRAY_AGE = 3600.0
"""Seconds after which a file beside that no journal names counts as left behind by a crash."""


class NewFile(NamedTuple):
    """A file to write: ``before`` is what was read, ``after`` what it shall hold."""

    path: Path
    before: bytes
    after: bytes


def writable(path: Path, roots: Sequence[Path]) -> str:
    """Why a file must not be written, or an empty string: it lies, links followed, outside of the project."""
    real = Path(os.path.realpath(path))
    if any(real.is_relative_to(os.path.realpath(root)) for root in roots):
        return "" if os.access(real, os.W_OK) else "it is not writable"
    return f"it lies outside of the project, at {real}"


def write_all(new_files: Sequence[NewFile]) -> None:
    """Write all files or none.

    Raises ChangedMeanwhile, with nothing written, if one of them is no longer what was read, and UsageError
    if one cannot be written.
    """
    if not new_files:
        return
    targets = [Path(os.path.realpath(one.path)) for one in new_files]
    _unchanged(new_files)
    beside: list[Path] = []
    journal = targets[0].parent / JOURNAL
    try:
        for target, one in zip(targets, new_files, strict=True):
            beside.append(_write_beside(target, one.after))
        _unchanged(new_files)
        write_atomic(journal, _journal(targets, beside, new_files))
        done = _rename(targets, beside, new_files)
    except OSError as error:
        _undo(beside, journal)
        raise UsageError(f"{error.filename or targets[0]} cannot be written: {error.strerror}; nothing was changed") from error
    except BaseException:
        _undo(beside, journal)
        raise
    journal.unlink(missing_ok=True)
    for folder in {target.parent for target in done}:
        _sync(folder)


def _unchanged(new_files: Iterable[NewFile]) -> None:
    for one in new_files:
        try:
            now = read_bytes(one.path, max(len(one.before), 1) * 2 + 65536)
        except UnreadableInput:
            now = None
        if now != one.before:
            raise ChangedMeanwhile(f"{one.path} was changed while it was looked at; nothing was written, run again")


def _write_beside(target: Path, data: bytes) -> Path:
    import tempfile  # imported late, as those below are: the pipeline imports this package for what it composes

    mode = stat.S_IMODE(target.stat().st_mode)
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.{os.getpid()}-", suffix=_SUFFIX, dir=target.parent)
    path = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        path.chmod(mode)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path


def _rename(targets: Sequence[Path], beside: Sequence[Path], new_files: Sequence[NewFile]) -> list[Path]:
    """Put each new file in its place; on an error put the old ones back."""
    done: list[Path] = []
    try:
        for target, path in zip(targets, beside, strict=True):
            path.replace(target)
            done.append(target)
    except BaseException:
        _put_back(done, new_files)
        raise
    return done


def _put_back(done: Sequence[Path], new_files: Sequence[NewFile]) -> None:
    for target, one in zip(done, new_files, strict=False):
        write_atomic(target, one.before)


def _undo(beside: Iterable[Path], journal: Path) -> None:
    with contextlib.suppress(OSError):
        journal.unlink(missing_ok=True)
    for path in beside:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def _sync(folder: Path) -> None:
    """Make the renames last through a power cut, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _digest(data: bytes) -> str:
    import hashlib

    return hashlib.sha256(data).hexdigest()


def _journal(targets: Sequence[Path], beside: Sequence[Path], new_files: Sequence[NewFile]) -> bytes:
    import json

    rows = [
        {"file": str(target), "new": str(path), "before": _digest(one.before), "after": _digest(one.after)}
        for target, path, one in zip(targets, beside, new_files, strict=True)
    ]
    return (json.dumps({"version": 1, "files": rows}, indent=1) + "\n").encode()


def recover(folders: Iterable[Path]) -> list[str]:
    """Finish what an interrupted run left half done in any of ``folders``; one sentence about each thing done.

    Only a file that still is what it was is replaced. Raises ChangedMeanwhile if one was changed since, so
    that nobody's work is lost; the sentence says what to do.
    """
    told: list[str] = []
    known = {Path(os.path.realpath(folder)) for folder in folders}
    for folder in sorted(known):
        journal = folder / JOURNAL
        if journal.is_file() and not journal.is_symlink():
            told += _finish(journal, known)
        told += _sweep(folder)
    return told


def _finish(journal: Path, known: Collection[Path]) -> list[str]:
    rows = _rows(journal, known)
    waiting = []
    for row in rows:
        target, beside = Path(row["file"]), Path(row["new"])
        now = _digest(read_bytes(target)) if target.is_file() else ""
        if now == row["after"]:
            continue
        ready = beside.is_file() and not beside.is_symlink() and _digest(read_bytes(beside)) == row["after"]
        if now != row["before"] or not ready:
            raise ChangedMeanwhile(
                f"an interrupted run left {target} half way, and it was changed since; look at {beside.name} beside it, "
                f"then remove {journal}"
            )
        waiting.append((beside, target))
    for beside, target in waiting:
        beside.replace(target)
    journal.unlink(missing_ok=True)
    if not waiting:
        return []
    return [f"finished what an interrupted run had begun: {', '.join(str(target) for _, target in waiting)}"]


def _rows(journal: Path, known: Collection[Path]) -> list[dict[str, str]]:
    """The rows of a journal, which came with the paper and is not trusted: only files of the project's folders."""
    import json

    try:
        plain = json.loads(read_bytes(journal))
        rows = [{name: str(row[name]) for name in ("file", "new", "before", "after")} for row in plain["files"]]
    except (ValueError, TypeError, KeyError) as error:
        raise UsageError(f"{journal} is no journal of an interrupted run ({error}); remove it") from error
    for row in rows:
        target, beside = Path(row["file"]), Path(row["new"])
        fits = beside.parent == target.parent and beside.name.startswith(".") and beside.name.endswith(_SUFFIX)
        if not fits or target.parent not in known or target.is_symlink():
            raise UsageError(f"{journal} names files that no run would have written; remove it")
    return rows


def _sweep(folder: Path) -> list[str]:
    """Remove files beside that a crash left before its journal was written."""
    for path in folder.glob(f".*{_SUFFIX}"):
        with contextlib.suppress(OSError):
            if not path.is_symlink() and _is_left(path):
                path.unlink()
    return []


def _is_left(path: Path) -> bool:
    """Whether the process that wrote a file beside is gone; where that cannot be asked, whether the file is old."""
    import time

    writer = path.name.removesuffix(_SUFFIX).rpartition(".")[2].partition("-")[0]
    if os.name == "posix" and writer.isascii() and writer.isdigit():
        try:
            os.kill(int(writer), 0)
        except ProcessLookupError:
            return True
        except (OSError, OverflowError):
            pass  # it runs for somebody else
    return path.lstat().st_mtime < time.time() - STRAY_AGE
