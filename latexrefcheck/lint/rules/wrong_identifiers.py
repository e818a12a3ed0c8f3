"""Identifiers that the registry which owns them gives to another work, or does not know.

The rules of this family differ in the kinds of identifier that they speak of.
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix
from latexrefcheck.model.rule import Case
from latexrefcheck.model.states import VerdictStatus


class _Mending:
    SCOPE = "verdict"

    def mend(self, case: Case) -> Fix | None:
        """The identifier of the cited work."""
        return case.identifier()

    def speaks_of(self, kind: str) -> bool:
        """Whether an identifier of ``kind`` is this rule's business."""
        raise NotImplementedError


class _OfAnotherWork(_Mending):
    def check(self, subject: Checked, context: Context) -> Iterator[Draft]:
        """One draft at the field that holds the identifier."""
        entry, verdict = subject
        if verdict.status != VerdictStatus.WRONG_IDENTIFIER or verdict.identifier is None or verdict.other is None:
            return
        if self.speaks_of(verdict.identifier[0]):
            yield _verdicts.wrong_identifier(entry, verdict)


class _Unknown(_Mending):
    def check(self, subject: Checked, context: Context) -> Iterator[Draft]:
        """One draft at the field that holds the identifier."""
        entry, verdict = subject
        if verdict.status != VerdictStatus.IDENTIFIER_NOT_FOUND or verdict.identifier is None:
            return
        if self.speaks_of(verdict.identifier[0]):
            yield _verdicts.missing_identifier(entry, verdict)


class DoiMismatch(_OfAnotherWork):
    """The DOI belongs to another work.

    ## What it does
    Looks a DOI up at the registry that owns it and compares title and people. When they are another
    work's, that work is named; when the cited work was met elsewhere, so is its right identifier.

    ## Why it matters
    The link leads readers to the wrong work, and citation counts go astray.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/other}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/right}}
    ```
    """

    ID = "doi-mismatch"
    SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}

    def speaks_of(self, kind: str) -> bool:
        """DOIs."""
        return kind == "doi"


class ArxivIdMismatch(_OfAnotherWork):
    """The arXiv number belongs to another work.

    ## What it does
    Looks an arXiv number up at the registry that owns it and compares title and people. When they are another
    work's, that work is named; when the cited work was met elsewhere, so is its right identifier.

    ## Why it matters
    The link leads readers to the wrong work, and citation counts go astray.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, eprint = {2412.99999}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, eprint = {2412.00001}}
    ```
    """

    ID = "arxiv-id-mismatch"
    SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}

    def speaks_of(self, kind: str) -> bool:
        """arXiv numbers."""
        return kind == "arxiv"


class IdentifierMismatch(_OfAnotherWork):
    """The identifier belongs to another work.

    ## What it does
    Looks a PMID, PMCID, ISBN or Anthology id up at the registry that owns it and compares title and people. When they are another
    work's, that work is named; when the cited work was met elsewhere, so is its right identifier.

    ## Why it matters
    The link leads readers to the wrong work, and citation counts go astray.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, pmid = {99999999}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, pmid = {11111111}}
    ```
    """

    ID = "identifier-mismatch"
    SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}

    def speaks_of(self, kind: str) -> bool:
        """The others."""
        return kind not in ("doi", "arxiv")


class DoiNotFound(_Unknown):
    """The DOI does not exist.

    ## What it does
    Reports a DOI that doi.org itself does not know. That one source is silent or out of
    reach is never enough: an outage is reported as `could-not-check`.

    ## Why it matters
    The link is dead, and the work cannot be checked by it.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/nothing}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/right}}
    ```
    """

    ID = "doi-not-found"
    SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}

    def speaks_of(self, kind: str) -> bool:
        """DOIs."""
        return kind == "doi"


class IdentifierNotFound(_Unknown):
    """The identifier does not exist.

    ## What it does
    Reports an arXiv number, PMID or other identifier that the registry that owns it does not know.
    That one source is silent or out of reach is never enough: an outage is reported as `could-not-check`.

    ## Why it matters
    The link is dead, and the work cannot be checked by it.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, eprint = {9912.99999}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, eprint = {2412.00001}}
    ```
    """

    ID = "identifier-not-found"
    SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}

    def speaks_of(self, kind: str) -> bool:
        """The others."""
        return kind != "doi"


RULES = (DoiMismatch(), ArxivIdMismatch(), IdentifierMismatch(), DoiNotFound(), IdentifierNotFound())
