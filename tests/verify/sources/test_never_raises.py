"""Whatever a server sends, a source answers: every query is found, absent or failed, and nothing is absent by accident."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from latexrefcheck import registry
from latexrefcheck.model.lookup import Request, Response
from latexrefcheck.model.record import Query

RESPONSES = Path(__file__).parents[3] / "fixtures" / "responses"
ASKING = [name for name in tuple(registry.sources) if registry.sources[name].asks]
VALUES = {
    "doi": "10.5555/bees.1",
    "arxiv": "2404.54321",
    "pmid": "111",
    "medline": "111",
    "pmcid": "PMC777",
    "isbn": "9783161484100",
    "agency": "10.5555/bees.1",
    "handle": "10.5555/bees.1",
    "csl": "10.1430/8105",
    "acl": "N19-1423",
    "updates": "10.5555/gone",
}
BODIES = [(path.parent.name, path.read_bytes()) for path in sorted(RESPONSES.glob("*/*")) if path.suffix != ".csv"]


def outcome(name, kind, status, body):
    source = registry.sources[name]
    query = Query(kind, VALUES.get(kind, "Learning to Juggle with Imaginary Gradients"))
    answer = source.answer(Request(name, source.base, (query,)), Response(status, body))
    assert [query in answer.found, query in answer.absent, query in answer.failed].count(True) == 1
    assert all(reason and reason.isprintable() and len(reason) < 300 for reason in answer.failed.values())
    return "found" if answer.found else "absent" if answer.absent else "failed"


@pytest.mark.parametrize("name", ASKING)
def test_any_body_of_any_source(name):
    for kind in list(registry.sources[name].asks):
        for _, body in BODIES:
            for status in (200, 404, 500):
                outcome(name, kind, status, body)


@pytest.mark.parametrize("name", ASKING)
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<html><body>Checking your browser</body></html>",
        b"<!doctype html><title>Making sure you&#39;re not a bot!</title>",
        b"Rate exceeded.",
        b"null",
        b"0",
        b'"text"',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"\xff\xfe{\x00}\x00",
        b"<a>" * 50_000,
        b'{"error": "unknown host"}',
        b'{"message": "Too Many Requests"}',
    ],
    ids=range(13),
)
def test_what_is_not_the_apis_word_is_a_failure(name, body):
    for kind in list(registry.sources[name].asks):
        for status in (200, 202, 401, 403, 404, 408, 418, 429, 500, 503):
            assert outcome(name, kind, status, body) == "failed", (kind, status)


@pytest.mark.parametrize("name", ASKING)
def test_nothing_came(name):
    source = registry.sources[name]
    query = Query(next(iter(source.asks)), "x")
    answer = source.answer(Request(name, source.base, (query,)), Response(0, failure="connection timed out"))
    assert answer.failed == {query: "connection timed out"}


@pytest.mark.parametrize("name", ASKING)
@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_cut_and_changed_bodies(name, data):
    own = [body for source, body in BODIES if source == name]
    body = bytearray(data.draw(st.sampled_from(own)))
    status = data.draw(st.sampled_from([200, 200, 200, 404, 400, 500]))
    if data.draw(st.booleans()):
        del body[data.draw(st.integers(0, len(body))) :]
    for _ in range(data.draw(st.integers(0, 4))):
        if body:
            place = data.draw(st.integers(0, len(body) - 1))
            body[place : place + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=6))
    outcome(name, data.draw(st.sampled_from(list(registry.sources[name].asks))), status, bytes(body))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def paths(value, here=()):
    yield here
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from paths(item, (*here, key))


@pytest.mark.parametrize("name", ASKING)
@settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_json_of_another_shape(name, data):
    own = [json.loads(body) for source, body in BODIES if source == name and body[:1] in b"{["]
    if not own:
        return
    value = data.draw(st.sampled_from(own))
    place = data.draw(st.sampled_from(list(paths(value))))
    value = replaced(value, place, data.draw(JSON))
    outcome(name, data.draw(st.sampled_from(list(registry.sources[name].asks))), 200, json.dumps(value).encode())


def replaced(value, place, new):
    if not place:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = replaced(copy[place[0]], place[1:], new)
    return copy
