"""The scan of a document: jump from one control sequence of interest to the next and keep the state that TeX would keep.

Ordinary text is never tokenised. One regular expression stops at control words, comments and escaped
``\\`` and ``%``; a dictionary says which words matter. Files and macro bodies are followed in the order
in which TeX would execute them, because conditionals, packages and definitions depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from latexrefcheck.errors import UsageError
from latexrefcheck.model.document import BibItem, SourceFile, Span
from latexrefcheck.reading.tex import commands as tables
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.commands import Command
from latexrefcheck.reading.tex.embedded import Embedded
from latexrefcheck.reading.tex.ledger import Ledger
from latexrefcheck.reading.tex.world import World
from latexrefcheck.text.patterns import lazy

TOKEN = lazy(r"\\(?:([a-zA-Z@]+)|[\\%])|%[^\n\r]*")
FAST = lazy(r"\*?(?:\s*\[[^\[\]{}%\\]*\](\s*\[[^\[\]{}%\\]*\])?)?\s*\{([^{}%\\#\n]*(?:\n(?![ \t\r]*\n)[^{}%\\#\n]*)*)\}")
NAMES = lazy(r"\\([a-zA-Z@]+)")
ENVIRONMENTS = lazy(r"\\begin\s*\{([^{}#\\]*)\}")
_SWITCHES = frozenset("set-true set-false set-boolean boolean-true boolean-false".split())
_SETTERS = frozenset(
    """
    set-true set-false set-boolean boolean-true boolean-false counter count register advance
    define define-primitive define-csname define-document let list-macro
    """.split()
)
ENGINE_PACKAGES = (
    (("luatex",), frozenset(("luatexja", "luacode", "luatexbase", "emoji"))),
    (("xetex",), frozenset(("xeCJK", "xltxtra", "xepersian", "mathspec"))),
    (("xetex", "luatex"), frozenset(("fontspec", "unicode-math", "polyglossia", "ctex", "ctexart", "ctexrep", "ctexbook"))),
    (("ptex",), frozenset(("jsarticle", "jsbook", "jarticle", "ujarticle"))),
)
"""Packages and classes that need one of some engines."""
EXPL_TOKEN = lazy(r"\\(?:([a-zA-Z@_:]+)|[\\%])|%[^\n\r]*")
EXPL_NAMES = lazy(r"\\([a-zA-Z@_:]+)")
"""The same where ``_`` and ``:`` are letters, between ``\\ExplSyntaxOn`` and ``\\ExplSyntaxOff``."""
WRITES = lazy(r"\\write\s*\\?[\w@-]+\s*\{(?:[^{}]|\{[^{}]*\})*?(?:@[a-zA-Z]+\s*(?:\\string\s*)?\{|\\string\s*\\citation)")
"""A body that writes entries or citations."""
MAX_FILES = 5000
MAX_REPEATED = 10_000_000
"""Characters of files that are loaded again, 1,000 more for each time and 100 for each file that a command names:
files that load each other twice make 2^n times."""
MAX_DEPTH = 100
MAX_CONDITIONS = 500
"""Most conditionals that are open at once."""
MAX_EXPANDED = 6_000_000
"""Characters of macro expansions per document; a paper uses a few thousand."""

Handler = Callable[["Scanner", Buffer, str, int, int, Command], "int | None"]
HANDLERS: dict[str, Handler] = {}
"""kind of command -> the function that carries it out: (scanner, buffer, name, offset of the backslash, offset behind the
name, command) -> where to go on, or None to go on behind the name."""


_PASSIVE: set[str] = set()
"""Kinds of commands that do not make a macro worth expanding when they stand in its body."""


def handles(*kinds: str, passive: bool = False) -> Callable[[Handler], Handler]:
    """Register the function for these kinds of command; see :data:`_PASSIVE` for ``passive``."""

    def register(function: Handler) -> Handler:
        HANDLERS.update(dict.fromkeys(kinds, function))
        if passive:
            _PASSIVE.update(kinds)
        return function

    return register


@cache
def checked_table(name: str) -> tuple[dict[str, Command], dict[str, Command], tuple[str, ...]]:
    """The table ``name``; a kind that nothing handles is a misspelling and raises UsageError."""
    macros, environments, more = tables.table(name)
    for command in (*macros.values(), *environments.values()):
        if command.kind not in HANDLERS:
            raise UsageError(f"the table of commands {name!r} has the kind {command.kind!r}, which nothing carries out")
    return macros, environments, more


class EndInput(Exception):
    """The rest of the file is not read."""


class EndDocument(Exception):
    """``\\end{document}`` of the root."""


class Scanner(Ledger):
    """The state of one document. See :func:`latexrefcheck.reading.tex.scan` for what comes out."""

    def __init__(self, world: World, jobname: str, extra: Mapping[str, Command], engine: str = "") -> None:
        super().__init__()
        self.world = world
        self.engine = engine
        self.jobname = jobname
        self.extra = dict(extra)
        self.mentions: dict[str, list[str]] = {}
        self.undecided_at: Span | None = None
        self.passed_options: dict[str, list[str]] = {}
        self.document_class = ""
        self.class_options = ""
        self.classes: set[str] = set()
        self.style = ""
        self.sources: dict[int, SourceFile] = {}
        self.bibitems: list[BibItem] = []
        self.default_bibliography: list[tuple[str, Span]] = []
        self.embedded = Embedded()
        self.written: dict[str, list[str]] = {}
        """Files that the document writes -> the keys of the entries that it writes there."""
        self.streams: dict[str, str] = {}
        self.in_document = False
        self.input_encoding = ""
        self.included: set[str] = set()
        self.token = TOKEN
        self.names = NAMES
        self._worded, self._worded_by = "", NAMES
        self._words: list[str] = []
        self.expl = False
        self.folders: list[str] = []
        self.files: list[SourceFile] = []
        self.expanded = 0
        self.repeated = 0
        self.options: dict[str, object] = {}
        self.given_options: list[str] = []
        self.hooks: dict[str, list[Buffer]] = {"begin": [], "end": []}
        self.opaque = False
        self.skipping: tuple[int, bool, int, int] | None = None
        self.bibliography_commands = 0
        for name in tables.BASE:
            self.load_table(name)
        self.commands.update(self.extra)

    def load_table(self, name: str) -> None:
        """Take the commands of a package's table."""
        macros, environments, more = checked_table(name)
        for other in more:
            self.load_table(other)
        self.commands.update(macros)
        self.environments.update(environments)

    def engine_now(self) -> str:
        """The engine that runs the document, or an empty string if it is one of :meth:`engines_possible`."""
        if self.engine:
            return self.engine
        possible = self.engines_possible()
        return possible[0] if len(possible) == 1 else ""

    def engines_possible(self) -> tuple[str, ...]:
        """The engines that the packages loaded so far leave."""
        for engines, packages in ENGINE_PACKAGES:
            if packages & self.packages.keys():
                return engines
        return ("pdftex",)

    def enter(self, value: bool | None) -> None:
        """Enter a branch: one that is taken, or (None) one that may be."""
        if len(self.conditions) >= MAX_CONDITIONS:
            return
        if value is None:
            self.entered += 1
            self._branches = [(depth, one) for depth, one in self._branches if depth < len(self.conditions)]
            self._branches.append((len(self.conditions), self.entered))
        self.conditions.append(value)

    def branch(self) -> tuple[int, ...]:
        """The numbers of the branches around that may not be taken."""
        return tuple(one for depth, one in self._branches if depth < len(self.conditions) and self.conditions[depth] is None)

    def is_inside(self, branch: tuple[int, ...]) -> bool:
        """Whether we are still in a branch."""
        return self.branch()[: len(branch)] == branch

    def is_unsure(self, name: str) -> bool:
        """Whether the meaning of a name is unknown, because a branch that was left may have defined it."""
        branch = self.unsure.get(name)
        return bool(branch) and not self.is_inside(branch or ())

    def note_undecided(self, buffer: Buffer, start: int) -> None:
        """Remember the first test that could not be decided."""
        if self.undecided_at is None:
            self.undecided_at = buffer.locate(start, start + 1)

    def run(self, buffer: Buffer, start: int = 0, stop: int | None = None) -> int:
        """Execute the commands that begin in ``buffer[start:stop]``; returns how far reading went."""
        text = buffer.text
        commands = self.commands
        fast = FAST.match
        position = start
        reach = stop = len(text) if stop is None else stop
        while position < stop:
            for found in self.token.finditer(text, position, stop):
                name = found[1]
                if name not in commands:
                    continue
                command = commands[name]
                end = found.end()
                if command.fast:
                    quick = fast(text, end)
                    if quick is not None and not (quick[1] and command.table == "kernel"):
                        self.add_keys(buffer, quick[2], quick.start(2), name, found.start(), command)
                        reach = max(reach, quick.end())
                        continue
                mark = len(self.undo)
                after = HANDLERS[command.kind](self, buffer, name, found.start(), end, command)
                if len(self.undo) > mark:
                    closing = buffer.group_end(found.start())
                    if end <= closing < stop:
                        # What was assigned holds to the end of its group.
                        reach = max(reach, self.run(buffer, end if after is None else after, closing))
                        self.restore(mark)
                        position = max(closing, after or 0)
                        break
                if after is not None:
                    position = after
                    break
            else:
                break
        return max(reach, position)

    def words(self, text: str) -> list[str]:
        """The control words of a text."""
        if "\\" not in text:
            return []
        if text is not self._worded or self.names is not self._worded_by:  # a body is asked about several times in a row
            self._worded, self._worded_by = text, self.names
            self._words = self.names.findall(text)
        return self._words

    def matters(self, text: str) -> bool:
        """Whether ``text`` calls something that cites or loads: then a macro with this body has to be executed when called."""
        commands = self.commands
        for name in self.words(text):
            found = commands.get(name)
            if found is not None and found.kind not in _PASSIVE:
                return True
        if "\\write" in text and "write" in self.commands and WRITES.search(text):
            return True
        return "\\begin" in text and any(name in self.environments for name in ENVIRONMENTS.findall(text))

    def set_expl(self, on: bool) -> None:
        """Take ``_`` and ``:`` for letters, or stop doing so."""
        self.expl = on
        if on:
            self.load_table("expl3")
            self.token, self.names = EXPL_TOKEN, EXPL_NAMES
        else:
            self.token, self.names = TOKEN, NAMES

    def is_passive(self, kind: str) -> bool:
        """Whether a command of this kind does not make a macro worth expanding when it stands in its body."""
        return kind in _PASSIVE

    def sets_switch(self, text: str) -> bool:
        """Whether ``text`` sets a switch."""
        return any(name in self.commands and self.commands[name].kind in _SWITCHES for name in self.words(text))

    def sets(self, text: str) -> bool:
        """Whether ``text`` assigns something: sets a switch or a counter, or defines a macro."""
        return any(name in self.commands and self.commands[name].kind in _SETTERS for name in self.words(text))
