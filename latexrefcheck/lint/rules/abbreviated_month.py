"""A month is written out instead of with BibTeX's abbreviation.

## What it does
Reports `month = {January}` and `month = {Jan.}`, where `month = jan` lets the style choose the form and the language.
A matter of house style: off unless the profile is strict.

## Why it matters
The list mixes "January", "Jan." and "1", and a style in another language prints English months.

## Example
```bib
@article{k, month = {January}}
```
## Use instead
```bib
@article{k, month = jan}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.document import Bibliography, Edit
from latexrefcheck.model.finding import Draft, Fix

ID = "abbreviated-month"
SCOPE = "bibliography"
SEVERITY = {"lenient": "off", "default": "off", "strict": "info"}

_NAMES = "january february march april may june july august september october november december".split()
_FORMS = {form: name[:3] for name in _NAMES for form in (name, name[:3], f"{name[:3]}.", f"{name[:4]}.", name[:4])}


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per month that is written out, at the value, with a safe fix."""
    text = bibliography.source.text
    for entry, field in bibliography.fields("month"):
        macro = _FORMS.get(field.value.strip(" {}").lower())
        if macro is None or not field.simple or text[field.start : field.start + 1] not in ("{", '"'):
            continue
        fix = Fix(f"write {macro}", (Edit(entry.value_span(field), macro),), safe=True)
        message = f"month “{field.value}” is written out; {macro} lets the style choose the form"
        yield Draft(entry.value_span(field), message, key=entry.key, field="month", fix=fix)
