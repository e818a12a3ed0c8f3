"""Edits on one entry: replace, add, remove and rename fields, so that the result looks as if its author had written it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from latexrefcheck.model.document import Edit, Entry, Field, Span
from latexrefcheck.repair import formatting as habit
from latexrefcheck.repair.encode import delimited
from latexrefcheck.repair.formatting import Formatting

_ARCHIVE = ("archiveprefix", "eprinttype", "primaryclass", "eprintclass")


def replaced(entry: Entry, field: Field, value: str, formatting: Formatting) -> Edit:
    """An edit that gives a field another value; delimiters stay, and a number stays bare."""
    text = entry.source.text
    mark = text[field.start : field.start + 1]
    if field.simple and mark in ("{", '"'):
        if mark == "{" or delimited(value, mark).startswith('"'):
            return Edit(Span(entry.source, field.start + 1, field.end - 1), value)
        return Edit(entry.value_span(field), delimited(value, "{"))
    if field.simple and value.isascii() and value.isdigit():
        return Edit(entry.value_span(field), value)
    return Edit(entry.value_span(field), delimited(value, habit.quote_of(entry, formatting)))


def inside(entry: Entry, field: Field, start: int, end: int, value: str) -> Edit | None:
    """An edit of ``field.value[start:end]``; None if the value does not lie in the text as it is."""
    text = entry.source.text
    base = field.start + (text[field.start : field.start + 1] in ("{", '"'))
    if not field.simple or not text.startswith(field.value, base):
        return None
    return Edit(Span(entry.source, base + start, base + end), value)


def renamed(entry: Entry, field: Field, name: str, formatting: Formatting) -> Edit:
    """An edit that gives a field another name in the file's spelling; blanks keep the alignment of the equals sign."""
    written = formatting.named(name)
    text = entry.source.text
    old = field.name_end - field.name_start
    sign = text.index("=", field.name_end)
    before = text[field.name_end : sign]
    gaps = habit.gaps(entry) or formatting.gaps
    if not before.strip(" ") and gaps.equals:
        width = max(len(gaps.before) and 1, gaps.equals - len(written))
        return Edit(Span(entry.source, field.name_start, sign), written + " " * width)
    if gaps.value and not text[sign + 1 : field.start].strip(" "):
        after = len(text[sign + 1 : field.start]) + old - len(written)
        return Edit(Span(entry.source, field.name_start, field.start), f"{written}{before}={' ' * max(after, 1)}")
    return Edit(entry.name_span(field), written)


def retyped(entry: Entry, type: str) -> Edit:
    """An edit that gives an entry another type, in capitals if the old one is."""
    text = entry.source.text
    start = text.index(text[entry.start], entry.start) + 1
    while text[start] in " \t\r\n":
        start += 1
    old = text[start : start + len(entry.type)]
    written = type.upper() if old.isupper() else type.capitalize() if old[:1].isupper() else type
    return Edit(Span(entry.source, start, start + len(entry.type)), written)


def removed(entry: Entry, field: Field) -> Edit:
    """An edit that takes a field out with the comma before it, so that what follows it keeps its own."""
    text = entry.source.text
    index = next(place for place, other in enumerate(entry.fields) if other.start == field.start)
    before = entry.fields[index - 1].end if index else entry.key_end
    if len(entry.fields) > 1 and habit.SEPARATOR.fullmatch(text[before : field.name_start]):
        return Edit(Span(entry.source, before, field.end), "")
    if index + 1 == len(entry.fields) and text[field.end : entry.end - 1].strip() == "":
        return Edit(Span(entry.source, field.name_start, field.end), "")  # the comma before it ends the entry
    # A comment stands between: the value goes, so that nothing else does.
    return Edit(entry.value_span(field), "{}")


def added(entry: Entry, fields: Sequence[tuple[str, str]], formatting: Formatting, gone: Iterable[str] = ()) -> list[Edit]:
    """Edits that add (name, value) fields, each where such a field usually stands; ``gone`` fields are taken out beside."""
    groups: dict[int, list[tuple[str, str]]] = {}
    leaving = set(gone)
    for name, value in sorted(fields, key=lambda item: formatting.rank(item[0])):
        groups.setdefault(_behind(entry, name, formatting, leaving), []).append((name, value))
    return [
        Edit(Span(entry.source, at, at), "".join(written(entry, name, value, formatting) for name, value in group))
        for at, group in groups.items()
    ]


def _behind(entry: Entry, name: str, formatting: Formatting, leaving: set[str]) -> int:
    """The end of the field behind which ``name`` usually stands, or of the key."""
    rank = formatting.rank(name)
    staying = [field for field in entry.fields if field.name not in leaving]
    place = max((index for index, field in enumerate(staying) if formatting.rank(field.name) <= rank), default=-1)
    # What says which archive a number is of stays beside the number.
    while 0 <= place < len(staying) - 1 and name not in _ARCHIVE and staying[place + 1].name in _ARCHIVE:
        place += 1
    return staying[place].end if place >= 0 else entry.key_end


def written(entry: Entry, name: str, value: str, formatting: Formatting) -> str:
    """A new field with the separator before it, as the entry writes its others."""
    separator = _commonest(habit.separators(entry), formatting.separator)
    gaps = habit.gaps(entry) or formatting.gaps
    spelled = formatting.named(name)
    bare = formatting.bare and value.isascii() and value.isdigit()
    shown = value if bare else delimited(value, habit.quote_of(entry, formatting))
    return f"{_indented(entry, separator, spelled, gaps)}{spelled}{gaps.around(spelled)}{shown}"


def _commonest(found: Iterable[str], default: str) -> str:
    counts = Counter(found)
    return counts.most_common(1)[0][0] if counts else default


def _indented(entry: Entry, separator: str, name: str, gaps: habit.Gaps) -> str:
    """The separator, with other blanks where the author puts names flush right before the sign."""
    columns = {(len(blanks), blanks, field.name_end - field.name_start) for blanks, field in _indents(entry)}
    widths = {blanks + length for blanks, _, length in columns}
    if len(columns) < 2 or len({blanks for blanks, _, _ in columns}) < 2 or len(widths) != 1 or gaps.equals:
        return separator
    line, _, _ = separator.rpartition("\n")
    return f"{line}\n{' ' * max(0, widths.pop() - len(name))}" if "\n" in separator else separator


def _indents(entry: Entry) -> Iterator[tuple[str, Field]]:
    text = entry.source.text
    for field in entry.fields:
        start = text.rfind("\n", 0, field.name_start) + 1
        blanks = text[start : field.name_start]
        if not blanks.strip(" "):
            yield blanks, field


def entry_text(type: str, key: str, fields: Sequence[tuple[str, str]], formatting: Formatting, model: Entry | None) -> str:
    """A whole new entry that looks like ``model``, an entry of the file (without one, as most people write)."""
    if model is None:
        newline = formatting.newline
        rows = "".join(f"{newline}  {name} = {delimited(value, '{')}," for name, value in fields)
        return f"@{type}{{{key},{rows}{newline}}}"
    text = model.source.text
    head = text[model.start : model.key_start]
    old = re.search(re.escape(model.type), head, re.IGNORECASE)
    kind = type
    if old:
        kind = type.upper() if old[0].isupper() else type.capitalize() if old[0][:1].isupper() else type
        head = head[: old.start()] + kind + head[old.end() :]
    rows = "".join(
        written(model, name, value, formatting) for name, value in sorted(fields, key=lambda item: formatting.rank(item[0]))
    )
    last = model.fields[-1].end if model.fields else model.key_end
    return f"{head}{key}{rows}{text[last : model.end]}"
