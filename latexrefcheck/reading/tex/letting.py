"""``\\let``: a name takes the meaning that another has now."""

from __future__ import annotations

from latexrefcheck.reading.tex.arguments import is_global
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.defining import BUILTIN_CITES
from latexrefcheck.reading.tex.interest import mark_mentions
from latexrefcheck.reading.tex.macros import Macro
from latexrefcheck.reading.tex.meaning import is_defined
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy


@handles("let", passive=True)
def let(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, command: Command) -> int | None:
    """``\\let\\new=\\old``: the new name means what the old one means now."""
    found = _LET.match(buffer.text, end)
    if found is None:
        return None
    everywhere = name == "glet" or is_global(buffer, name, start)
    new, old = found[1], found[2]
    if old is None:  # \let\x=a
        _forget(scan, new, everywhere)
        scan.store(scan.defined, new, True, everywhere)
        return found.end()
    _alias(scan, new, old, everywhere)
    return found.end()


def _forget(scan: Scanner, name: str, everywhere: bool) -> None:
    """Take the name as one that means nothing."""
    for mapping in (scan.macros, scan.commands, scan.numbers, scan.lets):
        scan.forget(mapping, name, everywhere)
    if scan.undecided:
        scan.store(scan.unsure, name, scan.branch(), everywhere)


def _alias(scan: Scanner, new: str, old: str, everywhere: bool) -> None:
    meaning = scan.commands.get(old)
    macro = scan.macros.get(old)
    known = scan.commands.get(new)
    if known is not None and known.kind in ("begin", "end", "fi", "else", "conditional") and known.table == "kernel":
        return
    cites = (*BUILTIN_CITES, "macro", "selecting-macro")
    if known is not None and known.kind in BUILTIN_CITES and meaning is not None and meaning.kind not in cites:
        return
    if known is not None and known.table and meaning is None and macro is None:
        return  # \let\cite\mycite of a package that is not read: what it is called is what it does
    defined = is_defined(scan, old)
    if old.startswith("if") and meaning is not None and meaning.kind == "conditional" and new.startswith("if"):
        scan.store(scan.switches, new[2:], _truth(scan, old), everywhere)
    _forget(scan, new, everywhere)
    if macro is not None:
        scan.store(scan.macros, new, macro._replace(name=new) if isinstance(macro, Macro) else macro, everywhere)
    if old in scan.numbers:
        scan.store(scan.numbers, new, scan.numbers[old], everywhere)
    if meaning is not None:
        # What \@firstoftwo and \@secondoftwo do is told by their name, so an alias has to remember it.
        chosen = meaning.kind == "choose" and meaning.table == "kernel"
        scan.store(scan.commands, new, meaning._replace(table=old) if chosen else meaning, everywhere)
        if not scan.is_passive(meaning.kind):
            mark_mentions(scan, new)
    if macro is None:
        scan.store(scan.lets, new, scan.lets.get(old, old), everywhere)
    if defined is not None:
        scan.store(scan.defined, new, defined, everywhere)
    elif not scan.undecided:
        scan.store(scan.unsure, new, scan.branch() or (-1,), everywhere)


def _truth(scan: Scanner, name: str) -> bool | None:
    return {"iftrue": True, "iffalse": False}.get(name, scan.switches.get(name[2:]))


_LET = lazy(r"\s*\\([a-zA-Z@]+)\s*=?\s?(?:\s*\\([a-zA-Z@]+)|[^\s\\%#{}])")
