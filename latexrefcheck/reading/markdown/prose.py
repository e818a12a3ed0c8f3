"""What of a Markdown file is text that may cite: the same text with blanks where code, addresses, maths and tags stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from latexrefcheck.text.patterns import lazy

_FENCE = lazy(r"[ \t>]*(`{3,}|~{3,})[ \t]*([^`\n]*)")
_CONTAINER = lazy(r" {0,3}(?:[-+*]|\(?[0-9A-Za-z#@][\w-]{0,20}[.)]|\[\^[^\]\n]{1,100}\]:|[:~])[ \t]")
"""How a list item, a footnote or a definition begins: what is indented behind it belongs to it and is no code."""
_DEFINITION = lazy(r" {0,3}\[[^\^\]\n][^\]\n]{0,300}\]:[ \t]*\S")
_YAML = lazy(r"(?:\A\s*|(?<=\n\n))^---[ \t]*\n(?![ \t]*\n)((?:(?!---[ \t]*$|\.\.\.[ \t]*$).*\n)*+)(?:---|\.\.\.)[ \t]*$", re.M)
_TICKS = lazy(r"\\?`+|\n[ \t]*\n")
_SILENT = lazy(
    r"""
    <!--.*?-->
    | \$\$.*?\$\$
    | \$(?=\S)[^$\n]*(?<=\S)\$(?!\d)
    | \]\([^()\s]*+(?:\([^()\s]*+\)[^()\s]*+)*+(?:\s++(?:"[^"\n]*+"|'[^'\n]*+'))?+
    | (?<![^\W_])(?<!@\{)(?:https?|ftp|mailto):[^\s<>\[\]"']*+
    | <[^\s<>@]{1,200}+@[^\s<>]{1,200}+>
    | <[A-Za-z][\w+.-]*+:[^<>\s]*+>
    | </?[A-Za-z][\w-]*+(?:\s++[\w:.-]++(?:=(?:"[^"]*+"|'[^']*+'|[^\s"'<>]++))?+)*+\s*+/?>
    | \{\{<.*?>\}\}
    """,
    re.DOTALL | re.VERBOSE,
)
_PART = lazy(r"[^\n]+")


class Prose(NamedTuple):
    """``text`` has every character at its place; ``metadata`` and ``chunks`` are ranges of YAML and of code that is run."""

    text: str
    metadata: tuple[tuple[int, int], ...]
    chunks: tuple[tuple[int, int], ...]


def prose(text: str) -> Prose:
    """The text of a file without what cannot cite."""
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    silent: list[tuple[int, int]] = []
    metadata: list[tuple[int, int]] = []
    for found in _YAML.finditer(text):
        metadata.append(found.span(1))
        silent.append(found.span())
    text = _blanked(text, silent)
    code, chunks = _code(text)
    text = _blanked(text, code)
    text = _blanked(text, _ticked(text))
    # An opening that nothing closes would be searched to the end of the text, from each.
    last = text.rfind("-->") + 1
    closed = text[:last] + text[last:].replace("<!--", "    ")
    return Prose(_SILENT.sub(lambda found: _blank(found[0]), closed), tuple(metadata), tuple(chunks))


def _blank(text: str) -> str:
    return _PART.sub(lambda found: " " * len(found[0]), text)


def _blanked(text: str, ranges: list[tuple[int, int]]) -> str:
    parts, place = [], 0
    for start, end in ranges:
        parts += [text[place:start], _blank(text[start:end])]
        place = end
    return "".join((*parts, text[place:])) if ranges else text


def _lines(text: str) -> Iterator[tuple[int, int]]:
    place = 0
    while place < len(text):
        stop = text.find("\n", place)
        stop = len(text) if stop < 0 else stop
        yield place, stop
        place = stop + 1


def _code(text: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The ranges of code blocks and of definitions of links, and those of the chunks that are run.

    A fence that is not closed begins no code, as pandoc has it.
    """
    lines = list(_lines(text))
    closed = _closed(text, lines)
    silent: list[tuple[int, int]] = []
    chunks: list[tuple[int, int]] = []
    container = within = False
    blank = True
    until = 0
    for number, (start, end) in enumerate(lines):
        if number < until:
            continue
        if number in closed:
            until = closed[number] + 1
            silent.append((start, lines[until - 1][1]))
            header = _FENCE.match(text, start, end)
            if header and header[2].startswith("{"):
                chunks.append(silent[-1])
            blank = True
            continue
        line = text[start:end]
        if not line.strip():
            blank = True
            continue
        if line.startswith(("    ", "\t")):
            within = (blank or within) and not container
            if within:
                silent.append((start, end))
        else:
            within = False
            container = _CONTAINER.match(line) is not None or (container and not blank)
            if _DEFINITION.match(line):
                silent.append((start, end))
        blank = False
    return silent, chunks


def _closed(text: str, lines: list[tuple[int, int]]) -> dict[int, int]:
    """The numbers of the lines that open a code block, with those that close it."""
    fences = [(number, found) for number, line in enumerate(lines) if (found := _FENCE.match(text, *line)) is not None]
    closers = [found[1] if not found[2].strip() else "" for _, found in fences]
    longest = [{"`": 0, "~": 0}]  # of those behind each fence, so that none is sought that is not there
    for mark in reversed(closers):
        longest.append(longest[-1] | ({mark[0]: max(longest[-1][mark[0]], len(mark))} if mark else {}))
    longest.reverse()
    closed: dict[int, int] = {}
    at = 0
    while at < len(fences):
        number, found = fences[at]
        sign, size = found[1][0], len(found[1])
        at += 1
        if longest[at][sign] >= size:
            while not (closers[at][:1] == sign and len(closers[at]) >= size):
                at += 1
            closed[number] = fences[at][0]
            at += 1
    return closed


def _ticked(text: str) -> list[tuple[int, int]]:
    """The ranges of code in a line: from some backticks to as many of them, in one paragraph."""
    marks: list[tuple[int, int, str]] = []
    for found in _TICKS.finditer(text):
        mark = found[0]
        if mark.startswith("\\"):  # an escaped backtick opens nothing; those behind it do
            mark = mark[2:]
        marks.append((found.end() - len(mark), found.end(), mark if "`" in mark else "\n" if mark else ""))
    following: dict[str, int] = {}
    behind: list[int | None] = [None] * len(marks)
    for number in range(len(marks) - 1, -1, -1):
        mark = marks[number][2]
        if mark == "\n":
            following.clear()
        elif mark:
            behind[number] = following.get(mark)
            following[mark] = number
    ranges: list[tuple[int, int]] = []
    skip = 0
    for number, stop in enumerate(behind):
        if number >= skip and stop is not None:
            ranges.append((marks[number][0], marks[stop][1]))
            skip = stop + 1
    return ranges


def chunk_lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The parts of a chunk of code that are set as text: its header and the options in its comments."""
    for number, (first, last) in enumerate(_lines(text[start:end])):
        line = text[start + first : start + last].lstrip()
        if not number or line.startswith(("#|", "//|", "%|", "--|")):
            yield start + first, start + last
