"""What is said of fixes that were not made: each by itself while they are few, by their reason where they are many."""

from __future__ import annotations

import pytest

from latexrefcheck.cli._repair import MOST_REFUSALS, _refusals
from latexrefcheck.model.document import Edit, Span
from latexrefcheck.model.finding import Fix, Location
from latexrefcheck.model.source import SourceFile
from latexrefcheck.repair import Proposal, Refused

SOURCE = SourceFile("refs.bib", "\n" * 100)


def refused(line: int, reason: str) -> Refused:
    span = Span(SOURCE, line - 1, line - 1)
    return Refused(Proposal("bad-doi", Fix("mend it", (Edit(span, "x"),), safe=True), Location.of(span), "it is bad"), reason)


def single(line: int, reason: str) -> str:
    return f"refs.bib:{line}: not fixed (bad-doi): {reason}"


@pytest.mark.parametrize(
    ("reasons", "said"),
    [
        ([], []),
        (["it is in a macro"], [single(1, "it is in a macro")]),
        (["why"] * 3, [single(line, "why") for line in (1, 2, 3)]),
        (["why"] * 4, ["4 fixes were not made: why"]),
        (["why"] * 4 + ["other"], [single(5, "other"), "4 fixes were not made: why"]),
        ([f"why {n}" for n in range(1, 31)], [single(n, f"why {n}") for n in range(1, MOST_REFUSALS + 1)]),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], reasons: list[str], said: list[str]) -> None:
    _refusals([refused(line, reason) for line, reason in enumerate(reasons, 1)])
    assert capsys.readouterr().err.splitlines() == said


def test_a_reason_does_nothing_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    _refusals([refused(1, "\x1b[2Jgone")])
    assert "\x1b" not in capsys.readouterr().err
