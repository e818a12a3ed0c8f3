import pytest

from latexrefcheck.model.record import Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import openlibrary

ISBN = Query("isbn", "9783161484100")


def test_books(ask):
    other = Query("isbn", "9780306406157")
    answer = ask(openlibrary, [ISBN, other], "books.json")
    assert answer.absent == {other}
    (record,) = answer.found[ISBN]
    assert record.titles == ("Hives", "Hives: An Imaginary History")
    assert record.authors == (Person("Plas", "Lonne", "van der"),)
    assert (record.years, record.publisher, record.type, record.isbns) == ((1988,), "Imaginary Press", "book", ("9783161484100",))


@pytest.mark.parametrize(
    ("status", "reply", "outcome"),
    [
        (200, "none.json", "absent"),
        (200, "error.json", "the answer is no list of books by ISBN: notfound"),
        (404, "error.json", "the address was not found (HTTP 404: notfound)"),
        (200, b'{"ISBN:9783161484100": {"key": "/books/OL1M"}}', "the record has an unexpected shape (ValueError)"),
    ],
)
def test_other_replies(ask, status, reply, outcome):
    answer = ask(openlibrary, [ISBN], reply, status)
    assert answer.absent == {ISBN} if outcome == "absent" else answer.failed == {ISBN: outcome}


def test_requests(build):
    made = build(openlibrary, [Query("isbn", f"97800000{number:05d}") for number in range(60)])
    assert [len(request.queries) for request in made] == [50, 10]
    assert dict(made[1].params)["bibkeys"].startswith("ISBN:9780000000050,ISBN:")
