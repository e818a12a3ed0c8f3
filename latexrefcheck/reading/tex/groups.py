"""Where the groups of a text begin and end: assignments made in a group do not outlive it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from latexrefcheck.text.patterns import lazy

_MARKS = lazy(
    r"\\(?:(?P<fence>begin|end)\s*\{(?P<named>[^{}\\%]*)\}|(?P<plain>begingroup|bgroup|endgroup|egroup)(?![a-zA-Z@])"
    r"|(?P<word>[a-zA-Z@]++)\*?(?P<gap>[^\S\n]*)(?:(?P<argument>\{[^{}\\%]*+\})|(?=\{))|[^a-zA-Z@\n])"
    r"|\{(?:(?P<leaf>[^{}\\%]*+)\})?|\}|\]|%[^\n\r]*"  # each begins with a character of its own, to which the search leaps
)
"""What opens or closes groups, and what may come right before a brace: of control words only those that a brace follows.

Braces without commands between them are taken whole: nothing can be assigned there."""
_GROUPING = frozenset(
    """
    emph textbf textit texttt textsc textsf textrm textsl textup textmd text mbox hbox vbox fbox makebox framebox parbox
    footnote footnotetext marginpar caption section subsection subsubsection paragraph chapter part underline centerline
    else fi or relax par noindent indent leavevmode iftrue iffalse ifmmode ifhmode ifvmode ifinner centering raggedright
    raggedleft tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge bfseries mdseries itshape slshape
    scshape upshape rmfamily sffamily ttfamily normalfont bf it sl sc rm sf tt em unskip ignorespaces protect global long
    makeatletter makeatother clearpage newpage smallskip medskip bigskip hfill vfill
    """.split()
)
"""Commands whose argument is a group, and those that take none. Of other commands it may be text that is executed in place."""
_TESTS = lazy(
    r"if(?:thenelse|toggle|bool|un?def|cs|def(?!ined)|patchable|str|blank|not|num(?:comp|odd|equal|greater|less)|dim(?:comp|equal|gr|l)"
    r"|inlist|rmnum|entry|field|name|list|cat|key|cite|volcite|option|package|file|class|version|value|empty|and|or)"
)
"""Conditionals of packages that take arguments; behind the others (switches of the document) a brace is a group."""
_NO_MARKS = lazy(r"\\[\\{}%]|%[^\n\r]*")
"""What holds marks that are none."""
_FENCES = lazy(r"\\(?:(begin)|end)(?:group(?![a-zA-Z@])|\s*\{(?!\s*document\s*\}))|\\(?:(bgroup)|egroup)(?![a-zA-Z@])")
_STEPS = (2_000, 8_000, 32_000, 128_000)
"""How far back a paragraph is looked for that stands between groups."""
_BRACE = "{"
_ARGUMENT = "argument"


def _behind(word: str, gap: str) -> str:
    """What a brace is behind a control word and a ``gap`` of blanks: the argument of a command, or a group."""
    grouping = word in _GROUPING or (gap and word.startswith("if") and not _TESTS.match(word))
    return "group" if grouping else "command"


def _level(text: str) -> int:
    """How many more groups a text opens than it closes."""
    level = _apparent(text)
    if "%" in text or "\\{" in text or "\\}" in text:
        level -= _apparent("\n".join(_NO_MARKS.findall(text)))
    return level


def _apparent(text: str) -> int:
    """The same, if all that looks like a mark is one."""
    level = text.count("{") - text.count("}")
    if "\\begin" in text or "\\end" in text or "group" in text:
        level += sum(1 if begins or opens else -1 for begins, opens in _FENCES.findall(text))
    return level


class Groups:
    """The groups of a text. They are sought only when an assignment is made where there may be one, and only so far as needed.

    Most definitions stand outside of all groups: where none is open, braces are counted at the speed of memory up to the
    next assignment, and if as many close as open, what lies between is passed over. Without ``leaps``, nothing is.
    """

    def __init__(self, text: str, leaps: bool = True) -> None:
        self._text = text
        self._leaps = leaps
        self._passed_over: list[tuple[int, int]] = []
        """From where to where it was."""
        self._thorough: Groups | None = None
        """The groups of the whole text, for an assignment in what was passed over."""
        self._opened: list[int] = []
        self._closed: list[int] = []
        self._parents: list[int] = []
        self._stack: list[tuple[str, int, int]] = []
        """What opened each open group, its number (-1 for an argument that is no group), and that of the innermost group here."""
        self._marks: Iterator[re.Match[str]] = _MARKS.finditer(text)
        self._last_end, self._last_kind = -1, ""
        """Where the last mark ends, and what a brace behind it would open: the argument of a ``command``, of a ``group``."""
        self._passed = -1
        """Offset of the last mark that was looked at; that of the end of the text when there are no more."""

    def end_of(self, at: int) -> int:
        """Offset behind the end of the innermost group around ``at``, where a command begins, or -1.

        A command that opens a group is in it; a group that nothing closes ends behind the end of the text.
        """
        if self._passed < at:
            if self._leaps and not self._stack and self._is_level(at):
                return -1
            self._read(at)
        elif self._passed_over and self._is_passed_over(at):
            self._thorough = self._thorough or Groups(self._text, leaps=False)
            return self._thorough.end_of(at)
        closed, end = self._closed, len(self._text)
        index = bisect_right(self._opened, at) - 1
        while index >= 0:
            if closed[index] > end >= self._passed:
                self._read(end, index)
            if closed[index] > at:
                return closed[index]
            index = self._parents[index]
        return -1

    def _is_level(self, at: int) -> bool:
        """Whether no group is open at ``at``, if none is at the last mark, nor opened there.

        Looking for marks then goes on at ``at``, or at a paragraph before it between groups.
        """
        first = max(self._last_end, 0)
        text = self._text
        level = _level(text[first:at])
        if not level:
            self._leap(first, at)
            return not text.startswith(("\\begin", "\\bgroup"), at)
        for size in _STEPS:
            place = text.rfind("\n\n", first, max(first, at - size))
            if place < 0:
                break
            if _level(text[place:at]) == level:
                self._leap(first, place)
                break
        return False

    def _leap(self, first: int, at: int) -> None:
        self._passed_over.append((first, at))
        self._marks = _MARKS.finditer(self._text, at)
        self._last_end, self._last_kind, self._passed = at, "", at - 1

    def _is_passed_over(self, at: int) -> bool:
        index = bisect_right(self._passed_over, (at, len(self._text))) - 1
        return index >= 0 and at < self._passed_over[index][1]

    def _read(self, past: int, wanted: int = -1) -> None:
        """Look at the marks up to the first one behind ``past``, or up to the one that closes the group number ``wanted``."""
        text, closed, end = self._text, self._closed, len(self._text)
        last_end, last_kind = self._last_end, self._last_kind
        for found in self._marks:
            group = found.lastgroup
            start, stop = found.span()
            kind = ""
            if group == "gap":
                last_end, last_kind = stop - len(found["gap"]), _behind(found["word"], found["gap"])
                continue
            if group == "argument":
                gap, word = found["gap"], found["word"]
                behind = not gap or (word[-1].isalpha() and text[start + 1 + len(word)] != "*")
                kind = "command" if behind and word not in _GROUPING else ""
            elif group == "leaf" or group is None:
                mark = text[start]
                if mark == "%":
                    continue
                if mark == "]":
                    last_end, last_kind = stop, "command"
                    continue
                if mark == "{":
                    between = text[last_end:start] if last_end >= 0 else "?"
                    # "\\foo {a}" is an argument; what follows "{a}" after a blank is rather a group of its own.
                    behind = not between or (
                        not between.strip() and "\n" not in between and text[last_end - 1 : last_end].isalpha()
                    )
                    argument = behind and last_kind == "command"
                    if group == "leaf":
                        kind = "command" if argument else ""
                    else:
                        self._open(start, _ARGUMENT if argument else _BRACE)
                elif mark == "}":
                    kind = self._close_brace(stop)
            elif group == "named":
                name = found["named"].strip()
                if name != "document":
                    if found["fence"] == "begin":
                        self._open(start, f"begin {name}")
                    else:
                        self._close(stop, f"begin {name}")
                    kind = "command"
            else:
                word = found["plain"]
                name = "bgroup" if word in ("bgroup", "egroup") else "group"
                if word in ("begingroup", "bgroup"):
                    self._open(start, name)
                else:
                    self._close(stop, name)
            last_end, last_kind = stop, kind
            if start > past or (wanted >= 0 and closed[wanted] <= end):
                self._passed, self._last_end, self._last_kind = start, last_end, last_kind
                return
        self._passed = end + 1

    def _open(self, at: int, name: str) -> None:
        stack = self._stack
        parent = stack[-1][2] if stack else -1
        if name == _ARGUMENT:
            stack.append((name, -1, parent))
            return
        number = len(self._opened)
        stack.append((name, number, number))
        self._opened.append(at)
        self._closed.append(len(self._text) + 1)
        self._parents.append(parent)

    def _close_brace(self, at: int) -> str:
        """Close the brace that was opened last, if nothing else is open in it; returns what a brace behind it would be."""
        stack = self._stack
        if not stack or stack[-1][0] not in (_BRACE, _ARGUMENT):
            return ""
        name, number, _ = stack.pop()
        if number >= 0:
            self._closed[number] = at
        return "command" if name == _ARGUMENT else ""

    def _close(self, at: int, name: str) -> None:
        """Close the innermost group of this name, and what is open inside."""
        stack = self._stack
        depth = next((depth for depth in range(len(stack) - 1, -1, -1) if stack[depth][0] == name), -1)
        if depth < 0:
            return
        for _, number, _ in stack[depth:]:
            if number >= 0:
                self._closed[number] = at
        del stack[depth:]
