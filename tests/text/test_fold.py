"""One fold for every script."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck.text.fold import fold, greek_name, is_cjk, latin, script


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Plain ASCII", "plain ascii"),
        ("Straße, Œuvre, Ørsted", "strasse, oeuvre, orsted"),
        ("Łódź Đorđe Þórr Đặng", "lodz dorde thorr dang"),
        ("İlham Əliyev", "ilham aliyev"),
        ("Чебышёв и Щукин", "chebyshev i shchukin"),
        ("Їжакевич Ґудзь", "izhakevich gudz"),
        ("Παπαδόπουλος", "papadopoulos"),
        ("Ευαγγελία", "evangelia"),
        ("Lyα", "ly alpha "),
        ("αβ T cells", " alpha  beta  t cells"),
        ("张伟", "zhangwei"),
        ("張偉", "zhangwei"),
        ("佐々木", "zuozuomu"),
        ("ヤマダ やまだ", "yamada yamada"),
        ("김철수", "gimcheolsu"),
        ("محمد", "mhmd"),
        ("שלום", "slvm"),
        ("Հայաստան", "hayastan"),
        ("x² and ﬁne", "x2 and fine"),
        ("so\u00adft", "soft"),
        ("𝒫-adic", "p-adic"),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


def test_a_greek_letter_of_a_name_is_an_initial() -> None:
    assert latin("Γ. Παπαδόπουλος") == "g. papadopoulos"


@given(st.text(max_size=40))
def test_fold_takes_composed_and_decomposed_letters_alike(text: str) -> None:
    assert fold(unicodedata.normalize("NFC", text)) == fold(unicodedata.normalize("NFD", unicodedata.normalize("NFC", text)))


def test_greek_letters_have_the_names_that_titles_use() -> None:
    assert [greek_name(letter) for letter in "αλως"] == ["alpha", "lambda", "omega", "sigma"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Doe", "latin"),
        ("Ünal", "latin"),
        ("Иванов", "cyrillic"),
        ("Παπάς", "greek"),
        ("张 Wei 伟明华", "cjk"),
        ("김", "hangul"),
        ("12", ""),
        ("", ""),
    ],
)
def test_script(text: str, expected: str) -> None:
    assert script(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("数学", True), ("かな", True), ("한글", True), ("Ünal", False), ("mathematics", False)]
)
def test_is_cjk(text: str, expected: bool) -> None:
    assert is_cjk(text) is expected
