"""missing-doi: the DOI of a verified record, where the entry leads nowhere."""

from __future__ import annotations

import pytest
import verdictharness as h

PLAIN = "@article{k,\n  author = {Keller, Anna},\n  title = {Good Predictions of Rivers},\n%s}\n"


@pytest.mark.parametrize(
    ("line", "status", "expected"),
    [
        ("", "verified", [(1, "doi", "error")]),
        ("  doi = {10.99999/good},\n", "verified", []),
        ("  url = {https://example.org/x},\n", "verified", []),
        ("  eprint = {2412.00001},\n", "verified", []),
        ("  doi = {},\n", "verified", [(1, "doi", "error")]),
        ("", "mismatch", []),
        ("", "not-found", []),
    ],
)
def test_when_it_fires(line, status, expected):
    assert h.told(h.findings("missing-doi", status, bib=PLAIN % line)) == expected


def test_an_archive_s_own_doi_is_no_news():
    from dataclasses import replace

    record = replace(h.RECORD, identifiers={"doi": "10.48550/arxiv.2412.00001"}, preprint=True)
    assert h.findings("missing-doi", bib=PLAIN % "", record=record) == []


def test_a_work_without_a_doi():
    from dataclasses import replace

    assert h.findings("missing-doi", bib=PLAIN % "", record=replace(h.RECORD, identifiers={})) == []


@pytest.mark.parametrize(
    ("line", "fires"),
    [
        ("Keller, A. (2017). Good predictions of rivers. Water, 4, 1-9.", True),
        ("Keller, A. (2017). Good predictions of rivers. Water, 4, 1-9. https://doi.org/10.99999/good", False),
        ("Keller A. Good predictions of rivers. Water. 2017;4:1-9. doi: 10.99999/good", False),
        ("Keller, A. (2017). Good predictions of rivers. Available at: https://example.org/rivers", False),
        ("A. Keller, “Good predictions of rivers,” arXiv:2412.00001, 2024.", False),
        ("王小明. 河流的研究[J]. 水利学报, 2017, 4(2): 1-9. DOI:10.99999/good.", False),
    ],
)
def test_a_reference_in_words_gives_its_doi_in_words(line, fires):
    import ruleharness

    from latexrefcheck import registry
    from latexrefcheck.lint import Checked, Context
    from latexrefcheck.model.record import Verdict
    from latexrefcheck.model.states import VerdictStatus

    project = ruleharness.read_list(f"{line}\n")
    (entry,) = project.worded[0].entries
    verdict = Verdict(entry.key, VerdictStatus.VERIFIED, record=h.RECORD)
    assert bool(list(registry.rules["missing-doi"].check(Checked(entry, verdict), Context(project)))) == fires
