"""A title is all in capitals.

## What it does
Reports titles of three words or more without a lower-case letter. Braces and TeX commands are seen through.

## Why it matters
Databases that shout pass it on; the reference looks unlike all others, and styles that lower titles destroy its
acronyms.

## Example
```bib
@article{k, title = {ON COMPUTABLE NUMBERS WITH AN APPLICATION}}
```
## Use instead
```bib
@article{k, title = {On Computable Numbers with an Application}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography, Entry, Field
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.patterns import lazy

ID = "all-caps-title"
SCOPE = "bibliography"
SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}

_COMMAND = lazy(r"\\[A-Za-z]+")
_WORD = lazy(r"[^\W\d_]{2,}")


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per title, at the value."""
    for name in ("title", "booktitle"):
        for entry, field in bibliography.fields(name):
            value = field.value
            if value.isupper() or ("\\" in value and _COMMAND.sub("", value).isupper()):
                yield from _judge(entry, field)


def _judge(entry: Entry, field: Field) -> Iterator[Draft]:
    from latexrefcheck.text.tex import to_unicode as plain

    title = plain(field.value)
    words = _WORD.findall(title)
    if len(words) > 2 and title.isupper() and max(map(len, words)) > 4:
        yield Draft(entry.value_span(field), f"{field.name} is all in capitals", key=entry.key, field=field.name)
