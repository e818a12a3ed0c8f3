"""Figures of the reference that the record has otherwise: the rules differ in the fields that they compare."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Checked, Context
from latexrefcheck.lint.rules import _verdicts
from latexrefcheck.model.finding import Draft, Fix, Severity
from latexrefcheck.model.record import Judgement, Verdict
from latexrefcheck.model.rule import Case


class _Figure:
    SCOPE = "verdict"
    fields: tuple[str, ...] = ()
    """Which judgements are reported; the record corrects the first."""

    def check(self, subject: Checked, context: Context) -> Iterator[Draft]:
        """One draft per field that differs, at the field."""
        entry, verdict = subject
        for judgement in _verdicts.differing(verdict, *self.fields):
            message = self.message(judgement, _verdicts.source(verdict.record))
            yield _verdicts.draft(entry, verdict, judgement, message, self.most(verdict, judgement))

    def message(self, judgement: Judgement, source: str) -> str:
        """What differs, with the source that has it otherwise."""
        return f"{judgement.field}: cited {judgement.cited}, {source} has {judgement.found}"

    def most(self, verdict: Verdict, judgement: Judgement) -> Severity | None:
        """The severity that this difference has at most, if it is not the rule's."""
        return None

    def mend(self, case: Case) -> Fix | None:
        """The figure of the record."""
        return case.number(self.fields[0])


class YearMismatch(_Figure):
    """The year is not a publication year of the work.

    ## What it does
    Compares the year with every year that the records of the work have (online, print, preprint), with the
    profile's tolerance (`year_tolerance`, one year by default). Any year between preprint and publication is right.
    Three years and more from what the registry of the entry's own identifier has are an error, less is a warning.

    ## Why it matters
    Readers look the work up by its year, and priority is argued with it.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, year = {2011}, doi = {10.99999/x}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, year = {2017}, doi = {10.99999/x}}
    ```
    """

    ID = "year-mismatch"
    SEVERITY = {"lenient": "info", "default": "error", "strict": "error"}
    fields = ("year",)
    FAR = 3
    """Years that no preprint and no late volume explains."""

    def message(self, judgement: Judgement, source: str) -> str:
        """The two years."""
        return f"the year is {judgement.cited}, {source} has {judgement.found}"

    def most(self, verdict: Verdict, judgement: Judgement) -> Severity | None:
        """A warning unless it is far from every year of the record; a value that is no year is compared by nobody."""
        years = [int(year) for year in judgement.found.split(", ") if year.isdecimal()]
        near = judgement.cited.isdecimal() and any(abs(int(judgement.cited) - year) < self.FAR for year in years)
        return Severity.warning if near else _verdicts.versions(verdict)

    def mend(self, case: Case) -> Fix | None:
        """The year of the record."""
        return case.year()


class VolumeMismatch(_Figure):
    """The volume or number differs from the record.

    ## What it does
    Compares volume and number with the record of the published version. Preprints are not compared.

    ## Why it matters
    Volume and number lead to the work in print and in older indexes.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, volume = {12}, doi = {10.99999/x}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, volume = {21}, doi = {10.99999/x}}
    ```
    """

    ID = "volume-mismatch"
    SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}
    fields = ("volume", "number")


class PagesMismatch(_Figure):
    """Pages differ from the record.

    ## What it does
    Compares the first and last page with the record of the published version. Preprints are not compared.

    ## Why it matters
    Pages lead to the work in print and in older indexes.

    ## Example
    ```bib
    @article{k, title = {Good Predictions}, pages = {1--9}, doi = {10.99999/x}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Good Predictions}, pages = {101--109}, doi = {10.99999/x}}
    ```
    """

    ID = "pages-mismatch"
    SEVERITY = {"lenient": "off", "default": "info", "strict": "warning"}
    fields = ("pages",)


RULES = (YearMismatch(), VolumeMismatch(), PagesMismatch())
