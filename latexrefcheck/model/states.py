"""The states that values pass through, as enums: a misspelt one is an error, and each says what it means."""

from __future__ import annotations

from enum import StrEnum


class FindingState(StrEnum):
    """Whether a finding counts."""

    OPEN = "open"
    """It counts for the exit status; nothing else does."""
    SUPPRESSED = "suppressed"
    """Somebody accepted it, with a reason."""
    BASELINE = "baseline"
    """It was there in the run that wrote the baseline."""
    UNCHANGED = "unchanged"
    """It is outside of what ``--since`` looks at."""
    UNCITED = "uncited"
    """It is on an entry that no document cites."""


class SourceState(StrEnum):
    """How a scholarly source did in a run."""

    OK = "ok"
    DEGRADED = "degraded"
    """Some requests failed."""
    DOWN = "down"
    """All of them did."""
    OFF = "off"
    UNUSED = "unused"
    """Nothing was asked."""


class EvidenceOutcome(StrEnum):
    """What came of one query."""

    FOUND = "found"
    ABSENT = "absent"
    """The source answered that it does not know it."""
    FAILED = "failed"
    """There was no answer, or none that can be read: this is never "absent"."""


class JudgementState(StrEnum):
    """How the entry and the record compare in one field."""

    AGREE = "agree"
    DIFFER = "differ"
    MINOR = "minor"
    """A harmless difference."""
    UNKNOWN = "unknown"
    """One of the two does not say."""


class JudgementKind(StrEnum):
    """In what way the entry and the record compare as they do; of authors if nothing else is said."""

    NONE = ""
    """The state says all."""
    ADDED = "added"
    """The entry names somebody whom the record does not have."""
    REPLACED = "replaced"
    """It names somebody in the place of another."""
    RENAMED = "renamed"
    """One of several people has another family name, and the rest agree."""
    GIVEN = "given"
    """A family name with another given name."""
    ORDER = "order"
    MISSING = "missing"
    """The entry leaves out somebody whom the record has."""
    OTHER_PEOPLE = "other-people"
    """Hardly anybody agrees."""
    SPELLING = "spelling"
    CORPORATE = "corporate"
    """An organisation signs where the record has people, or the other way about."""
    SCRIPT = "script"
    """The names stand in a script that cannot be compared."""
    WORDING = "wording"
    """Of a title: nearly the record's, in other words."""
    OTHER_TITLE = "other-title"
    FORM = "form"
    """Of a title: the record's, in another form."""
    VERSION = "version"
    """Of a year or venue: that of another version of the work."""
    UNCONFIRMED = "unconfirmed"
    """Of a venue: the indexes know the work as a preprint, or too few of them were heard."""
    CONFIRMED = "confirmed"
    """A person vouches for the entry as it stands."""


class Agreement(StrEnum):
    """On how many independent sources a verdict rests."""

    CONFIRMED = "confirmed"
    """On two or more."""
    SINGLE_SOURCE = "single-source"
    NONE = "none"


class VerdictStatus(StrEnum):
    """What is known about an entry, best known first; none of these says that a work is invented."""

    VERIFIED = "verified"
    PARTIAL = "partial"
    """Nothing contradicts, but too much could not be compared."""
    MISMATCH = "mismatch"
    WRONG_IDENTIFIER = "wrong-identifier"
    """The identifier is another work's."""
    IDENTIFIER_NOT_FOUND = "identifier-not-found"
    NOT_FOUND = "not-found"
    UNVERIFIABLE = "unverifiable"
    """There is too little to look for, or to compare."""
    UNCHECKED = "unchecked"
    """It could not be checked this time."""


class NeedKind(StrEnum):
    """What more is wanted to judge a reference."""

    ENOUGH = "enough"
    """Nothing more: the verdict stands."""
    OWNER = "owner"
    """The identifier has not been asked at a registry that owns it."""
    AGENCY = "agency"
    """The registry asked does not hold it; ask doi.org, then the agency that it names."""
    SEARCH = "search"
    """No record of this work yet: search by title."""
    PUBLISHED = "published"
    """Only a preprint of a work that is cited as published was met: search the registries by title."""
    SECOND_OPINION = "second-opinion"
    """A source says "differs" or "nothing"; another one that has not answered has to be asked."""
    REPLACEMENT = "replacement"
    """The identifier is wrong; the right one is looked for by title."""
    VERSIONS = "versions"
    """The arXiv record has another title: ask for the earlier versions."""
