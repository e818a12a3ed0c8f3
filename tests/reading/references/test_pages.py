"""What the places of lines tell: margins, headings, running heads; and where a character of a page is."""

from __future__ import annotations

from latexrefcheck.model.document import Span
from latexrefcheck.model.finding import Location
from latexrefcheck.reading.references.pages import PagedText, Row, heading, indented, without_furniture

LINES = ["Abel wrote of rivers", "and of roads,", "2017.", "Cole wrote too", "of rails, 2018.", "Dorn wrote, 2019."]
LEFTS = [72.0, 82.0, 82.1, 72.0, 82.0, 72.3]


def test_places_are_pages_and_characters() -> None:
    text = PagedText("p.pdf", "one\ntwo\fthree\nfour\n\f\flast")
    place = text.text.index("four")
    assert text.position(place) == (2, 7)
    assert Location.of(Span(text, place, place + 4)) == ("p.pdf", 2, 7, 2, 11)
    assert text.excerpt(2, 7, 100) == (6, "four")
    assert text.excerpt(2, 1, 3) == (0, "thr")
    assert text.position(text.text.index("last")) == (4, 1)
    assert text.excerpt(4, 1, 100) == (0, "last")
    assert [text.excerpt(number, 1, 9) for number in (0, 3, 9)] == [(0, ""), (0, ""), (0, "")]


def test_lines_hang_in_their_columns() -> None:
    rows = [Row(left, 10.0, 700.0 - 12 * number) for number, left in enumerate(LEFTS)]
    (shown,) = indented([LINES], [rows], [306.0])
    assert [len(line) - len(line.lstrip()) for line in shown] == [0, 4, 4, 0, 4, 0]
    second = [row._replace(left=row.left + 250) for row in rows]
    (shown,) = indented([[*LINES, *LINES]], [[*rows, *second]], [306.0])
    assert [line[:1] == " " for line in shown] == [False, True, True, False, True, False] * 2


def test_a_page_that_begins_within_a_reference_has_the_margin_of_the_others() -> None:
    rows = [Row(left, 10.0, 700.0 - 12 * number) for number, left in enumerate(LEFTS)]
    further = [row._replace(left=left) for row, left in zip(rows, [82.0, 82.0, 82.0, 72.0], strict=False)]
    shown = indented([LINES, LINES, LINES, LINES[:4]], [rows, rows, rows, further], [306.0] * 4)[3]
    assert [line[:1] == " " for line in shown] == [True, True, True, False]


def test_what_stands_behind_an_exponent_begins_no_reference() -> None:
    bases = [700.0 - 12 * number for number in range(len(LINES))]
    rows = [Row(left, 10.0, base) for left, base in zip(LEFTS, bases, strict=True)]
    more = [Row(left, 7.0, bases[-1] - 3) for left in (320.0, 400.0, 321.0)]
    (shown,) = indented([[*LINES, "n", "and H", "m of C. R. Acad. Sci. 296:953"]], [[*rows, *more]], [306.0])
    assert all(line.startswith("    ") for line in shown[-3:])
    (shown,) = indented([[*LINES, ". C. R. Acad. Sci. 296:953"]], [[*rows, Row(320.0, 10.0, 100.0)]], [306.0])
    assert shown[-1].startswith("    ")


def test_lines_without_places_are_left_alone() -> None:
    assert indented([LINES], [[Row()] * len(LINES)], [306.0]) == [LINES]


def test_headings_are_larger() -> None:
    assert heading([*LINES, "A More", "words"], [*[Row(72.0, 10.0)] * 6, Row(72.0, 14.4), Row(72.0, 10.0)]) == 6
    assert heading(LINES, [Row(72.0, 10.0)] * 6) is None
    assert heading(LINES, [Row(72.0, 14.4), *[Row(72.0, 10.0)] * 5]) is None  # that of the list itself
    assert heading([*LINES, "Σ", "x"], [*[Row(72.0, 10.0)] * 6, Row(72.0, 14.4), Row(72.0, 10.0)]) is None
    assert heading(LINES, [Row()] * 6) is None


def test_heads_and_numbers_of_pages_are_no_text() -> None:
    own = [[f"{line} ({number})." for line in LINES] for number in range(7, 11)]
    pages = [[f"BIBLIOGRAPHY {number}", *lines, "", str(number)] for number, lines in zip(range(7, 11), own, strict=True)]
    shown = without_furniture(pages)
    assert [[line for line in page if line.strip()] for page in shown] == [["BIBLIOGRAPHY 7", *own[0]], *own[1:]]
    assert all(len(page) == 9 for page in shown)


def test_ends_of_references_are_no_heads_of_pages() -> None:
    pages = [[f"pages {number}-{number + 9}, 2010.", *LINES[:1], f"Abel {number}", "2017."] for number in range(4)]
    assert without_furniture(pages)[0][0] == "pages 0-9, 2010."
    assert without_furniture([LINES, LINES[::-1]]) == [LINES, LINES[::-1]]
