"""Cut the text of a document into references: find its list, then the lines at which references begin.

For text that somebody typed, pasted, or that was drawn out of a .docx or a .pdf.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from latexrefcheck.text.patterns import lazy

HEADING = lazy(
    r"^[ \t]*(?:#{1,6}[ \t]*|\*\*|__)?(?:(?:[0-9]{1,2}|[IVX]{1,5}|[A-Z])[.)]?[ \t]+)?"
    r"(?:list of references|references(?: and notes| cited)?|bibliography|works cited|literature(?: cited)?"
    r"|cited literature|reference list"
    r"|literatur(?:verzeichnis|angaben)?|quellen(?:verzeichnis)?|bibliographie|références(?: bibliographiques)?|ouvrages cités"
    r"|referencias(?: bibliográficas)?|bibliografía|referências(?: bibliográficas)?|bibliografia|riferimenti(?: bibliografici)?"
    r"|referenser|litteratur(?:förteckning|liste)?|referanser|kirjallisuus|lähteet|literatuur(?:lijst)?|bibliografie|literatura"
    r"|список (?:литературы|использованных источников)|литература|библиография|참고\s*문헌|参考文献|參考文獻|文献|引用文献)"
    r"[ \t]*:?[ \t]*(?:\*\*|__)?(?:[ \t]*\{[^{}\n]*\})?[ \t]*$",
    # The words as they are written in capitals too.
    0x2 | 0x8,
)
"""A line that heads a list of references, in the languages that papers are written in."""

AFTER = lazy(
    r"^[ \t]*(?:#{1,6}[ \t]+\S.*|(?:\*\*)?"
    r"(?:appendix|appendices|anhang|annexe?s?|apéndice|anexo|appendice|supplement(?:ary|al)?(?:[ \t]+[a-z]+){0,3}"
    r"|附录|附錄|付録|приложение|(?-i:C(?:hapter|HAPTER))[ \t]+[0-9IVX]{1,4}(?:[.:]?[ \t]+(?-i:[A-Z])[^,]{0,80})?"
    r"|acknowledge?ments?|author contributions?|biograph(?:y|ies)|about the authors?|figures?|tables?"
    r"|figure captions?|funding|index|nomenclature)"
    r"(?:[ \t]+[A-Z0-9])?(?:[.:][ \t].{0,80})?(?:\*\*)?[ \t]*)$",
    0x2 | 0x8,
)
"""A line with which something else begins behind the list."""

_NUMBER = lazy(
    r"[ \t]*(?:\[\^?(\d{1,5})\]:?|\((\d{1,4})\)(?=[ \t\xa0])|(\d{1,5})[.)](?=[ \t\xa0]|[^\W\d_])"
    r"|［(\d{1,4})］|【(\d{1,4})】)[ \t\xa0]*"
)
_BULLET = lazy(r"[ \t]*[-*+•·–][ \t]+")
_LABEL = lazy(r"[ \t]*\[([A-Za-z][^\[\]\n]{0,24}\d{2,4}[a-z]?|[A-Za-z+]{2,6}\d{2}[a-z]?)\][ \t]+")
_BRACKETS = lazy(r"[ \t]*\[([^\[\]\n]{1,40})\][ \t]+(?=\S)")
_YEAR = lazy(r"(?<!\d)(?:1[5-9]\d\d|20\d\d)[a-z]?(?!\d)|\bn\.\s?d\.|forthcoming|in press", 0x2)
_AUTHOR = lazy(
    r"[ \t]*(?:[“\"«„]|(?:[—―]{2,3}|[-–]{3,})[ \t]*[.,]"
    r"|(?:(?:van|von|de|del|della|di|da|dos|du|la|le|el|al|ter|ten|den|der|d['’]|O['’])[ \t]?){0,3}"
    r"[^\W\d_][\w'’‘`´\-–.]*"
    r"(?:[ \t]+[^\W\d_][\w'’\-]*){0,4}?,|[^\W\d_]\.(?:[ \t-]*[^\W\d_]\.)*[ \t]+[^\W\d_]|[^\W\d_][\w'’\-]+[ \t]+[A-Z]{1,3}[,.;:\s]"
    r"|[\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af]{2,4}[,，.、])"
)
"""How a reference begins: a family name with a comma, initials, a quoted title, dashes for the same people, a Chinese name."""


class Line(NamedTuple):
    """One reference of a text: what it is called there (a number or a label, or nothing), and from where to where it goes."""

    label: str
    start: int
    end: int
    body: int
    """Where its words begin, behind the label."""


LEAST = 3
"""References of a list that is not the last one of its text: a word like a heading stands elsewhere too."""


def flat(text: str) -> str:
    """``text`` with one kind of line end and every character at its place; a new page begins a new line."""
    return text.replace("\r\n", " \n").replace("\r", "\n").replace("\f", "\n")


def sections(text: str) -> list[tuple[int, int]]:
    """From where to where the lists of references go: the last one, and those of the chapters before it."""
    heads = list(HEADING.finditer(text))
    if not heads:
        return _unheaded(text)
    found: list[tuple[int, int]] = []
    for number, head in enumerate(heads):
        last = number + 1 == len(heads)
        until = len(text) if last else heads[number + 1].start()
        stop = AFTER.search(text, min(head.end() + 1, until), until)
        part = head.end(), stop.start() if stop else until
        if text[slice(*part)].strip() and (last or _is_list(text, *part)):
            found.append(part)
    return found


APART = 1200
"""Most characters between the beginnings of two references that are numbered one after the other; a page break included."""


def _unheaded(text: str) -> list[tuple[int, int]]:
    """Lists that no heading tells: lines numbered from 1 on, close behind each other, most of them with a year."""
    runs: list[list[int]] = []
    expected = 0
    for first, last in _lines(text, 0, len(text)):
        match = _NUMBER.match(text, first, last)
        number = int(next(part for part in match.groups() if part)) if match else 0
        if number and number == expected and first - runs[-1][-1] <= APART:
            runs[-1].append(first)
        elif number == 1:
            runs.append([first])
        else:
            continue
        expected = number + 1
    parts = [(run[0], _paragraph_end(text, run[-1])) for run in runs if len(run) >= MANY]
    return [part for part in parts if _is_list(text, *part)]


MANY = 5
"""Numbered references of a list without a heading: shorter ones may be steps of something else."""


def _paragraph_end(text: str, start: int) -> int:
    stop = text.find("\n\n", start, start + MOST)
    return stop if stop >= 0 else min(len(text), start + MOST)


def _is_list(text: str, start: int, end: int) -> bool:
    """Whether most of what stands between two offsets are references with a year."""
    found = references(text, start, end)
    dated = sum(_YEAR.search(text, one.start, one.end) is not None and one.end - one.start < MOST for one in found)
    return len(found) >= LEAST and dated * 3 >= len(found) * 2


MOST = 1500
"""Characters of one reference; what is longer is a paragraph."""


def references(text: str, start: int = 0, end: int | None = None) -> list[Line]:
    """The references between two offsets of a text, in order; by number, by blank lines, else by how lines begin."""
    lines = list(_lines(text, start, len(text) if end is None else end))
    full = [line for line in lines if text[line[0] : line[1]].strip()]
    if not full:
        return []
    begins = (
        _bracketed(text, full) or _numbered(text, full) or _marked(text, full) or _parted(text, lines) or _by_authors(text, full)
    )
    return list(_joined(text, full, begins))


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    place = start
    while place < end:
        stop = text.find("\n", place, end)
        stop = end if stop < 0 else stop
        yield place, stop
        place = stop + 1


def _bracketed(text: str, lines: list[tuple[int, int]]) -> dict[int, str]:
    """The lines that begin with words or numbers in brackets, where all others hang behind them: labels of any form."""
    found = {first: match[1] for first, last in lines if (match := _BRACKETS.match(text, first, last))}
    if lines[0][0] not in found or len(found) < LEAST or all(label.isdigit() for label in found.values()):
        return {}
    margin = _indent(text, lines[0])
    others = [_indent(text, line) for line in lines if line[0] not in found]
    hanging = bool(others) and min(others) > margin
    # What is cited as [Online] begins a line too, but one that hangs.
    return (
        {first: found[first] for first, last in lines if first in found and _indent(text, (first, last)) <= margin}
        if hanging
        else {}
    )


_IN_BRACKETS = (1, 4, 5)
"""The forms of :data:`_NUMBER` in square brackets."""
MANY_NUMBERS = 1000


def _numbered(text: str, lines: list[tuple[int, int]]) -> dict[int, str]:
    """The lines that begin with the next number of a list; empty where they do not number the references."""
    found: dict[int, str] = {}
    expected: int | None = None
    form: int | None = None
    for first, last in lines:
        match = _NUMBER.match(text, first, last)
        if match is None:
            continue
        number = int(next(part for part in match.groups() if part is not None))
        form = form or match.lastindex
        # A year or a page number at the beginning of a line is none of the list's: numbers go on by one, or nearly.
        # One may be there twice, and people paste lines that all bear the number 1.
        near = expected is None or expected - 1 <= number <= expected + 3
        # In brackets, a number further on or back begins a reference too, if one may begin there: nothing may be lost.
        jumps = (
            form == match.lastindex and form in _IN_BRACKETS and number < MANY_NUMBERS and _AUTHOR.match(text, match.end(), last)
        )
        if (near and (expected is not None or number <= 400)) or (jumps and expected is not None):
            found[first] = str(number)
            expected = number + 1
    whole = len(found) >= 2 or (len(found) == 1 and next(iter(found)) == lines[0][0])
    return found if whole and next(iter(found), -1) in [first for first, _ in lines[:3]] else {}


def _marked(text: str, lines: list[tuple[int, int]]) -> dict[int, str]:
    """The lines that begin with a bullet or with a label like ``[Knu84]``."""
    labels = {first: match[1] for first, last in lines if (match := _LABEL.match(text, first, last))}
    if labels and lines[0][0] in labels:
        return labels
    bullets = {first: "" for first, last in lines if _BULLET.match(text, first, last)}
    return bullets if len(bullets) > 1 and lines[0][0] in bullets else {}


def _parted(text: str, lines: list[tuple[int, int]]) -> dict[int, str]:
    """The lines behind blank ones, where blank lines part the references."""
    begins: dict[int, str] = {}
    blank = True
    for first, last in lines:
        empty = not text[first:last].strip()
        if not empty and blank:
            begins[first] = ""
        blank = empty
    full = sum(bool(text[first:last].strip()) for first, last in lines)
    with_year = sum(bool(_YEAR.search(_paragraph(text, first))) for first in begins)
    parted = len(begins) > 1 and with_year * 2 >= len(begins)
    return begins if parted and (len(begins) < full or full == len(begins)) and _apart(text, begins) else {}


def _paragraph(text: str, start: int) -> str:
    stop = text.find("\n\n", start)
    return text[start : stop if stop >= 0 else len(text)]


def _apart(text: str, begins: dict[int, str]) -> bool:
    """Whether most paragraphs hold one reference, and not a page of them."""
    sizes = [len(_paragraph(text, first)) for first in begins]
    return sum(size < 900 for size in sizes) * 3 >= len(sizes) * 2


def _by_authors(text: str, lines: list[tuple[int, int]]) -> dict[int, str]:
    """Lines by hanging indent, where there is one; else those that begin as references do, behind one that may have ended."""
    indents = {first: len(text[first:last]) - len(text[first:last].lstrip()) for first, last in lines}
    outer = min(indents.values())
    out = [first for first, _ in lines if indents[first] == outer]
    inner = len(lines) - len(out)
    if inner and indents[lines[0][0]] == outer and inner * 5 >= len(lines):
        return dict.fromkeys(out, "")
    begins: dict[int, str] = {lines[0][0]: ""}
    since = lines[0][0]
    for (_, before), (first, last) in itertools.pairwise(lines):
        said = text[since:before]
        ended = said.rstrip().endswith((".", "]", ")", ">", "。")) or _YEAR.search(said[-30:]) or "/" in said[-25:]
        if ended and _AUTHOR.match(text, first, last) and _YEAR.search(said) and len(said.strip()) > 35:
            begins[first] = ""
            since = first
    return begins


def _indent(text: str, line: tuple[int, int]) -> int:
    return line[1] - line[0] - len(text[slice(*line)].lstrip())


def _hangs(text: str, runs: list[list[tuple[int, int]]]) -> bool:
    """Whether every further line of references stands right of their first lines."""
    further = [(line, run[0]) for run in runs for line in run[1:]]
    return len(further) >= LEAST and all(_indent(text, line) > _indent(text, first) for line, first in further)


def _joined(text: str, lines: list[tuple[int, int]], begins: dict[int, str]) -> Iterator[Line]:
    runs: list[list[tuple[int, int]]] = []
    for line in lines:
        if line[0] in begins:
            runs.append([line])
        elif runs:
            runs[-1].append(line)
    if runs and _hangs(text, runs[:-1]):
        # What begins at the margin behind the last reference is no part of it.
        own = [line for line in runs[-1][1:] if _indent(text, line) > _indent(text, runs[-1][0])]
        runs[-1] = runs[-1][: 1 + next((i for i, line in enumerate(runs[-1][1:]) if line not in own), len(own))]
    for first, last in ((run[0][0], run[-1][1]) for run in runs):
        last -= len(text[first:last]) - len(text[first:last].rstrip())
        label = begins[first]
        match = (
            _NUMBER.match(text, first)
            if label.isdigit()
            else _BRACKETS.match(text, first)
            if label
            else _BULLET.match(text, first)
        )
        body = match.end() if match and match.end() < last else first
        body += len(text[body:last]) - len(text[body:last].lstrip())
        if len(text[body:last].strip()) > 15:
            yield Line(label, first + len(text[first:last]) - len(text[first:last].lstrip()), last, body)


_ADDRESS = lazy(r"((?:https?:/|\bdoi:\s?|\b10\.\d{4,9}(?=/))[^\s<>]{0,300}[-_/])\n[ \t]*(?=[a-z0-9(])")
"""An address or a DOI that goes on behind the end of a line; its hyphen is its own."""
MOST_BREAKS = 3
"""Ends of lines in one address."""
_HYPHEN = lazy(r"(?<=[^\W\d_])[-\u00ad\u2010]\n[ \t]*(?=[a-zà-ÿ])")


def words(text: str) -> str:
    """The lines of one reference as one line; a word that a hyphen parts at the end of a line is joined."""
    for _ in range(MOST_BREAKS):
        text, count = _ADDRESS.subn(r"\1", text)
        if not count:
            break
    return " ".join(_HYPHEN.sub("", text.replace("\u00ad\n", "")).replace("\u00ad", "").split())
