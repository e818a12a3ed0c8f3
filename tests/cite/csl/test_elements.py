"""Single rules of CSL, on styles of a few lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from latexrefcheck.cite.csl.style import load
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.text import runs

HEAD = '<style xmlns="http://purl.org/net/xbiblio/csl" version="1.0" class="in-text" {style}>{macros}<bibliography><layout>'
TAIL = "</layout></bibliography></style>"


def line(layout: str, item: dict[str, Any], style: str = "", macros: str = "") -> str:
    """The text of one item in a style that has this layout."""
    text = HEAD.format(style=style, macros=macros) + layout + TAIL
    return runs.plain(load(Path("test.csl"), text).reference({"type": "book", **item}))


QUOTED = '<group delimiter=", "><text variable="title" quotes="true"/><text value="p. 1"/></group>'


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        ("Ponds", "“Ponds,” p. 1"),
        ("Ponds?", "“Ponds?,” p. 1"),
        ('On "new" ponds', "“On ‘new’ ponds,” p. 1"),
        ('All is "new"', "“All is ‘new,’” p. 1"),
        ("Fermi's pond", "“Fermi’s pond,” p. 1"),
        ("The '90s of the authors'", "“The ’90s of the authors’,” p. 1"),
        ('5" disks', '“5" disks,” p. 1'),
        ("„Teich“ und mehr", "“„Teich“ und mehr,” p. 1"),
    ],
)
def test_quotation_marks(title: str, wanted: str) -> None:
    assert line(QUOTED, {"title": title}) == wanted


def test_commas_stand_outside_where_the_language_wants_it() -> None:
    assert line(QUOTED, {"title": "Ponds"}, 'default-locale="en-GB"') == "‘Ponds’, p. 1"


@pytest.mark.parametrize(
    ("title", "behind", "wanted"),
    [
        ("Why?", ". ", "Why? x"),
        ("Why!", ", ", "Why!, x"),
        ("Inc.", ". ", "Inc. x"),
        ("Inc.", ", ", "Inc., x"),
        ("A:", ". ", "A: x"),
        ("A ", " ", "A x"),
    ],
)
def test_marks_that_meet(title: str, behind: str, wanted: str) -> None:
    assert line(f'<text variable="title" suffix="{behind}"/><text value="x"/>', {"title": title}) == wanted


@pytest.mark.parametrize(
    ("form", "pages", "wanted"),
    [
        ("expanded", "101-8", "101–108"),
        ("minimal", "101-108", "101–8"),
        ("minimal-two", "101-108", "101–08"),
        ("chicago-16", "1496-1500", "1496–500"),
        ("chicago-16", "107-108", "107–8"),
        ("chicago-16", "100-104", "100–104"),
        ("minimal", "e101-e108", "e101–8"),
        ("minimal", "12-15, 20", "12–5, 20"),
        ("minimal", "S1-T9", "S1–T9"),
        ("", "1--10", "1–10"),
        ("minimal", "xii-xv", "xii–xv"),
        ("minimal", "108-101", "108–101"),
    ],
)
def test_pages(form: str, pages: str, wanted: str) -> None:
    assert line('<text variable="page"/>', {"page": pages}, f'page-range-format="{form}"') == wanted


def name(**parts: str) -> dict[str, Any]:
    return {"author": [{key.replace("_", "-"): value for key, value in parts.items()}]}


INVERTED = '<names variable="author"><name name-as-sort-order="all" initialize-with=". "/></names>'


@pytest.mark.parametrize(
    ("parts", "wanted"),
    [
        ({"family": "Lee", "given": "Jean-Luc"}, "Lee, J.-L."),
        ({"family": "Lee", "given": "J.K."}, "Lee, J. K."),
        ({"family": "Lee", "given": "JK"}, "Lee, J."),
        ({"family": "Lee", "given": "Min-jae"}, "Lee, M."),
        ({"family": "Lee", "given": "Élise Ann"}, "Lee, É. A."),
        ({"family": "Gogh", "given": "Vincent", "non_dropping_particle": "van"}, "Gogh, V. van"),
        ({"family": "van Gogh", "given": "Vincent"}, "Gogh, V. van"),
        ({"family": "Humboldt", "given": "Alexander von"}, "Humboldt, A. von"),
        ({"family": "King", "given": "Martin", "suffix": "Jr."}, "King, M., Jr."),
        ({"family": "王", "given": "小明"}, "王小明"),
        ({"family": "王", "given": "Jay"}, "王 Jay"),
        ({"literal": "World Bank"}, "World Bank"),
        ({"given": "Plato"}, "Plato"),
        ({"family": "Иванов", "given": "Иван Петрович"}, "Иванов, И. П."),
    ],
)
def test_a_name(parts: dict[str, str], wanted: str) -> None:
    assert line(INVERTED, name(**parts)) == wanted


def people(count: int) -> dict[str, Any]:
    return {"author": [{"family": letter, "given": "X"} for letter in "ABCDEFGHIJ"[:count]]}


@pytest.mark.parametrize(
    ("form", "count", "wanted"),
    [
        ('and="text"', 2, "A and B"),
        ('and="text"', 3, "A, B, and C"),
        ('and="symbol" delimiter-precedes-last="never"', 3, "A, B & C"),
        ('and="text" delimiter-precedes-last="always"', 2, "A, and B"),
        ('et-al-min="3" et-al-use-first="1"', 3, "A et al."),
        ('et-al-min="3" et-al-use-first="2"', 4, "A, B, et al."),
        ('et-al-min="3" et-al-use-first="2" et-al-use-last="true"', 5, "A, B, … E"),
        ('et-al-min="3" et-al-use-first="2" et-al-use-last="true"', 3, "A, B, et al."),
        ("", 1, "A"),
    ],
)
def test_lists_of_names(form: str, count: int, wanted: str) -> None:
    assert line(f'<names variable="author"><name form="short" {form}/></names>', people(count)) == wanted


def test_a_list_that_the_item_cuts() -> None:
    item = {"author": [{"family": "A"}, {"family": "B"}, {"literal": "others"}]}
    assert line('<names variable="author"><name and="text"/></names>', item) == "A, B, et al."


def test_what_stands_in_for_names_is_said_once() -> None:
    layout = (
        '<names variable="author"><substitute><text variable="title"/></substitute></names><text variable="title" prefix="; "/>'
    )
    assert line(layout, {"title": "Ponds"}) == "Ponds"
    assert line(layout, {"title": "Ponds", **people(1)}) == "X A; Ponds"


def test_a_group_without_its_fields_is_silent() -> None:
    layout = '<text value="a"/><group prefix=" (" suffix=")" delimiter=" "><text term="in"/><text variable="volume"/></group>'
    assert line(layout, {}) == "a"
    assert line(layout, {"volume": 3}) == "a (in 3)"


DATE = '<date variable="issued" form="text"/>'


@pytest.mark.parametrize(
    ("date", "wanted"),
    [
        ({"date-parts": [[2001]]}, "2001"),
        ({"date-parts": [[2001, 5]]}, "May 2001"),
        ({"date-parts": [["2001", "5", "3"]]}, "May 3, 2001"),
        ({"date-parts": [[2001, 5, 3], [2001, 5, 6]]}, "May 3–6, 2001"),
        ({"date-parts": [[2001, 5], [2001, 6]]}, "May–June 2001"),
        ({"date-parts": [[2001], [2002]]}, "2001–2002"),
        ({"date-parts": [[2001]], "season": 3}, "Autumn 2001"),
        ({"date-parts": [[-380]]}, "380 BC"),
        ({"raw": "2001-05-03"}, "May 3, 2001"),
        ({"literal": "in press"}, "in press"),
        ({"date-parts": [[None]]}, ""),
        ({"date-parts": "soon"}, ""),
        ({"date-parts": [["99999999999"]]}, ""),
    ],
)
def test_dates(date: dict[str, Any], wanted: str) -> None:
    assert line(DATE, {"issued": date}) == wanted


@pytest.mark.parametrize(
    ("title", "wanted"),
    [
        ("the art of a pond", "The Art of a Pond"),
        ("a low-resource study: the end of", "A Low-Resource Study: The End Of"),
        ("iPhone and eBay in mRNA", "iPhone and eBay in mRNA"),
        ("on α-decay", "On α-Decay"),
        ('the <span class="nocase">lower</span> case of <i>E. coli</i>', "The lower Case of E. Coli"),
        ("über teiche", "Über Teiche"),
    ],
)
def test_headlines(title: str, wanted: str) -> None:
    assert line('<text variable="title" text-case="title"/>', {"title": title}) == wanted


def test_a_headline_is_english_only() -> None:
    assert line('<text variable="title" text-case="title"/>', {"title": "der teich", "language": "de"}) == "der teich"


@pytest.mark.parametrize(
    ("number", "wanted"),
    [("1", "1st"), ("2", "2nd"), ("3", "3rd"), ("4", "4th"), ("11", "11th"), ("12", "12th"), ("21", "21st"), ("112", "112th")],
)
def test_ordinals(number: str, wanted: str) -> None:
    assert line('<number variable="edition" form="ordinal"/>', {"edition": number}) == wanted


def test_faces_and_markup() -> None:
    style = load(Path("t.csl"), HEAD.format(style="", macros="") + '<text variable="title" font-style="italic"/>' + TAIL)
    found = style.reference({"title": "Of <i>E. coli</i> in CO<sub>2</sub> &amp; x<y"})
    assert found == (
        runs.Run("Of ", runs.ITALIC),
        runs.Run("E. coli", 0),
        runs.Run(" in CO", runs.ITALIC),
        runs.Run("2", runs.ITALIC | runs.SUBSCRIPT),
        runs.Run(" &amp; x<y", runs.ITALIC),
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "t.csl:1: not a CSL style"),
        ("<style>", "t.csl:1: not a CSL style"),
        ("<html/>", "the root is <html>"),
        ("<style/>", "it has no bibliography"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><style/>', "document type"),
        (HEAD.format(style="", macros="") + '<text macro="nope"/>' + TAIL, "the macro 'nope' is called and not defined"),
        (HEAD.format(style="", macros='<macro name="m"><text macro="m"/></macro>') + '<text macro="m"/>' + TAIL, "calls itself"),
        (HEAD.format(style="", macros="") + "<blink/>" + TAIL, "<blink> is no element"),
        ("<style><info><link rel='independent-parent' href='http://x/apa'/></info></style>", "it only refers to apa.csl"),
    ],
)
def test_what_is_no_style_is_told_in_a_sentence(text: str, told: str) -> None:
    with pytest.raises(UnreadableInput) as error:
        load(Path("t.csl"), text)
    assert told in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("value", [None, [], {}, 3, 3.5, True, ["x"], {"x": 1}, "\x00", "<i>", "</i><i></b>", "“", "'" * 50])
def test_no_value_breaks_a_style(value: object) -> None:
    from latexrefcheck import registry

    names = ("type", "title", "author", "issued", "page", "volume", "container-title", "DOI", "language", "edition", "editor")
    for variable in names:
        item = {"type": "article-journal", "title": "Ponds", variable: value}
        for style in registry.styles.values():
            style.references([item])
