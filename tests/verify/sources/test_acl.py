import pytest

from latexrefcheck.model.record import Query
from latexrefcheck.verify.sources import acl


@pytest.mark.parametrize(
    ("number", "doi"),
    [
        ("N19-1423", "10.18653/v1/n19-1423"),
        ("2020.acl-main.1", "10.18653/v1/2020.acl-main.1"),
        ("P02-1040", None),
        ("W99-0101", None),
        ("L18-1001", None),
        ("2022.lrec-1.7", None),
    ],
)
def test_the_doi_that_a_number_probably_has(number, doi):
    assert acl.alias(Query("acl", number)) == ((Query("doi", doi),) if doi else ())


def test_other_queries_have_no_alias(build):
    assert acl.alias(Query("doi", "10.5555/x")) == ()
    assert build(acl, [Query("acl", "N19-1423")]) == []
