"""One stripper of markup."""

from __future__ import annotations

import pytest
from timing import within

from latexrefcheck.text.markup import plain_text, seen, strip_markup


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Cats &amp;amp; Dogs", "Cats & Dogs"),
        ("AT&T and R&D", "AT&T and R&D"),
        ("CO<sub>2</sub> in <i>E. coli</i>", "CO2 in E. coli"),
        ("<jats:italic>In vivo</jats:italic> study", "In vivo study"),
        ("one<br/>two", "one two"),
        ("P<NP and a < b", "P<NP and a < b"),
        ("<mml:math><mml:msub><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msub></mml:math>", "x2"),
        ("a <tex-math>\\alpha</tex-math><mml:mi>α</mml:mi> b", "a α b"),
        (
            "<mml:math><mml:mmultiscripts><mml:mi>Ca</mml:mi><mml:mprescripts/><mml:none/><mml:mn>38</mml:mn>"
            "</mml:mmultiscripts></mml:math>",
            "38Ca",
        ),
        ("<mmultiscripts><mi>X</mi><mn>2</mn><none/><mprescripts/><mn>6</mn><mn>12</mn></mmultiscripts>", "612X2"),
        ("<span class='x'>kept</span>", "kept"),
        ("<em>open", "open"),
    ],
)
def test_plain_text(text: str, plain: str) -> None:
    assert plain_text(text) == plain


def test_tags_of_face_can_leave_a_blank() -> None:
    assert plain_text("the<i>Drosophila</i>eye", spaced=True) == "the Drosophila eye"
    assert plain_text("H<sub>2</sub>O", spaced=True) == "H2O"


def test_what_nobody_sees_goes() -> None:
    assert seen("a\u00adb\u200ec\x1b") == "abc"
    assert seen("\ud800x") == "?x"


HOSTILE = ("<tex-math>" * 2000, "<mmultiscripts>" * 1300, "<mmultiscripts><mprescripts/>" * 700, "&amp;" * 4000)


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_markup_is_quick(text: str) -> None:
    with within(2):
        strip_markup(text)


def test_an_escaped_end_of_a_line_is_a_blank() -> None:
    assert plain_text("Depth for Unsupervised\\n Monocular Views\\nAbroad") == "Depth for Unsupervised Monocular Views Abroad"
    assert plain_text("the sign \\nu and \\neq") == "the sign \\nu and \\neq"
