"""Preprint servers and other archives: whether a text names one."""

from __future__ import annotations

import re

from latexrefcheck.text.patterns import lazy

_ARCHIVE = lazy(
    r"\b(arxiv|corr|biorxiv|medrxiv|chemrxiv|psyarxiv|osf preprints|ssrn|eprint archive|hal|research square|preprints?|"
    r"openreview|computing research repository|e-?prints?|zenodo)\b",
    re.IGNORECASE,
)
_ANY = frozenset("preprint preprints eprint eprints e-print e-prints".split())
"""Words for an archive that name none."""
_OTHER_NAMES = {"corr": "arxiv", "computing research repository": "arxiv"}


def archive(text: str) -> bool:
    """Whether a text names a preprint server or archive (arXiv, CoRR, bioRxiv, …)."""
    return bool(_ARCHIVE.search(text))


def archives(text: str) -> frozenset[str]:
    """Which archives a text names, each under one name; a word such as "preprint" where it names none."""
    named = frozenset(_OTHER_NAMES.get(name.lower(), name.lower()) for name in _ARCHIVE.findall(text))
    return named - _ANY or named
