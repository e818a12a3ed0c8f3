"""One stable, unique name per finding, for readers that track findings from run to run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from latexrefcheck.model.finding import Finding


def identified(findings: Iterable[Finding]) -> Iterator[tuple[str, Finding]]:
    """(fingerprint, finding) with 32 hexadecimal digits, unique within the report and free of line numbers."""
    seen: set[str] = set()
    for found in findings:
        base = found.fingerprint or _digest(found.rule, found.location.path, found.key or "", found.field or "")
        name, ordinal = base, 1
        while name in seen:
            ordinal += 1
            name = _digest(base, str(ordinal))
        seen.add(name)
        yield name, found


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:32]
