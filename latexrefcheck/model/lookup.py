"""What a scholarly source is: what it says of itself, and the seam between it and the network.

A source does no I/O. It turns queries into requests and a response into an answer, and describes itself in
one :class:`Source`, which the planner, the judge, the HTTP client and the reports read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Query, Record

SEARCHES = ("bibliographic", "title")
"""Kinds of query that are text searches, the one that takes more words first; all others look something up."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How often a host may be asked: ``count`` requests per ``seconds``, ``concurrent`` at a time."""

    count: int
    seconds: float
    concurrent: int = 1


@dataclass(frozen=True, slots=True)
class SourceConfig:
    """What the user set for one source. Keys and addresses live here and nowhere else."""

    base: str
    key: str = ""
    contact: str = ""
    version: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request of a source: all that :mod:`latexrefcheck.verify.http` needs, no I/O.

    ``params`` are sent as given; ``secret_params``/``secret_headers`` are sent too but never stored,
    logged or part of a cache key. ``pool`` names the limiter of the host (Crossref has two).
    """

    source: str
    url: str
    queries: tuple[Query, ...]
    method: str = "GET"
    params: tuple[tuple[str, str], ...] = ()
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    secret_params: tuple[tuple[str, str], ...] = ()
    secret_headers: Mapping[str, str] = field(default_factory=dict)
    accept: str = "application/json"
    pool: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """What came back: status 0 means that nothing did; ``failure`` says why, ``code`` says it to programs."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    url: str = ""
    cached: bool = False
    retrieved: str = ""
    failure: str = ""
    code: Code | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a source says to a request, per query. A query in none of the three was not answered and counts as failed."""

    found: Mapping[Query, tuple[Record, ...]] = field(default_factory=dict)
    absent: frozenset[Query] = frozenset()
    failed: Mapping[Query, str] = field(default_factory=dict)


class StudyField(StrEnum):
    """A field of study in which some sources are at home."""

    COMPUTING = "computing"
    MEDICINE = "medicine"
    PHYSICS = "physics"
    MATHEMATICS = "mathematics"


class Worth(StrEnum):
    """What a source's word on a work is worth."""

    REGISTRY = "registry"
    """It registers works, or passes on what their publishers deposited."""
    CURATED = "curated"
    """An index whose lists of authors are kept by hand."""
    BROAD = "broad"
    """An index of works of every field, with and without identifiers."""
    INDEX = "index"
    """Any other index."""


class KeyUse(StrEnum):
    """Whether a source takes a key."""

    NONE = "none"
    OPTIONAL = "optional"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a source by pool, those that a contact address or a key raises apart (nothing: they raise none)."""

    public: Mapping[str, Limit] = field(default_factory=dict)
    contact: Mapping[str, Limit] = field(default_factory=dict)
    key: Mapping[str, Limit] = field(default_factory=dict)

    def under(self, config: SourceConfig) -> Mapping[str, Limit]:
        """The limits that hold with this key and contact address."""
        if config.key and self.key:
            return self.key
        return (config.contact and self.contact) or self.public


@dataclass(frozen=True, slots=True)
class Ask:
    """One kind of query that a source takes.

    ``batch`` is how many go into one request; ``fuzzy`` says of a search that it finds titles with a word changed,
    slowly; ``versions`` that numbers with a version (``…v1``) can be asked for.
    """

    batch: int = 1
    fuzzy: bool = False
    versions: bool = False


@dataclass(frozen=True, slots=True)
class Own:
    """What a source's word is on a kind of identifier that it owns: it can say whose an identifier is.

    The owner with the smallest ``rank`` is asked first. With ``prefixes`` it is asked only for identifiers that begin
    so (up to the first slash), and for those nobody else is. ``final``: what it does not know does not exist.
    ``relays``: what it says is what the final owner told it, so that the two are one voice.
    """

    rank: int = 0
    prefixes: frozenset[str] = frozenset()
    final: bool = False
    relays: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A work that a source has held for years, and what it says of it.

    ``latexrefcheck doctor`` asks for it to see whether the source still answers as its module reads it. ``reads`` names
    fields of the source's own answer that the record is made from.
    """

    query: Query
    title: str = ""
    family: str = ""
    year: int = 0
    identifiers: Mapping[str, str] = field(default_factory=dict)
    reads: tuple[str, ...] = ()


class Held(NamedTuple):
    """One work of a dump as a local index keeps it.

    ``identifiers`` are (kind, canonical value) pairs, the one that names the work best first; ``titles`` all forms of
    the title; ``family`` the first author's family name; ``body`` what :attr:`Dump.record` needs; ``day`` the ISO 8601
    day on which the source last touched the work, as far as the dump says it.
    """

    identifiers: tuple[tuple[str, str], ...]
    titles: tuple[str, ...]
    family: str
    body: str
    day: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dump:
    """The official dump of a source, from which a local index is made; none of this opens a file.

    - ``pieces(chunks)`` cuts an unpacked file, which comes in chunks of any size, into pieces of one work each.
    - ``held(piece)`` reads one; None for what is no work (a person, a journal). It raises ValueError, TypeError,
      LookupError or AttributeError for a damaged one.
    - ``record(body)`` makes the record of what was held, as the source's own answers are read; it raises the same.
    - ``where`` is the address at which the dump is published.
    """

    pieces: Callable[[Iterable[bytes]], Iterator[bytes]]
    held: Callable[[bytes], Held | None]
    record: Callable[[str], Record]
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A scholarly source in its own words.

    - ``id`` as it is written in settings, ``name`` as people write it, ``base`` the address under which all is asked
      (nothing: it is not asked itself).
    - ``requests(queries, config)`` gives the requests, ``answer(request, response)`` what came of one; both do no I/O
      and ``answer`` never raises on what a server sent.
    - ``asks`` holds the kinds of query that it takes (``doi``, ``arxiv``, ``title`` …); ``owns`` the identifiers on
      which its word is the registry's own.
    - ``worth`` is what its word on a work is worth; ``fields`` where it is at home (nothing: everywhere);
      ``order`` its place among its like, smaller first.
    - ``lists_venues``: a published work stands there with its venue. ``tells_notices``: its records say whether a
      work was retracted or withdrawn; ``marks_retracted``:
      only that it was. ``covered``: what its search finds, the broad indexes hold as well.
    - ``mixed``: identifiers of several kinds go into one request. ``crowded``: without a key all the world shares one
      allowance, so that a refusal calls for another try and not for a longer wait. ``timeout``: seconds that an answer
      may take at least.
    - ``alias(query)`` gives the queries under which others know an identifier; ``pages`` the address before an
      identifier at which readers see the work; ``agency`` what doi.org calls it as a registration agency;
      ``sample`` a work that it is known to hold; ``dump`` how its official dump is read, where it publishes one.
    """

    id: str
    name: str
    requests: Callable[[Iterable[Query], SourceConfig], Iterator[Request]]
    answer: Callable[[Request, Response], Answer]
    base: str = ""
    limits: Limits = Limits()
    asks: Mapping[str, Ask] = field(default_factory=dict)
    owns: Mapping[str, Own] = field(default_factory=dict)
    worth: Worth = Worth.INDEX
    fields: frozenset[StudyField] = frozenset()
    order: int = 50
    lists_venues: bool = False
    tells_notices: bool = False
    marks_retracted: bool = False
    covered: bool = False
    mixed: bool = False
    crowded: bool = False
    timeout: float = 0.0
    key: KeyUse = KeyUse.NONE
    default_on: bool = True
    alias: Callable[[Query], tuple[Query, ...]] | None = None
    pages: Mapping[str, str] = field(default_factory=dict)
    agency: str = ""
    sample: Sample | None = None
    dump: Dump | None = None

    def batch(self, kind: str) -> int:
        """How many queries of a kind go into one request."""
        ask = self.asks.get(kind)
        return ask.batch if ask is not None else 1

    def search(self) -> str:
        """The kind of text search that it takes, or nothing."""
        return next((kind for kind in SEARCHES if kind in self.asks), "")
