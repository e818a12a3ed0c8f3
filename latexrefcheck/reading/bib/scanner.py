"""The careful scanner: one object of a .bib file at a time, by the program's own rules.

It follows the procedures of bibtex.web (get_bib_command_or_entry_and_process) and the grammar of btparse,
with one difference: where they lose healthy entries behind an error (an entry that is not closed swallows
the next, or the rest of the file), reading goes on at the next ``@type{`` that starts a line.
"""

from __future__ import annotations

from latexrefcheck.model.document import Entry, Field, Problem, SourceFile, Span, StringDefinition
from latexrefcheck.reading.bib.grammar import Grammar
from latexrefcheck.reading.bib.pieces import close_of, join, split
from latexrefcheck.reading.bib.problems import Problems

EXPANDED = 50_000_000
"""Most characters that joined values may take in one file; further ones are empty, so that no file fills the memory."""


class Broken(Exception):
    """Reading an object cannot go on at ``at``. ``unclosed``: the fault lies in the object as a whole, not there."""

    def __init__(self, message: str, at: int, unclosed: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.at = at
        self.unclosed = unclosed


class Scanner:
    """State of reading one file, shared by the fast and the careful reader."""

    def __init__(self, source: SourceFile, dialect: str, rules: Grammar, macros: dict[str, str]) -> None:
        self.source = source
        self.text = source.text
        self.dialect = dialect
        self.rules = rules
        self.macros = macros
        self.entries: list[Entry] = []
        self.strings: list[StringDefinition] = []
        self.problems = Problems()
        self.recovering = False
        self.limit = self.boundary = len(source.text)
        self.bounded = False
        self._room = EXPANDED

    def add(self, entry: Entry) -> None:
        """Take an entry that was read to its end."""
        self.entries.append(entry)
        self.recovering = False

    def skip_junk(self, at: int) -> int:
        """Offset of the next ``@`` that the program sees, or the end of the text."""
        match = self.rules.junk.match(self.text, at)
        return match.end() if match else at

    def evaluate_all(self, fields: tuple[Field, ...], bare: list[int], key: str) -> tuple[Field, ...]:
        """``fields`` with the undelimited ones at the indices ``bare`` evaluated and their spans put right."""
        changed = list(fields)
        for index in bare:
            field = changed[index]
            start, end = field.start + 1, field.end - 1
            value, simple = (
                (field.value, True) if (field.value.isascii() and field.value.isdigit()) else self._evaluated(start, end, key)
            )
            changed[index] = Field(field.name, value, field.name_start, field.name_end, start, end, simple)
        return tuple(changed)

    def read_object(self, at: int) -> int:
        """Read what the ``@`` at ``at`` starts; returns the offset of the next ``@`` to look at, or the end."""
        self.limit = self._boundary(at) if self.bounded else len(self.text)
        start = self._skip(at + 1)
        word = self.rules.name.match(self.text, start, self.limit)
        if word is None:
            return self._stray(at, "an entry type is missing behind '@'", max(start, at + 1))
        kind = word.group().lower()
        opening = self._skip(word.end())
        if kind == "comment" and self.dialect == "bibtex":
            return self.skip_junk(word.end())  # only the word is skipped: an entry inside is alive
        if self._peek(opening) not in ("{", "("):
            return self._stray(at, f"'@{word.group()[:40]}' is not followed by '{{'", word.end())
        if kind in ("comment", "string", "preamble"):
            return self._command(at, kind, opening)
        return self._entry(at, kind, opening)

    def _boundary(self, at: int) -> int:
        """Offset of the next line behind ``at`` that starts like an entry; kept, so that no text is searched twice."""
        if not self.bounded or self.boundary <= at:
            match = self.rules.line_entry.search(self.text, at + 1)
            self.boundary = match.end() if match else len(self.text)
        return self.boundary

    def _peek(self, at: int) -> str:
        return self.text[at] if at < self.limit else ""

    def _skip(self, at: int) -> int:
        """Offset behind white space (and comments, for biber)."""
        match = self.rules.space.match(self.text, at, self.limit)
        return match.end() if match else at

    def _stray(self, at: int, message: str, resume: int) -> int:
        """An ``@`` that starts nothing: an error for both programs, but no news behind a broken entry."""
        if not self.recovering:
            message += "; what stands here is skipped up to the next '@'"
            span = Span(self.source, at, min(max(resume, at + 1), len(self.text)))
            self.problems.add(Problem("parse-error", span, message, data={"stray": True}))
            self.recovering = True
        return self.skip_junk(resume)

    def _command(self, at: int, kind: str, opening: int) -> int:
        """``@string``, ``@preamble``, or biber's ``@comment`` with its balanced body."""
        try:
            if kind == "comment":
                end = self._close(opening) + 1
            elif kind == "preamble":
                end = self._end_of_command(self._value(self._skip(opening + 1))[1], opening)
            else:
                end = self._string(opening)
        except Broken as broken:
            return self._give_up(at, opening, None, broken)
        return self.skip_junk(end)

    def _string(self, opening: int) -> int:
        """Read ``name = value`` (biber: several with commas between) and define it; returns the end of the command."""
        at = opening
        while True:
            start = self._skip(at + 1)
            name, name_end, value_start = self._name(start, "a string name")
            value_end, at = self._value(value_start)
            value, _ = self._evaluated(value_start, value_end, None)
            self.strings.append(StringDefinition(name, value, Span(self.source, start, name_end)))
            self.macros[name] = value
            if self.dialect == "bibtex" or self._peek(at) != ",":
                return self._end_of_command(at, opening)

    def _end_of_command(self, at: int, opening: int) -> int:
        if self._peek(at) in self._closers(opening):
            return at + 1
        raise self._unexpected(at, "a '}' is missing behind the value")

    def _entry(self, at: int, kind: str, opening: int) -> int:
        """An entry; keeps the fields that stand before an error."""
        start = self._skip(opening + 1)
        found = self.rules.keys[self.text[opening]].match(self.text, start, self.limit)
        end = found.end() if found else start
        keyless = end == start or self.rules.keyless.match(self.text, start, self.limit) is not None
        if keyless:
            end = start
            span = Span(self.source, at, max(start, at + 1))
            self.problems.add(Problem("empty-key", span, f"this '@{kind}' has no key; write one behind the '{{'"))
        key = self.text[start:end]
        entry = Entry(self.source, kind, key, at, end, start, end, (), self.dialect, keyless)
        self.entries.append(entry)
        if not keyless:
            self._whole_key(entry)
        fields: list[Field] = []
        try:
            entry.end = following = self._fields(entry, opening, fields)
            self.recovering = keyless
            following = self.skip_junk(following)
        except Broken as broken:
            entry.broken = True
            following = self._give_up(at, entry.key_end, entry.key, broken, report=not keyless)
            entry.end = max(entry.key_end, min(broken.at, following))
        entry.fields = tuple(fields)
        return following

    def _whole_key(self, entry: Entry) -> None:
        """Take in what the author meant as key where a character ends it too early for the program."""
        rest = self.rules.key_rest.match(self.text, entry.key_end, self.limit)
        if rest is None:
            return
        bad = self.text[entry.key_end]
        entry.key_end = rest.end()
        entry.key = self.text[entry.key_start : entry.key_end]
        entry.broken = True
        name = "a blank" if bad in " \t" else repr(bad)
        program = "biber" if self.dialect == "biber" else "BibTeX"
        message = f"the key {entry.key[:60]!r} has {name} in it, where it ends for {program}, so that the entry is lost"
        self.problems.add(Problem("invalid-key", entry.key_span, message, entry.key))

    def _give_up(self, at: int, head_end: int, key: str | None, broken: Broken, report: bool = True) -> int:
        """Report an object that is broken and find where to go on."""
        self.recovering = True
        if report:
            span, message = Span(self.source, at, head_end), broken.message
            related: tuple[tuple[str, Span], ...] = ()
            if broken.unclosed:
                message += f" (noticed in line {self.source.position(min(broken.at, len(self.text)))[0]})"
            else:
                related = (("it starts here", span),)
                span = Span(self.source, broken.at, min(broken.at + 1, len(self.text)))
            self.problems.add(Problem("parse-error", span, message, key, related))
        if broken.at < self.limit:
            return self.skip_junk(broken.at)
        self._boundary(head_end - 1)
        self.bounded = True
        return self.boundary

    def _closers(self, opening: int) -> tuple[str, ...]:
        """What closes an object: biber takes either (with a warning when they do not match)."""
        return ("}", ")") if self.dialect == "biber" else (")",) if self.text[opening] == "(" else ("}",)

    def _fields(self, entry: Entry, opening: int, fields: list[Field]) -> int:
        """Read the fields up to the closing delimiter; returns the offset behind it."""
        closers = self._closers(opening)
        at = self._skip(entry.key_end)
        # A field that stands in the place of the key has no comma before it.
        comma = bool(entry.key) or self._peek(at) == ","
        if self.dialect == "biber" and entry.key and self._peek(at) in closers:
            raise Broken("a ',' is missing behind the key", at)
        while (found := self._peek(at)) not in closers:
            if comma:
                if found != ",":
                    raise self._unexpected(at, "a ',' or the closing '}' is missing before this")
                at = self._skip(at + 1)
                if self._peek(at) in closers:
                    break
            comma = True
            at = self._field(at, entry, fields)
        return at + 1

    def _field(self, start: int, entry: Entry, fields: list[Field]) -> int:
        """Read ``name = value`` and what is blank behind it; returns the offset of what follows."""
        name, name_end, value_start = self._name(start, "a field name")
        value_end, following = self._value(value_start)
        value, simple = self._evaluated(value_start, value_end, entry.key)
        fields.append(Field(name, value, start, name_end, value_start, value_end, simple))
        return following

    def _name(self, at: int, what: str) -> tuple[str, int, int]:
        """(lower-case name at ``at``, its end, offset of the value behind its equals sign)."""
        word = self.rules.name.match(self.text, at, self.limit)
        if word is None or self.rules.entry_start.match(self.text, at, self.limit):
            raise self._unexpected(at, f"{what} is missing")
        equals = self._skip(word.end())
        if self._peek(equals) != "=":
            raise self._unexpected(equals, f"a '=' is missing behind {word.group()[:40]!r}")
        return word.group().lower(), word.end(), self._skip(equals + 1)

    def _value(self, at: int) -> tuple[int, int]:
        """(end of the value that starts at ``at``, offset of what follows it)."""
        while True:
            end = self._piece_end(at)
            at = self._skip(end)
            if self._peek(at) != "#":
                return end, at
            at = self._skip(at + 1)

    def _piece_end(self, at: int) -> int:
        if self._peek(at) in ("{", '"'):
            return self._close(at) + 1
        pattern = self.rules.number if self.dialect == "bibtex" and self._peek(at).isdigit() else self.rules.macro
        word = pattern.match(self.text, at, self.limit)
        if word is None or self.rules.entry_start.match(self.text, at, self.limit):
            raise self._unexpected(at, "a value is missing")
        return word.end()

    def _close(self, at: int) -> int:
        """Offset of the delimiter that closes the one at ``at``."""
        close = close_of(self.text, at, self.limit)
        if close == -1:
            raise Broken(
                f"what the '{self.text[at]}' in line {self.source.position(at)[0]} opens is not closed", self.limit, True
            )
        if close < -1:
            raise Broken("a quoted value has a '}' without its '{', or its closing '\"' is missing", -2 - close, True)
        return close

    def _unexpected(self, at: int, message: str) -> Broken:
        """The error for what stands at ``at``: the end or the next entry there means that this one is not closed."""
        if at >= self.limit or self.rules.entry_start.match(self.text, at):
            return Broken("this is not closed: a '}' is missing", at, True)
        if self.text[at] == "%" and self.dialect == "bibtex":
            message += "; a '%' starts no comment for BibTeX"
        return Broken(message, at)

    def _evaluated(self, start: int, end: int, key: str | None) -> tuple[str, bool]:
        """(value, whether it is one piece that lies in the text as it is) of the value as written at ``start``."""
        parts = split(self.text, start, end)
        for part in parts:
            if part.kind == "macro" and part.text.lower() not in self.macros:
                message = f"the string {part.text!r} is not defined; it counts as empty"
                data = {"name": part.text.lower(), "known": self.macros}
                span = Span(self.source, part.start, part.end)
                self.problems.add(Problem("undefined-string", span, message, key, data=data))
        if len(parts) == 1 and parts[0].kind != "macro":
            return parts[0].text, True
        value = join(parts, self.macros) if self._room > 0 else ""
        self._room -= len(value)
        return value, False
