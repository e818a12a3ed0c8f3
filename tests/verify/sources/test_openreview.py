from latexrefcheck.model.record import Query
from latexrefcheck.verify.sources import openreview


def test_nobody_knows_a_forum_number(build):
    assert openreview.alias(Query("openreview", "ryQu7f-RZ")) == ()
    assert build(openreview, [Query("openreview", "ryQu7f-RZ")]) == []
