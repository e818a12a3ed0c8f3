"""A citation has no entry.

## What it does
Reports every place that cites a key which none of the databases of its bibliography (or its `thebibliography`)
has. Near keys and entries by the author and year in the key are suggested. If a database itself is missing, that
is reported once by `missing-file` instead of once per key. A citation that TeX may never meet, because it stands in a
branch of a test that the source does not decide, is a note. In Markdown pandoc's citations (`[@key]`, `@key`) are looked at.

## Why it matters
LaTeX prints a question mark or the bare key.

## Example
```tex
See \\cite{ghost}.
```
## Use instead
```tex
See the handbook.
```
## Options
- `cutoff` (default 75): how alike (0 to 100) a key must be to be suggested
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _keys, _near_keys
from latexrefcheck.model.document import Citation, Document, Edit
from latexrefcheck.model.finding import Draft, Fix, Severity

ID = "undefined-citation"
SCOPE = "document"
SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}
OPTIONS: dict[str, object] = {"cutoff": 75}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """One draft per citation of an unknown key, at the key."""
    if document.backend == "none" or not (document.bibitems or any(section.resources for section in document.sections)):
        return  # no-bibliography says it once
    cutoff = float(str(context.options.get("cutoff", OPTIONS["cutoff"])))
    states: dict[int, tuple[_keys.Known, bool]] = {}
    asked: set[str] = set()
    for citation in document.citations:
        index = citation.section
        if index not in states:
            states[index] = _keys.known(document, index), document.sections[index].complete
        table, complete = states[index]
        if complete and not table.has(citation.key) and "#" not in citation.key:
            if len(asked) < _near_keys.MAX_ASKED:
                asked.add(citation.key)
            draft = _draft(document, citation, cutoff if citation.key in asked else None)
            yield draft if citation.certain else draft._replace(severity=Severity.info, message=f"{draft.message}; {_PERHAPS}")


def _draft(document: Document, citation: Citation, cutoff: float | None) -> Draft:
    key, span = citation.key, citation.span
    near = () if cutoff is None or citation.command == "[" else _near_keys.near_keys(document, citation.section, key, cutoff)
    hint = f"; did you mean {' or '.join(repr(other) for other in near)}?" if near else ""
    where = _elsewhere(document, citation)
    if not citation.command:
        message = f"{key!r} is cited in the build (by code), but {_databases(document, citation.section)} no such entry"
        return Draft(span, message, key)
    parts = [part.strip() for part in key.split(";")]
    if len(parts) > 1 and all(_keys.known(document, citation.section).has(part) for part in parts):
        written = ", ".join(parts) if "; " in key else ",".join(parts)
        fix = Fix("separate the keys with commas", (Edit(span, written),)) if span.text == key else None
        return Draft(span, f"{key!r} is taken for one key: keys are separated with commas, not with semicolons", key, fix=fix)
    fix = Fix(f"cite {near[0]!r}", (Edit(span, near[0]),)) if near and span.text == key else None
    message = f"{key!r} is cited, but {_databases(document, citation.section)} no such entry{where}{hint}"
    return Draft(span, message, key, fix=fix)


def _databases(document: Document, section: int) -> str:
    names = list(
        dict.fromkeys(r.bibliography.source.path for r in document.sections[section].resources if r.bibliography is not None)
    )
    if not names:
        return "the list of references has"
    shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"{shown} {'has' if len(names) == 1 else 'have'}"


_PERHAPS = "TeX may skip this branch"
MOST = 50
"""Most bibliographies of a document that are searched for the sake of a hint."""


def _elsewhere(document: Document, citation: Citation) -> str:
    """A hint if only another bibliography of the document has the key."""
    for index in range(min(len(document.sections), MOST)):
        if index != citation.section and _keys.known(document, index).has(citation.key):
            entry = _keys.known(document, index).entries.get(_keys.known(document, index).fold(citation.key))
            if entry is not None:
                return f" (it is in {entry.source.path}, which this part of the document does not load)"
    return ""
