"""latexrefcheck.lock: what was verified, by which record and when, and what a person confirmed.

The file lies beside the .bib and is committed. It is JSON, one short object per entry, sorted by key, so that
a changed entry changes only its own lines. An entry whose fingerprint is still the same and whose check is
young enough needs no request.
"""

from __future__ import annotations

from latexrefcheck.verify.lock.audit import Uncovered, audit
from latexrefcheck.verify.lock.book import NAME, Confirmation, Lock, Locked

__all__ = ["NAME", "Confirmation", "Lock", "Locked", "Uncovered", "audit"]
