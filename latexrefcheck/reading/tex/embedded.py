"""The files that ``filecontents`` environments write."""

from __future__ import annotations

from latexrefcheck.model.document import SourceFile
from latexrefcheck.text.patterns import lazy

_BLANKED = lazy(r"[^\r\n]")
MAX_EMBEDDED = 300
"""Most files that filecontents environments write."""
MAX_EMBEDDED_SIZE = 30_000_000
"""Most characters that they may have: each needs the text before it once more, as blanks."""


class Embedded:
    """The files that filecontents environments write, made when they are asked for."""

    def __init__(self) -> None:
        self._places: dict[str, tuple[SourceFile, int, int, bool]] = {}
        self._made: dict[str, SourceFile] = {}
        self._blank: dict[int, str] = {}
        self._left = MAX_EMBEDDED_SIZE

    def add(self, name: str, source: SourceFile, start: int, stop: int, overwrites: bool) -> None:
        """Note that ``source.text[start:stop]`` is written to the file ``name``."""
        if len(self._places) < MAX_EMBEDDED:
            self._places.setdefault(name, (source, start, stop, overwrites))

    def overwrites(self, name: str) -> bool:
        """Whether what is written takes the place of an existing file."""
        place = self._places.get(name)
        return place is not None and place[3]

    def get(self, name: str) -> SourceFile | None:
        """The file ``name``; its offsets are those of the .tex that writes it: what stands before it is blank."""
        if name in self._made:
            return self._made[name]
        place = self._places.get(name)
        if place is None or self._left < place[2]:
            return None
        source, start, stop, _ = place
        self._left -= stop
        if id(source) not in self._blank:
            self._blank[id(source)] = _BLANKED.sub(" ", source.text)
        text = self._blank[id(source)][:start] + source.text[start:stop]
        made = self._made[name] = SourceFile(source.path, text, source.absolute)
        return made

    def find(self, name: str, extension: str = ".tex") -> SourceFile | None:
        """The file that ``\\input{name}`` would load."""
        names = (name,) if name.endswith(extension) else (name + extension, name)
        return next((found for found in map(self.get, names) if found is not None), None)
