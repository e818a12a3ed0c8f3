"""What each source holds of one entry, side by side: who is shown, what is marked, what is said in words."""

from __future__ import annotations

import re

import pytest

from latexrefcheck.model.finding import EntryReport, Location
from latexrefcheck.model.record import Evidence, Query, Record, Verdict
from latexrefcheck.reports import html
from latexrefcheck.text.person import Person

HERE = Location("refs.bib", 1, 1, 1, 9)
FIELDS = {"title": "Slow {R}ivers of the North", "author": "Abel, Ann and Brook, B.", "year": "2017", "pages": "1--9"}


def record(source: str, title: str = "Slow rivers of the north", *people: Person, **more: object) -> Record:
    return Record(source=source, titles=(title,), authors=people or (Person("Abel", "Ann"),), **more)  # type: ignore[arg-type]


def entry(*records: Record, fields: dict[str, str] = FIELDS, judged: Record | None = None) -> EntryReport:
    found = tuple(Evidence(one.source, Query("title", "x"), "found", (one,)) for one in records)  # type: ignore[arg-type]
    verdict = Verdict("k", "verified", record=judged, evidence=found)  # type: ignore[arg-type]
    return EntryReport("k", "article", HERE, fields=fields, verdict=verdict)


def cells(text: str, name: str) -> list[str]:
    """The cells of a row, without what is cited."""
    row = re.search(rf'<th scope="row">{name}</th>(.*?)</tr>', text)
    assert row is not None
    return re.findall(r"<td>(.*?)</td>", row[1])[1:]


def test_each_source_has_a_column_the_one_compared_with_first() -> None:
    best = record("openalex", years=(2017,))
    shown = entry(record("crossref", years=(2018,)), best, judged=best)
    assert [(one["source"], one["compared_with"]) for one in html.columns(shown)] == [("openalex", True), ("crossref", False)]
    text = html.records(shown)
    assert "What 2 sources hold, side by side" in text
    assert cells(text, "year") == [
        '2017<span class="detail">same</span>',
        '201<ins>8</ins><span class="detail">written differently</span>',
    ]


def test_capitals_and_braces_are_no_difference() -> None:
    assert cells(html.records(entry(record("crossref"))), "title") == ['Slow rivers of the north<span class="detail">same</span>']


@pytest.mark.parametrize(
    ("people", "told"),
    [
        ((Person("Abel", "Ann"), Person("Brook", "Bo")), "the same people"),
        ((Person("Abel", "A."), Person("Brook", "Bo")), "the same people"),
        ((Person("Abel", "Ann"),), "fewer people"),
        ((Person("Abel", "Ann"), Person("Brook", "Bo"), Person("Cole", "Cy")), "1 of 3 not cited"),
        ((Person("Stone", "Ann"), Person("Brook", "Cy")), "2 of 2 not cited"),
    ],
)
def test_people(people: tuple[Person, ...], told: str) -> None:
    (cell,) = cells(html.records(entry(record("crossref", "Slow rivers of the north", *people))), "people")
    assert f'<span class="detail">{told}</span>' in cell


def test_of_several_works_the_most_alike_is_shown() -> None:
    found = (record("crossref", "Roads of the south"), record("crossref", "Slow river of the north"))
    evidence = (Evidence("crossref", Query("title", "x"), "found", found),)  # type: ignore[arg-type]
    shown = EntryReport("k", "article", HERE, fields=FIELDS, verdict=Verdict("k", "mismatch", evidence=evidence))  # type: ignore[arg-type]
    assert [one["title"] for one in html.columns(shown)] == ["Slow river of the north"]


def test_what_one_side_does_not_say() -> None:
    text = html.records(entry(record("crossref", volume="7")))
    assert cells(text, "volume") == ['<ins>7</ins><span class="detail">not cited</span>']
    assert "nothing" in cells(text, "pages")[0]
    assert '<th scope="row">ISBN</th>' not in text  # neither has one


BARE = (entry(), EntryReport("k", "article", HERE, fields=FIELDS), EntryReport("k", "misc", HERE))


@pytest.mark.parametrize("shown", BARE, ids=("absent", "unasked", "bare"))
def test_nothing_to_show(shown: EntryReport) -> None:
    assert html.records(shown) == ""
    assert html.columns(shown) == []


def test_hostile_values_are_text() -> None:
    bad = "</td><script>alert(1)</script>"
    fields = dict.fromkeys(("title", "author", "journal", "year", "doi"), bad)
    held = record("crossref", bad, Person(bad, bad), volume=bad, url="javascript:alert(1)", identifiers={"doi": bad})
    text = html.records(entry(held, fields=fields))
    assert "<script" not in text
    assert "javascript:" not in text
    assert text.count("</table>") == 1
