from urllib.parse import urlencode

import pytest

from latexrefcheck.model.record import Notice, Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import crossref

BEES = Query("doi", "10.5555/bees.1")


def doi(value):
    return Query("doi", value)


def test_one_work(ask):
    (record,) = ask(crossref, [BEES], "work.json").found[BEES]
    assert record.titles == ("Dancing Bees and the Geometry of Hives", "Dancing Bees and the Geometry of Hives: A & B compared")
    assert record.authors == (
        Person("Plas", "Lonne", "van der"),
        Person("Lindqvist", "Arvid"),
        Person("Okafor", "J. F.", "", "Jr"),
        Person(literal="The Hive Consortium"),
    )
    assert record.years == (2018, 2019)
    assert record.venues == ("Journal of Imaginary Apiology", "J. Imag. Apiol.")
    assert (record.type, record.volume, record.number, record.pages) == ("article", "12", "", "e77")
    assert record.identifiers == {"doi": "10.5555/bees.1"}
    assert record.issns == ("1234-5679",)
    assert record.notices == () and record.published_as == {} and not record.preprint


def test_the_answer_must_be_about_the_doi_that_was_asked(ask):
    asked = doi("10.5555/other")
    answer = ask(crossref, [asked], "work.json")
    assert answer.failed == {asked: "Crossref answered with another DOI (10.5555/bees.1)"}


@pytest.mark.parametrize(
    ("value", "notices"),
    [
        (
            "10.5555/gone",
            (
                Notice("retraction", "10.5555/gone-notice", "retraction-watch, publisher", "2013-05-06", "Retraction"),
                Notice("retraction", "", "crossref", "", "RETRACTED in the title"),
            ),
        ),
        ("10.5555/strife", (Notice("other", "10.5555/n1", "retraction-watch", "1993-01-01", "conflicting notices"),)),
        ("10.5555/inplace", (Notice("retraction", "10.5555/inplace", "publisher", "2020-09-01", "Retraction"),)),
        ("10.5555/gone-notice", ()),
        ("10.5555/preprint.9", ()),
    ],
)
def test_notices(ask, value, notices):
    (record,) = ask(crossref, [doi(value)], "batch.json").found[doi(value)]
    assert record.notices == notices


def test_batch(ask):
    values = ["10.5555/waxed", "10.5555/gone", "10.5555/gone-notice", "10.5555/preprint.9", "10.5555/kanji", "10.5555/nobody"]
    answer = ask(crossref, [doi(value) for value in values], "batch.json")
    assert answer.absent == {doi("10.5555/nobody")}
    records = {query.value: found[0] for query, found in answer.found.items()}
    waxed, gone, notice, preprint, kanji = (records[value] for value in values[:-1])
    assert (waxed.type, waxed.years, waxed.isbns) == ("chapter", (), ("9783161484100",))
    assert gone.titles == ("Cold Fire at Room Temperature", "RETRACTED: Cold Fire at Room Temperature")
    assert (notice.type, notice.notice_of) == ("notice", ("10.5555/gone",))
    assert (preprint.type, preprint.preprint, preprint.published_as) == ("preprint", True, {"doi": "10.5555/bees.1"})
    assert preprint.venues == ("BeeRxiv",) and preprint.years == (2017,)
    assert kanji.titles == ("想像上の蜂",)
    assert kanji.authors == (Person("Phan", "Doantam"), Person("조혜린"))


def test_search_drops_copied_records_and_untitled_ones(ask):
    asked = Query("bibliographic", "Dancing Bees and the Geometry of Hives", "Plas", "2019")
    found = ask(crossref, [asked], "search.json").found[asked]
    assert [(record.identifiers["doi"], record.score) for record in found] == [("10.5555/bees.1", 71.25), ("10.5555/eng", 31.0)]
    assert found[1].titles == ("Bees of the North",)


def test_a_copied_record_is_told_when_its_doi_is_asked(ask):
    asked = doi("10.65215/copy1")
    (record,) = ask(crossref, [asked, doi("10.5555/bees.1"), doi("10.5555/eng")], "search.json").found[asked]
    assert [notice.kind for notice in record.notices] == ["other"] and "copies" in record.notices[0].label


def test_no_hit_is_absent(ask):
    asked = Query("bibliographic", "zzyzx")
    assert ask(crossref, [asked], "no-hit.json").absent == {asked}


def test_notices_about_a_work(ask):
    asked = Query("updates", "10.5555/gone")
    (record,) = ask(crossref, [asked], "notices.json").found[asked]
    assert record.notice_of == ("10.5555/gone",)


@pytest.mark.parametrize(
    ("status", "reply", "reason"),
    [
        (400, "validation-failure.json", "select was refused: Crossref does not know one of the fields"),
        (500, "exception.json", "the server failed (HTTP 500: The engine stopped)"),
        (200, "exception.json", "the answer is no Crossref record: The engine stopped"),
        (429, "too-many.html", "the rate limit is reached (HTTP 429)"),
        (200, "too-many.html", "markup came instead of JSON"),
        (404, "too-many.html", "the address was not found (HTTP 404)"),
        (404, b'{"detail": "no route"}', "the address was not found (HTTP 404: no route)"),
        (200, b"", "the answer is empty"),
        (200, b'{"status": "ok", "message": {"DOI"', "the answer is cut short or damaged (JSON)"),
        (200, b"[]", "the answer is no Crossref record: message is missing"),
        (
            200,
            b'{"message": {"DOI": "10.5555/bees.1", "agency": {}}}',
            "the answer is no Crossref record: DOI, type or title is missing",
        ),
        (503, b"upstream error", "the server failed (HTTP 503)"),
    ],
)
def test_what_is_no_answer(ask, status, reply, reason):
    assert ask(crossref, [BEES], reply, status).failed == {BEES: reason}


@pytest.mark.parametrize("status", [404, 410])
def test_only_crossrefs_own_words_mean_absent(ask, status):
    assert ask(crossref, [BEES], b"Resource not found.", status).absent == {BEES}


def test_a_batch_that_came_incomplete_is_not_absent(ask, body):
    short = body("crossref/batch.json").replace(b'"total-results": 7', b'"total-results": 8')
    answer = ask(crossref, [doi("10.5555/nobody")], short)
    assert answer.failed == {doi("10.5555/nobody"): "the answer holds fewer records than it announces"}


def test_requests(build):
    awkward = ["10.1002/(sici)1097-4571(199205)43:4<284::aid-asi3>3.0.co;2-0", "10.5555/a,b"]
    plain = [f"10.5555/work.{number}" for number in range(60)]
    title = Query("bibliographic", "Salt & Pepper: d'Arcy's View", "d'Arcy", "1999")
    made = build(
        crossref, [doi(value) for value in [*awkward, *plain]] + [title, doi(plain[0])], contact="ada@example.org", key="token-1"
    )
    assert [(len(request.queries), request.pool) for request in made] == [
        (50, "list"),
        (10, "list"),
        (1, "single"),
        (1, "single"),
        (1, "list"),
    ]
    first, second = made[0], made[1]
    assert dict(first.params)["filter"].startswith("doi:10.5555/work.0,doi:10.5555/work.1,")
    assert dict(second.params)["rows"] == "10"
    assert (
        made[2].url
        == "https://api.crossref.org/works/10.1002%2F%28sici%291097-4571%28199205%2943%3A4%3C284%3A%3Aaid-asi3%3E3.0.co%3B2-0"
    )
    assert dict(made[4].params)["query.bibliographic"] == "Salt Pepper d'Arcy's View d'Arcy 1999"
    for request in made:
        assert request.secret_params == (("mailto", "ada@example.org"),)
        assert request.secret_headers == {"Crossref-Plus-API-Token": "Bearer token-1"}
        assert "ada@" not in request.url + str(request.params)
        assert len(request.url + urlencode(request.params)) <= 3600
    assert "updated-by" in dict(first.params)["select"]


def test_a_lone_doi_is_asked_singly_and_the_base_may_carry_a_path(build):
    (request,) = build(crossref, [doi("10.5555/a(b)/c")], base="http://127.0.0.1:1/api.crossref.org/")
    assert (request.url, request.params, request.secret_params) == (
        "http://127.0.0.1:1/api.crossref.org/works/10.5555%2Fa%28b%29%2Fc",
        (),
        (),
    )
