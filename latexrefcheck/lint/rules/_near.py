"""Names that look like a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable

from latexrefcheck.errors import nearest

ASKED = 25
"""Most names looked for in one list: each question compares with every name, and a broken file may ask thousands."""


class Near:
    """The name of ``known`` that is closest to a misspelt one, or an empty string."""

    def __init__(self, known: Iterable[str]) -> None:
        self._known = sorted(known)
        self._answers: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        """The near name; always empty once too many names were asked for."""
        if name not in self._answers:
            if len(self._answers) >= ASKED or len(name) > 100:
                return ""
            found = nearest(name, [one for one in self._known if one != name])
            self._answers[name] = found[0] if found else ""
        return self._answers[name]
