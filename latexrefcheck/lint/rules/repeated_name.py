"""One person is named twice in a list of names.

## What it does
Reports a name that stands twice, written exactly alike, among the authors, editors or translators of an entry.
Organisations, single words, `others` and names with initials only are left out: Zhang, Y. and Zhang, Y. are two
people about as often as one.

## Why it matters
The reference names somebody twice, as a rule where somebody else should stand or after lists were put together.

## Example
```bib
@misc{k, author = {Doe, Jane and Roe, Richard and Doe, Jane}}
```
## Use instead
```bib
@misc{k, author = {Doe, Jane and Roe, Richard and Poe, Anna}}
```
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import compress, islice
from operator import ne

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography, Entry, Field
from latexrefcheck.model.finding import Confidence, Draft
from latexrefcheck.text.person import is_initials, is_organisation
from latexrefcheck.text.terms import PEOPLE

ID = "repeated-name"
SCOPE = "bibliography"
SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}

MOST = 20
"""Most names of one field that are looked for in its value: a value may have megabytes."""


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per name that was there before, at its next place."""
    for name in PEOPLE:
        pairs = list(bibliography.fields(name))
        lists = [_split(field.value) for _, field in pairs]
        # Two lengths in step: the only question asked of lists without a repeated name.
        odd = map(ne, map(len, lists), map(len, map(set, lists)))
        for (entry, field), names in compress(zip(pairs, lists, strict=True), odd):
            if not entry.broken:
                yield from _repeated(entry, field, names)


def _split(value: str) -> list[str]:
    return (" ".join(value.split()) if "\n" in value else value).split(" and ")


def _repeated(entry: Entry, field: Field, names: list[str]) -> Iterator[Draft]:
    repeated = (name for name, count in Counter(names).items() if count > 1)
    for name in islice(repeated, MOST):
        bare = " ".join(name.split())
        if not _is_person(bare) or is_initials(_given(bare)):
            continue
        places = _places(field.value, bare)
        if len(places) < 2:
            continue
        spans = [_fields.inside(entry, field, *place) for place in places]
        times = "twice" if len(places) == 2 else f"{len(places)} times"
        message = f"{_fields.shown(bare)} is named {times} in {field.name}"
        related = (("named here first", spans[0]),)
        yield Draft(spans[1], message, entry.key, field.name, Confidence.medium, related=related)


def _is_person(name: str) -> bool:
    """Whether a name has two parts and does not look like that of an organisation, nor is cut out of braces."""
    if name.count("{") != name.count("}") or (name.startswith("{") and name.endswith("}") and "," not in name):
        return False
    return (" " in name or "~" in name or "," in name) and not is_organisation(name)


def _given(name: str) -> str:
    _, comma, given = name.rpartition(",")
    return given.strip() if comma else name.rpartition(" ")[0]


def _places(value: str, name: str) -> list[tuple[int, int]]:
    """Where a name stands between the ``and``s of a value."""
    words = r"\s+".join(map(re.escape, name.split()))
    return [match.span(1) for match in re.finditer(rf"(?:^\s*|\sand\s+)({words})(?=\s+and\s|\s*$)", value)]
