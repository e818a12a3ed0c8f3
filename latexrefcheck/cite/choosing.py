"""Find a style by its name, by what else people call it, or by its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from latexrefcheck import registry
from latexrefcheck.errors import UnreadableInput, UsageError, unknown
from latexrefcheck.files import read_bytes
from latexrefcheck.plugins import Style
from latexrefcheck.text.runs import Run

DEFAULT = "apa"


def chosen(name: str) -> Style:
    """The style that ``name`` says: one of :data:`latexrefcheck.registry.styles`, a ``.csl`` or a ``.bst``."""
    ending = Path(name).suffix.lower()
    if ending == ".csl":
        return CslFile(Path(name))
    if ending == ".bst":
        from latexrefcheck.cite.bst import BstFile  # imported late: pybtex takes as long as setting hundred references

        return BstFile(Path(name))
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    for known, facts in registry.styles.facts.items():
        if wanted == known or wanted in facts.value[1]:
            return registry.styles[known]
    raise UsageError(f"{unknown('style', name, registry.styles)}; or name a file, STYLE.csl or STYLE.bst")


def decoded(path: Path) -> str:
    """The text of a style's file; UTF-8, or Latin-1 as old .bst files are."""
    data = read_bytes(path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


class CslFile:
    """A style of the Citation Style Language in a file of the user's."""

    aliases: Sequence[str] = ()

    def __init__(self, path: Path) -> None:
        from latexrefcheck.cite.csl.style import load

        self.id = path.stem
        self._style = load(path, decoded(path))

    @cached_property
    def name(self) -> str:
        """What the style calls itself."""
        return self._style.title

    def references(self, items: Sequence[Mapping[str, object]], start: int = 1) -> Sequence[Sequence[Run]]:
        """Each item as the style's bibliography has it."""
        try:
            return [self._style.reference(item, number) for number, item in enumerate(items, start)]
        except UnreadableInput as error:
            raise UnreadableInput(f"{self.id}.csl: {error}") from None
