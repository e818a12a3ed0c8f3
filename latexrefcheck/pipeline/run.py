"""One run from settings to report."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.model.finding import Report
from latexrefcheck.pipeline.examining import Examination, examine
from latexrefcheck.pipeline.judging import judge
from latexrefcheck.pipeline.reporting import report
from latexrefcheck.settings import Settings

if TYPE_CHECKING:
    from latexrefcheck.verify.project import Ask
    from latexrefcheck.verify.resolution import Watch


class Outcome(NamedTuple):
    """A report with what it was made from."""

    examined: Examination
    report: Report


def check(settings: Settings, with_entries: bool = True) -> Report:
    """Check what ``settings.paths`` name and return the report; ``with_entries`` also lists every entry.

    Raises RefcheckError (bad settings, unreadable input). Everything about the paper itself is a finding.
    """
    return run(settings, with_entries).report


def run(
    settings: Settings,
    with_entries: bool = True,
    whole_records: bool = False,
    overlay: Mapping[str, bytes] = {},
    watch: Watch | None = None,
    ask: Ask | None = None,
) -> Outcome:
    """As :func:`check`, and keep what the report was made from.

    ``whole_records`` takes no verdict from the lock, which keeps records in short: for those who write fields
    from them. ``watch`` hears how far the asking is, and may raise KeyboardInterrupt to end it; ``ask`` answers
    in place of the sources.
    """
    began = time.perf_counter()
    examined = examine(settings, whole_records, overlay, places=with_entries, watch=watch, ask=ask)
    if settings.since and examined.verification is not None:
        from latexrefcheck.pipeline.vouching import marked  # imported late: most runs look at no change

        examined = marked(examined, settings)
    made = report(examined, judge(examined, settings), settings, with_entries)
    started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return Outcome(examined, made._replace(started=started, elapsed=time.perf_counter() - began))
