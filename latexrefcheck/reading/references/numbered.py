"""Citations by number (``[3]``, ``[2, 5–7]``) in the text around a numbered list of references, as a document that cites it.

Brackets with numbers are intervals, indices and years too. So a text is taken to cite like this only if it cites most of the
list, and a number that the list does not have counts only where nothing speaks for something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from latexrefcheck.model.document import BibItem, Bibliography, Citation, Document, Section, Span
from latexrefcheck.text.patterns import lazy

LEAST = 3
"""References of a list that is looked at."""
MOST_SPREAD = 100
"""Most numbers that a range stands for."""
MOST = 20_000
"""Most citations that are taken from one text."""

_GROUP = lazy(
    r"(?<![\d}^_\\])(?<!\b[A-Za-z])(?<!\b[A-Za-z]{2})(?:\[|［|【)[ \t]*"
    r"(?P<numbers>\d{1,4}(?:[ \t]*\n?[ \t]*[,;，、–—−-][ \t]*\n?[ \t]*\d{1,4}){0,40})"
    r"(?:[,;:][ \t]*(?:pp?\.|§|[A-Za-z]{2,12}\.?)[^\[\]\n]{0,60})?[ \t]*(?:\]|］|】)(?![A-Za-z0-9_(]|:[ \t]*<?https?:)"
)
_TO = lazy(r"[ \t]*[–—−-][ \t]*\Z")
_RANGE = lazy(r"(\d+)(?:\s*[–—−-]\s*(\d+))?")
_LABEL = lazy(r"\[(\d{1,4})\](?: \(\d+\))?")
_OTHER = lazy(
    r"(?:∈|=|≤|≥|<|>|\b(?:interval|range|domain|between|over|array|vector|segment|on|in|from|to|Intervall|Bereich))\s*\Z"
)
"""What stands before an interval or an index."""


def document(listed: Bibliography, reliable: bool = True) -> Document | None:
    """What the text of the list's file cites of it; None where that cannot be told.

    With ``reliable`` false the text was drawn out of pages: brackets and items may have been lost there.
    """
    labels: dict[int, Span] = {}
    items: list[BibItem] = []
    for entry in listed.entries:
        match = _LABEL.fullmatch(entry.key)
        if match is None:
            return None
        items.append(BibItem(f"[{match[1]}]", Span(entry.source, entry.start, max(entry.key_end, entry.start + 1))))
        labels.setdefault(int(match[1]), items[-1].span)
    if len(labels) < LEAST or (not reliable and sorted(labels) != list(range(1, len(labels) + 1))):
        return None
    found = list(islice(_cited(listed, labels), MOST))
    used = {number for number, _, _ in found} & labels.keys()
    if len(used) < LEAST or len(used) * (2 if reliable else 1.25) < len(labels):
        return None
    edge = max(labels) + (len(labels) if reliable else 10)
    citations = []
    for number, span, certain in found:
        if number in labels or (certain and 0 < number <= edge):
            citations.append(Citation(f"[{number}]", span, "[", span.start))
    source = listed.source
    return Document(
        root=source, backend="manual", engine="none", citations=tuple(citations), sections=(Section(""),), bibitems=tuple(items)
    )


def _cited(listed: Bibliography, labels: dict[int, Span]) -> Iterator[tuple[int, Span, bool]]:
    """The numbers in brackets outside of the list, with whether they are no interval or index, in order."""
    text = listed.source.text
    begin, stop = min(entry.start for entry in listed.entries), max(entry.end for entry in listed.entries)
    last: tuple[int, int] | None = None
    for group in _GROUP.finditer(text):
        if begin <= group.start() < stop:
            continue
        start = group.start("numbers")
        numbers = list(_spread(group["numbers"], start))
        certain = _OTHER.search(text, max(0, group.start() - 20), group.start()) is None and all(
            number in labels or number <= 2 * max(labels) for number, _, _ in numbers
        )
        if not numbers or any(number == 0 for number, _, _ in numbers):
            last = None
            continue
        if last is not None and _TO.match(text, last[1], group.start()) and 0 < numbers[0][0] - last[0] < MOST_SPREAD:
            # [3]–[6]
            numbers = [(number, *numbers[0][1:]) for number in range(last[0] + 1, numbers[0][0])] + numbers
        for number, first, end in numbers:
            yield number, Span(listed.source, first, end), certain
        last = (numbers[-1][0], group.end())


def _spread(text: str, start: int) -> Iterator[tuple[int, int, int]]:
    """The numbers of a group, ranges written out, each with the place where it, or its range, stands."""
    for found in _RANGE.finditer(text):
        first, last = int(found[1]), int(found[2] or found[1])
        if first <= last < first + MOST_SPREAD:
            place = (start + found.start(), start + found.end())
            yield from ((number, *place) for number in range(first, last + 1))
