"""The references of parts of a text as values, each with a name."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from latexrefcheck.model.document import SourceFile
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import keys, lines


def worded(
    source: SourceFile, text: str, parts: Iterable[tuple[int, int]], shown: Callable[[str], str] = lambda words: words
) -> list[Worded]:
    """The references in ``parts`` of ``text``, which has its characters where ``source`` has them; ``shown`` takes markup off."""
    found = [one for part in parts for one in lines.references(text, *part)]
    words = [shown(lines.words(text[one.body : one.end])) for one in found]
    names = keys.all_named((one.label, line) for one, line in zip(found, words, strict=True))
    return [
        Worded(source, name, one.start, one.end, line, None, one.start, max(one.body, one.start + 1))
        for one, line, name in zip(found, words, names, strict=True)
    ]
