"""Where the groups of a text begin and end: assignments made in a group do not outlive it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from latexrefcheck.text.patterns import lazy

_MARKS = lazy(
    r"\\(begin|end)\s*\{([^{}\\%]*)\}|\\(begingroup|bgroup|endgroup|egroup)(?![a-zA-Z@])"
    r"|\\([a-zA-Z@]++)\*?(?=[^\S\n]*\{)|\\[^a-zA-Z@\n]|[{}\]]|%[^\n\r]*"
)
"""What opens or closes groups, and what may come right before a brace: of control words only those that a brace follows."""
_GROUPING = frozenset(
    """
    emph textbf textit texttt textsc textsf textrm textsl textup textmd text mbox hbox vbox fbox makebox framebox parbox
    footnote footnotetext marginpar caption section subsection subsubsection paragraph chapter part underline centerline
    """.split()
)
"""Commands whose argument is a group. Of other commands it may be text that is executed in place."""


class Groups:
    """The groups of a text. They are sought only when an assignment is made where there may be one, and only so far as needed."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._reached = 0
        self._depth = 0
        self._opened: list[int] = []
        self._closed: list[int] = []
        self._parents: list[int] = []
        self._stack: list[tuple[int, str]] = []
        """Index of each open group, -1 for an argument that is none, with what opened it."""
        self._marks: Iterator[int] | None = None
        self._passed = -1
        """Offset of the last mark that was looked at; that of the end of the text when there are no more."""

    def end_of(self, at: int) -> int:
        """Offset behind the end of the innermost group around ``at``, or -1."""
        if self._marks is None:
            if not self._may_be_inside(at):
                return -1
            self._marks = self._find()
        while self._passed <= at and self._advance():
            pass
        index = bisect_right(self._opened, at) - 1
        while index >= 0:
            while self._closed[index] > len(self._text) and self._advance():
                pass
            if self._closed[index] > at:
                return self._closed[index]
            index = self._parents[index]
        return -1

    def _may_be_inside(self, at: int) -> bool:
        # Most definitions stand at the top of a preamble: counting at the speed of memory spares looking for groups.
        text = self._text
        if at < self._reached:
            self._reached = self._depth = 0
        first, self._reached = self._reached, at
        self._depth += text.count("{", first, at) - text.count("}", first, at)
        self._depth += text.count("\\begin", first, at) - text.count("\\end", first, at)
        self._depth += text.count("\\bgroup", first, at) - text.count("\\egroup", first, at)
        return self._depth != 0

    def _advance(self) -> bool:
        """Look at the next mark; False if there is none."""
        passed = next(self._marks, -1) if self._marks is not None else -1
        if passed < 0:
            self._passed = len(self._text) + 1
            return False
        self._passed = passed
        return True

    def _find(self) -> Iterator[int]:
        """Go through the marks of the text, opening and closing groups; yields the offset of each."""
        text = self._text
        last_end, last_kind = -1, ""
        for found in _MARKS.finditer(text):
            mark, start = found[0], found.start()
            if found[4] or mark == "]":
                last_end, last_kind = found.end(), "group" if found[4] in _GROUPING else "command"
                continue
            if mark[0] == "%":
                continue
            kind = ""
            if mark == "{":
                between = text[last_end:start] if last_end >= 0 else "?"
                # "\\foo {a}" is an argument; what follows "{a}" after a blank is rather a group of its own.
                behind = not between or (not between.strip() and "\n" not in between and text[last_end - 1 : last_end].isalpha())
                plain = not behind or last_kind in ("", "group")
                self._open(start, "{" if plain else "argument")
            elif mark == "}":
                kind = self._close_brace(found.end())
            elif found[1]:
                if found[2].strip() != "document":
                    name = "begin " + found[2].strip()
                    if found[1] == "begin":
                        self._open(start, name)
                    else:
                        self._close(found.end(), name)
                    kind = "command"
            elif found[3]:
                name = "group" if found[3].endswith("ngroup") or found[3] == "endgroup" else "bgroup"
                if found[3] in ("begingroup", "bgroup"):
                    self._open(start, name)
                else:
                    self._close(found.end(), name)
            last_end, last_kind = found.end(), kind
            yield start

    def _open(self, at: int, name: str) -> None:
        stack = self._stack
        if name == "argument":
            stack.append((-1, name))
            return
        parent = next((index for index, _ in reversed(stack) if index >= 0), -1) if stack else -1
        stack.append((len(self._opened), name))
        self._opened.append(at)
        self._closed.append(len(self._text) + 1)
        self._parents.append(parent)

    def _close_brace(self, at: int) -> str:
        """Close the brace that was opened last, if nothing else is open in it; returns what a brace behind it would be."""
        stack = self._stack
        if not stack or stack[-1][1] not in ("{", "argument"):
            return ""
        index, name = stack.pop()
        if index >= 0:
            self._closed[index] = at
        return "command" if name == "argument" else ""

    def _close(self, at: int, name: str) -> None:
        """Close the innermost group of this name, and what is open inside."""
        stack = self._stack
        depth = next((depth for depth in range(len(stack) - 1, -1, -1) if stack[depth][1] == name), -1)
        if depth < 0:
            return
        for index, _ in stack[depth:]:
            if index >= 0:
                self._closed[index] = at
        del stack[depth:]
