"""In which style a reference stands: by its look alone, by the work it cites, and by the votes of its list."""

from __future__ import annotations

import pytest
from timing import within

from latexrefcheck.cite import telling

LOOKS = [
    (
        "apa",
        "Abel, A., & Brook, B. (2017). Measuring invented rivers. Journal of Water, 4(2), 1–9. https://doi.org/10.99999/flow",
    ),
    ("apa", "Delta Board. (n.d.). Notes on rivers. Press of Lamps."),
    ("ieee", "[3] A. Abel and B. Brook, “Measuring invented rivers,” Journal of Water, vol. 4, no. 2, pp. 1–9, 2017."),
    ("ieee", "J.-P. van der Berg et al., “On ice,” in Proc. Winter Conf., 2011, pp. 3–4."),
    ("nature", "4. Abel, A. & Brook, B. Measuring invented rivers. J. Water 4, 1–9 (2017)."),
    ("nature", "Abel, A. et al. Measuring invented rivers. J. Water 4, 1–9 (2017)."),
    ("vancouver", "Abel A, Brook B-C. Measuring invented rivers. J Water 2017;4:1–9."),
    ("vancouver", "van den Berg AM, Brook B, et al. Ice. Oslo: Press of Lamps; 2011."),
    ("gb-t-7714", "[1] ABEL A, BROOK B. Measuring invented rivers[J]. Journal of Water, 2017, 4(2): 1-9."),
    ("gb-t-7714", "张三, 李四. 河流的缓慢流动[J]. 水利学报, 2017, 4(2): 1-9."),
    ("mla", "Abel, Ann, and Bo Brook. “Measuring Invented Rivers.” Journal of Water, vol. 4, no. 2, 2017, pp. 1–9."),
    ("mla", "Abel, Ann, et al. Rivers of the North. Press of Lamps, 2011."),
    ("chicago", "Abel, Ann, and Bo Brook. 2017. “Measuring Invented Rivers.” Journal of Water 4 (2): 1–9."),
    ("chicago", "Abel, Ann. 2011. Rivers of the North. Press of Lamps."),
    ("harvard", "Abel, A. and Brook, B. (2017) ‘Measuring invented rivers’, Journal of Water, 4(2), pp. 1–9."),
    ("harvard", "Abel, A. (no date) Rivers of the North. Oslo: Press of Lamps."),
    ("acs", "(2) Abel, A.; Brook, B. Measuring Invented Rivers. J. Water 2017, 4 (2), 1–9."),
    ("acs", "Abel, A.; Brook, B. Rivers; Press of Lamps: Oslo, 2011."),
    ("acm", "[7] Ann Abel and Bo Brook. 2017. Measuring invented rivers. J. Water 4, 2 (May 2017), 1–9."),
]
ITEM = {
    "type": "article-journal",
    "title": "Measuring the slow flow of invented rivers",
    "author": [{"family": "Abel", "given": "Ann"}, {"family": "Brook", "given": "Bo"}],
    "container-title": "Journal of Invented Hydrology",
    "volume": "12",
    "issue": "3",
    "page": "101-119",
    "issued": {"date-parts": [[2017, 5]]},
    "DOI": "10.99999/flow",
}


@pytest.mark.parametrize(("style", "text"), LOOKS)
def test_the_look_tells(style: str, text: str) -> None:
    assert telling.told(text) == style


@pytest.mark.parametrize("style", ["apa", "ieee", "nature", "vancouver", "gb-t-7714", "mla", "chicago", "harvard", "acs", "acm"])
@pytest.mark.parametrize(
    "changes",
    [{}, {"DOI": ""}, {"title": "Flow"}, {"author": []}, {"volume": "", "issue": "", "page": ""}, {"issued": {}}],
    ids=["whole", "no DOI", "short title", "nobody", "no numbers", "no date"],
)
def test_the_work_tells(style: str, changes: dict[str, object]) -> None:
    text = telling.set_in(style, {**ITEM, **changes})
    assert telling.told(text, ITEM) == style


@pytest.mark.parametrize("text", ["", "see above", "https://example.org/", "12", "?" * 3000, "((((" * 500])
def test_what_is_no_reference_has_no_style(text: str) -> None:
    assert telling.told(text) == ""


def test_a_list_votes() -> None:
    apa = [(text, None) for style, text in LOOKS if style == "apa"] * 3
    others = [(text, None) for style, text in LOOKS if style == "mla"]
    told = telling.of_list([*apa, *others])
    assert told is not None and told.style == "apa" and told.share == pytest.approx(0.75)
    assert telling.of_list([(text, None) for _, text in LOOKS]) is None
    assert telling.of_list([]) is None


@pytest.mark.parametrize("number", ["[12] ", "(3) ", "7. ", ""])
def test_the_number_in_front_is_no_part(number: str) -> None:
    assert telling.unnumbered(f"{number}Abel, A.") == "Abel, A."


@pytest.mark.parametrize(
    "piece", ["Bok, ", "Bok and ", "A. B., ", "; Xa, A.", "vol. 1, ", "a ", ". 2017. ", "(2017", "[J]", "1;"]
)
@pytest.mark.parametrize("end", ["", "!", " 2017."])
def test_repetitions_take_no_time(piece: str, end: str) -> None:
    with within(2.0):
        assert telling.told(piece * 1000 + end) in (*telling._TOLD_BY, "")
