"""One run of the real command against the local sources, as the verification benchmark looks at it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from scholar_server import ScholarServer

from latexrefcheck import registry

BOUND = 300.0
"""Seconds within which a run ends whatever the sources do."""
VERDICT_RULES = frozenset(rule for rule, facts in registry.rules.facts.items() if facts.value[0] == "verdict")


class Run(NamedTuple):
    """One run of the command. ``flagged`` maps keys to (rule, severity, title of the record in the evidence)."""

    wall: float
    status: int
    requests: Counter[str]
    verdicts: dict[str, dict[str, Any]]
    flagged: dict[str, list[tuple[str, str, str]]]
    notes: list[str]


class Bench:
    """The bibliography in a folder, the server, and a cache that lasts until it is renewed."""

    def __init__(self, server: ScholarServer, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self.cache = folder / "cache"
        kept = ("PATH", "HOME", "SYSTEMROOT", "LANG", "VIRTUAL_ENV", "PYTHONPATH")
        self.environment = {name: os.environ[name] for name in kept if name in os.environ} | server.environment()

    def command(self, *options: str) -> list[str]:
        """The command line of a run."""
        fixed = ["check", "main.tex", "--cache", str(self.cache), "--report", "json:report.json", "--quiet", "--fail-on", "never"]
        return [sys.executable, "-m", "latexrefcheck", *fixed, *options]

    def start(self, *options: str) -> subprocess.Popen[str]:
        """A run in the background."""
        command = self.command(*options)
        return subprocess.Popen(
            command, cwd=self.folder, env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def run(self, *options: str, fresh: bool = False) -> Run:
        """One run to its end; ``fresh`` empties the cache before it. Raises RuntimeError if it does not end with a report."""
        if fresh:
            shutil.rmtree(self.cache, ignore_errors=True)
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        self.server.forget()
        began = time.perf_counter()
        process = self.start(*options)
        _, errors = process.communicate(timeout=3 * BOUND)
        wall = time.perf_counter() - began
        if process.returncode not in (0, 1, 3) or not report.exists():
            raise RuntimeError(f"the command ended with {process.returncode}: {errors.strip()[-500:]}")
        return read(json.loads(report.read_text(encoding="utf-8")), wall, process.returncode, self.server.counts())


def read(told: dict[str, Any], wall: float, status: int, requests: Counter[str]) -> Run:
    """What a JSON report says of the verdicts."""
    flagged: dict[str, list[tuple[str, str, str]]] = {}
    for one in told["findings"]:
        if one["rule"] in VERDICT_RULES and one["severity"] != "info":
            named = (one["evidence"] or {}).get("record") or {}
            flagged.setdefault(one["key"], []).append((one["rule"], one["severity"], named.get("title", "")))
    verdicts = {one["key"]: one["verdict"] for one in told["entries"] if one["verdict"]}
    return Run(wall, status, requests, verdicts, flagged, told["notes"])


def states(run: Run) -> dict[str, str]:
    """The status per key."""
    return {key: verdict["status"] for key, verdict in run.verdicts.items()}
