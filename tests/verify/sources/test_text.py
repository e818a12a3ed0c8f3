import time

import pytest
from timing import within

from latexrefcheck.verify.sources import _text
from latexrefcheck.verify.sources._denied import denied


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        ("Bees in\n            <i>Apis mellifera</i>\n            hives", ["Bees in Apis mellifera hives"]),
        ("Genes (\n            <i>PIK3CA</i>\n            ) of bees", ["Genes ( PIK3CA ) of bees"]),
        ("structure in<i>PRCC</i>fusion", ["structure inPRCCfusion", "structure in PRCC fusion"]),
        ("H<sub>2</sub>O and CO<sub>2</sub>", ["H2O and CO2"]),
        ("x\n   <sup>\n   2\n   </sup>\n   y", ["x2 y", "x 2 y"]),
        ("A &amp;amp;lt;sup&amp;amp;gt;13&amp;amp;lt;/sup&amp;amp;gt;C record", ["A 13C record"]),
        ("R&amp;D of &lt;em&gt;bees&lt;/em&gt;", ["R&D of bees"]),
        ("p &lt; 0.05 and q > 3", ["p < 0.05 and q > 3"]),
        (
            "On <mml:math><mml:mi>K</mml:mi><mml:annotation encoding='tex'>$K$</mml:annotation></mml:math>-theory",
            ["On K -theory"],
        ),
        ('<p style="x">Soup <span lang="en">of</span> tags</p>', ["Soup of tags"]),
        ('<inline-graphic xlink:href="a.gif"/>Bench', ["Bench"]),
        ("Bees\x1b[31m in \u202ehives\ud800 and photo\u00adsynthesis", ["Bees[31m in hives? and photosynthesis"]),
        ("null", []),
        (None, []),
        (3, ["3"]),
    ],
)
def test_forms(raw, expected):
    found = _text.forms(raw)
    assert found[: len(expected)] == expected
    assert all("<" not in form or form == "p < 0.05 and q > 3" for form in found)


@pytest.mark.parametrize(
    ("title", "bare", "kind"),
    [
        ("RETRACTED: Cold Fire", "Cold Fire", "retraction"),
        ("RETRACTED ARTICLE:Cold Fire", "Cold Fire", "retraction"),
        ("[Retracted] Cold Fire", "Cold Fire", "retraction"),
        ("WITHDRAWN: Cold Fire", "Cold Fire", "withdrawal"),
        ("Article Withdrawn: Cold Fire", "Cold Fire", "withdrawal"),
        ("REMOVED: Cold Fire", "Cold Fire", "removal"),
        ("TEMPORARY REMOVAL: Cold Fire", "Cold Fire", "removal"),
        ("Retraction: Cold Fire", "Retraction: Cold Fire", None),
        ("Retracted papers in physics", "Retracted papers in physics", None),
        ("Withdrawn children: a study", "Withdrawn children: a study", None),
    ],
)
def test_marks(title, bare, kind):
    assert _text.unmarked(title) == bare
    assert [notice.kind for notice in _text.marks([title], "x")] == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Retraction: Cold Fire", True),
        ("Retraction note to: Cold Fire", True),
        ("Notice of Retraction Cold Fire", True),
        ("Erratum: Cold Fire", True),
        ("Author Correction: Cold Fire", True),
        ("Publisher’s correction to: Cold Fire", True),
        ("Correction to: Cold Fire", True),
        ("Erratum for Cold Fire", True),
        ("Correction for attenuation in small samples", False),
        ("Withdrawal to low-dose therapy: a trial", False),
        ("Removal: a theory of exit", False),
        ("Retraction forces of muscles", False),
        ("Error correction for bees", False),
    ],
)
def test_notice_titles(title, expected):
    assert _text.is_notice(title) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This paper has been withdrawn by the author", True),
        ("Withdrawn: Lemma 3 is wrong", True),
        ("The authors withdraw this paper", True),
        ("12 pages; funds were withdrawn", False),
        ("a study of withdrawn students", False),
        ("", False),
    ],
)
def test_withdrawn(text, expected):
    assert _text.withdrawn(text) is expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2020, 2020),
        ("2020 Dec 16", 2020),
        ("October 1, 1988", 1988),
        ("1993 Sep-Oct", 1993),
        (2549, 2006),
        ("no year", None),
        (None, None),
        (True, None),
        ("12345", None),
    ],
)
def test_year(value, expected):
    assert _text.year(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("https://doi.org/10.5555/A(b)C", "10.5555/a(b)c"),
        ("10.5555/x.", "10.5555/x."),
        ("doi:10.5555/X", "10.5555/x"),
        ("none", ""),
        (None, ""),
        ("10.5555", ""),
    ],
)
def test_doi_in(value, expected):
    assert _text.doi_in(value) == expected


def test_titles_with_subtitles():
    assert _text.titles(["Who?", "Wer?"], ["A study", "Who?"], ["ENGLISH", "誰"]) == (
        "Who?",
        "Who? A study",
        "Wer? A study",
        "Wer? Who?",
        "Wer?",
        "誰",
    )


@pytest.mark.parametrize(
    "raw", ["<i" * 200_000, "<annotation>" * 100_000, "\n" * 500_000 + "<", "&amp;" * 200_000, "<sub>\n" * 100_000]
)
def test_hostile_titles_take_no_time(raw):
    with within(1, time.perf_counter):
        _text.forms(raw)
        _text.marks([raw], "x")


def test_denied_prefixes():
    assert "copies" in denied("10.65215/abc") and denied("10.6521/abc") == ""
