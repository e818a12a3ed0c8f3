"""Works that identifiers name: found with a record, refused, or left open; and what names none."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from latexrefcheck.errors import UsageError
from latexrefcheck.model.record import Record, Verdict
from latexrefcheck.pipeline.adding import looked_up
from latexrefcheck.settings import Settings
from latexrefcheck.verify import asking, single

DOI = "10.99999/lanterns"
WORK = Record(source="crossref", titles=("On Lanterns",), identifiers={"doi": DOI})


@pytest.mark.parametrize(
    ("status", "record", "complete", "where"),
    [
        (single.PASS, WORK, True, "found"),
        (single.WARN, WORK, True, "found"),
        (single.REJECT, WORK, True, "refused"),
        (single.REJECT, WORK, False, "left_open"),
        (single.PASS, None, True, "refused"),
        (single.PASS, None, False, "left_open"),
        (single.PASS, Record(source="doiorg", titles=()), True, "refused"),
        (single.WARN, Record(source="doiorg", titles=("",)), False, "left_open"),
    ],
)
def test_only_a_work_with_a_title_that_may_be_cited_is_found(monkeypatch, status, record, complete, where):
    def ask(references, settings):
        return SimpleNamespace(), {}, ("one note",), {one.key: Verdict(one.key, "verified") for one in references}

    monkeypatch.setattr(asking, "ask", ask)
    told = single.Outcome(DOI, status, ("the reason", "a notice"), record, complete)
    monkeypatch.setattr(single, "outcome", lambda *_: told)
    answer = looked_up([f"doi:{DOI}", f"doi:{DOI}"], Settings())
    sentence = f"doi:{DOI}: not added: the reason; a notice"
    found = (f"doi:{DOI}", record) if where == "found" else sentence
    assert answer._asdict() == {"found": (), "refused": (), "left_open": (), "notes": ("one note",), where: (found,)}


@pytest.mark.parametrize("text", ["On Lanterns", "10.5", "", "doi:nothing"])
def test_what_names_no_work_is_an_error_before_anybody_is_asked(monkeypatch, text):
    monkeypatch.setattr(asking, "ask", lambda *_: pytest.fail("nobody has to be asked"))
    with pytest.raises(UsageError, match="names no DOI, arXiv number, PMID or ISBN"):
        looked_up([f"doi:{DOI}", text], Settings())
