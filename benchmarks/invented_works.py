"""Thousands of works that nobody wrote, with what each index knows of them: the world of the verification benchmark.

Titles, people, venues and identifiers are put together from word lists by a seeded generator, so two runs
make the same world. As in the real one no index knows everything: proceedings without DOIs stand in dblp,
life sciences in PubMed, preprints at arXiv and DataCite, books at Open Library, some works nowhere.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

FIELDS = ("computing", "medicine", "physics", "general")
SHARES = (60, 14, 14, 12)
"""Of a hundred works, how many belong to each field: the bibliography of a paper in computing."""

WORDS: dict[str, Any] = json.loads(Path(__file__).with_name("invented_words.json").read_text(encoding="utf-8"))
"""The word lists: adjectives, then nouns, tasks, settings and journals by field, names, meetings (name, acronym, DOIs or not)
and presses. ``spares`` are families that no invented work has: who is added to an entry is nobody's co-author."""


class Work(NamedTuple):
    """One work. ``authors`` are (given, family); ``known`` holds the ids of the sources that list it.

    ``online`` is the year of online publication or of the preprint if it differs; ``flaw`` is an error
    that the aggregators have in their record of it; ``notice`` the DOI of a retraction notice.
    """

    kind: str
    field: str
    title: str
    authors: tuple[tuple[str, str], ...]
    year: int
    subtitle: str = ""
    online: int = 0
    venue: str = ""
    acronym: str = ""
    publisher: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    doi: str = ""
    arxiv: str = ""
    pmid: str = ""
    isbn: str = ""
    issn: str = ""
    agency: str = ""
    known: tuple[str, ...] = ()
    flaw: str = ""
    notice: str = ""

    @property
    def whole(self) -> str:
        """Title with subtitle."""
        return f"{self.title}: {self.subtitle}" if self.subtitle else self.title


def title(rng: random.Random, field: str) -> tuple[str, str]:
    """A title and, for a third of them, a subtitle."""
    nouns, tasks, settings = WORDS["nouns"][field], WORDS["tasks"][field], WORDS["settings"][field]
    first, second = (word.capitalize() for word in rng.sample(WORDS["adjectives"], 2))
    noun, other = rng.sample(nouns, 2)
    task, setting = rng.choice(tasks), rng.choice(settings)
    shown = task.capitalize()
    form = rng.randrange(8)
    main = (
        f"{first} {noun} for {shown} in {setting}",
        f"On the {task} of {first.lower()} {noun.lower()} in {setting}",
        f"{shown} with {first} {noun} and {second} {other}",
        f"{first} {shown} of {noun} in {setting}",
        f"Towards {first} and {second} {noun} for {shown}",
        f"{first} {noun} Meet {second} {other} in {setting}",
        f"From {first} {noun} to {second} {other}",
        f"How {first} Are {noun} in {setting}?",
    )[form]
    if form == 6:
        return main, f"{first} {shown} in {setting}"
    if rng.random() < 0.04:
        main = main.replace(noun, f"CO2 {noun}", 1)
    wants = form not in (5, 7) and rng.random() < 0.25
    return main, rng.choice((f"A {second} Approach", f"Evidence from {setting}", f"The Case of {other}")) if wants else ""


def person(rng: random.Random) -> tuple[str, str]:
    """Given names and family name; a third have a middle initial."""
    given = rng.choice(WORDS["givens"])
    if rng.random() < 0.3:
        given += f" {rng.choice('ABCDEFGHJKLMNPRSTVW')}."
    return given, rng.choice(WORDS["families"])


def people(rng: random.Random) -> tuple[tuple[str, str], ...]:
    """One to seven authors, seldom forty, no family name twice."""
    count = 40 if rng.random() < 0.01 else rng.choice((1, 2, 2, 3, 3, 3, 4, 4, 5, 6, 7))
    found: dict[str, tuple[str, str]] = {}
    while len(found) < count:
        given, family = person(rng)
        found.setdefault(family, (given, family))
    return tuple(found.values())


def world(count: int = 4000, seed: int = 11) -> list[Work]:
    """The invented works, all different; a few share a title, some have a sequel."""
    rng = random.Random(seed)
    works: list[Work] = []
    seen: set[str] = set()
    while len(works) < count:
        work = _work(rng, len(works))
        if work.title in seen:
            continue
        seen.add(work.title)
        works.append(work)
        works += _relatives(rng, work, len(works))
    return works


def _relatives(rng: random.Random, work: Work, number: int) -> Iterator[Work]:
    """A sequel by the same people, or another paper with the same title by others."""
    draw = rng.random()
    if draw < 0.02:
        yield _placed(rng, work._replace(title=f"{work.title.rstrip('?')} Revisited", year=work.year + 2, online=0), number)
    elif draw < 0.03:
        yield _placed(rng, work._replace(authors=people(rng), year=work.year - 4, online=0), number)


def _work(rng: random.Random, number: int) -> Work:
    (field,) = rng.choices(FIELDS, SHARES)
    kinds = {
        "computing": ("article", "inproceedings", "inproceedings", "preprint"),
        "physics": ("article", "article", "preprint"),
    }
    kind = "book" if rng.random() < 0.05 else rng.choice(kinds.get(field, ("article",)))
    main, sub = title(rng, field)
    base = Work(kind, field, main, people(rng)[:7] if kind == "book" else people(rng), rng.randint(2004, 2024), sub)
    return _placed(rng, base, number)


def _placed(rng: random.Random, work: Work, number: int) -> Work:
    """The work with venue, identifiers and the indexes that know it."""
    work = work._replace(doi="", arxiv="", pmid="", isbn="", agency="", notice="", flaw="")
    return {"article": _article, "inproceedings": _paper, "preprint": _preprint, "book": _book}[work.kind](rng, work, number)


def _some(rng: random.Random, **shares: float) -> tuple[str, ...]:
    """Each source with its probability."""
    return tuple(name for name, share in shares.items() if rng.random() < share)


def _pages(rng: random.Random) -> str:
    first = rng.randint(1, 1800)
    return f"{first}-{first + rng.randint(4, 24)}"


def _article(rng: random.Random, work: Work, number: int) -> Work:
    place = rng.randrange(6)
    venue = WORDS["journals"][work.field][place]
    work = work._replace(
        venue=venue,
        volume=str(rng.randint(3, 140)),
        issue=str(rng.randint(1, 12)),
        pages=_pages(rng),
        online=work.year - 1 if rng.random() < 0.2 else 0,
        issn=issn(FIELDS.index(work.field) * 10 + place),
        publisher=WORDS["presses"][place % 4],
    )
    draw = rng.random()
    if draw < 0.05:
        return work  # in no index at all
    shares = {"openalex": 0.95, "semanticscholar": 0.9}
    if draw < 0.09:
        agency = rng.choice(("mEDRA", "JaLC"))
        return work._replace(doi=f"10.9{9100 + place}/{number:05d}", agency=agency, known=_some(rng, **shares))
    if own := {"computing": "dblp", "physics": "inspire", "medicine": "pubmed"}.get(work.field):
        shares[own] = 0.95
    if own == "pubmed":
        work = work._replace(pmid=str(31_000_000 + number * 7))
    known = ("crossref", *_some(rng, **shares))
    if "pubmed" in known:
        known = (*known, "europepmc")
    doi = f"10.9{9000 + place}/{''.join(word[0] for word in venue.split()).lower()}.{work.year}.{number:05d}"
    preprint = work.field in ("computing", "physics") and rng.random() < 0.3
    if preprint:
        work = work._replace(arxiv=arxiv(work.online or work.year, number))
        known = (*known, "arxiv", "datacite")
    flaw = rng.choice(("year", "author")) if rng.random() < 0.02 else ""
    return work._replace(doi=doi, known=known, flaw=flaw, notice=f"{doi}.retraction" if rng.random() < 0.01 else "")


def _paper(rng: random.Random, work: Work, number: int) -> Work:
    venue, acronym, with_doi = rng.choice(WORDS["meetings"])
    work = work._replace(venue=venue, acronym=acronym, pages=_pages(rng), publisher="Association for Invented Computing")
    known = _some(rng, dblp=0.97, semanticscholar=0.9, openalex=0.9 if with_doi else 0.6)
    if with_doi:
        work = work._replace(doi=f"10.98765/{acronym.lower()}.{work.year}.{number:05d}")
        known = ("crossref", *known)
    if rng.random() < 0.4:
        work = work._replace(arxiv=arxiv(work.year - 1, number), online=work.year - 1)
        known = (*known, "arxiv", "datacite")
    return work._replace(known=known)


def _preprint(rng: random.Random, work: Work, number: int) -> Work:
    shares = {"semanticscholar": 0.95, "openalex": 0.85, "dblp" if work.field == "computing" else "inspire": 0.8}
    return work._replace(
        year=max(work.year, 2008), arxiv=arxiv(max(work.year, 2008), number), known=("arxiv", "datacite", *_some(rng, **shares))
    )


def _book(rng: random.Random, work: Work, number: int) -> Work:
    return work._replace(
        publisher=rng.choice(WORDS["presses"]),
        isbn=isbn(number),
        known=_some(rng, openlibrary=0.9, openalex=0.5, semanticscholar=0.4),
    )


def arxiv(year: int, number: int) -> str:
    """A number of five digits in a month of the year (of four before 2015)."""
    year = max(year, 2008)
    month = number % 12 + 1
    return (
        f"{year % 100:02d}{month:02d}.{number + 1:05d}"
        if year >= 2015
        else f"{year % 100:02d}{month:02d}.{number % 9000 + 1:04d}"
    )


def isbn(number: int) -> str:
    """An ISBN-13 with its check digit."""
    body = f"97899{number:07d}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(body))
    return f"{body}{-total % 10}"


def issn(number: int) -> str:
    """An ISSN with its check digit."""
    body = f"2999{number:03d}"
    check = -sum(int(digit) * weight for digit, weight in zip(body, range(8, 1, -1), strict=True)) % 11
    return f"{body[:4]}-{body[4:]}{'X' if check == 10 else check}"


def read(path: Path) -> list[Work]:
    """Works out of a JSON list of objects with the fields of :class:`Work`."""
    plain = json.loads(path.read_text(encoding="utf-8"))
    return [
        Work(**{**one, "authors": tuple((given, family) for given, family in one["authors"]), "known": tuple(one["known"])})
        for one in plain
    ]
