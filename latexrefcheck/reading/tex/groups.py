"""Where the groups of a text begin and end: assignments made in a group do not outlive it."""

from __future__ import annotations

from bisect import bisect_right

from latexrefcheck.text.patterns import lazy

_MARKS = lazy(
    r"\\(begin|end)\s*\{([^{}\\%]*)\}|\\(begingroup|bgroup|endgroup|egroup)(?![a-zA-Z@])|\\([a-zA-Z@]+)\*?|\\.|([{}])|\]|%[^\n\r]*"
)
_GROUPING = frozenset(
    """
    emph textbf textit texttt textsc textsf textrm textsl textup textmd text mbox hbox vbox fbox makebox framebox parbox
    footnote footnotetext marginpar caption section subsection subsubsection paragraph chapter part underline centerline
    """.split()
)
"""Commands whose argument is a group. Of other commands it may be text that is executed in place."""


class Groups:
    """The groups of a text. They are sought only when an assignment is made where there may be one."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._reached = 0
        self._depth = 0
        self._opened: list[int] | None = None
        self._closed: list[int] = []
        self._parents: list[int] = []

    def end_of(self, at: int) -> int:
        """Offset behind the end of the innermost group around ``at``, or -1."""
        if self._opened is None:
            if not self._may_be_inside(at):
                return -1
            self._find()
        index = bisect_right(self._opened or [], at) - 1
        while index >= 0 and self._closed[index] <= at:
            index = self._parents[index]
        return self._closed[index] if index >= 0 else -1

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

    def _find(self) -> None:
        text = self._text
        opened: list[int] = []
        stack: list[tuple[int, str]] = []
        """Index of each open group, -1 for an argument that is none, with what opened it."""
        last_end, last_kind = -1, ""
        for found in _MARKS.finditer(text):
            mark, start = found[0], found.start()
            between = text[last_end:start] if last_end >= 0 else "?"
            # "\\foo {a}" is an argument; what follows "{a}" after a blank is rather a group of its own.
            behind = not between or (not between.strip() and "\n" not in between and text[last_end - 1 : last_end].isalpha())
            kind = ""
            if found[4]:
                kind = "group" if found[4] in _GROUPING else "command"
            elif mark == "]":
                kind = "command"
            elif mark == "{":
                plain = not behind or last_kind in ("", "group")
                self._open(opened, stack, start, "{" if plain else "argument")
            elif mark == "}":
                kind = self._close(stack, found.end(), ("{", "argument"))
            elif found[1]:
                if found[2].strip() != "document":
                    name = "begin " + found[2].strip()
                    if found[1] == "begin":
                        self._open(opened, stack, start, name)
                    else:
                        self._close(stack, found.end(), (name,))
                    kind = "command"
            elif found[3]:
                name = "group" if found[3].endswith("ngroup") or found[3] == "endgroup" else "bgroup"
                if found[3] in ("begingroup", "bgroup"):
                    self._open(opened, stack, start, name)
                else:
                    self._close(stack, found.end(), (name,))
            elif mark[0] == "%":
                continue
            last_end, last_kind = found.end(), kind
        self._opened = opened

    def _open(self, opened: list[int], stack: list[tuple[int, str]], at: int, name: str) -> None:
        if name == "argument":
            stack.append((-1, name))
            return
        parent = next((index for index, _ in reversed(stack) if index >= 0), -1)
        opened.append(at)
        self._closed.append(len(self._text) + 1)
        self._parents.append(parent)
        stack.append((len(opened) - 1, name))

    def _close(self, stack: list[tuple[int, str]], at: int, names: tuple[str, ...]) -> str:
        """Close the innermost group of these names, and what is open inside; returns what a brace behind it would be."""
        depth = next((depth for depth in range(len(stack) - 1, -1, -1) if stack[depth][1] in names), -1)
        if depth < 0 or (names[0] == "{" and depth < len(stack) - 1):
            return ""
        argument = stack[depth][1] == "argument"
        for index, _ in stack[depth:]:
            if index >= 0:
                self._closed[index] = at
        del stack[depth:]
        return "command" if argument else ""
