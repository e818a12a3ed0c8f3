"""Citations by number around a list, and brackets that are something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck import lint, registry
from latexrefcheck.model.document import Bibliography, Project, SourceFile
from latexrefcheck.model.references import WORDS
from latexrefcheck.reading.references import numbered
from latexrefcheck.reading.references.readers.text import of_text

NAMES = "Abel Brook Cole Dorn Eliot Frey Gould Hale".split()
ITEMS = [
    f"{name}, A. ({2001 + n}). On the slow flow of river {n}. Journal of Water, {n}, 1-9." for n, name in enumerate(NAMES, 1)
]
LIST = "".join(f"[{number}] {item}\n" for number, item in enumerate(ITEMS, 1))
ALL = "Rivers flow [1]–[3], [4,5], [6-8]. "


def findings(body: str, listed: str = LIST, behind: str = "", reliable: bool = True) -> list[tuple[str, str, str]]:
    """(rule, key, text at the place) of what a text with a list gives; a note where its citations are not read."""
    source = SourceFile("paper.txt", f"{body}\n\nReferences\n\n{listed}{behind}")
    found = numbered.document(Bibliography(source, WORDS, tuple(of_text(source, False))), reliable)
    if found is None:
        return [("unread", "", "")]
    project = Project(base=Path(), documents=(found,))
    told = []
    for rule in ("undefined-citation", "unused-entry", "duplicate-bibitem", "no-bibliography"):
        subject = project if registry.rules[rule].SCOPE == "project" else found
        for draft in registry.rules[rule].check(subject, lint.Context(project, {})):
            told.append((rule, draft.key or "", draft.span.text))
    return told


@pytest.mark.parametrize(
    "body",
    [
        ALL,
        "Rivers [1, 2, 3; 4] flow [5–6] and [7, p. 12], see [8, Theorem 3].",
        "河流［1，2］流动［3–8］。",
        "Rivers【1】 【2-8】",
        "Rivers[1] (also Abel)[2] [3]: they[4-6], and[7] [8].",
        "Rivers [1,\n2] and [3]\u2013[8]",
        f"{ALL}On [0, 1], in [2, 50], a[9], [2017] and [x, y], [12](http://x.org), see [a9].",
        f"{ALL}The interval [9, 12] and t ∈ [10, 15], between [9] and the others.",
        f"{ALL}Years [1950, 2017] and [1066].",
    ],
)
def test_all_are_cited(body: str) -> None:
    assert findings(body) == []


def test_a_number_that_the_list_does_not_have() -> None:
    assert findings(f"{ALL}As [9] and [2, 11] say.") == [
        ("undefined-citation", "[9]", "9"),
        ("undefined-citation", "[11]", "11"),
    ]
    assert findings(f"{ALL}And [6–10].")[0] == ("undefined-citation", "[9]", "6–10")


def test_an_item_that_is_never_cited() -> None:
    assert findings("Rivers [1–5], [7] and [8].") == [("unused-entry", "[6]", "[6] ")]


def test_citations_behind_the_list_count() -> None:
    assert findings("Rivers [1–5], [7] and [8].", behind="\nAppendix\n\nMore rivers [6].\n") == []


def test_a_number_twice() -> None:
    twice = LIST.replace("[5]", "[4]")
    assert [one[:2] for one in findings("Rivers [1–4], [6–8].", twice)] == [("duplicate-bibitem", "[4]")]


@pytest.mark.parametrize(
    ("body", "listed"),
    [
        ("Rivers (1) flow as Abel (2002) says.", LIST),
        ("Rivers [1] flow and [2].", LIST),  # most are cited in some other way
        ("Rivers [1].", "".join(f"{item}\n\n" for item in ITEMS)),
        ("Rivers [1].", LIST[: LIST.index("[2]")]),
    ],
)
def test_what_cites_otherwise_is_left_alone(body: str, listed: str) -> None:
    assert findings(body, listed) == [("unread", "", "")]


def test_pages_are_taken_with_more_care() -> None:
    assert findings(f"{ALL}As [9] says.", reliable=False) == [("undefined-citation", "[9]", "9")]
    assert findings("Rivers [1–5].", reliable=False) == [("unread", "", "")]
    assert findings(ALL, LIST.replace("[8] Hale", "[9] Hale"), reliable=False) == [("unread", "", "")]


@pytest.mark.parametrize("text", ["[1", "[1,", "[1]", "[1-", "[1]–", "[1-300]", "[1, p", "【", "[1;2;3"])
def test_hostile_texts_end(text: str) -> None:
    findings(text * 20_000)


def test_names_by_the_thousand_are_all_told_apart() -> None:
    from latexrefcheck.reading.references import keys

    found = keys.all_named([("", "")] * 30_000 + [("7", "")] * 3)
    assert len(set(found)) == len(found)
    assert found[:2] == ["reference", "reference (2)"] and found[-1] == "[7] (3)"
