"""Checks of the project in the background: one at a time, with progress, to be stopped; the last report is kept."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck import pipeline
from latexrefcheck.errors import RefcheckError
from latexrefcheck.settings import Settings
from latexrefcheck.web.answers import Busy, Outdated

if TYPE_CHECKING:
    from latexrefcheck.verify.resolution import Progress

KEPT = 50
"""Checks of the past that are listed."""


class Phase(StrEnum):
    """How far a check is."""

    NONE = "none"
    """Nothing was checked yet."""
    READING = "reading"
    ASKING = "asking"
    DONE = "done"
    STOPPED = "stopped"
    """Somebody stopped it; there is a report on what was known by then."""
    FAILED = "failed"


RUNNING = (Phase.READING, Phase.ASKING)


class Now(NamedTuple):
    """How the latest check is doing. ``number`` counts the checks of this server from 1; times are ISO 8601 in UTC."""

    number: int = 0
    phase: Phase = Phase.NONE
    settled: int = 0
    total: int = 0
    requests: int = 0
    started: str = ""
    error: str = ""


class Checked(NamedTuple):
    """The last check that led to a report; ``stamps`` tell by size and time whether its files have changed since."""

    number: int
    outcome: pipeline.Outcome
    stamps: Mapping[Path, tuple[int, int]]


class Checks:
    """The checks of one server. ``settings`` is asked before each: an edited configuration counts at once."""

    def __init__(self, settings: Callable[[], Settings]) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._now = Now()
        self._last: Checked | None = None
        self._past: deque[Mapping[str, object]] = deque(maxlen=KEPT)
        self._stop = threading.Event()

    @property
    def now(self) -> Now:
        """How the latest check is doing."""
        return self._now

    @property
    def past(self) -> list[Mapping[str, object]]:
        """The checks that ended, the latest first."""
        return list(self._past)

    @property
    def reported(self) -> int:
        """The number of the last check that led to a report; 0 before the first."""
        return self._last.number if self._last is not None else 0

    def last(self, number: int = 0) -> Checked:
        """The last check with a report; Outdated if it is not the ``number`` that somebody looks at."""
        found = self._last
        if found is None:
            raise Outdated("nothing was checked yet")
        if number and found.number != number:
            raise Outdated(f"check {number} is not the last one, which is {found.number}; look at that first")
        return found

    def changed(self) -> list[str]:
        """The files that are not what the last check read, as reports call them."""
        found = self._last
        if found is None:
            return []
        names = {source.absolute: source.path for source in found.outcome.examined.project.sources.values()}
        return sorted(names[path] for path, stamp in found.stamps.items() if _stamp(path) != stamp)

    def start(self, ask: bool | None = None, afresh: bool = False) -> Now:
        """Begin a check; Busy while one is running. ``ask`` overrides whether sources are asked, ``afresh`` whether their
        stored answers are taken."""
        with self._lock:
            if self._now.phase in RUNNING:
                raise Busy("a check is running; stop it, or wait for its end")
            self._stop.clear()
            started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
            self._now = Now(self._now.number + 1, Phase.READING, started=started)
        threading.Thread(target=self._run, args=(ask, afresh), name="check", daemon=True).start()
        return self._now

    def stop(self) -> Now:
        """End the check that is running, if one is, within a second; what is known by then is reported."""
        self._stop.set()
        return self._now

    def _run(self, ask: bool | None, afresh: bool) -> None:
        began = time.time_ns()
        try:
            settings = self._settings().replace(progress="off", write_baseline=False, report=())
            settings = settings if ask is None else settings.replace(verify=ask)
            settings = settings.replace(refresh=("*",)) if afresh else settings
            outcome = pipeline.run(settings, watch=self._watch)
        except RefcheckError as error:
            self._end(Phase.FAILED, str(error))
        except OSError as error:
            self._end(Phase.FAILED, f"{error.filename or 'a file'} cannot be read or written: {error.strerror or error}")
        except Exception as error:
            # A thread that dies would leave the page waiting for ever.
            self._end(Phase.FAILED, f"internal error: {type(error).__name__}: {error}")
        else:
            verification = outcome.examined.verification
            stopped = verification is not None and verification.interrupted
            self._last = Checked(self._now.number, outcome, _stamps(outcome, began))
            self._end(Phase.STOPPED if stopped else Phase.DONE)

    def _watch(self, progress: Progress) -> None:
        self._now = self._now._replace(
            phase=Phase.ASKING, settled=progress.settled, total=progress.total, requests=progress.requests
        )
        if self._stop.is_set():
            raise KeyboardInterrupt

    def _end(self, phase: Phase, error: str = "") -> None:
        ended = self._now._replace(phase=phase, error=error)
        told: dict[str, object] = {"number": ended.number, "started": ended.started, "phase": phase, "error": error}
        if phase is not Phase.FAILED and self._last is not None:
            counts = self._last.outcome.report.summary
            told |= {"errors": counts.error, "warnings": counts.warning, "infos": counts.info, "entries": counts.entries}
        self._past.appendleft(told)
        self._now = ended


def _stamp(path: Path) -> tuple[int, int]:
    with suppress(OSError):
        status = os.stat(path)  # noqa: PTH116  a name that no file can have raises ValueError in pathlib
        return status.st_size, status.st_mtime_ns
    return -1, -1


def _stamps(outcome: pipeline.Outcome, began: int) -> dict[Path, tuple[int, int]]:
    """Size and time of each file; one that was written while it was looked at counts as changed."""
    found = {}
    for source in outcome.examined.project.sources.values():
        if source.absolute is not None:
            size, changed = _stamp(source.absolute)
            found[source.absolute] = (size, changed if changed < began else 0)
    return found
