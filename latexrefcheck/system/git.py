"""Questions to git about a work tree that may be a stranger's: the only place that asks git.

Git runs programs that a repository's settings name: file system monitors, hooks, filters, drivers for diff and text
conversion, transports. All of them are switched off here, and only the repository of the work tree itself is asked:
a folder inside it that looks like a bare repository (``HEAD``, ``config``, ``objects``, ``refs``) is a folder like any
other. See `safe.bareRepository` in git-config(1), and GHSA-j342-m5hw-rr3v.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import files
from latexrefcheck.errors import NoAnswer
from latexrefcheck.system import programs

SECONDS = 60
"""How long git may take over one question."""

_NOTHING = "nothing-is-run"
_OFF = {
    "safe.bareRepository": "explicit",
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.pager": "cat",
    "core.quotePath": "off",
    "core.sshCommand": _NOTHING,
    "core.askPass": "",
    "core.alternateRefsCommand": "",
    "core.untrackedCache": "false",
    "core.attributesFile": os.devnull,
    "diff.external": "",
    "diff.autoRefreshIndex": "false",
    "diff.ignoreSubmodules": "all",
    "status.submoduleSummary": "false",
    "submodule.recurse": "false",
    "protocol.allow": "never",
    "credential.helper": "",
    "gc.auto": "0",
    "maintenance.auto": "false",
}
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",  # the index is not written, so that no hook on that is due
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_PAGER": "cat",
    "LC_ALL": "C",
}
_OURS_TO_SAY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_EXTERNAL_DIFF", "GIT_CONFIG", "GIT_PREFIX", "GIT_NAMESPACE")


class Said(NamedTuple):
    """What git answered: ``output`` if it could, else its ``error``."""

    output: bytes
    error: str = ""


class WorkTree:
    """The git work tree at ``top``."""

    def __init__(self, top: Path, program: str) -> None:
        self.top = top
        self._program = program
        self._filters: tuple[str, ...] | None = None

    @classmethod
    def around(cls, folder: Path) -> WorkTree | None:
        """The work tree that ``folder`` lies in, by the nearest ``.git`` above it; None without one, or without git."""
        top = files.work_tree(Path(os.path.realpath(folder)))
        program = programs.find("git") if top is not None else ""
        return cls(top, program) if top is not None and program else None

    def inner(self, path: Path) -> str | None:
        """``path`` from the top of the work tree with slashes (``.`` for the top); None for one outside of it."""
        real = Path(os.path.realpath(path))
        return real.relative_to(self.top).as_posix() if real.is_relative_to(self.top) else None

    def ask(self, *words: str) -> Said:
        """The answer to ``git words…``, asked at the top of the work tree. Raises NoAnswer if git cannot be run at all."""
        if self._filters is None:
            self._filters = ()  # for the question itself
            self._filters = tuple(self._drivers())
        return self._run(words)

    def _drivers(self) -> Iterator[str]:
        """Switches that take their programs from the filters which the repository's own settings declare."""
        for scope in ("--local", "--worktree"):
            told = self._run(("config", scope, "--includes", "--list", "--name-only", "-z")).output
            for name in told.decode("utf-8", "surrogateescape").split("\0"):
                section, _, rest = name.partition(".")
                driver, _, part = rest.rpartition(".")
                if section == "filter" and part in ("clean", "smudge", "process", "required"):
                    if "=" in driver:  # which no switch can name
                        raise NoAnswer(f"git is not asked: the settings of this repository declare a filter {driver!r}")
                    yield f"filter.{driver}.{part}={'false' if part == 'required' else ''}"

    def _run(self, words: tuple[str, ...]) -> Said:
        settings = [f"{name}={value}" for name, value in _OFF.items()] + list(self._filters or ())
        command = [self._program, *(part for setting in settings for part in ("-c", setting)), f"--work-tree={self.top}", *words]
        kept = {name: value for name, value in os.environ.items() if name not in _OURS_TO_SAY}
        environment = {**kept, **_ENVIRONMENT, "GIT_CEILING_DIRECTORIES": str(self.top.parent)}
        done = programs.run(command, self.top, SECONDS, environment)
        if done.returncode:
            return Said(b"", done.stderr.decode("utf-8", "replace").strip()[:200] or f"status {done.returncode}")
        return Said(done.stdout)


def uncommitted(paths: list[Path]) -> list[Path]:
    """Those of ``paths`` that differ from what is committed, as far as git can tell."""
    found: list[Path] = []
    trees: dict[Path, WorkTree | None] = {}
    for path in paths:
        folder = path.parent
        if folder not in trees:
            trees[folder] = WorkTree.around(folder)
        tree = trees[folder]
        inner = None if tree is None else tree.inner(path)
        if tree is None or inner is None:
            continue
        try:
            said = tree.ask("status", "--porcelain", "--ignore-submodules=all", "--", f":(literal){inner}")
        except NoAnswer:
            continue
        if said.output.strip():
            found.append(path)
    return found
