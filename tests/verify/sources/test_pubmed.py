import pytest

from latexrefcheck.model.record import Notice, Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import pubmed

PMID = Query("pmid", "111")


def test_summaries(ask):
    queries = [PMID, Query("pmid", "222"), Query("pmid", "333"), Query("pmid", "444")]
    answer = ask(pubmed, queries, "summaries.json")
    assert answer.absent == {queries[2]}
    assert answer.failed == {queries[3]: "PubMed left the number out of its answer"}
    (fevers,), (cures,) = answer.found[PMID], answer.found[queries[1]]
    assert fevers.titles == ("Imaginary fevers",)
    assert fevers.authors == (Person("Berg", "J A", "van der"), Person("Smith", "B", "", "Jr"))
    assert fevers.years == (2012, 2011) and fevers.venues == ("Journal of imaginary medicine", "J Imag Med")
    assert fevers.identifiers == {"doi": "10.5555/fever", "pmid": "111", "pmcid": "PMC777"}
    assert cures.titles == ("Miracle cures", "RETRACTED: Miracle cures")
    assert cures.notices == (Notice("retraction", "", "pubmed", "", "J Imag Med. 2013 May;6(3):1"),)


def test_pmc(ask):
    query = Query("pmcid", "PMC777")
    (record,) = ask(pubmed, [query], "pmc-summaries.json").found[query]
    assert record.identifiers == {"doi": "10.5555/fever", "pmid": "111", "pmcid": "PMC777"}


def test_full_records(ask):
    queries = [Query("medline", number) for number in ("111", "112", "444", "999")]
    answer = ask(pubmed, queries, "articles.xml")
    assert answer.absent == {queries[3]}
    (article,), (notice,), (book,) = (answer.found[query] for query in queries[:3])
    assert article.titles == ("Imaginary fevers of type H2", "Eingebildete Fieber")
    assert article.authors == (
        Person("Berg", "Johanna A", "van der"),
        Person("Smith", "Bo", "", "Jr"),
        Person(literal="Fever Study Group"),
    )
    assert article.authors_cut and article.years == (2012, 2011) and article.issns == ("1234-5679",)
    assert article.identifiers == {"doi": "10.5555/fever", "pmid": "111", "pmcid": "PMC777"}, "not the DOI of a reference"
    assert [(one.kind, one.label) for one in article.notices] == [
        ("retraction", "J Imag Med. 2013 May;6(3):1"),
        ("erratum", "J Imag Med. 2012 Dec;5(9):2"),
    ]
    assert (notice.type, notice.notice_of, notice.notices) == ("notice", ("pmid:111",), ())
    assert (book.type, book.title, book.venues, book.years) == (
        "chapter",
        "Fever-Related Disorders",
        ("Imaginary Reviews",),
        (1993, 2006),
    )
    assert (book.authors, book.editors, book.isbns) == ((Person("Solo", "E D"),), (Person("Zed", "Zoe"),), ("9783161484100",))


@pytest.mark.parametrize(
    ("kind", "status", "reply", "outcome"),
    [
        ("medline", 200, "no-articles.xml", "absent"),
        ("medline", 200, "fetch-error.xml", "the answer is no set of articles: Supplied id parameter is empty."),
        ("medline", 200, b"", "the answer is empty"),
        ("pmid", 429, "rate.json", "the rate limit is reached (HTTP 429: API rate limit exceeded)"),
        ("pmid", 200, "rate.json", "the answer is no list of summaries: API rate limit exceeded"),
        ("pmid", 414, b"<html>Request-URI Too Long</html>", "the address was too long (HTTP 414)"),
        ("pmid", 200, b'{"result": {"uids": ["111"], "111": {"error": "Backend failed"}}}', "PubMed says: Backend failed"),
        (
            "pmid",
            200,
            b'{"result": {"uids": ["111"], "111": {"uid": "5", "title": "x"}}}',
            "PubMed answered with another article",
        ),
    ],
)
def test_other_replies(ask, kind, status, reply, outcome):
    query = Query(kind, "111")
    answer = ask(pubmed, [query], reply, status)
    assert answer.absent == {query} if outcome == "absent" else answer.failed == {query: outcome}


def test_requests(build):
    queries = [*(Query("pmid", str(number)) for number in range(1, 251)), Query("pmcid", "PMC77"), Query("medline", "5")]
    made = build(pubmed, queries, key="sesame", contact="ada@example.org")
    assert [(len(request.queries), request.url.rpartition("/")[2]) for request in made] == [
        (200, "esummary.fcgi"),
        (50, "esummary.fcgi"),
        (1, "esummary.fcgi"),
        (1, "efetch.fcgi"),
    ]
    assert dict(made[2].params) == {"db": "pmc", "retmode": "json", "id": "77"}
    assert made[0].secret_params == (("api_key", "sesame"), ("email", "ada@example.org"), ("tool", "latexrefcheck"))
    assert build(pubmed, [PMID])[0].secret_params == ()
