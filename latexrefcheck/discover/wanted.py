"""What somebody looks for, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from latexrefcheck.errors import UsageError
from latexrefcheck.model.record import Query
from latexrefcheck.text.fold import fold

KIND = "keywords"
MOST = 50
"""Works that one search shows at most."""
SORTS = ("relevance", "date", "citations")
OLDEST = 1500


class InvalidArgument(UsageError):
    """What was asked for cannot be meant; its code in JSON is ``INVALID_ARG``."""

    code = "INVALID_ARG"


class Wanted(NamedTuple):
    """A search: words, and what narrows it. ``first`` and ``last`` are years, 0 for an open end."""

    words: str
    author: str = ""
    venue: str = ""
    first: int = 0
    last: int = 0
    preprints: bool = False
    most: int = 10
    sort: str = "relevance"

    def checked(self) -> Wanted:
        """The same, or InvalidArgument with one sentence."""
        now = datetime.now(UTC).year + 1
        if not any(one.isalnum() for one in self.words):
            raise InvalidArgument("say in words what to look for")
        for year in (self.first, self.last):
            if year and not OLDEST <= year <= now:
                raise InvalidArgument(f"{year} is no year of publication from {OLDEST} to {now}")
        if self.first and self.last and self.first > self.last:
            raise InvalidArgument(f"--year-from {self.first} is behind --year-to {self.last}")
        if not 1 <= self.most <= MOST:
            raise InvalidArgument(f"--max is a number from 1 to {MOST}, not {self.most}")
        if self.sort not in SORTS:
            raise InvalidArgument(f"--sort is one of {', '.join(SORTS)}, not {self.sort!r}")
        return self

    @property
    def query(self) -> Query:
        """The query that every source is asked."""
        span = f"{self.first or ''}-{self.last or ''}" if self.first or self.last else ""
        return Query(KIND, " ".join(self.words.split())[:500], self.author.strip()[:100], span)

    def plain(self) -> Mapping[str, object]:
        """The search as JSON values, for the history."""
        return {name: value for name, value in self._asdict().items() if value != Wanted("")._asdict()[name]}


def words_of(text: str) -> list[str]:
    """The folded words of a text that tell something."""
    return [word for word in "".join(one if one.isalnum() else " " for one in fold(text)).split() if word not in _LITTLE]


_LITTLE = frozenset(
    "a an and are as at by can for from has have how in into is it its of on or that the their this to using via we what which "
    "with der die das und von mit fur des le la les de du et pour el los una un y en".split()
)
