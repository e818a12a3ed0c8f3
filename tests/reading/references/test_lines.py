"""Where references begin and end in a text."""

from __future__ import annotations

import pytest

from latexrefcheck.reading.references import lines

pytestmark = pytest.mark.quick

ABEL = "Abel, A., & Brook, B. (2017). On the slow flow of rivers. Journal of Water, 4(2), 1-9."
COLE = "Cole, C. (2018). Roads of the north and their makers. Delta Press."
DORN = "Dorn, D. (2019). Lanterns in the wind. In E. Roe (Ed.), Lights (pp. 3-20). Delta Press."


def words(text: str) -> list[str]:
    text = lines.flat(text)
    parts = lines.sections(text) or [(0, len(text))]
    return [lines.words(text[one.body : one.end]) for part in parts for one in lines.references(text, *part)]


@pytest.mark.parametrize(
    "text",
    [
        f"[1] {ABEL}\n[2] {COLE}\n[3] {DORN}\n",
        f"1. {ABEL}\n2. {COLE}\n3. {DORN}",
        f"(1) {ABEL}\n(2) {COLE}\n(3) {DORN}",
        f"［1］{ABEL}\n［2］{COLE}\n［3］{DORN}",
        f"[1] {ABEL}\n\n[1] {COLE}\n\n[1] {DORN}",
        f"[4] {ABEL}\n[5] {COLE}\n[6] {DORN}",
        f"- {ABEL}\n- {COLE}\n- {DORN}",
        f"[Abe17] {ABEL}\n[Col18] {COLE}\n[Dor19] {DORN}",
        f"{ABEL}\n\n{COLE}\n\n{DORN}\n",
        f"{ABEL}\n{COLE}\n{DORN}\n",
        f"# Intro\n\nText [1].\n\n## References\n\n1. {ABEL}\n2. {COLE}\n3. {DORN}\n\n## Appendix\n\n1. Not a reference.\n",
        f"REFERENCES\n\n{ABEL}\n\n{COLE}\n\n{DORN}\n\nAppendix A\n\nMore words, 2020.\n",
        f"5 References\n{ABEL}\n{COLE}\n{DORN}\n",
        f"参考文献\n[1] {ABEL}\n[2] {COLE}\n[3] {DORN}\n",
        f"Literaturverzeichnis:\n{ABEL}\n{COLE}\n{DORN}\n",
        f"\x0c                    REFERENCES\n\n{ABEL}\n\n{COLE}\n\n{DORN}\n",
        f"References\nold list\n\nReferences\n\n{ABEL}\n\n{COLE}\n\n{DORN}\n",
        "[1] "
        + ABEL.replace("rivers. ", "riv-\n    ers.\n    ")
        + "\n[2] "
        + COLE.replace("north ", "north\n")
        + f"\n[3] {DORN}\n",
        ABEL.replace("Journal ", "\n   Journal ") + "\n" + COLE.replace("Delta ", "\n   Delta ") + "\n" + DORN,
    ],
)
def test_three_references(text: str) -> None:
    assert words(text) == [ABEL, COLE, DORN]


def test_the_list_of_each_chapter_is_read() -> None:
    chapter = f"Chapter %d: Water\n\nWords.\n\nReferences\n\n{ABEL}\n\n{COLE}\n\n{DORN}\n\n"
    assert words(chapter % 1 + "\x0c" + chapter % 2) == [ABEL, COLE, DORN] * 2


def test_a_heading_without_a_list_is_none() -> None:
    text = f"Literature\n\nMuch was written. It is long.\n\nReferences\n\n{ABEL}\n\n{COLE}\n"
    assert words(text) == [ABEL, COLE]


def test_numbered_lists_without_a_heading() -> None:
    listed = "\n".join(f"{number}. {ABEL}" for number in range(1, 8))
    text = f"Some words of a chapter.\n\n1. A step.\n2. Another step.\n\n{listed}\n\nWords behind, in 2019.\n"
    assert lines.sections(text) and words(text) == [ABEL] * 7


def test_steps_are_no_list_of_references() -> None:
    assert lines.sections("\n".join(f"{number}. Take one more lantern." for number in range(1, 20))) == []


def test_labels_are_kept() -> None:
    found = lines.references(f"[3] {ABEL}\n[4] {COLE}\n")
    assert [one.label for one in found] == ["3", "4"]


def test_a_year_at_the_beginning_of_a_line_is_no_number() -> None:
    text = f"[1] {ABEL[:30]}\n2017. More of it, Journal of Water.\n[2] {COLE}\n"
    assert [one.label for one in lines.references(text)] == ["1", "2"]


@pytest.mark.parametrize("text", ["", "\n\n", "References\n", "word"])
def test_nothing_to_find(text: str) -> None:
    assert words(text) == []


def test_a_page_of_blank_lines_and_digits_takes_no_time() -> None:
    assert lines.references("1. \n" * 50_000) == []
    lines.references(("a" * 60 + " 2001.\n") * 20_000)


@pytest.mark.parametrize("numbers", [(1, 2, 7, 8), (1, 3, 2, 4), (1, 1, 1), (12, 40, 41), (1, 2, 3, 90), (5, 4, 3)])
def test_numbers_in_brackets_that_jump_lose_nothing(numbers: tuple[int, ...]) -> None:
    text = "".join(
        f"[{number}] Abel, A. ({2000 + place}). Lamps of the north. Light, 4.\n" for place, number in enumerate(numbers)
    )
    assert [one.label for one in lines.references(text)] == [str(number) for number in numbers]


def test_a_number_in_brackets_within_a_reference_begins_none() -> None:
    text = "[1] Abel, A. (2017). Lamps of the north, as shown by\n[17] and others. Light, 4.\n"
    text += "[2] Brook, B. (2018). Seas. Water, 5.\n"
    assert [one.label for one in lines.references(text)] == ["1", "2"]


def test_an_address_goes_on_behind_the_end_of_a_line() -> None:
    broken = "Abel. https://doi.org/10.1016/S0167-\n6393(98)00045-4 and 10.99999/\nab-\ncd. A well-\nknown word."
    assert lines.words(broken) == "Abel. https://doi.org/10.1016/S0167-6393(98)00045-4 and 10.99999/ab-cd. A wellknown word."


@pytest.mark.parametrize("dashes", ["\u2014\u2014\u2014", "---", "\u2014\u2014"])
def test_dashes_stand_for_the_same_people(dashes: str) -> None:
    text = (
        "Abel, Ann, and Bo Brook. 2016. \u201cRivers of the North.\u201d Water 44 (1): 21\u201331.\n"
        f"{dashes}. 2018. \u201cA Second Look at Rivers.\u201d Water 50: 1\u20132.\n"
        "Cole, Cy. 2019. \u201cLamps along Rivers.\u201d Water 51: 3\u20139.\n"
    )
    assert len(lines.references(text)) == 3


def test_numbers_of_five_figures() -> None:
    text = "\n".join(f"[{n}] A. Abel. Rivers of the year {n}. Water, 2019." for n in range(1, 10_050))
    assert len(lines.references(text)) == 10_049
