"""A page range is written with one hyphen.

## What it does
Reports `12-34`: two page numbers, the second not smaller, with one hyphen between them. Article numbers such as
`054101-1` and sections such as `A-12` are left alone. It says nothing where the hyphen does no harm: under
biblatex, and under a .bst that makes it a dash itself, as nearly all do (`n.dashify`; a .bst of the paper's own is
looked into). The fix writes `--`.

## Why it matters
TeX prints `-` as a hyphen and `--` as the dash of ranges, and this style (or, of a library without a document,
some style) does not repair it.

## Example
```tex
\\cite{k}
\\begin{filecontents}{more.bib}
@article{k, pages = {12-34}}
\\end{filecontents}
\\bibliographystyle{apacite}
\\bibliography{more}
```
## Use instead
```tex
\\cite{k}
\\begin{filecontents}{more.bib}
@article{k, pages = {12--34}}
\\end{filecontents}
\\bibliographystyle{apacite}
\\bibliography{more}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.reading.datamodel import dashes_pages
from latexrefcheck.text.patterns import lazy

ID = "page-range-hyphen"
SCOPE = "bibliography"
SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}

_RANGE = lazy(r"(?<![\w.:-])([A-Za-z]{0,3})([0-9]{1,7})\s?-\s?([A-Za-z]{0,3})([0-9]{1,7})(?![\w.:-])", re.ASCII)
_HYPHEN = lazy(r"[0-9]\s?-\s?[0-9A-Za-z]")


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per value, at the first range, with a safe fix for every range in it."""
    documents = context.documents(bibliography)
    if bibliography.dialect == "biber" or (documents and all(dashes_pages(each, context.project.base) for each in documents)):
        return
    for entry, field in bibliography.search(_HYPHEN, "pages"):
        found = [match for match in _RANGE.finditer(field.value) if _ascends(match)]
        if not found:
            continue
        edits = [(match.end(2), match.start(3), "--") for match in found]
        fix = _fields.replacing(entry, field, "write the range with “--”", edits)
        span = _fields.inside(entry, field, *found[0].span())
        yield Draft(span, f"page range {found[0][0]} has one hyphen; write “--”", key=entry.key, field=field.name, fix=fix)


def _ascends(match: re.Match[str]) -> bool:
    first, second = match[2], match[4]
    if match[1] != match[3] and match[3]:
        return False
    # "123-8" abbreviates 128; "054101-1" is page 1 of an article.
    if len(second) < len(first):
        return len(first) < 6 and int(first[: -len(second)] + second) > int(first)
    return int(second) >= int(first)
