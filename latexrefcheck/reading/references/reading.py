"""Read the references of a file by the reader that takes its suffix."""

from __future__ import annotations

from pathlib import Path

from latexrefcheck import files, registry
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.references import WORDS


def suffixes() -> dict[str, str]:
    """The suffixes of files that can be read, and the reader of each."""
    return {suffix: name for name, reader in registry.readers.items() for suffix in reader.SUFFIXES}


def read(path: Path, shown: str, data: bytes | None = None, limit: int = files.MAX_BYTES) -> Bibliography:
    """The references of a file as a list; ``shown`` is how reports name it, ``data`` what is read in place of the file.

    Raises UnreadableInput with one sentence for a file that cannot be read, or in which no reference is found.
    """
    name = suffixes()[path.suffix.lower()] if data is None or path.suffix else "text"
    content = files.read_bytes(path, limit) if data is None else data
    source, references = registry.readers[name].read(shown, content, path.absolute() if data is None else None)
    if not references:
        raise UnreadableInput(
            f"{shown!r}: no list of references was found in it; give the part that holds them, one per paragraph"
        )
    return Bibliography(source, WORDS, references)
