"""A cross-reference leads nowhere, to itself, or too far.

## What it does
Reports `crossref` fields (for biber also `xref` and `xdata`) that name an entry which does not exist, the entry
itself, or a chain that comes back to its start; for BibTeX also a parent that has a `crossref` of its own. It
stays silent where a database of the document was not found.

## Why it matters
The entry inherits nothing: book title, year and publisher are missing. BibTeX inherits over one level only.

## Example
```bib
@inproceedings{paper, title = {A Result}, crossref = {procs}}
@proceedings{proc, title = {Proceedings of Things}, year = {2010}}
```
## Use instead
```bib
@inproceedings{paper, title = {A Result}, crossref = {proc}}
@proceedings{proc, title = {Proceedings of Things}, year = {2010}}
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules._libraries import together
from latexrefcheck.lint.rules._near import Near
from latexrefcheck.model.document import Bibliography, Entry, Field, Project, Span
from latexrefcheck.model.finding import Draft, Severity

ID = "bad-crossref"
SCOPE = "project"
SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}

FIELDS = {"bibtex": ("crossref",), "biber": ("crossref", "xref", "xdata")}


LONGEST = 30
"""Most steps that a chain of parents is followed from a parent that is not the first."""


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per name in such a field, at that name."""
    for databases, whole in together(project):
        if not whole or not any(_asks(database) for database in databases):
            continue
        keys = _keys(databases)
        near = Near(keys)
        ways = _Ways(keys)
        for database in databases:
            for entry, field in database.fields(*FIELDS.get(database.dialect, ())):
                if entry.get(field.name) is field:
                    yield from _follow(database, entry, field, near, ways)


def _asks(database: Bibliography) -> bool:
    """Whether any entry names a parent: most libraries have none, and their keys need not be collected."""
    return any(name in database.fields_by_name for name in FIELDS.get(database.dialect, ()))


def _keys(databases: tuple[Bibliography, ...]) -> dict[str, Entry]:
    """Entries by key as the program compares keys, with biblatex's aliases."""
    keys: dict[str, Entry] = {}
    for database in databases:
        for key, entry in database.by_key.items():
            keys.setdefault(key, entry)
    for database in databases:
        for entry, field in database.fields("ids") if database.dialect == "biber" else ():
            for alias in field.value.split(","):
                keys.setdefault(alias.strip(), entry)
    return keys


def _follow(database: Bibliography, entry: Entry, field: Field, near: Near, ways: _Ways) -> Iterator[Draft]:
    keys = ways.keys
    names = [name.strip() for name in field.value.split(",")] if field.name == "xdata" else [field.value.strip()]
    at = field.start
    for name in names:
        if not name or (field.name == "xdata" and "=" in name):
            continue
        span = _span(entry, field, name, at)
        at = span.end if span.end < field.end else field.start
        parent = keys.get(database.fold(name))
        if parent is None:
            close = near(database.fold(name))
            hint = f"; did you mean {keys[close].key!r}?" if close else ""
            yield Draft(span, f"{field.name} names {name!r}, which is no entry{hint}", entry.key, field.name)
        elif parent is entry:
            yield Draft(span, f"{field.name} names the entry itself", entry.key, field.name)
        elif ways.returns(database, entry, parent, field.name):
            message = f"{field.name} leads over {parent.key!r} back to this entry"
            yield Draft(span, message, entry.key, field.name, related=(("the parent", parent.key_span),))
        elif database.dialect == "bibtex" and parent.value("crossref").strip():
            message = f"the parent {parent.key!r} has a crossref itself; BibTeX inherits over one level only"
            related = (("the parent", parent.key_span),)
            yield Draft(span, message, entry.key, field.name, severity=Severity.warning, related=related)


class _Ways:
    """Where following the first parent in a field leads, over all databases that are read together."""

    def __init__(self, keys: Mapping[str, Entry]) -> None:
        self.keys = keys
        self._first: dict[tuple[int, str], Entry | None] = {}
        self._round: dict[tuple[int, str], bool] = {}

    def first(self, database: Bibliography, entry: Entry, name: str) -> Entry | None:
        """The first parent of an entry."""
        place = (id(entry), name)
        if place not in self._first:
            key = entry.value(name).partition(",")[0].strip()
            self._first[place] = self.keys.get(database.fold(key)) if key else None
        return self._first[place]

    def returns(self, database: Bibliography, entry: Entry, parent: Entry, name: str) -> bool:
        """Whether following ``name`` from ``parent`` comes back to ``entry``."""
        if parent is self.first(database, entry, name):
            return self._comes_round(database, entry, name)
        at: Entry | None = parent
        for _ in range(LONGEST):
            if at is None or at is entry:
                break
            at = self.first(database, at, name)
        return at is entry

    def _comes_round(self, database: Bibliography, entry: Entry, name: str) -> bool:
        """Whether an entry is its own forebear; every entry is passed once, whatever is asked."""
        path: dict[tuple[int, str], int] = {}
        at: Entry | None = entry
        while at is not None and (id(at), name) not in self._round:
            self._round[id(at), name] = False
            path[id(at), name] = len(path)
            at = self.first(database, at, name)
        if at is not None and (id(at), name) in path:
            self._round.update(dict.fromkeys(islice(path, path[id(at), name], None), True))
        return self._round[id(entry), name]


def _span(entry: Entry, field: Field, name: str, at: int) -> Span:
    """Where ``name`` stands in the value behind ``at``, or the value."""
    start = entry.source.text.find(name, at, field.end)
    return Span(entry.source, start, start + len(name)) if start >= 0 else entry.value_span(field)
