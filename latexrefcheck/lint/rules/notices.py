"""Notices about the cited work: the rules differ in the kinds of notice and in what they say of the work."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft


class _Noticed:
    SCOPE = "verdict"
    kinds: tuple[str, ...] = ()
    """Kinds of :class:`~latexrefcheck.model.record.Notice`."""
    verb = ""
    """What such a notice says of the work."""

    def check(self, subject: Checked, context: Context) -> Iterator[Draft]:
        """One draft at the head of the entry per kind of notice."""
        yield from _verdicts.notices(subject, self.kinds, self.verb)


class Retracted(_Noticed):
    """The work was retracted, withdrawn or removed.

    ## What it does
    Reports retraction, withdrawal and removal notices from the publisher, Retraction Watch (through Crossref or
    the file given with `--retractions`), PubMed, DataCite and arXiv, and titles marked `RETRACTED:`.

    ## Why it matters
    Its results are not to be relied on. To cite it knowingly, say so in the text and suppress the finding with a reason.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/with-a-notice}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/without-a-notice}}
    ```
    """

    ID = "retracted"
    SEVERITY = {"lenient": "error", "default": "error", "strict": "error"}
    kinds = ("retraction", "withdrawal", "removal")
    verb = "was retracted"


class Corrected(_Noticed):
    """The work was corrected after publication.

    ## What it does
    Reports corrections, errata and corrigenda from the same sources as `retracted`. Off except in the strict profile.

    ## Why it matters
    What is cited may be what was corrected.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/with-a-notice}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/without-a-notice}}
    ```
    """

    ID = "corrected"
    SEVERITY = {"lenient": "off", "default": "off", "strict": "info"}
    kinds = ("correction", "erratum", "corrigendum")
    verb = "was corrected"


class ExpressionOfConcern(_Noticed):
    """The publisher has expressed concern about the work.

    ## What it does
    Reports expressions of concern from the same sources as `retracted`.

    ## Why it matters
    The results are in doubt; the work may be retracted later.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/with-a-notice}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, doi = {10.99999/without-a-notice}}
    ```
    """

    ID = "expression-of-concern"
    SEVERITY = {"lenient": "warning", "default": "warning", "strict": "warning"}
    kinds = ("expression_of_concern",)
    verb = "carries an expression of concern"


RULES = (Retracted(), Corrected(), ExpressionOfConcern())
