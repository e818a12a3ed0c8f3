"""Numbers with a check digit or a fixed form that are written wrong: the rules differ in the kind of number."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _fields, _places
from latexrefcheck.model.document import Bibliography
from latexrefcheck.model.finding import Draft
from latexrefcheck.text import identifiers
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.terms import one_identifier

_RUN = lazy(r"(?:https?://(?:www\.)?orcid\.org/)?[0-9A-Za-z-]{12,}")
_IN_AUTHORS = lazy(r"https?://(?:www\.)?orcid\.org/[0-9A-Za-z-]+")


class _BadNumber:
    SCOPE = "bibliography"
    fields: tuple[str, ...] = ()
    """The fields that hold such numbers; each is named as the kind of its number."""

    def check(self, bibliography: Bibliography, context: Context) -> Iterator[Draft]:
        """One draft per bad value, at the value."""
        for entry, field in bibliography.fields(*self.fields):
            kind, value = field.name, field.value
            if not value.strip() or _places.is_placeholder(value) or _places.other_kind(kind, value):
                continue
            wrong = identifiers.problem(kind, value)
            if wrong:
                message = f"{_fields.shown(value)} is {self.denied(kind)}: {wrong}"
                yield Draft(entry.value_span(field), message, key=entry.key, field=kind)

    def denied(self, kind: str) -> str:
        """What a bad value is not."""
        return f"no {kind.upper()}"


class BadIsbn(_BadNumber):
    """An ISBN is malformed or its check digit is wrong.

    ## What it does
    Checks the field `isbn` for ten or thirteen digits with a right check digit (ISO 2108). Several
    numbers in one field are each checked.

    ## Why it matters
    A wrong check digit means a typing error: the number belongs to nothing, or to something else.

    ## Example
    ```bib
    @book{k, isbn = {0-201-52983-2}}
    ```
    ## Use instead
    ```bib
    @book{k, isbn = {0-201-52983-1}}
    ```
    """

    ID = "bad-isbn"
    SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}
    fields = ("isbn",)


class BadIssn(_BadNumber):
    """An ISSN is malformed or its check digit is wrong.

    ## What it does
    Checks the field `issn` for eight digits with a right check digit (ISO 3297). Several numbers in one field are each checked.

    ## Why it matters
    A wrong check digit means a typing error: the number belongs to nothing, or to something else.

    ## Example
    ```bib
    @book{k, issn = {0378-5954}}
    ```
    ## Use instead
    ```bib
    @book{k, issn = {0378-5955}}
    ```
    """

    ID = "bad-issn"
    SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}
    fields = ("issn",)


class BadPmid(_BadNumber):
    """A PubMed identifier is malformed.

    ## What it does
    Checks the fields `pmid` (one to eight digits) and `pmcid` (`PMC` and digits).

    ## Why it matters
    The link leads nowhere, and the entry cannot be verified by it.

    ## Example
    ```bib
    @article{k, pmid = {12345678901}}
    ```
    ## Use instead
    ```bib
    @article{k, pmid = {12345678}}
    ```
    """

    ID = "bad-pmid"
    SEVERITY = {"lenient": "info", "default": "warning", "strict": "error"}
    fields = ("pmid", "pmcid")

    def denied(self, kind: str) -> str:
        """What a bad value is not."""
        return f"not {one_identifier(kind)}"


class BadOrcid(_BadNumber):
    """An ORCID iD is malformed or its check digit is wrong.

    ## What it does
    Checks the field `orcid`, and ORCID iDs among the authors (`https://orcid.org/…`), for sixteen digits with a right
    check digit (ISO 7064). Several iDs may stand in one field.

    ## Why it matters
    A wrong check digit means a typing error: the link leads to nobody, or to somebody else.

    ## Example
    ```bib
    @misc{k, orcid = {0000-0002-1825-0098}}
    ```
    ## Use instead
    ```bib
    @misc{k, orcid = {0000-0002-1825-0097}}
    ```
    """

    ID = "bad-orcid"
    SEVERITY = {"lenient": "info", "default": "warning", "strict": "warning"}

    def check(self, bibliography: Bibliography, context: Context) -> Iterator[Draft]:
        """One draft per bad iD, at the iD."""
        for entry, field in bibliography.fields("orcid", "orcid-numbers"):
            if _places.is_placeholder(field.value):
                continue
            runs = list(_RUN.finditer(field.value))
            if not runs and field.value.strip():
                message = f"{_fields.shown(field.value)} is no ORCID iD: it is not of the form 0000-0002-1825-0097"
                yield Draft(entry.value_span(field), message, key=entry.key, field=field.name)
            for match in runs:
                wrong = identifiers.problem("orcid", match[0])
                if wrong and any(character.isdigit() for character in match[0]):
                    span = _fields.inside(entry, field, *match.span())
                    yield Draft(span, f"“{match[0]}” is no ORCID iD: {wrong}", key=entry.key, field=field.name)
        for entry, field in bibliography.search(_IN_AUTHORS, "author", "editor"):
            for match in _IN_AUTHORS.finditer(field.value):
                wrong = identifiers.problem("orcid", match[0])
                if wrong:
                    span = _fields.inside(entry, field, *match.span())
                    yield Draft(span, f"“{match[0]}” is no ORCID iD: {wrong}", key=entry.key, field=field.name)


RULES = (BadIsbn(), BadIssn(), BadPmid(), BadOrcid())
