"""How sure a verdict is, and on whose word it rests."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """How well the work met agrees with what is cited, by the score and the bounds that the profile sets.

    ``high`` goes with ``verified`` and with nothing else; ``medium`` is a partial match that a person should look
    at; ``low`` is a weak one; ``none`` means that the work was not met, or that nothing could be compared.
    """

    high = "high"
    medium = "medium"
    low = "low"
    none = "none"


class Word(StrEnum):
    """On whose word a verdict rests, in the words of every report."""

    sources = "verified"
    """Sources were asked in this run or in one whose answers the cache still holds."""
    person = "confirmed by a person"
    lock = "from the lock"
    change = "vouched for in this very change"
    """A verdict of the lock, or a confirmation, that the change under review itself brought (``--since``)."""
