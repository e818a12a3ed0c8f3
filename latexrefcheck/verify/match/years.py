"""Compare years: any publication year of the work counts, give or take the profile's tolerance."""

from __future__ import annotations

from collections.abc import Iterable

from latexrefcheck.model.record import Judgement


def compare(cited: int | None, found: Iterable[int], tolerance: int = 1, span: bool = False) -> Judgement:
    """The judgement on ``year``.

    ``tolerance`` is in years. ``span`` says that ``found`` holds the years of a preprint and of its
    published version: any year between them is then right as well.
    """
    years = sorted({year for year in found if year})
    shown = ", ".join(map(str, years))
    if cited is None or not years:
        return Judgement("year", "unknown", str(cited or ""), shown)
    distance = 0 if span and years[0] <= cited <= years[-1] else min(abs(cited - year) for year in years)
    if distance == 0:
        return Judgement("year", "agree", str(cited), shown, 1.0)
    if distance <= tolerance:
        return Judgement(
            "year", "minor", str(cited), shown, 0.9, f"{distance} year off, as between online, print and preprint dates"
        )
    return Judgement("year", "differ", str(cited), shown, 0.0, f"the record has {shown}")
