"""A reference as the words that belong to fields: parted by blanks, and where figures of several fields touch each other."""

from __future__ import annotations

from latexrefcheck.text.patterns import lazy

_PARTS = lazy(
    r"(?<=\d{4});(?=[\dA-Z])|(?<=[\d)]):(?=[A-Za-z]{0,2}\d)|(?<=\d)(?=\(\d+(?:[-–/]\d+)?\))|(?<=\d\))(?=\d)"
    r"|(?<=[\u3400-\u9fff\uac00-\ud7af][,，.。;；:：])|(?<=[\u3400-\u9fff])(?=\[[A-Z/]+\])|(?<=\[[A-Z]\])(?=.)|(?<=//)(?=\w)"
)
_WORD = lazy(r"\S+")


def spans(text: str) -> list[tuple[int, int]]:
    """Where the words of a reference begin and end."""
    found = []
    for word in _WORD.finditer(text):
        start, end = word.span()
        if not text[start:end].lower().startswith(("http", "doi", "10.", "arxiv")):
            for cut in _PARTS.finditer(text, start, end):
                at = cut.end()
                if start < at < end:
                    found.append((start, at))
                    start = at
        found.append((start, end))
    return found
