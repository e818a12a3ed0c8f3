"""A reference in words as it should read: only what is wrong changes, and as the style writes it."""

from __future__ import annotations

import pytest

from latexrefcheck.cite.telling import set_in
from latexrefcheck.repair.line import corrected

ARTICLE = {
    "type": "article-journal",
    "title": "Measuring the slow flow of invented rivers",
    "author": [{"family": "Abel", "given": "Ann"}, {"family": "Brook", "given": "Bo"}, {"family": "Çelik", "given": "Can"}],
    "container-title": "Journal of Invented Hydrology",
    "volume": "12",
    "issue": "3",
    "page": "101-119",
    "issued": {"date-parts": [[2017]]},
    "DOI": "10.99999/flow",
}
PAPER = {
    **ARTICLE,
    "type": "paper-conference",
    "title": "Do rivers sleep?",
    "container-title": "Proceedings of the 9th Symposium on Water",
    "volume": "",
    "issue": "",
    "author": [{"family": "van den Berg", "given": "Anna Maria"}, {"literal": "Delta Board"}],
}
BOOK = {
    "type": "book",
    "title": "Rivers of the North",
    "author": [{"family": "Ng", "given": "Q."}],
    "publisher": "Press of Lamps",
    "publisher-place": "Oslo",
    "issued": {"date-parts": [[1999]]},
}
CHINESE = {
    "type": "article-journal",
    "title": "河流的缓慢流动研究",
    "language": "zh",
    "author": [{"family": "张", "given": "三"}, {"family": "李", "given": "四"}],
    "container-title": "水利学报",
    "volume": "4",
    "page": "1-9",
    "issued": {"date-parts": [[2017]]},
}
STYLES = ["apa", "ieee", "nature", "vancouver", "gb-t-7714", "mla", "chicago", "harvard", "acs", "acm"]
WRONG = {
    "title": {"title": "Measuring the slow flow of frozen rivers and of the lamps beside them"},
    "author": {"author": [{"family": "Quist", "given": "Quentin"}, {"family": "Moth", "given": "Mia"}]},
    "year": {"issued": {"date-parts": [[2011]]}},
    "venue": {"container-title": "Baltic Review of Lamps"},
    "volume": {"volume": "871"},
    "pages": {"page": "2001-2044"},
    "doi": {"DOI": "10.99999/roads"},
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("field", WRONG)
@pytest.mark.parametrize("item", [ARTICLE, PAPER, BOOK, CHINESE], ids=["article", "paper", "book", "Chinese"])
def test_one_field_is_set_right(style: str, field: str, item: dict[str, object]) -> None:
    changed = {name: value for name, value in WRONG[field].items() if item.get(name)}
    right, wrong = set_in(style, item), set_in(style, {**item, **changed})
    assert corrected(wrong, item, style, {field: ""}) == right


@pytest.mark.parametrize("style", STYLES)
def test_all_of_it_is_set_right(style: str) -> None:
    wrong = set_in(style, {**ARTICLE, **{name: value for one in WRONG.values() for name, value in one.items()}})
    assert corrected(wrong, ARTICLE, style, dict.fromkeys(WRONG, "")) == set_in(style, ARTICLE)


@pytest.mark.parametrize(
    ("style", "words", "fields", "right"),
    [
        # The author's abbreviation, capitals, dashes and missing issue stay.
        (
            "apa",
            "Abel, A., Brook, B., & Çelik, C. (2011). Measuring the Slow Flow of Invented Rivers. J. Inv. Hydrol., 12, 101-119.",
            ["year"],
            "Abel, A., Brook, B., & Çelik, C. (2017). Measuring the Slow Flow of Invented Rivers. J. Inv. Hydrol., 12, 101-119.",
        ),
        # A note and an address of the author's own stay where the title goes.
        (
            "ieee",
            "A. Abel, B. Brook, and C. Çelik, “Measuring lamps,” Journal of Invented Hydrology, vol. 12, 2017. "
            "[Online]. Available: https://example.org/own.pdf (in Swedish)",
            ["title"],
            "A. Abel, B. Brook, and C. Çelik, “Measuring the slow flow of invented rivers,” Journal of Invented Hydrology, "
            "vol. 12, 2017. [Online]. Available: https://example.org/own.pdf (in Swedish)",
        ),
        # People cut with et al. become the record's, the rest stays.
        (
            "vancouver",
            "Quist Q, Moth M, et al. Measuring the slow flow of invented rivers. J Invent Hydrol 2017;12:101–19.",
            ["author"],
            "Abel A, Brook B, Çelik C. Measuring the slow flow of invented rivers. J Invent Hydrol 2017;12:101–19.",
        ),
        # Nothing is wrong, or the style does not print what is: nothing changes.
        ("apa", "Abel, A. (2017). Measuring.", [], "Abel, A. (2017). Measuring."),
        ("nature", "Abel, A. Measuring. J. Inv. Hydrol. (2017).", ["number"], "Abel, A. Measuring. J. Inv. Hydrol. (2017)."),
    ],
)
def test_what_is_right_stays_as_the_author_wrote_it(style: str, words: str, fields: list[str], right: str) -> None:
    assert corrected(words, ARTICLE, style, dict.fromkeys(fields, "")) == right


def test_a_text_that_is_no_reference_is_left_alone() -> None:
    long = "Abel, A. (2011). " + "rivers " * 600
    assert corrected(long, ARTICLE, "apa", {"year": "2011"}) == long


@pytest.mark.parametrize(
    ("words", "cited", "right"),
    [
        # In no style of ours; the figure that is known to be wrong is exchanged, and nothing else.
        ("A. Abel. On rivers. J. Water 12:101-119, 2011.", {"year": "2011"}, "A. Abel. On rivers. J. Water 12:101-119, 2017."),
        ("A. Abel. On rivers. J. Water 12:1--9, 2017.", {"pages": "1-9"}, "A. Abel. On rivers. J. Water 12:101–119, 2017."),
        ("A. Abel, Rivers, Water 871 (2017) 101.", {"volume": "871"}, "A. Abel, Rivers, Water 12 (2017) 101."),
        ("A. Abel, Rivers. arXiv:2011.00001 (2011).", {"year": "2011"}, "A. Abel, Rivers. arXiv:2011.00001 (2017)."),
    ],
)
def test_figures_of_a_line_in_a_style_of_its_own(words: str, cited: dict[str, str], right: str) -> None:
    assert corrected(words, ARTICLE, "ieee", cited) == right
