"""Preprint servers and other archives: whether a text names one."""

from __future__ import annotations

import re

from latexrefcheck.text.patterns import lazy

_ARCHIVE = lazy(
    r"\b(arxiv|corr|biorxiv|medrxiv|chemrxiv|psyarxiv|osf preprints|ssrn|eprint archive|hal|research square|preprints?|"
    r"openreview|computing research repository|e-?prints?|zenodo)\b",
    re.IGNORECASE,
)
_SERVER = lazy(
    r"\b(?:arxiv|corr|computing research repository|biorxiv|medrxiv|chemrxiv|psyarxiv|socarxiv|eartharxiv|techrxiv|engrxiv"
    r"|osf preprints|ssrn|research square|preprints\.org|authorea|chinaxiv|e?preprints?|e-prints?|prépublication|vorabdruck)\b"
    r"|препринт|预印本|預印本",
    re.IGNORECASE,
)
_PREPRINT_DOI = lazy(
    r"10\.(?:48550|21203|20944|26434|31234|31235|31223|31219|36227|22541)/|10\.1101/\d|10\.2139/|10\.12074/", re.IGNORECASE
)
"""Under 10.1101 Cold Spring Harbor has journals too, whose names stand behind the slash."""
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


def preprint_server(text: str) -> bool:
    """Whether a text names a server of preprints, or calls something a preprint; other archives hold publications too."""
    return bool(_SERVER.search(text))


def preprint_doi(doi: str) -> bool:
    """Whether a DOI was registered by a server of preprints."""
    return bool(_PREPRINT_DOI.match(doi))
