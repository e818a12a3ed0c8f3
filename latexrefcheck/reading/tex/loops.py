"""Loops over lists that stand in the source: ``\\foreach``, ``\\@for``, ``\\forcsvlist``, expl3's maps and their like."""

from __future__ import annotations

import re
from collections.abc import Sequence

from latexrefcheck.reading.tex.arguments import Argument, read, skip_space
from latexrefcheck.reading.tex.buffer import Buffer, Builder, Piece
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.defining import define_macro, slice_of
from latexrefcheck.reading.tex.expanding import CALL, execute
from latexrefcheck.reading.tex.macros import Macro, Parameter, is_code
from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.scanner import MAX_DEPTH, MAX_EXPANDED, Scanner, handles
from latexrefcheck.text.patterns import lazy

Part = list[tuple[str, Piece]]

_FOR = lazy(r"\s*\\([a-zA-Z@]+)\s*:=\s*")
_DO = lazy(r"\s*\\do(?![a-zA-Z@])\s*(?=\{)")
_FOREACH = lazy(r"\s*((?:\\[a-zA-Z@]+\s*/?\s*)+)(?:\[[^\]]*\])?\s*in\s*")
_WORDS = lazy(r"\\([a-zA-Z@]+)")
MAX_ITEMS = 2000
"""Most items of one list that are followed."""


def _items(buffer: Buffer, start: int, end: int) -> list[tuple[int, int]]:
    """The (start, end) of the items of a comma list, without the white space and the braces around them."""
    found = []
    depth, first = 0, start
    for mark in re.finditer(r"\\.|[{},]", buffer.text[start:end], re.S):
        at = start + mark.start()
        depth += {"{": 1, "}": -1}.get(mark[0], 0)
        if mark[0] == "," and depth == 0:
            found.append((first, at))
            first = at + 1
    return [_stripped(buffer.text, *one) for one in (*found, (first, end))][:MAX_ITEMS]


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    start = min(skip_space(text, start), end)
    end = start + len(text[start:end].rstrip())
    if end - start >= 2 and text[start] == "{" and text[end - 1] == "}" and "{" not in text[start + 1 : end]:
        return start + 1, end - 1
    return start, end


def _list(scan: Scanner, buffer: Buffer, start: int, end: int) -> tuple[Buffer, list[tuple[int, int]]] | None:
    """The items of a list: as it stands there, or as a macro keeps it; None if it cannot be known."""
    written = buffer.text[start:end].strip()
    if "#" in written:
        return None
    if written.startswith("\\") and "," not in written:
        name = re.fullmatch(r"\\([a-zA-Z@_:]+)", written)
        macro = scan.macros.get(name[1]) if name else None
        if not isinstance(macro, Macro) or macro.parameters or scan.is_unsure(macro.name):
            return None
        return macro.body, _items(macro.body, 0, len(macro.body.text))
    return buffer, _items(buffer, start, end)


def _each(scan: Scanner, buffer: Buffer, start: int, body: Buffer, values: Sequence[Part]) -> None:
    """Execute a body with ``#1`` for each of the values."""
    macro = Macro("", (Parameter("m"),), body, expl=scan.expl)
    for value in values:
        scan.expanded += CALL
        if len(scan.expanding) >= MAX_DEPTH or scan.expanded > MAX_EXPANDED:
            scan.complete = False
            return
        builder = Builder()
        place = buffer.cut(start, start + 1)[0][1]
        builder.add([("{", place)])
        builder.add(value)
        builder.add([("}", place)])
        execute(scan, macro, builder.build(), 0, 0)


def _unknown(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, body: str) -> None:
    """Say that a loop is not followed, if it matters."""
    if scan.matters(body) and not scan.undecided and "#" not in buffer.text[start:end]:
        scan.complete = False
        scan.problem("unresolved-input", buffer.locate(start, end), f"the list of \\{name} could not be worked out")


@handles("each-argument")
def each_argument(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\forcsvlist{\\do}{a,b}``, ``\\docsvlist{a,b}``, ``\\clist_map_inline:nn{a,b}{..#1..}`` and their like.

    What the letters of the signature are: ``m`` the list, ``b`` a body with ``#1``, ``h`` a command for each item.
    """
    found = read(buffer, end, "m" * len(command.signature))
    if found is None:
        return None
    if command.table == "kernel" and is_code(buffer.locate(start, end).source.path):
        return None  # packages build their own lists and tests with these
    given = dict(zip(command.signature, found[0], strict=True))
    body = _body_of(buffer, name, start, given)
    listed = _list(scan, buffer, given["m"].start, given["m"].end)
    if listed is None:
        _unknown(scan, buffer, name, start, found[1], body.text)
        return found[1]
    values = [listed[0].cut(*item) for item in listed[1] if item[1] > item[0]]
    _each(scan, buffer, start, body, values)
    return found[1]


def _body_of(buffer: Buffer, name: str, start: int, given: dict[str, Argument]) -> Buffer:
    if "b" in given:
        return slice_of(buffer, given["b"].start, given["b"].end)
    builder = Builder()
    place = buffer.cut(start, start + 1)[0][1]._replace(argument=False)
    if "h" in given:
        builder.add(buffer.cut(given["h"].start, given["h"].end, argument=False))
    else:
        builder.add([("\\do", place)])
    builder.add([("{#1}", place)])
    return builder.build()


@handles("for-do")
def for_do(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """LaTeX's ``\\@for\\x:=a,b\\do{..\\x..}``."""
    head = _FOR.match(buffer.text, end)
    do = _DO.search(buffer.text, head.end(), head.end() + 2000) if head else None
    if head is None or do is None:
        return None
    closing = buffer.close(do.end())
    if closing < 0:
        return None
    body = slice_of(buffer, do.end() + 1, closing)
    listed = _list(scan, buffer, head.end(), do.start())
    if listed is None:
        _unknown(scan, buffer, name, start, do.end(), body.text)
        return closing + 1
    _assign_and_run(scan, body, [head[1]], [[listed[0].text[a:b]] for a, b in listed[1] if b > a])
    return closing + 1


@handles("foreach")
def foreach(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """pgffor's ``\\foreach \\x/\\y in {a/b,c/d}{..}``."""
    head = _FOREACH.match(buffer.text, end)
    found = read(buffer, head.end(), "mm") if head else None
    if head is None or found is None:
        return None
    body = slice_of(buffer, found[0][1].start, found[0][1].end)
    if not (scan.matters(body.text) or scan.sets(body.text)):
        return None
    listed = _list(scan, buffer, found[0][0].start, found[0][0].end)
    texts = _ranged([listed[0].text[a:b] for a, b in listed[1]]) if listed else None
    if texts is None:
        _unknown(scan, buffer, name, start, found[0][0].end, body.text)
        return found[1]
    variables = _WORDS.findall(head[1])
    values = [[part.strip() for part in text.split("/")] if len(variables) > 1 else [text] for text in texts]
    _assign_and_run(scan, body, variables, values)
    return found[1]


def _assign_and_run(scan: Scanner, body: Buffer, names: Sequence[str], values: Sequence[Sequence[str]]) -> None:
    mark = len(scan.undo)
    for row in values:
        if scan.expanded > MAX_EXPANDED:
            scan.complete = False
            break
        for index, name in enumerate(names):
            text = row[min(index, len(row) - 1)]
            define_macro(scan, Macro(name, (), Buffer(text, [body.pieces[0]])))
        scan.expanded += len(body.text) + CALL
        scan.run(body)
    scan.restore(mark)


def _ranged(texts: list[str]) -> list[str] | None:
    """``1,...,5`` and ``1,3,...,9`` written out; None for what pgf alone can work out."""
    if "..." not in texts:
        return texts
    at = texts.index("...")
    try:
        last = int(texts[at + 1])
        numbers = [int(text) for text in texts[max(0, at - 2) : at]]
    except (ValueError, IndexError):
        return None
    step = numbers[-1] - numbers[-2] if len(numbers) > 1 else 1 if last >= numbers[-1] else -1
    if not step or abs(last - numbers[-1]) // abs(step) > MAX_ITEMS:
        return None
    inside = [str(number) for number in range(numbers[-1] + step, last + (1 if step > 0 else -1), step)]
    rest = _ranged(texts[at + 2 :])
    return None if rest is None else [*texts[:at], *inside, *rest]


@handles("list-macro", passive=True)
def list_macro(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """expl3's ``\\clist_set:Nn \\l_x {a,b}`` and ``\\tl_set:Nn``: a macro that keeps a text."""
    found = read(buffer, end, "mm")
    word = re.fullmatch(r"\s*\\([a-zA-Z@_:]+)\s*", buffer.text[found[0][0].start : found[0][0].end]) if found else None
    if found is None or word is None:
        return None
    body = slice_of(buffer, found[0][1].start, found[0][1].end)
    if name.endswith(("x", "e")):
        expanded = expand_text(scan, body.text)
        if expanded is not None:
            body = Buffer(expanded, body.pieces[:1])
    define_macro(scan, Macro(word[1], (), body), everywhere=name.split("_")[1][:1] == "g")
    return found[1]
