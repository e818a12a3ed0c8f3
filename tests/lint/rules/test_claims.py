"""Which answers to claims are findings."""

from __future__ import annotations

import pytest

from latexrefcheck.lint.rules.claims import RULES
from latexrefcheck.model.claims import Leaning, Stand
from latexrefcheck.model.document import SourceFile, Span
from latexrefcheck.model.rule import Context

SENTENCE = "Rivers of the north are slower than rivers of the south."


@pytest.mark.parametrize(
    ("stand", "read", "rules"),
    [
        (Stand.CONTRADICTED, True, ["claim-contradicted"]),
        (Stand.UNVERIFIABLE, True, ["claim-not-found"]),
        (Stand.UNVERIFIABLE, False, []),
        (Stand.ABSTRACT_ONLY, True, ["claim-abstract-only"]),
        (Stand.SUPPORTED, True, []),
        (Stand.PARTIAL, True, []),
    ],
)
def test_what_is_a_finding(stand: Stand, read: bool, rules: list[str]) -> None:
    source = SourceFile("main.tex", "Rivers \\cite{k}.")
    leaning = Leaning(Span(source, 13, 14), "k", stand, SENTENCE, SENTENCE, "Crossref", "the claim has 2, the passage 3", read)
    drafts = {rule.ID: list(rule.check(leaning, Context(None))) for rule in RULES}  # type: ignore[arg-type]
    assert [name for name, found in drafts.items() if found] == rules
