"""What a control word means at a place: undefined, a macro of the document, something of TeX's, or unknown.

A name is known to be undefined if nothing that was read defines it and neither the format nor a loaded package can.
Of packages that are not read only the names that documents test for are known (``commands/public.yml``), so names
with ``@`` may be theirs.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from latexrefcheck.reading.tex.macros import Macro
from latexrefcheck.reading.tex.scanner import Scanner
from latexrefcheck.system import tables
from latexrefcheck.text.patterns import lazy

_BLANKS = lazy(r"[ \t]*(?:%[^\n\r]*)?(?:\r\n?|\n)[ \t]*|[ \t]+")
_AFTER_WORD = lazy(r"(\\[a-zA-Z@]+) ")
_DEFINING = lazy(r"(?:new|New|[Dd]eclare|[Pp]rovide|[Ll]et|[egx]?def|Def|[Ss]et|[Rr]enew|alloc)")
_KNOWN_BODIES = {"empty": "", "@empty": "", "space": " ", "@gobble": None}
_COMMAND_BEFORE = lazy(r"\\([a-zA-Z@]++)\s*+\*?+\s*+(?:\{\s*+)?+\Z")
LONGEST_COMMAND = 100
"""Longest command, with the white space behind it, that is looked for before a name."""
LONGEST_SEARCH = 2_000_000
"""Characters of files in which a definition by a command that we do not know is looked for."""


MOST_SEARCHES = 300
"""Most names for which that is done."""


class Meaning(NamedTuple):
    """``kind`` is ``undefined``, ``character``, ``macro`` or ``primitive``; equal values are equal for ``\\ifx``.

    ``exact`` is false for a macro whose body we do not have: it equals only itself.
    """

    kind: str
    text: str = ""
    parameters: tuple[tuple[str, str], ...] = ()
    long: bool = False
    exact: bool = True


UNDEFINED = Meaning("undefined")


@cache
def format_names(engine: str) -> frozenset[str]:
    """Control words that LaTeX has from the start under an engine."""
    listed = tables.table("commands", "formats")
    return frozenset(listed["kernel"].split()) | frozenset(listed.get(engine, "").split())


@cache
def engine_names() -> frozenset[str]:
    """Control words that only some engines have."""
    listed = tables.table("commands", "formats")
    return frozenset(name for engine in ("pdftex", "xetex", "luatex") for name in listed[engine].split())


@cache
def public_names() -> dict[str, tuple[str, ...]]:
    """Control word -> the packages and classes that define it."""
    found: dict[str, tuple[str, ...]] = {}
    for package, names in tables.table("commands", "public").items():
        for name in names.split():
            found[name] = (*found.get(name, ()), package)
    return found


def is_defined(scan: Scanner, name: str) -> bool | None:
    """Whether ``\\ifdefined\\name`` is true here; None if it cannot be known."""
    if scan.is_unsure(name):
        return None
    if name in scan.defined:
        return scan.defined[name]
    if name in scan.macros or name in scan.numbers:
        return True
    known = scan.commands.get(name)
    if known is not None and known.kind in ("set-true", "set-false") and known.table != "kernel":
        return True
    engine = scan.engine_now()
    if not engine and name in engine_names():
        return None
    if name in format_names(engine):
        return True
    if known is not None and known.table in scan.packages:
        return True
    return _by_packages(scan, name)


def _by_packages(scan: Scanner, name: str) -> bool | None:
    packages = public_names().get(name, ())
    if any(package in scan.packages for package in packages) or ("class" in packages and scan.document_class):
        return True
    if scan.unknown_class or ("@" in name and scan.opaque):
        return None
    standing = scan.commands.get(name)
    if standing is not None and standing.kind != "conditional" and standing.table in ("kernel", ""):
        return None  # of one of the many packages that the table of the kernel speaks for
    return None if _is_defined_oddly(scan, name) else False


def _is_defined_oddly(scan: Scanner, name: str) -> bool:
    """Whether a command that we do not know may have defined the name: ``\\DeclarePairedDelimiter\\abs{..}``."""
    asked = (name, len(scan.sources))
    if asked not in scan.sought:
        scan.sought[asked] = len(scan.sought) >= MOST_SEARCHES or _is_mentioned_oddly(scan, name)
    return scan.sought[asked]


def _is_mentioned_oddly(scan: Scanner, name: str) -> bool:
    word = "\\" + name
    left = LONGEST_SEARCH
    for source in scan.sources.values():
        text = source.text
        left -= len(text)
        if left < 0:
            return True
        at = text.find(word)
        while at >= 0:
            following = text[at + len(word) : at + len(word) + 1]
            if not ((following.isascii() and following.isalpha()) or following == "@"):
                found = _COMMAND_BEFORE.search(text, max(0, at - LONGEST_COMMAND), at)
                command = found[1] if found else ""
                if command and command not in scan.commands and command not in scan.macros and _DEFINING.match(command):
                    return True
            at = text.find(word, at + 1)
    return False


def meaning(scan: Scanner, token: str, as_csname: bool = False) -> Meaning | None:
    """What a token of the text means; ``as_csname`` for ``\\csname``, which makes what is undefined ``\\relax``."""
    if token[0] != "\\" or len(token) < 2:
        return Meaning("character", token) if token != "#" else None  # noqa: S105  a token of TeX
    name = token[1:]
    if not (name[0].isalpha() or name[0] == "@") and not as_csname:
        return Meaning("primitive", name, exact=False)
    for _ in range(10):
        if name not in scan.lets:
            break
        name = scan.lets[name]
    defined = is_defined(scan, name)
    if defined is None:
        return None
    if not defined:
        return Meaning("primitive", "relax") if as_csname else UNDEFINED
    macro = scan.macros.get(name)
    if isinstance(macro, Macro):
        return _of_macro(macro)
    if name in scan.numbers:
        return Meaning("primitive", f"\\{name} {scan.numbers[name]}") if scan.numbers[name] is not None else None
    if name in _KNOWN_BODIES:
        body = _KNOWN_BODIES[name]
        return Meaning("macro", body) if body is not None else Meaning("macro", name, exact=False)
    return Meaning("primitive", name)


def _of_macro(macro: Macro) -> Meaning:
    body = _BLANKS.sub(" ", macro.body.text)
    body = _AFTER_WORD.sub(r"\1", body) if "\\" in body else body
    parameters = tuple((parameter.letter, parameter.text) for parameter in macro.parameters)
    return Meaning("macro", body, parameters, macro.long, macro.exact)


def made_by_csname(scan: Scanner, name: str) -> None:
    r"""``\csname`` gives a name that means nothing the meaning of ``\relax``, until the group ends (The TeXbook, chapter 7)."""
    if not name or not name.isascii() or not all(one.isalpha() or one == "@" for one in name):
        return
    if is_defined(scan, name) is not False or scan.commands.get(name) is not None:
        return
    if scan.undecided:
        scan.store(scan.unsure, name, scan.branch())
        return
    scan.store(scan.lets, name, "relax")
    scan.store(scan.defined, name, True)


def same(first: Meaning | None, second: Meaning | None) -> bool | None:
    """Whether ``\\ifx`` takes two tokens for the same; None if it cannot be known."""
    if first is None or second is None:
        return None
    if first.kind != second.kind:
        # A primitive may be a macro of the format (\LaTeX), but never what the document itself defined or does not have.
        mixed = {first.kind, second.kind} == {"primitive", "macro"}
        return False if not mixed or "relax" in (first.text, second.text) else None
    if first.kind == "primitive":
        return first.text == second.text or (None if not (first.exact and second.exact) else _same_primitive(first, second))
    if first.kind == "macro" and not (first.exact and second.exact):
        return None
    return first == second


_PRIMITIVES = frozenset("relax par def let begingroup endgroup input fi else or hbox vbox".split())


def _same_primitive(first: Meaning, second: Meaning) -> bool | None:
    # Two names of the format may be one thing (\@@input and \input), unless they are known not to be.
    return False if first.text in _PRIMITIVES and second.text in _PRIMITIVES else None
