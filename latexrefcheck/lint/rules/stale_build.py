"""The build files do not belong to the source as it is now.

## What it does
Says that an .aux or .bcf beside the document cites other keys than the source and is older than it (or committed
to the repository), so that it was not used.

## Why it matters
A build knows exactly what is cited, also by code that a reader of the source cannot follow. Build again, and the
check is as exact.
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _problems
from latexrefcheck.model.document import Document
from latexrefcheck.model.finding import Draft

ID = "stale-build"
SCOPE = "document"
SEVERITY = {"lenient": "off", "default": "info", "strict": "info"}


def check(document: Document, context: Context) -> Iterator[Draft]:
    """At most one draft per document."""
    return (_problems.draft(problem) for problem in document.problems if problem.kind == ID)
