import pytest

from latexrefcheck.model.record import Notice
from latexrefcheck.verify.sources import retractionwatch


def test_notices_by_doi_and_pmid(body):
    found = retractionwatch.notices(retractionwatch.decode(body("retractionwatch/retractions.csv")))
    assert found == {
        ("doi", "10.5555/gone"): (
            Notice(
                "retraction", "10.5555/gone-notice", "retraction-watch", "2013-05-06", "Fabrication of Data; Misconduct by Author"
            ),
        ),
        ("pmid", "222"): (Notice("retraction", "", "retraction-watch", "2013-07-01", "Retraction"),),
        ("doi", "10.5555/doubt"): (
            Notice("expression_of_concern", "10.5555/d1", "retraction-watch", "2017-02-03", "Concerns/Issues About Data"),
        ),
    }, "a reinstatement cancels the retraction before it"


def test_only_what_is_wanted(body):
    wanted = {("doi", "10.5555/gone"), ("doi", "10.5555/nobody"), ("pmid", "222")}
    found = retractionwatch.notices(retractionwatch.decode(body("retractionwatch/retractions.csv")), wanted)
    assert set(found) == {("doi", "10.5555/gone"), ("pmid", "222")}


def test_faulty_bytes_are_no_reason_to_stop(body):
    data = b"\xef\xbb\xbf" + body("retractionwatch/retractions.csv").replace(b"Otto", b"O\xff\0to")
    assert len(retractionwatch.notices(retractionwatch.decode(data))) == 3


@pytest.mark.parametrize("data", [b"", b"a,b,c\n1,2,3\n", b"<html></html>"])
def test_another_file_is_refused(data):
    with pytest.raises(ValueError, match="not a Retraction Watch CSV: the column OriginalPaperDOI is missing"):
        retractionwatch.notices(retractionwatch.decode(data))
