"""Bytes in and out of the file system, safely: the only module that opens the user's files.

Papers are untrusted input, so only regular files are opened (a FIFO or a device would hang or never
end), sizes are bounded, and files are replaced whole: written beside, then renamed.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from latexrefcheck.errors import LeavesProject, UnreadableInput

MAX_BYTES = 64 * 1024 * 1024
"""Largest file that is read, in bytes; three times the largest .bib library seen in public."""


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether ``path`` is a regular file or leads to one; false, where pathlib raises, for what no file can be named."""
    return os.path.isfile(path)  # noqa: PTH113


def exists(path: str | os.PathLike[str]) -> bool:
    """Whether anything is at ``path``; false, where pathlib raises, for what no file can be named."""
    return os.path.exists(path)  # noqa: PTH110


def is_repository(name: str) -> bool:
    """Whether a file system may take ``name`` for ``.git``: capitals, blanks and dots behind it, unseen characters, short names.

    The spellings are those that git itself refuses to check out (CVE-2014-9390, CVE-2019-1352).
    """
    plain = "".join(char for char in name.partition(":")[0] if char.isprintable()).rstrip(" .").casefold()
    return plain in (".git", "git~1")


def work_tree(start: Path) -> Path | None:
    """The top of the git work tree that directory ``start`` lies in, by its ``.git``; None outside of one."""
    return next((directory for directory in (start, *start.parents) if exists(directory / ".git")), None)


def refuse_link(path: str | os.PathLike[str], what: str, within: Path | None = None) -> None:
    """Raise LeavesProject if a link on the way to ``path`` leads out of the project, or into its ``.git``.

    Whoever sends a paper can put links into it. What the user's own directories are links to, above the current one
    and above the work tree, is the user's business. ``what`` names the file in the sentence;
    ``within`` is the directory that no link may lead out of, where it is known.
    """
    given = Path(path).absolute()
    whole = Path(os.path.normpath(given))
    if whole.parts[1:2] in (("dev",), ("proc",)):
        return  # /dev/stdout and its like are links by nature, and no repository can hold them
    if os.path.realpath(given) != os.path.realpath(whole):
        raise LeavesProject(
            f"{what} {os.fspath(path)!r} goes back (..) out of a link, to {os.path.realpath(given)!r}; name the file itself"
        )
    here = Path.cwd()
    trees = [above for above in whole.parents if exists(above / ".git")]  # the outermost: a link may lead into another one
    below = (
        Path(os.path.normpath(within.absolute()))
        if within
        else here
        if whole.is_relative_to(here)
        else trees[-1]
        if trees
        else whole.parent
    )
    for place in [whole, *(above for above in whole.parents if above.is_relative_to(below) and above != below)]:
        if not os.path.islink(place):  # noqa: PTH114  is_symlink() raises for what no file can be named
            continue
        real = Path(os.path.realpath(place))
        inside = Path(os.path.realpath(within or work_tree(place.parent) or place.parent))
        if not real.is_relative_to(inside) or any(map(is_repository, real.relative_to(inside).parts)):
            raise LeavesProject(
                f"{what} {os.fspath(path)!r} is, or lies behind, a link to {str(real)!r}, which is not a place of the project; "
                "remove the link, or name the file itself"
            )


def _opened(path: str | os.PathLike[str]) -> tuple[int, int]:
    """A handle on a regular file and its size; raises :class:`UnreadableInput`."""
    try:
        # O_NONBLOCK: opening a FIFO without a writer must not hang; it is ignored for regular files.
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableInput(f"{os.fspath(path)!r} cannot be read: {reason}") from error
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)  # fdopen would refuse a directory with an error of its own
        raise UnreadableInput(f"{os.fspath(path)!r} is not a regular file; it is not read")
    return handle, status.st_size


def beginning(path: str | os.PathLike[str], size: int) -> bytes:
    """The first ``size`` bytes of a regular file; nothing of what cannot be read."""
    try:
        handle, _ = _opened(path)
        with os.fdopen(handle, "rb") as stream:
            return stream.read(size)
    except (UnreadableInput, OSError):
        return b""


def opened(path: str | os.PathLike[str]) -> BinaryIO:
    """A regular file of any size as a stream, for what is read piece by piece.

    Raises :class:`UnreadableInput` with one sentence if it is missing, not a regular file, or may not be read.
    """
    handle, _ = _opened(path)
    return os.fdopen(handle, "rb")


def read_bytes(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> bytes:
    """The content of a regular file.

    Raises :class:`UnreadableInput` with one sentence if it is missing, not a regular file, larger
    than ``limit`` bytes, or may not be read.
    """
    handle, size = _opened(path)
    with os.fdopen(handle, "rb") as stream:
        if size > limit:
            raise UnreadableInput(
                f"{os.fspath(path)!r} has {size} bytes, over the limit of {limit}; split it or raise max-file-size"
            )
        try:
            return stream.read(limit + 1)
        except OSError as error:
            raise UnreadableInput(f"{os.fspath(path)!r} cannot be read: {error.strerror}") from error


def _write_through(path: str | os.PathLike[str], data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))  # a FIFO without a reader must not hang
    with os.fdopen(handle, "wb") as stream:
        os.set_blocking(handle, True)
        stream.write(data)


def write_atomic(path: str | os.PathLike[str], data: bytes, mode: int | None = None) -> None:
    """Replace ``path`` by ``data`` so that a crash at any moment leaves the old or the new file.

    The permission bits of an existing file are kept; ``mode`` sets them for a new one.
    A symbolic link is followed, so that the link itself stays. A device or a FIFO is written to: replacing it
    would, for root, put a plain file in the place of ``/dev/null``.
    """
    if exists(path) and not is_file(path) and not os.path.isdir(path):  # noqa: PTH112
        _write_through(path, data)
        return
    import tempfile  # imported late: it takes longer to import than a short paper takes to read

    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        mode = stat.S_IMODE(target.stat().st_mode)
    except OSError:
        mode = 0o644 if mode is None else mode
    handle, beside = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(beside).chmod(mode)
        Path(beside).replace(target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
