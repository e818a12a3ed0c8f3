"""References to evidence: batches, hosts in parallel, the next stage as results arrive, output in document order."""

from __future__ import annotations

from latexrefcheck.verify.resolve.asking import Asker, InUse, configure, nobody, services, workers
from latexrefcheck.verify.resolve.ledger import append, lines
from latexrefcheck.verify.resolve.plan import Plan, Step, field_of
from latexrefcheck.verify.resolve.run import OUT_OF_TIME, Progress, Resolution, resolve

__all__ = [
    "OUT_OF_TIME",
    "Asker",
    "InUse",
    "Plan",
    "Progress",
    "Resolution",
    "Step",
    "append",
    "configure",
    "field_of",
    "lines",
    "nobody",
    "resolve",
    "services",
    "workers",
]
