"""Venues: full names, abbreviations, acronyms, series, archives; and names that only look alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latexrefcheck.verify.match import venues
from latexrefcheck.verify.match.venues import compare

CVPR = "2022 IEEE/CVF Conference on Computer Vision and Pattern Recognition (CVPR)"
CVPR_DBLP = "2020 IEEE/CVF Conference on Computer Vision and Pattern Recognition, CVPR 2020, Seattle, WA, USA, June 13-19, 2020"


def table(section: str) -> list[tuple[str, str]]:
    """The pairs of a section of the table of names."""
    text = Path(__file__).with_name("venue_pairs.txt").read_text(encoding="utf-8")
    rows = text.split(f"[{section}]\n")[1].split("\n[")[0].strip().splitlines()
    pairs = [row.split(" | ") for row in rows if row and not row.startswith("#")]
    return [(cited.strip(), found.strip()) for cited, found in pairs]


@pytest.mark.parametrize(("cited", "found"), table("agree"))
def test_names_of_one_venue(cited: str, found: str) -> None:
    assert (compare(cited, (found,)).state, compare(found, (cited,)).state) == ("agree", "agree")


@pytest.mark.parametrize(("cited", "found"), table("differ"))
def test_names_of_two_venues(cited: str, found: str) -> None:
    assert (compare(cited, (found,)).state, compare(found, (cited,)).state) == ("differ", "differ")


@pytest.mark.parametrize(("cited", "found"), table("unknown"))
def test_names_that_cannot_be_told_apart(cited: str, found: str) -> None:
    assert compare(cited, (found,)).state == "unknown"


def test_the_tables_are_large() -> None:
    assert len(table("agree")) + len(table("differ")) + len(table("unknown")) >= 300


def test_nothing_cited_or_nothing_recorded() -> None:
    assert compare("", (CVPR,)).state == "unknown"
    assert compare("Journal of Things", ()).state == "unknown"


def test_issn_settles_it() -> None:
    assert compare("Zeitschrift", ("Journal of Things",), ("1234-5679",), "1234-5679").state == "agree"


def test_any_name_of_the_record_counts() -> None:
    assert compare("CVPR", ("Lecture Notes in Rivers", CVPR)).state == "agree"
    assert compare("Phys. Rev. B", ("Physical Review B", "Phys. Rev. B", "PRB")).state == "agree"


def test_a_series_does_not_hide_another_volume() -> None:
    assert compare("ICCV", ("Lecture Notes in Computer Science", "Computer Vision – ECCV 2020")).state == "differ"
    assert compare("LNCS", ("Lecture Notes in Computer Science", "Computer Vision – ECCV 2020")).state == "agree"


@pytest.mark.parametrize(
    ("record_type", "state"), [("inproceedings", "agree"), ("chapter", "agree"), ("article", "differ"), ("", "unknown")]
)
def test_the_kind_of_record_tells_a_journal_from_a_meeting(record_type: str, state: str) -> None:
    names = ("Pattern Matters",)
    assert compare("International Conference on Pattern Matters", names, record_type=record_type).state == state


@pytest.mark.parametrize(
    ("cited", "found", "entry_type", "expected"),
    [
        ("SODA", "SIAM Journal on Computing", "inproceedings", True),
        ("Proceedings of the 28th ACM-SIAM SODA", "SIAM Journal on Computing", "inproceedings", True),
        ("Symposium on Things", "Journal of Things", "", True),
        ("Rivers and Things", "Journal of Things", "inproceedings", True),
        ("CVPR", "International Journal of Computer Vision", "article", True),
        ("Journal of Things", "Annals of Things", "article", False),
        ("UAI", "preprint", "inproceedings", False),
        ("CVPR", "arXiv", "inproceedings", False),
        ("CVPR", "International Conference on Computer Vision", "inproceedings", False),
    ],
)
def test_a_paper_and_the_article_that_followed_it(cited: str, found: str, entry_type: str, expected: bool) -> None:
    assert venues.versions_apart(cited, found, entry_type) is expected


def test_hostile_names_end_quickly() -> None:
    for name in ("(" * 20_000, "A. " * 10_000, "IEEE/" * 10_000, "of the " * 10_000, "<i>" * 20_000, ": - " * 10_000):
        compare(name, (name[::-1], CVPR_DBLP))
    assert compare("AAAAAAAAAAAB", ("Conference on " + "Aa " * 130,)).state == "unknown"


@settings(deadline=None)
@given(st.text(max_size=60), st.text(alphabet="aAIX.:&-(), /éЖ学ʼ0\u0301", max_size=60))
def test_any_name_can_be_compared(cited: str, found: str) -> None:
    for pair in ((cited, found), (found, cited), (found, found)):
        assert compare(pair[0], (pair[1],)).state in ("agree", "differ", "unknown")
