"""What the scanner asks of the file system, so that it does no input or output itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from latexrefcheck.model.document import SourceFile


class Lookup(NamedTuple):
    """The answer to a request for a file.

    ``source`` is None if it is not read; ``reason`` then says why: ``missing``, ``tree`` (it belongs to
    the TeX distribution), ``outside`` (not within what the project may read), or a sentence.
    """

    source: SourceFile | None
    reason: str = ""


class World(Protocol):
    """Finds and reads the files of one root document."""

    def tex(self, name: str, folders: Sequence[str] = (), extension: str = ".tex") -> Lookup:
        """The TeX file ``name`` as ``\\input`` finds it: in ``folders`` (of ``\\import``), then where TeX searches."""
        ...

    def exists(self, name: str, folders: Sequence[str] = ()) -> bool:
        """Whether ``\\IfFileExists`` would say yes."""
        ...

    def near(self, name: str, folders: Sequence[str] = ()) -> str:
        """The name of an existing file that looks like ``name``, or an empty string."""
        ...
