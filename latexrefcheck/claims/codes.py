"""What came of a claim, and of each try to get a text, as codes for programs."""

from __future__ import annotations

from enum import StrEnum

from latexrefcheck.model.claims import Stand
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence


class ClaimCode(StrEnum):
    """One outcome."""

    CLAIM_SUPPORTED = "CLAIM_SUPPORTED"
    CLAIM_CONTRADICTED = "CLAIM_CONTRADICTED"
    """A passage says the same of another figure, in another direction, or denies it."""
    CLAIM_AMBIGUOUS = "CLAIM_AMBIGUOUS"
    """Part of it is said."""
    CLAIM_NOT_EXPLICIT = "CLAIM_NOT_EXPLICIT"
    """No passage says it; that does not make it wrong."""
    CLAIM_NEEDS_FULL_TEXT = "CLAIM_NEEDS_FULL_TEXT"
    """It is about how something was done, and only the abstract could be had."""
    NO_ABSTRACT = "NO_ABSTRACT"
    NO_FULL_TEXT = "NO_FULL_TEXT"
    DOI_NOT_FOUND = "DOI_NOT_FOUND"
    DOI_MISMATCH = "DOI_MISMATCH"
    """What came is bound to another DOI than was asked for, and was not used."""
    SOURCE_TIMEOUT = "SOURCE_TIMEOUT"
    SOURCE_RATE_LIMITED = "SOURCE_RATE_LIMITED"
    SOURCE_API_ERROR = "SOURCE_API_ERROR"
    SOURCE_UNSUPPORTED = "SOURCE_UNSUPPORTED"
    """The source has no way to be asked about this work."""


OF_STAND = {
    Stand.SUPPORTED: ClaimCode.CLAIM_SUPPORTED,
    Stand.CONTRADICTED: ClaimCode.CLAIM_CONTRADICTED,
    Stand.PARTIAL: ClaimCode.CLAIM_AMBIGUOUS,
    Stand.UNVERIFIABLE: ClaimCode.CLAIM_NOT_EXPLICIT,
    Stand.ABSTRACT_ONLY: ClaimCode.CLAIM_NEEDS_FULL_TEXT,
}

OUTAGES = frozenset((ClaimCode.SOURCE_TIMEOUT, ClaimCode.SOURCE_RATE_LIMITED, ClaimCode.SOURCE_API_ERROR))
"""What says nothing about the claim: the same run may come to another end later."""


def of_failure(one: Evidence, otherwise: ClaimCode) -> ClaimCode:
    """The code of a question that a source did not answer."""
    if one.code is Code.TIMEOUT:
        return ClaimCode.SOURCE_TIMEOUT
    if one.code in (Code.RATE_LIMITED, Code.BUDGET_SPENT):
        return ClaimCode.SOURCE_RATE_LIMITED
    if one.code is Code.CANNOT_ASK:
        return ClaimCode.SOURCE_UNSUPPORTED
    if "another" in one.reason and "answered with" in one.reason:
        return ClaimCode.DOI_MISMATCH
    return otherwise
