"""Texts for one version of a document: beamer's modes and optional.sty."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex.arguments import read
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.scanner import Scanner, handles
from latexrefcheck.text.patterns import lazy

_MODES = lazy(r"\s*<([^<>\n]*)>\s*")
_NEXT_MODE = lazy(r"\\mode\s*(?:<|\*)|\\end\s*\{document\}")


def _is_mode(scan: Scanner, written: str) -> bool | None:
    """Whether beamer's overlay specification holds in the mode that the class options set."""
    article = "beamerarticle" in scan.packages
    options = {option.strip() for option in scan.class_options.split(",")}
    mode = "article" if article else next((one for one in ("handout", "trans", "second") if one in options), "beamer")
    active = {mode, "all"} | (set() if article else {"presentation"})
    for part in written.split("|"):
        name, _, slides = part.partition(":")
        if re.fullmatch(r"[\d\s,.+-]*", name.strip()):
            return None
        if name.strip() in active:
            return slides.strip() != "0"
    return False


@handles("mode", passive=True)
def mode(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """beamer's ``\\mode<article>{..}``, and ``\\mode<article>`` up to the next ``\\mode``."""
    found = _MODES.match(buffer.text, end)
    value = _is_mode(scan, found[1]) if found else None
    if found is None or value is None or value:
        return None
    if buffer.text[found.end() : found.end() + 1] == "{":
        closing = buffer.close(found.end())
        return closing + 1 if closing >= 0 else None
    following = _NEXT_MODE.search(buffer.text, found.end())
    return following.start() if following else len(buffer.text)


@handles("option-text", passive=True)
def option_text(scan: Scanner, buffer: Buffer, name: str, start: int, end: int, made: Command) -> int | None:
    """optional.sty's ``\\opt{draft}{..}``: the text if the package was loaded with the option."""
    found = read(buffer, end, made.signature)
    if found is None:
        return None
    wanted = {option.strip() for option in buffer.text[found[0][0].start : found[0][0].end].split(",")}
    given = {option.strip() for option in scan.packages.get("optional", "").split(",")}
    if bool(wanted & given) is (name == "opt"):
        scan.run(buffer, found[0][1].start, found[0][1].end)
    return found[1]
