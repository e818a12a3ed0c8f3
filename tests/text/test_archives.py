"""Archives by their names."""

from __future__ import annotations

import pytest

from latexrefcheck.text.archives import archive, archives


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("arXiv preprint arXiv:2412.00001", {"arxiv"}),
        ("CoRR", {"arxiv"}),
        ("Computing Research Repository", {"arxiv"}),
        ("bioRxiv : the preprint server for biology", {"biorxiv"}),
        ("SSRN Electronic Journal", {"ssrn"}),
        ("Preprint", {"preprint"}),
        ("Journal of Things", set()),
        ("Halley's Journal", set()),
    ],
)
def test_names(text: str, named: set[str]) -> None:
    assert (archives(text), archive(text)) == (named, bool(named))
