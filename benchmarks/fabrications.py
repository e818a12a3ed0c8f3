"""References that nobody should trust, each made of a real one (real in the invented world) by one change."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import NamedTuple

from invented_works import WORDS, Work, title
from spellings import Fields, author_field


class Kind(NamedTuple):
    """A fabricated kind: which works it can be made of, what is done to them, and the rules that give the right reason."""

    fits: Callable[[Work], bool]
    change: Callable[[random.Random, Work, list[Work], Fields], None]
    expected: tuple[str, ...]


def spare(rng: random.Random) -> tuple[str, str]:
    """A person who wrote none of the works."""
    return rng.choice(WORDS["givens"]), rng.choice(WORDS["spares"])


def strip(fields: Fields, *names: str) -> None:
    """Take fields out."""
    for field in names:
        fields.pop(field, None)


def invented(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """A title out of the same words, by nobody."""
    main, _ = title(rng, work.field)
    fields |= {
        "title": main,
        "author": " and ".join(f"{family}, {given}" for given, family in dict.fromkeys(spare(rng) for _ in range(3))),
    }
    strip(fields, "doi", "eprint", "archiveprefix", "url", "pmid", "isbn")
    if "arXiv" in fields.get("journal", ""):
        strip(fields, "journal")


def chimera(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """Other people's names; half of them without any identifier."""
    people = {spare(rng) for _ in work.authors} | {spare(rng)}
    fields["author"] = " and ".join(f"{family}, {given}" for given, family in sorted(people))
    if rng.random() < 0.5:
        strip(fields, "doi", "eprint", "archiveprefix", "url", "pmid")


def wrong_doi(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """The DOI of any other work."""
    strip(fields, "eprint", "archiveprefix", "url", "pmid")
    fields["doi"] = rng.choice([other.doi for other in works if other.doi and other.doi != work.doi])


def dead_doi(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """A DOI with another number at its end."""
    strip(fields, "eprint", "archiveprefix", "url", "pmid")
    fields["doi"] = re.sub(r"\d+$", lambda match: str(int(match[0]) + rng.randint(500_000, 900_000)), work.doi)


def wrong_year(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """Four to six years off."""
    fields["year"] = str(min(work.year, work.online or work.year) - rng.randint(4, 6) if rng.random() < 0.7 else work.year + 4)


def wrong_venue(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """A venue of the same sort without a word in common."""
    strip(fields, "volume", "number", "pages")
    if work.doi:
        fields["doi"] = work.doi  # dblp, which a search may end at, has acronyms only
    small = {"the", "of", "on", "and", "in", "journal", "international", "conference", "review", "annals", "quarterly", "letters"}
    own = {word.lower() for word in work.venue.split()} - small
    names = (
        [meeting[0] for meeting in WORDS["meetings"]]
        if work.acronym
        else [one for names in WORDS["journals"].values() for one in names]
    )
    others = [other for other in names if not own & {word.lower() for word in other.split()}]
    fields["booktitle" if work.acronym else "journal"] = rng.choice(others)


def author_swapped(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """One author replaced."""
    people = list(work.authors)
    people[rng.randrange(len(people))] = spare(rng)
    fields["author"] = author_field(rng, tuple(people), rng.choice(("plain", "first-last", "initials")))


def author_added(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """One author too many, anywhere in the list."""
    people = list(work.authors)
    people.insert(rng.randint(0, len(people)), spare(rng))
    fields["author"] = author_field(rng, tuple(people), rng.choice(("plain", "first-last", "initials")))


def drifts(work: Work) -> bool:
    """Whether there are words to change, and somebody who finds a title that is only similar."""
    return "crossref" in work.known and sum(len(word) > 5 and word.isalpha() for word in work.title.split()) > 2


def title_drift(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """Two long words changed for others of the same lists."""
    parts = work.title.split()
    places = [place for place, word in enumerate(parts) if len(word) > 5 and word.isalpha()]
    others = [*WORDS["adjectives"], *WORDS["nouns"][work.field]]
    for place in rng.sample(places, 2):
        new = rng.choice([word for word in others if word.lower() not in work.whole.lower()])
        parts[place] = new.capitalize() if parts[place][0].isupper() else new.lower()
    fields["title"] = " ".join(parts).replace("CO2", "CO$_2$")


def wrong_arxiv(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """The number of any other paper."""
    strip(fields, "doi", "url", "pmid")
    if "arXiv" in fields.get("journal", ""):
        strip(fields, "journal")
    number = rng.choice([other.arxiv for other in works if other.arxiv and other.arxiv != work.arxiv])
    fields |= {"eprint": number, "archiveprefix": "arXiv"}


def retracted(rng: random.Random, work: Work, works: list[Work], fields: Fields) -> None:
    """Nothing is changed."""


KINDS: dict[str, Kind] = {
    "invented": Kind(lambda w: w.kind != "book", invented, ("not-found",)),
    "chimera": Kind(lambda w: len(w.title.split()) > 4, chimera, ("author-mismatch",)),
    "wrong-doi": Kind(lambda w: bool(w.doi), wrong_doi, ("doi-mismatch",)),
    "dead-doi": Kind(lambda w: bool(w.doi), dead_doi, ("doi-not-found",)),
    "wrong-year": Kind(lambda w: True, wrong_year, ("year-mismatch",)),
    "wrong-venue": Kind(lambda w: bool(w.venue) and (bool(w.doi) or "dblp" not in w.known), wrong_venue, ("venue-mismatch",)),
    "author-swapped": Kind(lambda w: 1 < len(w.authors) < 12, author_swapped, ("author-mismatch",)),
    "author-added": Kind(lambda w: len(w.authors) < 12, author_added, ("author-mismatch",)),
    "title-drift": Kind(drifts, title_drift, ("title-mismatch",)),
    "wrong-arxiv": Kind(lambda w: bool(w.arxiv), wrong_arxiv, ("arxiv-id-mismatch",)),
    "retracted": Kind(lambda w: bool(w.notice), retracted, ("retracted",)),
}
