"""arXiv identifiers, old and new scheme (https://info.arxiv.org/help/arxiv_identifier.html)."""

from __future__ import annotations

import re
from functools import cache

from latexrefcheck.text.identifiers.plain import plain

ARCHIVES = (
    "acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga "
    "funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics "
    "plasm-ph q-alg q-bio quant-ph solv-int supr-con"
).split()
OLD = rf"(?:{'|'.join(sorted(ARCHIVES, key=len, reverse=True))})(?:\.[A-Za-z]{{2}})?/[0-9]{{7}}"
NEW = r"[0-9]{4}\.[0-9]{4,5}"
VERSION = r"(?:v[1-9][0-9]{0,2})?"

LABEL = (
    r"(?:https?://)?(?:(?:www|[a-z]{2}|export|browse)\.)?arxiv\.org/(?:abs|pdf|html|format|ps|src|e-print|list)/"
    r"|(?:https?://)?(?:dx\.)?(?:doi\.org/)?10\.48550/arxiv\."
    r"|(?:https?://)?alphaxiv\.org/abs/"
    r"|arxiv(?:\.org)?(?:\s+(?:e-?prints?|preprint))?\s*[:/ {]?\s*(?:arxiv\s*[:/ ]\s*)?(?:abs/)?"
    r"|abs/"
)


@cache
def _whole() -> re.Pattern[str]:
    return re.compile(
        rf"(?:{LABEL})?({OLD}|{NEW})({VERSION})(?:\.pdf)?/?\s*(?:[\[(][a-z-]+(?:\.[a-z-]+)?[\])])?\.?", re.IGNORECASE | re.ASCII
    )


def arxiv(text: str) -> str | None:
    """The arXiv identifier that ``text`` is, without version and subject class, or None.

    ``math.GT/0309136v2`` gives ``math/0309136``, as arXiv itself and its DOIs name it.
    """
    match = _whole().fullmatch(plain(text))
    return canonical(match[1]) if match else None


def arxiv_version(text: str) -> int | None:
    """The version number that an arXiv identifier carries (``2301.12345v2`` gives 2), or None."""
    match = _whole().fullmatch(plain(text))
    if not match or not match[2] or canonical(match[1]) is None:
        return None
    return int(match[2][1:])


def canonical(number: str) -> str | None:
    """The canonical form of something in the shape of an arXiv number, or None if no such number can exist."""
    archive, slash, digits = number.rpartition("/")
    year, month = int(digits[:2]), int(digits[2:4])
    if not 1 <= month <= 12:
        return None
    if slash:
        # The old scheme ran from August 1991 to March 2007.
        if not (year >= 91 or year < 7 or (year == 7 and month <= 3)):
            return None
        return f"{archive.lower().partition('.')[0] if '.' in archive else archive.lower()}/{digits}"
    # Five digits since January 2015, four before; the new scheme began in April 2007.
    if year > 90 or (year, month) < (7, 4) or (len(digits) == 10) != (year >= 15):
        return None
    return digits
