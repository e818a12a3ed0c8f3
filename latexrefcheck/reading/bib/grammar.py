"""What BibTeX 0.99d and biber 2.18 (btparse 0.89) take as white space, names, keys and values.

Both were run to find these rules. They differ in comments (``%`` is nothing special for BibTeX), in the
characters of a key, in ``@comment`` (BibTeX skips only the word) and in how an entry may be closed.
All patterns are possessive and each is linear on any input.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from latexrefcheck.text.patterns import lazy

DEPTH = 4
"""Brace levels that the fast pattern takes; deeper values go to the careful scanner."""

PLAIN_MACROS = {
    "acmcs": "ACM Computing Surveys",
    "acta": "Acta Informatica",
    "cacm": "Communications of the ACM",
    "ibmjrd": "IBM Journal of Research and Development",
    "ibmsj": "IBM Systems Journal",
    "ieeese": "IEEE Transactions on Software Engineering",
    "ieeetc": "IEEE Transactions on Computers",
    "ieeetcad": "IEEE Transactions on Computer-Aided Design of Integrated Circuits",
    "ipl": "Information Processing Letters",
    "jacm": "Journal of the ACM",
    "jcss": "Journal of Computer and System Sciences",
    "scp": "Science of Computer Programming",
    "sicomp": "SIAM Journal on Computing",
    "tocs": "ACM Transactions on Computer Systems",
    "tods": "ACM Transactions on Database Systems",
    "tog": "ACM Transactions on Graphics",
    "toms": "ACM Transactions on Mathematical Software",
    "toois": "ACM Transactions on Office Information Systems",
    "toplas": "ACM Transactions on Programming Languages and Systems",
    "tcs": "Theoretical Computer Science",
}
"""The journal macros that the standard .bst files define beside the months."""

MONTHS = "January February March April May June July August September October November December".split()

MACROS: dict[str, dict[str, str]] = {
    "bibtex": {**{month[:3].lower(): month for month in MONTHS}, **PLAIN_MACROS},
    "biber": {month[:3].lower(): str(number) for number, month in enumerate(MONTHS, 1)},
}
"""Macros that exist before the first ``@string``: the .bst files of BibTeX spell months out, biber numbers them."""

COMMANDS = frozenset(("comment", "preamble", "string"))


class Grammar(NamedTuple):
    """The compiled patterns of one dialect. ``tokens`` takes ``name = value`` and ``type{key``.

    ``gaps`` are what may stand behind it, without and with a delimiter to close; the others serve the scanner.
    """

    tokens: re.Pattern[str]
    gaps: tuple[re.Pattern[str], re.Pattern[str]]
    space: re.Pattern[str]
    junk: re.Pattern[str]
    name: re.Pattern[str]
    number: re.Pattern[str]
    macro: re.Pattern[str]
    keys: dict[str, re.Pattern[str]]
    keyless: re.Pattern[str]
    key_rest: re.Pattern[str]
    entry_start: re.Pattern[str]
    line_entry: re.Pattern[str]


BLANK = r"[ \t\r\n]"
ILLEGAL = r" \t\r\n\"#%'(),={}\x00-\x08\x0b\x0c\x0e-\x1f\x7f"


def _balanced(plain: str) -> str:
    """A pattern for runs of ``plain`` with braces between them, nested up to ``DEPTH`` levels."""
    inner = r"[^{}]*+"
    for _ in range(DEPTH - 2):
        inner = rf"[^{{}}]*+(?:\{{{inner}\}}[^{{}}]*+)*+"
    return rf"{plain}(?:\{{{inner}\}}{plain})*+"


@cache
def grammar(dialect: str) -> Grammar:
    """The patterns of ``bibtex`` or ``biber``."""
    biber = dialect == "biber"
    # In biber a comment runs to the end of its line wherever white space may stand.
    space = rf"{BLANK}*+(?:%[^\n\r]*+{BLANK}*+)*+" if biber else rf"{BLANK}*+"
    junk = r"[^@%]*+(?:%[^\n\r]*+[^@%]*+)*+" if biber else r"[^@]*+"
    name = rf"[^0-9{ILLEGAL}][^{ILLEGAL}]*+"
    macro = rf"[^{ILLEGAL}\\]++" if biber else name
    key = rf"[^{ILLEGAL}\\]" if biber else r"[^ \t\r\n,}]"
    # BibTeX would take ={" in a key; where they stand the key was most likely forgotten, so look closer.
    fast_key = key if biber else r"[^ \t\r\n,={}\"]"
    braced, quoted = _balanced(r"[^{}]*+"), _balanced(r"[^{}\"]*+")
    piece = rf"(?:\{{{braced}\}}|\"{quoted}\"|{macro}|[0-9]++)"
    # Three columns and two markers. The opening delimiter ends the second column, the closing one starts
    # the text behind the match. A name starts where the character before it could not belong to a name; that
    # is asked behind its first character, because a pattern that starts with a set is searched for quicker.
    tokens = (
        rf"([^0-9@{ILLEGAL}](?<![^{ILLEGAL}@].)[^{ILLEGAL}]*+)"
        rf"({space}(?:(?P<head>\{{)|=){space}(?(head)|[{{\"]?))"
        rf"((?(head){fast_key}++|(?:(?<=\{{){braced}(?=\}})|(?<=\"){quoted}(?=\")"
        rf"|(?<![{{\"])(?=(?P<bare>[^{{}}\"])){piece}(?:{space}\#{space}{piece})*+)))"
    )
    # A comment must end before the next match starts: what stands in it is not live.
    blank = rf"{BLANK}*+(?:%[^\n\r]*+[\n\r]{BLANK}*+)*+" if biber else space
    gap = rf"(?:{blank},{blank}|{blank},?+{blank}(?P<close>\}}){junk}(?:(?P<at>@){blank})?)"
    return Grammar(
        tokens=lazy(tokens, re.DOTALL),
        gaps=(lazy(gap), lazy(rf"[}}\"]{gap}")),
        space=lazy(space),
        junk=lazy(junk),
        name=lazy(name),
        number=lazy(r"[0-9]++"),
        macro=lazy(macro),
        keys={
            "{": lazy(rf"{key}*+"),
            "(": lazy(rf"{key}*+" if biber else r"[^ \t\r\n,]*+"),
        },
        keyless=lazy(rf"{name}{space}={space}[{{\"]|(?:year|month|volume|number){space}={space}[0-9]", re.IGNORECASE),
        # Up to a comma on the same line, without anything that looks like a field.
        key_rest=lazy(r"[ \t\"#'(=\\][^,={}\r\n]{0,200}(?<![ \t])(?=[ \t]*+,)"),
        entry_start=lazy(rf"@{space}{name}{space}[{{(]"),
        line_entry=lazy(rf"(?:^|[\r\n])[ \t]*+(?=@{BLANK}*+{name}{BLANK}*+[{{(])"),
    )
