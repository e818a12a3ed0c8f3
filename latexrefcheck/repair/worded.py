"""The corrected line: a reference in words as it should read, in its own style, and the edits that make it so in its file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from latexrefcheck import registry
from latexrefcheck.cite import telling
from latexrefcheck.model.csl import to_csl
from latexrefcheck.model.document import Edit, Entry, Span
from latexrefcheck.model.finding import Fix
from latexrefcheck.model.record import Record, Verdict
from latexrefcheck.model.references import Worded
from latexrefcheck.model.states import JudgementState
from latexrefcheck.reading.references import writing
from latexrefcheck.repair.line import VARIABLES, Token, corrected, tokens

_IDENTIFIERS = ("doi", "arxiv")


class Corrected(NamedTuple):
    """A reference as it should read: ``line`` with its number, the name of its style, the fix of a file that can be written."""

    line: str
    style: str
    fix: Fix | None = None


class Lines:
    """The corrected lines of a run. The references of one list vote on the style of those that have none of their own."""

    def __init__(self, verdicts: Mapping[Entry, Verdict]) -> None:
        self._verdicts = verdicts
        self._styles: dict[str, str] = {}
        self._scored: dict[Entry, Mapping[str, float]] = {}
        self._made: dict[Entry, Corrected | None] = {}

    def of(self, entry: Worded) -> Corrected | None:
        """The corrected line of a reference; None where nothing is wrong, or no record says what is right."""
        if entry not in self._made:
            self._made[entry] = self._correct(entry, self._verdicts.get(entry))
        return self._made[entry]

    def _correct(self, entry: Worded, verdict: Verdict | None) -> Corrected | None:
        if verdict is None or verdict.record is None or entry.work is not None or verdict.confirmed_by:
            return None
        wrong = _wrong(verdict)
        item = to_csl(verdict.record)
        if not wrong or not item.get("title"):
            return None
        style = self._style(entry, item)
        if not style:
            return None
        tried = (corrected(entry.words, item, style, wrong, whole) for whole in (False, True))
        all_of_it = (telling.set_in(style, item),)
        line = next((one for one in (*tried, *all_of_it) if not _differs(one, verdict.record, wrong)), entry.words)
        if line == entry.words:
            return None
        label = entry.source.text[entry.start : writing.body(entry)]
        label = " ".join(label.split()) if not label.startswith("\\") else ""
        return Corrected(f"{label} {line}".strip(), registry.styles[style].name, _fix(entry, line))

    def _style(self, entry: Worded, item: Mapping[str, object]) -> str:
        """The style of a reference: the one that it shares with its list where both are near, else its own."""
        path = entry.source.path
        if path not in self._styles:
            self._styles[path] = self._voted(path)
        own = self._scores(entry, item)
        best = max(own, key=lambda style: own[style])
        shared = self._styles[path]
        return shared if shared and own[best] - own[shared] < _NEAR else best

    def _voted(self, path: str) -> str:
        listed = [one for one in self._verdicts if isinstance(one, Worded) and one.source.path == path and one.work is None]
        told = telling.voted(self._scores(one, _item(self._verdicts[one])) for one in listed[: telling.MOST])
        return told.style if told else ""

    def _scores(self, entry: Worded, item: Mapping[str, object] | None) -> Mapping[str, float]:
        """How well each style explains a reference: a list asks for the same that its references do."""
        if entry not in self._scored:
            self._scored[entry] = telling.scores(entry.words, item)
        return self._scored[entry]


_NEAR = 0.1
"""Difference of scores up to which a reference is taken for one in the style of its list."""


def _item(verdict: Verdict) -> Mapping[str, object] | None:
    return to_csl(verdict.record) if verdict.record is not None and verdict.record.title else None


def _wrong(verdict: Verdict) -> dict[str, str]:
    """What of the reference the record has otherwise, and what it says there."""
    differing = (one for one in verdict.judgements if one.state == JudgementState.DIFFER and one.field in VARIABLES)
    wrong = {one.field: one.cited for one in differing}
    if verdict.identifier is not None and verdict.identifier[0] in _IDENTIFIERS:
        wrong["doi"] = verdict.identifier[1]
    return wrong


def _differs(line: str, record: Record, wrong: Collection[str]) -> bool:
    """Whether a line would still be judged to differ from the record in what was wrong."""
    from latexrefcheck.settings.thresholds import Thresholds
    from latexrefcheck.verify import words
    from latexrefcheck.verify.alignment import cut

    parts = cut(line, record)
    if parts is None:
        return True
    return any(one.field in wrong and one.state == JudgementState.DIFFER for one in words.compare(parts, record, Thresholds()))


def _fix(entry: Worded, line: str) -> Fix | None:
    """The edits that make the file show ``line``; the fewest that do, read again to be sure."""
    how = writing.of(entry)
    if how is None:
        return None
    start = writing.body(entry)
    raw = entry.source.text[start : entry.end]
    for edits in (
        _edits(entry.words, line, raw, how, True),
        _edits(entry.words, line, raw, how, False),
        [(0, len(raw), how.written(line))],
    ):
        if (
            edits is not None
            and how.shown(_applied(raw, edits)).split() == line.split()
            and _balanced(_applied(raw, edits)) == _balanced(raw)
        ):
            made = tuple(Edit(Span(entry.source, start + first, start + last), text) for first, last, text in edits)
            return Fix("the reference as in the record", made)
    return None


def _applied(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    for first, last, new in reversed(edits):
        text = text[:first] + new + text[last:]
    return text


def _balanced(text: str) -> int:
    return text.count("{") - text.count("}") - text.count("\\{") + text.count("\\}")


def _edits(words: str, line: str, raw: str, how: writing.Writing, inside: bool) -> list[tuple[int, int, str]] | None:
    """What to replace in ``raw``, which shows ``words``, to show ``line``; ``inside`` leaves markup around words alone."""
    old, new, written = tokens(words), tokens(line), tokens(raw)
    places = _places(old, written)
    found: list[tuple[int, int, str]] = []
    for i1, i2, j1, j2 in _changes(old, new):
        if inside and i1 < i2 and j1 < j2:
            if i1 not in places or i2 - 1 not in places:
                return None
            text = how.written(line[new[j1].start : new[j2 - 1].end])
            found.append((written[places[i1]].start, written[places[i2 - 1]].end, text))
            continue
        if (i1 and i1 - 1 not in places) or (i2 < len(old) and i2 not in places):
            return None
        first = written[places[i1 - 1]].end if i1 else 0
        last = written[places[i2]].start if i2 < len(old) else len(raw)
        between = line[new[j1 - 1].end if j1 else 0 : new[j2].start if j2 < len(new) else len(line)]
        found.append((first, last, how.written(between)))
    return found


def _changes(old: Sequence[Token], new: Sequence[Token]) -> Iterator[tuple[int, int, int, int]]:
    matcher = SequenceMatcher(None, [one.text for one in old], [one.text for one in new], autojunk=False)
    return ((i1, i2, j1, j2) for kind, i1, i2, j1, j2 in matcher.get_opcodes() if kind != "equal")


def _places(old: Sequence[Token], written: Sequence[Token]) -> dict[int, int]:
    """Which token of the file shows each token of the words."""
    matcher = SequenceMatcher(None, [one.text for one in old], [one.text for one in written], autojunk=False)
    return {block.a + n: block.b + n for block in matcher.get_matching_blocks() for n in range(block.size)}
