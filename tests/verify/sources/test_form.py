"""Every source has the form that :mod:`latexrefcheck.model.lookup` and the manual page need."""

import importlib
import re
from pathlib import Path

import pytest

import latexrefcheck
from latexrefcheck import registry
from latexrefcheck.model.lookup import KeyUse, Limit, SourceConfig
from latexrefcheck.model.record import Query

PACKAGE = Path(latexrefcheck.__file__).parent
SOURCES = tuple(registry.sources)
SECTIONS = ("## What it knows", "## Limits", "## Terms", "## Key")
KINDS = {
    "doi",
    "agency",
    "keywords",
    "abstract",
    "fulltext",
    "pmid-of",
    "handle",
    "csl",
    "arxiv",
    "pmid",
    "pmcid",
    "medline",
    "isbn",
    "acl",
    "title",
    "bibliographic",
    "updates",
}


@pytest.mark.parametrize("name", SOURCES)
def test_what_it_says_of_itself(name):
    source = registry.sources[name]
    assert name == source.id and source.name
    assert source.base.startswith("https://") if source.asks else not source.base
    assert set(source.asks) <= KINDS and all(ask.batch > 0 for ask in source.asks.values())
    assert set(source.owns) <= KINDS
    limits = source.limits
    assert bool(limits.key) == (source.key is not KeyUse.NONE)
    for pools in (limits.public, limits.contact, limits.key):
        assert not pools or set(pools) == set(limits.public), "every pool has its limit"
        assert all(isinstance(limit, Limit) and limit.count > 0 and limit.seconds > 0 for limit in pools.values())
    assert ("" in limits.public) == bool(source.asks)
    assert all(address.startswith("https://") and address.endswith("/") for address in source.pages.values())


FIELDS_OF_THAT_NAME = {'verify/reference.py: "pubmed"'}
"""Fields of a bibliography that bear the name of a source."""


def test_nobody_but_a_source_names_it():
    """What is to be known of a source stands in its own module: who adds one changes no other file."""
    names = {name for name in SOURCES if registry.sources[name].asks} | {"retractionwatch"}
    kinds = KINDS | {"openreview"}
    told = re.compile(rf"""["']({"|".join(sorted(names - kinds))})["']""")
    found = [
        f"{path.relative_to(PACKAGE)}: {match[0]}"
        for wing in ("verify", "reports", "pipeline", "policy", "registry.py", "lint/engine.py")
        for path in (sorted((PACKAGE / wing).rglob("*.py")) if (PACKAGE / wing).is_dir() else [PACKAGE / wing])
        if path.parent.name != "sources"
        for match in told.finditer(path.read_text(encoding="utf-8"))
    ]
    assert set(found) <= FIELDS_OF_THAT_NAME


@pytest.mark.parametrize("name", SOURCES)
def test_manual_page(name):
    page = importlib.import_module(registry.sources.facts[name].module).__doc__
    assert page.splitlines()[0].endswith(".")
    places = [page.index(section) for section in SECTIONS]
    assert places == sorted(places)
    assert (Path(__file__).parent / f"test_{name}.py").is_file()


@pytest.mark.parametrize("name", SOURCES)
def test_a_base_with_a_path_is_kept_and_secrets_stay_apart(name):
    source = registry.sources[name]
    base = f"http://127.0.0.1:8900/{name}"
    queries = [Query(kind, "10.5555/a,b<c>", "Surname", "1999") for kind in source.asks] + [
        Query(kind, "2404.54321") for kind in source.asks
    ]
    for request in source.requests(queries, SourceConfig(base, key="sesame-open", contact="ada@example.org")):
        assert request.source == name and request.url.startswith(f"{base}/") and request.queries
        assert request.pool in source.limits.public
        shown = f"{request.url} {request.params} {request.body} {dict(request.headers)}"
        assert "sesame" not in shown and "ada@" not in shown
        assert " " not in request.url and "<" not in request.url


@pytest.mark.parametrize("name", SOURCES)
def test_every_query_is_asked_once(name):
    source = registry.sources[name]
    values = ["10.5555/a,b<c>", "2404.54321", "9783161484100", "A Title of an Imaginary Work in Plain Letters"]
    # Idle sources ask nothing.
    assert list(source.requests([], SourceConfig(source.base))) == []
    queries = [Query(kind, value) for kind in source.asks for value in values]
    asked = [query for request in source.requests(queries + queries, SourceConfig(source.base)) for query in request.queries]
    assert len(asked) == len(set(asked))
    if name not in ("arxiv", "dblp"):  # these two leave out what their query language cannot carry
        assert set(asked) == set(queries)
