"""Every source has the form that :mod:`latexrefcheck.model.record` and the manual page need."""

from pathlib import Path

import pytest

from latexrefcheck import registry
from latexrefcheck.model.record import Limit, Query, SourceConfig

SOURCES = registry.names("sources")
SECTIONS = ("## What it knows", "## Limits", "## Terms", "## Key")
KINDS = {
    "doi",
    "agency",
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
def test_constants(name):
    module = registry.module("sources", name)
    assert name == module.ID and module.NAME
    assert module.BASE.startswith(f"https://{module.HOST}") if module.ANSWERS else not module.BASE
    assert set(module.ANSWERS) <= KINDS and set(module.BATCH) <= set(module.ANSWERS)
    assert set(module.OWNS) <= KINDS
    assert module.KEY in ("none", "optional", "required") and isinstance(module.DEFAULT_ON, bool)
    assert bool(module.KEY_LIMITS) == (module.KEY != "none")
    for limits in (module.LIMITS, module.CONTACT_LIMITS, module.KEY_LIMITS):
        assert not limits or set(limits) == set(module.LIMITS), "every pool has its limit"
        assert all(isinstance(limit, Limit) and limit.count > 0 and limit.seconds > 0 for limit in limits.values())
    assert ("" in module.LIMITS) == bool(module.ANSWERS)


@pytest.mark.parametrize("name", SOURCES)
def test_manual_page(name):
    page = registry.module("sources", name).__doc__
    assert page.splitlines()[0].endswith(".")
    places = [page.index(section) for section in SECTIONS]
    assert places == sorted(places)
    assert (Path(__file__).parent / f"test_{name}.py").is_file()


@pytest.mark.parametrize("name", SOURCES)
def test_a_base_with_a_path_is_kept_and_secrets_stay_apart(name):
    module = registry.module("sources", name)
    base = f"http://127.0.0.1:8900/{module.HOST}"
    queries = [Query(kind, "10.5555/a,b<c>", "Surname", "1999") for kind in module.ANSWERS] + [
        Query(kind, "2404.54321") for kind in module.ANSWERS
    ]
    for request in module.requests(queries, SourceConfig(base, key="sesame-open", contact="ada@example.org")):
        assert request.source == name and request.url.startswith(f"{base}/") and request.queries
        assert request.pool in module.LIMITS
        shown = f"{request.url} {request.params} {request.body} {dict(request.headers)}"
        assert "sesame" not in shown and "ada@" not in shown
        assert " " not in request.url and "<" not in request.url


@pytest.mark.parametrize("name", SOURCES)
def test_every_query_is_asked_once(name):
    module = registry.module("sources", name)
    values = ["10.5555/a,b<c>", "2404.54321", "9783161484100", "A Title of an Imaginary Work in Plain Letters"]
    queries = [Query(kind, value) for kind in module.ANSWERS for value in values]
    asked = [query for request in module.requests(queries + queries, SourceConfig(module.BASE)) for query in request.queries]
    assert len(asked) == len(set(asked))
    if name not in ("arxiv", "dblp"):  # these two leave out what their query language cannot carry
        assert set(asked) == set(queries)
