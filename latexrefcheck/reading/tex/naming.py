"""Texts expanded as ``\\edef`` would, for names of files, keys and control sequences."""

from __future__ import annotations

import re

from latexrefcheck.reading.tex.macros import Macro
from latexrefcheck.reading.tex.scanner import MAX_EXPANDED, Scanner
from latexrefcheck.text.patterns import lazy

_CONTROL = lazy(r"\\([a-zA-Z@]+)[ \t]*|\\(.)|([{}])|~")


def expand_text(scan: Scanner, text: str) -> str | None:
    """``text`` as ``\\edef`` would leave it, for names of files and keys; None if it holds what we cannot expand."""
    for _ in range(20):
        if "\\" not in text and "{" not in text:
            return text.replace("~", " ")
        scan.expanded += len(text)
        if scan.expanded > MAX_EXPANDED:
            return None
        parts: list[str] = []
        last = 0
        for found in _CONTROL.finditer(text):
            parts.append(text[last : found.start()])
            last = found.end()
            value = _expand_one(scan, found)
            if value is None:
                return None
            parts.append(value)
        parts.append(text[last:])
        text = "".join(parts)
        if len(text) > 10_000:
            return None
    return None


_TRANSPARENT = frozenset(
    ("subfix", "string", "detokenize", "relax", "space", "empty", "@empty", "protect", "unexpanded", "expandafter", "xspace")
)


def _expand_one(scan: Scanner, found: re.Match[str]) -> str | None:
    name = found[1]
    if name is None:
        return found[2] if found[2] in ("_", "%", "&", "#") else "" if found[3] else None if found[2] else " "
    if name == "jobname":
        return scan.jobname
    if name in _TRANSPARENT:
        return ""
    if name == "currfiledir":
        return scan.files[-1].path.rpartition("/")[0] + "/" if scan.files else ""
    macro = scan.macros.get(name)
    if isinstance(macro, Macro) and not macro.parameters:
        return macro.body.text.strip("\n")
    return None
