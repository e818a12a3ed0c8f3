"""Read a whole .bib file: the token pattern takes what is well formed, the scanner takes the rest."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from latexrefcheck.model.document import Bibliography, Entry, SourceFile
from latexrefcheck.reading.bib.grammar import COMMANDS, MACROS, grammar
from latexrefcheck.reading.bib.scanner import Scanner
from latexrefcheck.reading.bib.tokens import BARE_END, BARE_FIELD, COLUMNS, END, FIELD, Tokens

CHUNK = 1 << 16
"""Characters tokenised at a time: few enough for tokens to stay in the processor's cache and in memory that is used again."""


def parse(source: SourceFile, dialect: str = "bibtex", strings: Mapping[str, str] | None = None) -> Bibliography:
    """Read ``source`` as ``bibtex`` or ``biber`` would, and keep every entry that can be kept.

    ``strings`` are the macros of databases that the document loads earlier (lower-case name to value).
    No text makes this raise. An entry that cannot be read to its end is there with ``broken`` set and the
    fields before the error, and has one problem: ``parse-error``, or ``empty-key`` if only its key is missing.
    """
    scanner = Scanner(source, dialect, grammar(dialect), {**MACROS[dialect], **(strings or {})})
    text = source.text
    at = scanner.skip_junk(0)
    while at < len(text):
        cut = text.find("\n@", at + CHUNK)
        end = len(text) if cut < 0 else cut + 1
        at = _read_chunk(scanner, Tokens(scanner.rules, text[at:end], at), at, end)
    return Bibliography(source, dialect, tuple(scanner.entries), tuple(scanner.strings), scanner.problems.finish())


def with_strings(bibliography: Bibliography, strings: Mapping[str, str]) -> Bibliography:
    """``bibliography`` as it reads behind databases that define ``strings``: itself, if it needs none of them."""
    if any(p.kind == "undefined-string" and p.data.get("name") in strings for p in bibliography.problems):
        return parse(bibliography.source, bibliography.dialect, strings)
    return bibliography


def _read_chunk(scanner: Scanner, tokens: Tokens, at: int, end: int) -> int:
    """Read from the ``@`` at ``at`` to at least ``end``; returns the offset of the ``@`` to go on with."""
    heads = [*tokens.heads, tokens.count]
    index, last = 0, len(heads) - 1
    while at < end:
        start = -1
        while index < last and (start := tokens.start(heads[index])) < at:
            index += 1
        if index < last and start == at and _take(scanner, tokens, at, heads[index], heads[index + 1]):
            index += 1
            following = tokens.start(heads[index])
            at = end if following < 0 else following  # the last gap may have an "@" that starts no token
        else:
            at = scanner.read_object(at)
    return at


def _take(scanner: Scanner, tokens: Tokens, at: int, head: int, behind: int) -> bool:
    """Add the entry that the tokens from ``head`` to before ``behind`` make; false if they make no whole one."""
    kind, key, _, _, key_start, key_end, _ = tokens.fields[head]  # spans as if there were delimiters
    gap = tokens.gaps[behind]
    if kind in COMMANDS or not (gap.at or behind == tokens.count):
        return False
    fields = tokens.fields[head + 1 : behind]
    bare: Sequence[int] = ()
    if tokens.bare:
        first = bisect_left(tokens.bare, head)
        bare = tokens.bare[first : bisect_left(tokens.bare, behind, first)]
    if not fields and scanner.dialect == "biber":
        return False  # biber wants a comma behind the key
    if fields and not tokens.gaps[head + 1].flags & BARE_FIELD:
        return False
    if tokens.separators.count(1, head + 2, behind) != behind - head - 2 and fields and not bare:
        return False
    ends_bare = not fields or behind - 1 in bare
    if not gap.flags & (BARE_END if ends_bare else END):
        return False
    if bare:
        for index in range(head + 1, behind - 1):
            if not tokens.gaps[index + 1].flags & (BARE_FIELD if index in bare else FIELD):
                return False
        fields = scanner.evaluate_all(fields, [index - head - 1 for index in bare], key)
    end = tokens.offsets[COLUMNS * behind] + gap.closes[not ends_bare]
    scanner.add(Entry(scanner.source, kind, key, at, end, key_start + 1, key_end - 1, fields, scanner.dialect))
    return True
