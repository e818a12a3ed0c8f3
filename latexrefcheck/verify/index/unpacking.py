"""The files of a dump as chunks of bytes: plain, gzip, bzip2 or xz, one file or an archive of many."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, TypeVar, cast

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.files import opened

CHUNK = 1 << 20
"""Bytes that are unpacked at a time."""
_TAR_MAGIC = slice(257, 262)
Taken = TypeVar("Taken")
DAMAGED = (OSError, EOFError, zlib.error, lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile)
"""What the unpackers raise for files that are cut or damaged."""


def members(path: Path) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The files in ``path`` by name, each as its unpacked chunks, to be read in order; a file alone has no name.

    Raises UnreadableInput for what cannot be opened, or what is damaged, once the place of the damage is reached.
    """
    with opened(path) as stream:
        found = _members(stream)
        while (member := _next(path, found)) is not None:
            name, chunks = member
            yield name, _guarded(path, chunks)


def _guarded(path: Path, chunks: Iterator[bytes]) -> Iterator[bytes]:
    while (chunk := _next(path, chunks)) is not None:
        yield chunk


def _next(path: Path, found: Iterator[Taken]) -> Taken | None:
    """The next of ``found``, None behind the last."""
    try:
        return next(found, None)
    except DAMAGED as error:
        raise UnreadableInput(f"{str(path)!r} is cut or damaged ({error}); fetch it again") from error


def _members(stream: BinaryIO) -> Iterator[tuple[str, Iterator[bytes]]]:
    if _begins(stream, b"PK\x03\x04"):
        with zipfile.ZipFile(stream) as archive:
            for info in archive.infolist():
                if not info.is_dir():
                    with archive.open(info) as member:
                        yield info.filename, _chunks(cast(BinaryIO, member))
        return
    plain = _unpacked(stream)
    start = plain.read(512)
    if start[_TAR_MAGIC] != b"ustar":
        yield "", _chunks(plain, start)
        return
    with tarfile.open(fileobj=cast(BinaryIO, _Rejoined(start, plain)), mode="r|") as archive:
        for member_info in archive:
            inner = archive.extractfile(member_info) if member_info.isreg() else None
            if inner is not None:
                yield member_info.name, _chunks(_unpacked(cast(BinaryIO, inner)))


def _begins(stream: BinaryIO, magic: bytes) -> bool:
    start = stream.read(len(magic))
    stream.seek(0)
    return start == magic


def _unpacked(stream: BinaryIO) -> BinaryIO:
    """The stream without its compression, by its first bytes."""
    start = stream.read(6)
    rest = cast(BinaryIO, _Rejoined(start, stream))
    if start[:2] == b"\x1f\x8b":
        return cast(BinaryIO, gzip.GzipFile(fileobj=rest))
    if start[:3] == b"BZh":
        return cast(BinaryIO, bz2.BZ2File(rest))
    if start == b"\xfd7zXZ\x00":
        return cast(BinaryIO, lzma.LZMAFile(rest))
    return rest


def _chunks(stream: BinaryIO, start: bytes = b"") -> Iterator[bytes]:
    if start:
        yield start
    while chunk := stream.read(CHUNK):
        yield chunk


class _Rejoined:
    """A stream behind the bytes that were already read of it; for readers that only read on."""

    def __init__(self, start: bytes, stream: BinaryIO) -> None:
        self._start = start
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        if not self._start:
            return self._stream.read(size)
        if size < 0 or size > len(self._start):
            head, self._start = self._start, b""
            return head + self._stream.read(size - len(head) if size >= 0 else -1)
        head, self._start = self._start[:size], self._start[size:]
        return head
