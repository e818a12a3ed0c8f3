"""Numbers in the order of first citation, without gaps, doubles and orphans."""

from __future__ import annotations

import pytest
import ruleharness

ITEMS = {
    "a": r"\bibitem{a} A. Abel. Roads.",
    "b": r"\bibitem{b} B. Brook. Rivers.",
    "ü": r"\bibitem{ü} C. Cole. Flüsse.",
}
LIST = "\\begin{thebibliography}{9}\n%s\n\\end{thebibliography}"


def order(text: str, items: str = "a b ü") -> list[tuple[str | None, str]]:
    listed = LIST % "\n".join(ITEMS[key] for key in items.split())
    return [(one.key, one.message) for one in ruleharness.findings("citation-order", tex=f"{text}\n{listed}", dialect="manual")]


@pytest.mark.parametrize(
    "text",
    [
        r"\cite{a} \cite{b} \cite{ü}",
        r"\cite{a,b,ü}",
        r"\cite{ü, b, a}",  # packages sort the keys of one citation
        r"\cite{a} \cite{ü,b} \cite{b}",
        r"\cite{a} again \cite{a}, \cite{b}, \cite{a}, \cite{ü}",
        r"\cite{a} % \cite{ü}" + "\n" + r"\cite{b} \cite{ü}",
        "Nothing is cited.",
    ],
)
def test_right(text: str) -> None:
    assert order(text) == []


@pytest.mark.parametrize(
    ("text", "items", "key"),
    [
        (r"\cite{b} \cite{a} \cite{ü}", "a b ü", "a"),
        (r"\cite{a} \cite{ü} \cite{b}", "a b ü", "b"),
        (r"\cite{a}\cite{ü}, see \cite[p.~3]{b}", "a b ü", "b"),
        (r"\nocite{ü} \cite{a,b}", "a b ü", "b"),
    ],
)
def test_a_jump(text: str, items: str, key: str) -> None:
    ((told, message),) = order(text, items)
    assert told == key and "cited earlier" in message


def test_labels_are_no_numbers() -> None:
    labelled = LIST % "\\bibitem[Abel(2017)]{a} Abel.\n\\bibitem[Brook{\\ }(2018)]{b} Brook.\n\\bibitem[{[Col19]}]{c} Cole."
    tex = "\\cite{c} \\cite{b} \\cite{a}\n" + labelled
    assert ruleharness.findings("citation-order", tex=tex, dialect="manual") == []
    numbered = tex.replace("[Abel(2017)]", "[1]").replace("[Brook{\\ }(2018)]", "[2]").replace("[{[Col19]}]", "")
    assert [one.key for one in ruleharness.findings("citation-order", tex=numbered, dialect="manual")] == ["a"]


def test_orphans_are_one_finding() -> None:
    assert order(r"\cite{b}") == [("a", "2 references are never cited: a, ü")]
    assert order(r"\cite{a} \cite{b}") == [("ü", "1 reference is never cited: ü")]
    assert order(r"\cite{a} \nocite{*}") == []


PAPER = """Rivers flow {0}.

References

[1] Abel, A. (2017). Rivers of the north. Water, 4, 1-9.
[2] Brook, B. (2018). Rivers of the south. Water, 4, 1-9.
[3] Cole, C. (2019). Rivers of the west. Water, 4, 1-9.
[4] Dorn, D. (2020). Rivers of the east. Water, 4, 1-9.
"""


@pytest.mark.parametrize(
    ("cited", "keys"),
    [
        ("[1], [2-4]", []),
        ("[1], [2], [3, 4]", []),
        ("[1–4]", []),
        ("［1］，［2、3］［4］", []),
        ("[1], [3], [2], [4]", ["[2]"]),
        ("[2], [1], [3–4]", ["[1]"]),
        ("[1], [2], [4]", ["[3]"]),  # never cited
    ],
)
def test_numbers_in_a_text(cited: str, keys: list[str]) -> None:
    assert [one.key for one in ruleharness.findings("citation-order", listed=PAPER.format(cited))] == keys


LINE = "[{}] {}, A. (20{:02}). Rivers of land {}. Water, 4, 1-9.\n"


def numbers(given: list[int], mark: str = "[{}]", suffix: str = ".txt") -> list[tuple[str | None, str]]:
    lines = "".join(LINE.replace("[{}]", mark).format(number, chr(65 + at) + "bel", at, at) for at, number in enumerate(given))
    found = ruleharness.findings("citation-numbers", listed=f"References\n\n{lines}", suffix=suffix)
    return [(one.key, one.message) for one in found]


@pytest.mark.parametrize("mark", ["[{}]", "{}.", "({})"])
def test_numbers_of_a_list(mark: str) -> None:
    assert numbers([1, 2, 3, 4], mark) == []
    assert [key for key, _ in numbers([1, 2, 4, 5], mark)] == ["[4]"]


def test_what_is_said_of_numbers() -> None:
    assert numbers([1, 2, 4]) == [("[4]", "behind [2] comes [4]: [3] is missing")]
    assert numbers([1, 2, 5, 6]) == [("[5]", "behind [2] comes [5]: [3] to [4] are missing")]
    assert numbers([1, 2, 2, 3]) == [("[2] (2)", "the number [2] stands twice")]
    assert numbers([3, 4, 5]) == [("[3]", "the list begins with [3]")]


def test_a_list_of_markdown_counts_by_itself() -> None:
    assert numbers([1, 1, 1, 1], "{}.", ".md") == []
    assert [key for key, _ in numbers([1, 2, 4], "[{}]", ".md")] == ["[4]"]


def test_few_or_mixed_numbers_say_nothing() -> None:
    assert numbers([1, 3]) == []
