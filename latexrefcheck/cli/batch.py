"""``latexrefcheck batch LIST|DIR… --out DIR``: many papers, each work looked up once."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck.cli import _arguments, _console, _output
from latexrefcheck.errors import UsageError

if TYPE_CHECKING:
    from latexrefcheck.batch.running import Progress
    from latexrefcheck.batch.state import State
    from latexrefcheck.settings import Settings

NAME = "batch"
HELP = "Check many papers at once: each work is looked up once, and the worst papers come first."
OUT = Path("latexrefcheck-batch")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The papers, where the results go, and the options of a check."""
    parser.add_argument(
        "paths", nargs="*", metavar="LIST|DIR", help="files that name papers one a line, folders of papers, papers"
    )
    parser.add_argument("--out", metavar="DIR", default=str(OUT), help=f"where state and results are kept (default {OUT})")
    parser.add_argument("--resume", action="store_true", help="go on with what --out holds; ask again what could not be checked")
    parser.add_argument(
        "--processes", type=int, default=0, metavar="N", help="processes that read papers; 0: as there are processors"
    )
    parser.add_argument(
        "--scheduler", metavar="ADDRESS", default="", help="a Dask scheduler (tcp://…) whose workers read the papers instead"
    )
    _arguments.add_options(parser, paths=False)


def run(args: argparse.Namespace) -> int:
    """Check, write the results, and return 1 if a paper has findings, 3 if not everything could be checked."""
    from latexrefcheck.batch import finding, running, writing
    from latexrefcheck.batch.engine import Engine, cluster, local
    from latexrefcheck.batch.state import State

    named, args.paths = [Path(path) for path in args.paths], []
    settings = _arguments.settings(args)
    out = Path(args.out)
    if not named and not args.resume:
        raise UsageError("batch needs papers: folders, or files that name papers one a line")
    papers = finding.papers(named)
    state = State(out)
    try:
        if len(state) and not args.resume:
            raise UsageError(f"{str(out)!r} holds a batch; --resume goes on with it, and --out names another directory")
        state.add(papers)
        if not len(state):
            raise UsageError("there is no paper in what was named")
        if args.resume:
            state.reopen()
        begin = partial(cluster, args.scheduler) if args.scheduler else partial(local, args.processes or os.cpu_count() or 1)
        engine = Engine(begin)
        interrupted = False
        try:
            total = running.run(state, settings, engine, _progress(settings))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            engine.close()
        files = writing.write(state, out)
        if interrupted:
            _console.say(f"latexrefcheck: interrupted; `latexrefcheck batch --resume --out {out}` goes on")
            return 130
        for note in total.notes:
            _console.say(f"latexrefcheck: {note}")
        _output.say(
            f"{total.papers} papers, {total.works} works looked up, {total.requests} requests: {', '.join(map(str, files))}"
        )
        return _status(state)
    finally:
        state.close()


def _status(state: State) -> int:
    from latexrefcheck.batch.writing import failed

    codes = {result.exit_code if not result.error else 2 for result in state.results() if failed(result)}
    return 1 if codes & {1, 2} else max(codes, default=0)


def _progress(settings: Settings) -> Callable[[Progress], None] | None:
    if settings.progress == "off" or (settings.progress == "auto" and not sys.stderr.isatty()):
        return None
    began = time.monotonic()

    def report(now: Progress) -> None:
        _console.say(f"{now.done} of {now.papers} papers, {now.requests} requests, {time.monotonic() - began:.0f} s")

    return report
