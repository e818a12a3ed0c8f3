"""What citing sentences say beside what the cited works say, where ``claims`` asks for it."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.model.claims import Leaning, Stand
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.visible import shortened

INFO = {"lenient": "info", "default": "info", "strict": "info"}
SHOWN = 240
"""Characters of a passage that a message quotes."""


class ClaimContradicted:
    """The cited work says otherwise.

    ## What it does
    Where `claims` is switched on, the sentence around each citation is held against the text of the cited work, fetched now.
    This reports a passage that says the same with another figure, in the other direction, or denies it. `claims: strict` makes
    it an error.

    ## Why it matters
    A real work that is cited for what it does not say misleads more than one that does not exist.

    ## Example
    A paper cites the work for "an accuracy of 94.1 %", whose abstract says "an accuracy of 84.1 %".

    ## Use instead
    The figure that the work gives, or a work that gives the figure.
    """

    ID = "claim-contradicted"
    SCOPE = "claim"
    SEVERITY = INFO

    def check(self, leaning: Leaning, context: Context) -> Iterator[Draft]:
        """One draft at the key."""
        if leaning.stand is Stand.CONTRADICTED:
            yield _draft(leaning, f"the cited work says otherwise: {leaning.against}; {_quoted(leaning)}")


class ClaimNotFound:
    """No passage of the cited work says what the sentence says.

    ## What it does
    Where `claims` is switched on, reports sentences of which no passage of the text that could be had says anything.
    That does not make them wrong: the text may be an abstract, the words may be others. `claims: strict` makes it a warning.

    ## Why it matters
    It is where a reader should look first.

    ## Example
    A paper cites a work on rivers for a statement on glaciers.

    ## Use instead
    A work that says it, or words that the work bears out.
    """

    ID = "claim-not-found"
    SCOPE = "claim"
    SEVERITY = INFO

    def check(self, leaning: Leaning, context: Context) -> Iterator[Draft]:
        """One draft at the key."""
        if leaning.stand is Stand.UNVERIFIABLE and leaning.read:
            yield _draft(leaning, f"no passage of the cited work says this; {_quoted(leaning)}")


class ClaimAbstractOnly:
    """Only the whole text could bear the sentence out, and only the abstract could be had.

    ## What it does
    Where `claims` is switched on, reports sentences on methods, settings, mechanisms and tables of works of which only the
    abstract could be had: an abstract that sounds alike proves nothing about them. `claims: strict` makes it a warning.

    ## Why it matters
    The details of a work are what is remembered wrongly; `--pdfs` and `--zotero` of `latexrefcheck claims` give the whole text.

    ## Example
    A paper cites a work for "a learning rate of 0.01", and only its abstract is open.

    ## Use instead
    The same, once somebody has looked it up.
    """

    ID = "claim-abstract-only"
    SCOPE = "claim"
    SEVERITY = INFO

    def check(self, leaning: Leaning, context: Context) -> Iterator[Draft]:
        """One draft at the key."""
        if leaning.stand is Stand.ABSTRACT_ONLY:
            yield _draft(leaning, "only the whole text of the cited work could bear this out, and only its abstract could be had")


def _draft(leaning: Leaning, message: str) -> Draft:
    return Draft(leaning.span, message, leaning.key)


def _quoted(leaning: Leaning) -> str:
    return (
        f"nearest is \u201c{shortened(leaning.passage, SHOWN)}\u201d ({leaning.source})"
        if leaning.passage
        else "it has no sentences"
    )


RULES = (ClaimContradicted(), ClaimNotFound(), ClaimAbstractOnly())
