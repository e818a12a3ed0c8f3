"""Page ranges with one hyphen."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruleharness import findings

from latexrefcheck import check


@pytest.mark.parametrize(
    ("pages", "fixed"),
    [
        ("12-34", "12--34"),
        ("12 - 34", "12--34"),
        ("S12-S15", "S12--S15"),
        ("123-8", "123--8"),
        ("1-5, 10-12", "1--5, 10--12"),
        ("12--34", None),
        ("12–34", None),
        ("054101-1", None),
        ("054101-1--054101-10", None),
        ("A-12", None),
        ("12", None),
        ("34-12", None),
        ("1-2-3", None),
        ("e1001", None),
    ],
)
def test_pages(pages: str, fixed: str | None) -> None:
    found = findings("page-range-hyphen", f"@misc{{k, pages = {{{pages}}}}}", style="apacite")
    assert len(found) == (fixed is not None)
    if fixed:
        assert found[0].fix is not None
        text = pages
        for edit in reversed(found[0].fix.edits):
            text = text[: edit.span.start - 18] + edit.text + text[edit.span.end - 18 :]
        assert text == fixed


def test_biber_reads_any_hyphen_as_a_dash() -> None:
    assert findings("page-range-hyphen", "@misc{k, pages = {12-34}}", dialect="biber") == []


@pytest.mark.parametrize(
    ("style", "count"),
    [
        ("plain", 0),
        ("IEEEtran", 0),
        ("somebodys", 0),
        ("apacite", 1),
        ("APACITE.bst", 1),
        ("vancouver", 1),
        ("gbt7714-numerical", 1),
    ],
)
def test_styles_that_make_it_a_dash_are_left_alone(style: str, count: int) -> None:
    assert len(findings("page-range-hyphen", "@misc{k, pages = {12-34}}", style=style)) == count


@pytest.mark.parametrize(("bst", "count"), [("FUNCTION {n.dashify} {}", 0), ("FUNCTION {format.pages} {pages}", 1)])
@pytest.mark.parametrize("style", ["mine", "plain", "apacite"])
def test_a_style_of_the_papers_own_is_looked_into(tmp_path: Path, style: str, bst: str, count: int) -> None:
    (tmp_path / "paper").mkdir()
    lines = [
        r"\documentclass{article}\begin{document}\cite{k}",
        rf"\bibliographystyle{{{style}}}\bibliography{{refs}}\end{{document}}",
    ]
    (tmp_path / "paper" / "main.tex").write_text("\n".join(lines), encoding="utf-8")
    (tmp_path / "paper" / "refs.bib").write_text("@misc{k, pages = {12-34}}", encoding="utf-8")
    (tmp_path / "paper" / f"{style}.bst").write_text(bst, encoding="utf-8")
    found = check(tmp_path / "paper", base=tmp_path, verify=False, select=("page-range-hyphen",)).findings
    assert len(found) == count


def test_a_library_of_no_document_is_told() -> None:
    assert len(findings("page-range-hyphen", "@misc{k, pages = {12-34}}", lone=True)) == 1
