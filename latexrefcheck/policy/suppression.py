"""Suppressions: ``% latexrefcheck: ignore[rule-id] reason`` in the sources, and ``suppress:`` in the configuration.

Markdown has its own comments: ``<!-- latexrefcheck: ignore[rule-id] reason -->``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from latexrefcheck import registry
from latexrefcheck.errors import unknown
from latexrefcheck.model.document import Bibliography, Problem, SourceFile, Span
from latexrefcheck.model.finding import Finding
from latexrefcheck.text.patterns import lazy

MARK = "latexrefcheck"
_COMMENT = lazy(r"latexrefcheck[ \t]*:[ \t]*([\w-]*)[ \t]*(\[[^\]\r\n]*\])?[ \t]*([^\r\n]*)")
_BACKSLASHES = lazy(r"\\*\Z")
_CODE = lazy(r"(?:\s++|%[^\r\n]*+)*+[^\s%]")
"""White space and comments up to the next character of code; possessive, so that it is linear."""
LINE, FIELD, ENTRY, FILE = range(4)
"""What a comment is about. The lines of one level never overlap but at their ends, so that the one around
a line is found by bisection, however many comments a hostile file has."""

UNUSED = "unused-suppression"
BAD = "bad-suppression"


class Suppression:
    """One accepted kind of finding. Empty criteria match all; lines are inclusive, from 1.

    ``rules`` are rule ids; ``key``, ``path`` and ``field`` are globs as of :mod:`fnmatch`. ``used`` collects
    the rules that it was needed for. ``level`` says what the lines of a comment are.
    """

    __slots__ = ("field", "first", "key", "last", "level", "path", "reason", "rules", "span", "used")

    def __init__(
        self,
        span: Span,
        rules: tuple[str, ...] = (),
        reason: str = "",
        first: int = 0,
        last: int = 0,
        key: str = "",
        path: str = "",
        field: str = "",
        level: int = 0,
    ) -> None:
        self.level = level
        self.span = span
        self.rules = rules
        self.reason = reason
        self.first = first
        self.last = last
        self.key = key
        self.path = path
        self.field = field
        self.used: set[str] = set()

    def matches(self, found: Finding) -> bool:
        """True if this accepts ``found`` (the file of a comment was compared before)."""
        if self.rules and found.rule not in self.rules:
            return False
        if self.last and not self.first <= found.location.line <= self.last:
            return False
        return _like(self.key, found.key or "") and _like(self.field, found.field or "") and _like(self.path, found.location.path)


def _like(pattern: str, text: str) -> bool:
    if not pattern or pattern == text:
        return True
    from fnmatch import fnmatchcase

    return fnmatchcase(text, pattern)


class Suppressions:
    """All suppressions of a run and the problems with writing them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._comments: list[Suppression] = []
        self._configured: list[Suppression] = []
        self._index: dict[tuple[str, str, int], dict[int, Suppression]] = {}
        self._firsts: dict[tuple[str, str, int], list[int]] = {}

    def accepts(self, found: Finding) -> str | None:
        """Why ``found`` is accepted, or None if it is not."""
        for suppression in (*self._near(found), *self._configured):
            if suppression.matches(found):
                suppression.used.add(found.rule)
                source = suppression.span.source
                place = f"{source.path}:{source.position(suppression.span.start)[0]}"
                return f"{suppression.reason} ({place})" if suppression.reason else place
        return None

    def _near(self, found: Finding) -> Iterator[Suppression]:
        """The comments that can be about ``found``, the narrowest first."""
        for level in (LINE, FIELD, ENTRY, FILE):
            place = (found.location.path, found.rule, level)
            table = self._index.get(place)
            if table is None:
                continue
            if len(self._firsts.get(place, ())) != len(table):
                self._firsts[place] = sorted(table)
            firsts = self._firsts[place]
            index = bisect_right(firsts, found.location.line)
            yield from (table[first] for first in firsts[max(index - 2, 0) : index][::-1])

    def unused(self, ran: Collection[str], everything: bool) -> Iterator[Problem]:
        """What no finding needed, as far as its rules were among those that ``ran``.

        One without a rule may be there for a finding of verification; ``everything`` says that this took place.
        """
        for suppression in (*self._comments, *self._configured):
            idle = [rule for rule in suppression.rules if rule in ran and rule not in suppression.used]
            if idle:
                what = ", ".join(idle)
                yield Problem(UNUSED, suppression.span, f"nothing here needs {what} to be ignored; remove it")
            elif everything and not suppression.rules and not suppression.used:
                yield Problem(UNUSED, suppression.span, "no finding matches this suppression; remove it")

    def read_comments(self, sources: Iterable[SourceFile], bibliographies: Iterable[Bibliography]) -> None:
        """Take the comments in ``sources``; those beside or inside of entries need their ``bibliographies``."""
        carried: dict[int, list[Bibliography]] = {}
        for bibliography in bibliographies:
            carried.setdefault(id(bibliography.source), []).append(bibliography)
        for source in sources:
            if MARK in source.text:
                self._read(source, carried.get(id(source), []))

    def _read(self, source: SourceFile, bibliographies: list[Bibliography]) -> None:
        text = source.text
        stretch = range(0)  # a run of comments has one next character of code: found once for all of them
        for match in _COMMENT.finditer(text):
            line, column = source.position(match.start())
            start = match.start() - column + 1
            before = text[start : match.start()].rstrip(" \t%")
            percent = text.find("%", start + len(before), match.start())
            if percent < 0 and before.endswith("<!--"):
                before = before.removesuffix("<!--")
                percent = start + len(before)
            backslashes = _BACKSLASHES.search(before[-100:])
            if percent < 0 or (backslashes and len(backslashes[0]) % 2):
                continue
            verb, listed, reason = match[1], match[2] or "", match[3].strip().removesuffix("-->").strip()
            span = Span(source, percent, match.end(2) if listed else match.end(1))
            rules = self._rules(verb, listed, span)
            if not rules:
                continue
            if not reason:
                self._bad(span, "say behind the brackets why this is accepted", {"mild": True})
            if verb == "ignore-file":
                level, first, last = FILE, 1, len(source.line_starts)
            elif before.strip():
                level, first, last = LINE, line, line
            else:
                behind = source.line_starts[line] if line < len(source.line_starts) else len(text)
                if behind not in stretch:
                    code = _CODE.match(text, behind)
                    stretch = range(behind, code.end() if code else len(text) + 1)
                level, first, last = _target(source, line, stretch.stop - 1, bibliographies)
            found = Suppression(span, rules, reason, first, last, level=level)
            self._comments.append(found)
            for rule in rules:
                self._index.setdefault((source.path, rule, level), {}).setdefault(first, found)

    def _rules(self, verb: str, listed: str, span: Span) -> tuple[str, ...]:
        if verb not in ("ignore", "ignore-file"):
            self._bad(span, f"{unknown('comment', verb, ('ignore', 'ignore-file'))}; write ignore[rule-id] reason")
            return ()
        names = [name.strip() for name in listed.strip("[]").split(",") if name.strip()]
        if not names:
            self._bad(span, f"say which rules to ignore: {verb}[rule-id] reason")
        known = registry.rules
        for name in names:
            if name not in known:
                self._bad(span, unknown("rule", name, known))
        return tuple(name for name in names if name in known)

    def _bad(self, span: Span, message: str, data: Mapping[str, object] | None = None) -> None:
        self.problems.append(Problem(BAD, span, message, data=data or {}))

    def read_config(self, items: Sequence[Mapping[str, object]], spans: Sequence[Span]) -> None:
        """Take the checked items of ``suppress:``; ``spans`` says where they stand, if in a file."""
        nowhere = Span(SourceFile("settings", ""), 0, 0)
        for index, item in enumerate(items):
            rule = item.get("rule") or ()
            self._configured.append(
                Suppression(
                    spans[index] if index < len(spans) else nowhere,
                    tuple(map(str, rule)) if isinstance(rule, list | tuple) else (str(rule),),
                    str(item["reason"]).strip(),
                    key=str(item.get("key") or ""),
                    path=str(item.get("file") or ""),
                    field=str(item.get("field") or "").lower(),
                )
            )


def _target(source: SourceFile, line: int, code: int, bibliographies: list[Bibliography]) -> tuple[int, int, int]:
    """Level, first and last line that a comment alone on ``line`` is about: the line with the next character
    of ``code``, or the entry or field that begins with it."""
    if code >= len(source.text):
        return LINE, line, line
    first = source.position(code)[0]
    for bibliography in bibliographies:
        entry = bibliography.entry_at(code)
        if entry is None:
            continue
        if entry.start == code:
            return ENTRY, first, source.position(max(entry.end - 1, code))[0]
        index = bisect_left(entry.fields, code, key=lambda field: field.name_start)
        if index < len(entry.fields) and entry.fields[index].name_start == code:
            return FIELD, first, source.position(max(entry.fields[index].end - 1, code))[0]
    return LINE, first, first
