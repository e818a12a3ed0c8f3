"""References to evidence: batches, hosts in parallel, the next stage as results arrive, output in document order."""

from __future__ import annotations

from latexrefcheck.verify.resolve.asking import Asker, Source, configure, services, workers
from latexrefcheck.verify.resolve.ledger import append, lines
from latexrefcheck.verify.resolve.plan import Plan, Step, fields
from latexrefcheck.verify.resolve.run import Progress, Resolution, resolve

__all__ = [
    "Asker",
    "Plan",
    "Progress",
    "Resolution",
    "Source",
    "Step",
    "append",
    "configure",
    "fields",
    "lines",
    "resolve",
    "services",
    "workers",
]
