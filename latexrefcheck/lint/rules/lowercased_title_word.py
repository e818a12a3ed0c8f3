"""The bibliography style will put a capitalised word of a title into lower case.

## What it does
For BibTeX styles that change titles to lower case (plain, abbrv, unsrt, IEEEtran and many more), reports acronyms
and words with inner capitals (`DNA`, `LaTeX`, `iPhone`) that stand outside of braces. Names such as "Bayes" cannot be
told from other words and are not reported.

## Why it matters
"DNA" is printed as "dna".

## Example
```bib
@article{k, title = {Sequencing DNA with the GPU}}
```
## Use instead
```bib
@article{k, title = {Sequencing {DNA} with the {GPU}}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.reading import datamodel
from latexrefcheck.text.patterns import lazy

ID = "lowercased-title-word"
SCOPE = "bibliography"
SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}

KEPT = frozenset(("book", "proceedings", "manual", "phdthesis", "inbook", "booklet", "collection", "periodical"))
"""Types whose title the classic styles set in italics without changing it."""

_WORD = lazy(r"\\[A-Za-z]+\s*|\\.|[{}]|\$[^$]*\$|(?P<word>[^\W_]*[^\W\d_][^\W_]*)", re.DOTALL)
_CAPITALS = lazy(r"[A-Z0-9]*[A-Z][A-Z0-9]+(?:s|ed)?|[A-Za-z]*[a-z][A-Z][A-Za-z]*|[A-Z]{2,}[a-z]{2,}", re.ASCII)
_MAYBE = lazy(r"[A-Za-z0-9][A-Z]", re.ASCII)


def check(bibliography: Bibliography, context: Context) -> Iterator[Draft]:
    """One draft per title, at the first such word, with a fix (not safe: it changes what is printed) for all."""
    documents = context.documents(bibliography)
    if bibliography.dialect != "bibtex" or not documents:
        return
    if not all(datamodel.model("bibtex", document.style).lowers for document in documents):
        return
    for entry, field in bibliography.search(_MAYBE, "title"):
        if entry.type in KEPT:
            continue
        words = list(_lowered(field.value))
        if not words:
            continue
        listed = ", ".join(dict.fromkeys(field.value[start:end] for start, end in words[:4]))
        edits = [(start, end, f"{{{field.value[start:end]}}}") for start, end in words]
        fix = _fields.replacing(entry, field, "put the words in braces", edits, safe=False)
        message = f"the style lowers the capitals of {listed}; put them in braces"
        yield Draft(_fields.inside(entry, field, *words[0]), message, key=entry.key, field=field.name, fix=fix)


def _lowered(value: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the words that lose capitals; none in a title that is all capitals, which has its own rule."""
    letters = [character for character in value if character.isalpha()]
    if sum(character.isupper() for character in letters) * 2 > len(letters):
        return
    depth = 0
    for match in _WORD.finditer(value):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif match["word"] and not depth and len(match[0]) > 1 and _CAPITALS.fullmatch(match[0]):
            before, after = value[match.start() - 1 : match.start()], value[match.end() : match.end() + 1]
            # "{C}ryptoNote": the author has thought about it.
            if before != "}" and after != "{":
                yield match.span()
