"""What the invented indexes answer to a request: look-ups by identifier and searches by title, in each one's own form."""

from __future__ import annotations

import json
import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote

import answer_shapes as shapes
from invented_works import Work

JSON, XML, HTML = "application/json", "application/atom+xml", "text/html"
NO_SUCH_PAGE = b"<!doctype html>\n<html lang=en>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n"
NO_SUCH_DOI = b"<!DOCTYPE html><html><head><title>Error: DOI Not Found</title></head><body><h1>DOI Not Found</h1></body></html>"
NOT_HERE = "The resource you are looking for doesn't exist."
ARXIV_DOI = "10.48550/arxiv."
SOURCES = "crossref datacite doiorg arxiv dblp openalex semanticscholar openlibrary pubmed europepmc".split()
CLOSE = 0.75
"""Share of words in common from which Semantic Scholar takes a title for the one that was asked for."""


class Ask(NamedTuple):
    """One request without its server: ``path`` begins behind the source's base."""

    path: str
    params: dict[str, str]
    body: str = ""


class Said(NamedTuple):
    """An answer; ``asked`` names what it answers, as (kind, value)."""

    body: bytes
    asked: tuple[tuple[str, str], ...]
    status: int = 200
    type: str = JSON


def words(text: str) -> list[str]:
    """Lower-case words without accents."""
    return re.findall(r"\w+", shapes.plain_letters(text.lower()))


def said(value: Any, asked: Iterable[tuple[str, str]], status: int = 200) -> Said:
    """A JSON answer."""
    return Said(json.dumps(value).encode(), tuple(asked), status)


class Index:
    """All works, found by identifier and by words. ``routes`` maps a source to what answers for it."""

    def __init__(self, works: list[Work]) -> None:
        self.works = works
        self.by: dict[tuple[str, str], Work] = {}
        self.titles = [frozenset(words(work.whole)) for work in works]
        self.posts: dict[str, set[int]] = defaultdict(set)
        for place, work in enumerate(works):
            for kind in ("doi", "arxiv", "pmid", "isbn"):
                if value := getattr(work, kind):
                    self.by[kind, value.lower()] = work
            if work.arxiv:
                self.by["doi", f"{ARXIV_DOI}{work.arxiv}"] = work
            people = [word for _, family in work.authors for word in words(family)]
            for word in (*self.titles[place], *people, str(work.year), *words(work.venue)):
                self.posts[word].add(place)
        self.routes: dict[str, Callable[[Ask], Said]] = {name: getattr(self, name) for name in SOURCES}

    def known(self, source: str, kind: str, value: str) -> Work | None:
        """The work that ``source`` lists under an identifier."""
        value = value.lower()
        work = self.by.get((kind, value))
        if work is None or source not in work.known:
            return None
        if (
            kind == "doi"
            and value.startswith(ARXIV_DOI)
            and (source in ("crossref", "dblp") or (source == "openalex" and work.doi))
        ):
            return None  # not registered there, or merged into the published work
        return work

    def ranked(self, source: str, text: str, most: int) -> list[Work]:
        """The works of ``source`` that share most words with ``text``, rare words counting more; there are always some."""
        scores: dict[int, float] = defaultdict(float)
        for word in dict.fromkeys(words(text)):
            places = self.posts.get(word, ())
            if places and (len(places) == 1 or len(places) < len(self.works) / 4):
                weight = math.log(len(self.works) / len(places))
                for place in places:
                    scores[place] += weight / (6 + len(self.titles[place]))
        found = sorted(scores, key=lambda place: (-scores[place], place))
        return [self.works[place] for place in found if source in self.works[place].known][:most]

    def holding(self, source: str, text: str, most: int) -> list[Work]:
        """The works of ``source`` with every word of ``text`` in the title."""
        wanted = frozenset(words(text))
        places = min((self.posts.get(word, set()) for word in wanted), key=len, default=set())
        return [self.works[p] for p in sorted(places) if wanted <= self.titles[p] and source in self.works[p].known][:most]

    def crossref(self, ask: Ask) -> Said:
        """Single records, lists by DOI, lists of notices and the bibliographic search."""
        if ask.path != "/works":
            doi = unquote(ask.path.removeprefix("/works/"))
            work = self.known("crossref", "doi", doi)
            if work is None:
                return Said(b"Resource not found.", (("doi", doi),), 404, "text/plain")
            return said({"status": "ok", "message-type": "work", "message": shapes.crossref(work)}, [("doi", doi)])
        asked: list[tuple[str, str]] = []
        if text := ask.params.get("query.bibliographic", ""):
            asked, works = [("bibliographic", text)], self.ranked("crossref", text, int(ask.params["rows"]))
        else:
            filters = ask.params["filter"].split(",")
            asked = [(kind, value) for kind, _, value in (one.partition(":") for one in filters)]
            works = [work for kind, value in asked if kind == "doi" and (work := self.known("crossref", "doi", value))]
        message = {"total-results": len(works), "items": [shapes.crossref(work) for work in works], "items-per-page": len(works)}
        return said({"status": "ok", "message-type": "work-list", "message": message}, asked)

    def datacite(self, ask: Ask) -> Said:
        """DOIs in a list or singly; only arXiv's are here."""
        if ask.path != "/dois":
            doi = unquote(ask.path.removeprefix("/dois/"))
            work = self.known("datacite", "doi", doi) if doi.lower().startswith(ARXIV_DOI) else None
            if work is None:
                return said(
                    {"errors": [{"status": "404", "title": "The resource you are looking for doesn't exist."}]},
                    [("doi", doi)],
                    404,
                )
            return said({"data": shapes.datacite(work)}, [("doi", doi)])
        dois = ask.params["ids"].split(",")
        works = [work for doi in dois if doi.lower().startswith(ARXIV_DOI) and (work := self.known("datacite", "doi", doi))]
        asked = [("doi", doi) for doi in dois]
        return said({"data": [shapes.datacite(work) for work in works], "meta": {"total": len(works)}}, asked)

    def doiorg(self, ask: Ask) -> Said:
        """Agencies in a list, handles, and content negotiation."""
        if ask.path.startswith("/doiRA/"):
            dois = [unquote(doi) for doi in ask.path.removeprefix("/doiRA/").split(",")]
            return said([self._agency(doi) for doi in dois], [("agency", doi) for doi in dois])
        if ask.path.startswith("/api/handles/"):
            doi = unquote(ask.path.removeprefix("/api/handles/"))
            if ("doi", doi.lower()) not in self.by:
                return said({"responseCode": 100, "handle": doi}, [("handle", doi)], 404)
            values = [{"index": 1, "type": "URL", "data": {"format": "string", "value": "https://press.example/x"}}]
            return said({"responseCode": 1, "handle": doi, "values": values}, [("handle", doi)])
        doi = unquote(ask.path.lstrip("/"))
        work = self.by.get(("doi", doi.lower()))
        if work is None:
            return Said(NO_SUCH_DOI, (("csl", doi),), 404, HTML)
        return said(shapes.csl(work), [("csl", doi)])

    def _agency(self, doi: str) -> dict[str, str]:
        work = self.by.get(("doi", doi.lower()))
        if work is None:
            return {"DOI": doi, "status": "DOI does not exist"}
        return {"DOI": doi, "RA": work.agency or ("DataCite" if doi.lower().startswith(ARXIV_DOI) else "Crossref")}

    def arxiv(self, ask: Ask) -> Said:
        """The Atom feed of some numbers; unknown ones are left out."""
        numbers = ask.params["id_list"].split(",")
        entries = []
        for number in numbers:
            base, _, version = number.partition("v")
            work = self.known("arxiv", "arxiv", base)
            if work is not None and version in ("", "1"):
                entries.append(shapes.arxiv(work))
        feed = (
            '<?xml version="1.0" encoding="UTF-8"?><feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" '
            'xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">'
            f"<opensearch:totalResults>{len(entries)}</opensearch:totalResults>{''.join(entries)}</feed>"
        )
        return Said(feed.encode(), tuple(("arxiv", number) for number in numbers), 200, XML)

    def dblp(self, ask: Ask) -> Said:
        """The SPARQL queries that name DOIs, whole titles, or beginnings of titles as ranges."""
        sparql = parse_qs(ask.body)["query"][0]
        dois = re.findall(r"<https://doi\.org/([^>]+)>", sparql)
        exact = [
            text for group in re.findall(r"VALUES \?t \{ (.*?) \}", sparql) for text in re.findall(r'"((?:[^"\\]|\\.)*)"', group)
        ]
        ranges = re.findall(r'\?t >= "([^"]*)" && \?t < "([^"]*)"', sparql)
        spelt = frozenset(text.replace('\\"', '"').lower() for text in exact)
        found = [work for doi in dois if (work := self.known("dblp", "doi", doi)) is not None]
        for work in self.works if exact or ranges else ():
            if "dblp" in work.known:
                title = work.whole.lower() + ("" if work.whole.endswith("?") else ".")
                if title in spelt or any(low <= title < high for low, high in ranges):
                    found.append(work)
        rows = [row for work in dict.fromkeys(found) for row in shapes.dblp(work)]
        asked = [("doi", doi.lower()) for doi in dois] + [("title", title) for title in exact] or [
            ("title", low) for low, _ in ranges
        ]
        return said({"head": {"vars": ["pub", "doi", "t", "y", "v", "bt", "o", "a"]}, "results": {"bindings": rows}}, asked)

    def openalex(self, ask: Ask) -> Said:
        """DOIs in a list or singly, and the search for all words of a title."""
        if text := ask.params.get("search.title", ""):
            asked, works = [("title", text)], self.holding("openalex", text, int(ask.params["per_page"]))
        elif ask.path == "/works":
            asked = [("doi", doi) for doi in ask.params["filter"].removeprefix("doi:").split("|")]
            works = [work for _, doi in asked if (work := self.known("openalex", "doi", doi)) is not None]
        else:
            doi = unquote(ask.path.removeprefix("/works/doi:"))
            work = self.known("openalex", "doi", doi)
            return Said(NO_SUCH_PAGE, (("doi", doi),), 404, HTML) if work is None else said(shapes.openalex(work), [("doi", doi)])
        return said({"meta": {"count": len(works), "page": 1}, "results": [shapes.openalex(work) for work in works]}, asked)

    def semanticscholar(self, ask: Ask) -> Said:
        """Identifiers of all kinds in one list, and the one title that matches best."""
        if ask.path == "/paper/batch":
            ids = [(kind.lower(), value) for kind, _, value in (one.partition(":") for one in json.loads(ask.body)["ids"])]
            works = [self.known("semanticscholar", kind, value) for kind, value in ids]
            return said([shapes.semanticscholar(work) if work else None for work in works], ids)
        text = ask.params["query"]
        wanted = frozenset(words(text))
        for work in self.ranked("semanticscholar", text, 1):
            forms = (frozenset(words(form)) for form in (work.whole, work.title))
            if any(len(wanted & have) >= CLOSE * len(wanted | have) for have in forms):
                return said({"data": [{**shapes.semanticscholar(work), "matchScore": 150.0}]}, [("title", text)])
        return said({"error": "Title match not found"}, [("title", text)], 404)

    def openlibrary(self, ask: Ask) -> Said:
        """Editions by ISBN; unknown ones are left out."""
        isbns = [one.removeprefix("ISBN:") for one in ask.params["bibkeys"].split(",")]
        works = {isbn: self.known("openlibrary", "isbn", isbn) for isbn in isbns}
        return said({f"ISBN:{isbn}": shapes.openlibrary(w) for isbn, w in works.items() if w}, [("isbn", isbn) for isbn in isbns])

    def pubmed(self, ask: Ask) -> Said:
        """Summaries by PMID; an unknown one has an error in its place. Full records are not kept here."""
        numbers = ask.params["id"].split(",")
        if not ask.path.endswith("/esummary.fcgi") or ask.params["db"] != "pubmed":
            return Said(b"<eFetchResult><ERROR>not served</ERROR></eFetchResult>", (), 400, "text/xml")
        works = {number: self.known("pubmed", "pmid", number) for number in numbers}
        gone = "cannot get document summary"
        told = {number: shapes.pubmed(work) if work else {"uid": number, "error": gone} for number, work in works.items()}
        asked = [("pmid", number) for number in numbers]
        return said({"header": {"type": "esummary"}, "result": {"uids": numbers, **told}}, asked)

    def europepmc(self, ask: Ask) -> Said:
        """Identifiers joined by OR, or a phrase in the title."""
        query = ask.params["query"]
        if query.startswith("TITLE:"):
            asked = [("title", query[7:-1])]
            phrase = " ".join(words(query[7:-1]))
            held = self.holding("europepmc", phrase, 20)
            works = [work for work in held if phrase in " ".join(words(work.whole))][: int(ask.params["pageSize"])]
        else:
            asked = [("doi", doi) for doi in re.findall(r'DOI:"([^"]*)"', query)]
            asked += [("pmid", number) for number in re.findall(r"EXT_ID:(\d+)", query)]
            works = [work for kind, value in asked if (work := self.known("europepmc", kind, value)) is not None]
        return said({"hitCount": len(works), "resultList": {"result": [shapes.europepmc(work) for work in works]}}, asked)
