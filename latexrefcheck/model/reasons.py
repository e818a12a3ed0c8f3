"""Why something could not be checked, or is wrong, as codes for programs; sentences for people stand beside them."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """One kind of reason.

    Those of failures say what kept a source from answering; those of verdicts what an entry is accused of.
    """

    TIMEOUT = "TIMEOUT"
    NETWORK = "NETWORK"
    RATE_LIMITED = "RATE_LIMITED"
    HTTP_4XX = "HTTP_4XX"
    HTTP_5XX = "HTTP_5XX"
    BAD_RESPONSE = "BAD_RESPONSE"
    """An answer came that is none: a web page, half of one, records in which nothing can be read."""
    SOURCE_OFF = "SOURCE_OFF"
    """The settings do not let the source be asked."""
    SOURCE_GIVEN_UP = "SOURCE_GIVEN_UP"
    """The source failed so often that it was left alone for the rest of the run."""
    OFFLINE = "OFFLINE"
    BUDGET_SPENT = "BUDGET_SPENT"
    INTERRUPTED = "INTERRUPTED"
    CANNOT_ASK = "CANNOT_ASK"
    """The source has no way to be asked this."""
    NOT_LOCKED = "NOT_LOCKED"
    MALFORMED = "MALFORMED"
    DOI_NOT_FOUND = "DOI_NOT_FOUND"
    DOI_MISMATCH = "DOI_MISMATCH"
    IDENTIFIER_NOT_FOUND = "IDENTIFIER_NOT_FOUND"
    IDENTIFIER_MISMATCH = "IDENTIFIER_MISMATCH"
    NOT_FOUND = "NOT_FOUND"
    TITLE_MISMATCH = "TITLE_MISMATCH"
    AUTHOR_MISMATCH = "AUTHOR_MISMATCH"
    YEAR_MISMATCH = "YEAR_MISMATCH"
    VENUE_MISMATCH = "VENUE_MISMATCH"
    UNVERIFIABLE = "UNVERIFIABLE"

    @property
    def retry(self) -> bool:
        """Whether the same run may come to another end later, with nothing changed."""
        return self in _PASSING


_PASSING = frozenset(
    {
        Code.TIMEOUT,
        Code.NETWORK,
        Code.RATE_LIMITED,
        Code.HTTP_5XX,
        Code.BAD_RESPONSE,
        Code.SOURCE_GIVEN_UP,
        Code.BUDGET_SPENT,
        Code.INTERRUPTED,
    }
)


def of_status(status: int) -> Code:
    """The code of a response that answers nothing, by its HTTP status."""
    if status == 429:
        return Code.RATE_LIMITED
    if 400 <= status < 500:
        return Code.TIMEOUT if status == 408 else Code.HTTP_4XX
    return Code.HTTP_5XX if status >= 500 else Code.BAD_RESPONSE
