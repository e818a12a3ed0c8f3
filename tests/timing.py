"""Bounds on time, which hold on a quiet machine only: the tests assert none unless ``benchmarks/limits.py`` runs them.

What a bound is about (no input may make reading take quadratic time) is measured there; everything else that such a
test says is asserted in every run.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ASSERTED = "LATEXREFCHECK_TEST_LIMITS"
"""The variable that makes bounds count."""


@contextmanager
def within(seconds: float, clock: Callable[[], float] = time.process_time) -> Iterator[None]:
    """What happens inside takes less than ``seconds`` of processor time, or of what ``clock`` counts."""
    start = clock()
    yield
    if os.environ.get(ASSERTED):
        taken = clock() - start
        assert taken < seconds, f"{taken:.2f} s, not {seconds:g} s"
