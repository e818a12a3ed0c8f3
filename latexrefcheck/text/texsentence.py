"""Where a sentence of TeX source begins and ends."""

from __future__ import annotations

from latexrefcheck.text.patterns import lazy

_END = lazy(
    r"(?<!\b[A-Z])(?<!\bet al)(?<!\bcf)(?<!\be\.g)(?<!\bi\.e)[.!?]['\u201d)}]*\s+(?=[A-Z\\\u00c0-\u00de])"
    r"|\n\s*\n|\\(?:begin|end)\s*\{[^{}]{0,60}\}(?:\s*\[[^\[\]]{0,200}\])?|\\(?:par|item|bibliography(?:style)?|printbibliography|maketitle|tableofcontents)\b"
    r"|\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph)\*?\s*(?:\[[^\[\]]*\])?\s*\{[^{}]*\}(?:\s*\\label\{[^{}]*\})?"
)
"""Where a sentence ends: at a full stop that no abbreviation has, at a blank line, an environment, a heading."""


def around(text: str, start: int, end: int, most: int) -> tuple[int, int]:
    """From where to where the sentence goes that holds what stands between two offsets, at most ``most`` characters each way."""
    first, last = max(0, start - most), min(len(text), end + most)
    for match in _END.finditer(text, first, start):
        first = match.end()
    behind = _END.search(text, end, last)
    last = behind.start() + 1 if behind and behind.group()[0] in ".!?" else behind.start() if behind else last
    return first, last
