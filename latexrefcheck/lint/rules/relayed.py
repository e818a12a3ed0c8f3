"""What was noticed while files were read, or by the policy: these rules only say how much it weighs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _problems
from latexrefcheck.model.document import Bibliography, Document, Problem
from latexrefcheck.model.finding import Draft, Severity


class _Relayed:
    ID: str
    SCOPE: str

    def check(self, subject: Bibliography | Document | Sequence[Problem], context: Context) -> Iterator[Draft]:
        """One draft per problem of this rule's name; a mild one is an information."""
        problems = subject.problems if isinstance(subject, Bibliography | Document) else subject
        for problem in problems:
            if problem.kind == self.ID:
                yield _problems.draft(problem, Severity.info if problem.data.get("mild") else None)


class UnresolvedInput(_Relayed):
    """A file or key could not be worked out from the source.

    ## What it does
    Says which input was not followed, and why: its name is made by a macro that cannot be expanded without running
    TeX, it lies outside of the project, it loads itself, or a limit was reached. Unused entries are then not
    reported. It also says, once, that keys are cited in branches of tests which the source does not decide. A finished
    build (its .aux, .bcf and .fls) answers these questions, and the note goes away.

    ## Why it matters
    What is not read is not checked; you should know.

    ## Example
    ```tex
    \\input{\\unknownfolder/chapter}
    ```
    ## Use instead
    ```tex
    \\newcommand{\\folder}{chapters}
    \\InputIfFileExists{\\folder/chapter}{}{}
    ```
    """

    ID = "unresolved-input"
    SEVERITY = {"lenient": "info", "default": "info", "strict": "warning"}
    SCOPE = "document"


class EmptyCitationKey(_Relayed):
    """A cite command has an empty key.

    ## What it does
    Reports `\\\\cite{}`, `\\\\cite{a,,b}` and `\\\\cite{a,}`, once per command.

    ## Why it matters
    BibTeX warns that it found no entry for "", and a key may have been forgotten there.

    ## Example
    ```tex
    \\cite{a,,b}
    ```
    ## Use instead
    ```tex
    No citation is needed.
    ```
    """

    ID = "empty-citation-key"
    SEVERITY = {"lenient": "warning", "default": "warning", "strict": "error"}
    SCOPE = "document"


class StaleBuild(_Relayed):
    """The build files do not belong to the source as it is now.

    ## What it does
    Says that an .aux or .bcf beside the document cites other keys than the source and is older than it (or committed
    to the repository), so that it was not used.

    ## Why it matters
    A build knows exactly what is cited, also by code that a reader of the source cannot follow. Build again, and the
    check is as exact.
    """

    ID = "stale-build"
    SEVERITY = {"lenient": "off", "default": "info", "strict": "info"}
    SCOPE = "document"


class EmptyKey(_Relayed):
    """An entry has no key.

    ## What it does
    Reports an entry whose key is empty, or which starts with a field where its key should stand.

    ## Why it matters
    Nothing can cite the entry. BibTeX takes the start of the first field as the key, biber skips the entry.

    ## Example
    ```bib
    @book{title = {The Art of Computer Programming}, year = {1968}}
    ```
    ## Use instead
    ```bib
    @book{knuth68, title = {The Art of Computer Programming}, year = {1968}}
    ```
    """

    ID = "empty-key"
    SEVERITY = {"lenient": "warning", "default": "error", "strict": "error"}
    SCOPE = "bibliography"
    UNCITED = True


class BadSuppression(_Relayed):
    """A suppression comment that cannot be understood, or that gives no reason.

    ## What it does
    Reports `% latexrefcheck:` comments with an unknown word, without a rule in brackets or with a rule that
    does not exist: they suppress nothing. A comment without a reason works and is reported as information.

    ## Why it matters
    A mistyped comment leaves its author believing that a finding was dealt with; one without a reason
    leaves the next reader guessing.

    ## Example
    ```bib
    % latexrefcheck: ignore[duplicate-feild] the second year is the reprint's
    @book{knuth84, author = {Donald E. Knuth}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = 1984}
    ```

    ## Use instead
    ```bib
    % latexrefcheck: ignore[duplicate-field] the second year is the reprint's
    @book{knuth84, author = {Donald E. Knuth}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = 1984, year = 2012}
    ```
    """

    ID = "bad-suppression"
    SEVERITY = {"lenient": "warning", "default": "warning", "strict": "error"}
    SCOPE = "policy"


class UnusedSuppression(_Relayed):
    """A suppression that no finding needs.

    ## What it does
    Reports `% latexrefcheck: ignore[rule-id]` comments and `suppress:` items of the configuration that did
    not accept any finding although their rules ran. A rule that is off, or that needs a verification that
    did not take place, leaves its suppressions alone.

    ## Why it matters
    A forgotten suppression hides the next, real problem at the same place.

    ## Example
    ```bib
    % latexrefcheck: ignore[duplicate-field] the second year is the reprint's
    @book{knuth84, author = {Donald E. Knuth}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = 1984}
    ```

    ## Use instead
    ```bib
    @book{knuth84, author = {Donald E. Knuth}, title = {The {\\TeX}book}, publisher = {Addison-Wesley}, year = 1984}
    ```
    """

    ID = "unused-suppression"
    SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}
    SCOPE = "policy"


class StaleBaseline(_Relayed):
    """A finding of the baseline that is no longer there.

    ## What it does
    Reports each entry of the `--baseline` file whose finding did not come up in this run, if its rule ran
    and its file was read or no longer exists.

    ## Why it matters
    What was mended should leave the baseline: as long as it stays, the same problem can come back unseen.
    Run with `--write-baseline` to write the file anew.
    """

    ID = "stale-baseline"
    SEVERITY = {"lenient": "info", "default": "info", "strict": "info"}
    SCOPE = "policy"


RULES = (UnresolvedInput(), EmptyCitationKey(), StaleBuild(), EmptyKey(), BadSuppression(), UnusedSuppression(), StaleBaseline())
