"""``latexrefcheck init WHAT``: write the file that makes a tool run the check."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import NamedTuple

from latexrefcheck import files
from latexrefcheck.errors import UsageError
from latexrefcheck.system.tables import HERE

NAME = "init"
HELP = "Write a working file for GitHub, GitLab, pre-commit, latexmk or Overleaf, or a commented configuration."


class Target(NamedTuple):
    """What ``init`` can write: the file, other names under which it may exist, and what to do next.

    ``appends`` marks a file whose format lets our part stand behind what is there.
    """

    path: str
    next: str
    others: tuple[str, ...] = ()
    appends: bool = False


TARGETS = {
    "config": Target(".latexrefcheck.yml", "`latexrefcheck config` shows what it sets.", (".latexrefcheck.yaml",)),
    "github": Target(".github/workflows/references.yml", "Commit it; the next push and every pull request are checked."),
    "gitlab": Target(
        "latexrefcheck.gitlab-ci.yml",
        "Add `include: [{local: latexrefcheck.gitlab-ci.yml}]` to .gitlab-ci.yml and commit both.",
    ),
    "latexmk": Target(
        "latexmkrc", "Every `latexmk` run in this directory now ends with the check.", (".latexmkrc",), appends=True
    ),
    "overleaf": Target(
        ".github/workflows/overleaf.yml", "Set the variable OVERLEAF_PROJECT and the secret OVERLEAF_TOKEN of the repository."
    ),
    "pre-commit": Target(".pre-commit-config.yaml", "Run `pre-commit install --hook-type pre-commit --hook-type pre-push`."),
}

BEGIN = "# >>> latexrefcheck"
END = "# <<< latexrefcheck"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What to write, and where."""
    parser.add_argument("what", nargs="?", choices=sorted(TARGETS), default="config", help="which file (default config)")
    parser.add_argument("--directory", type=Path, default=Path(), help="directory to write below (default: the current one)")


def run(args: argparse.Namespace) -> int:
    """Write the file and say so; nothing that exists is overwritten."""
    target = TARGETS[args.what]
    text = (HERE / "cli" / "_templates" / f"{args.what}.tmpl").read_text(encoding="utf-8")
    existing = [name for name in (target.path, *target.others) if os.path.lexists(args.directory / name)]
    path = args.directory / (existing[0] if existing else target.path)
    files.refuse_link(path, "the file", within=args.directory)
    if not existing:
        files.write_atomic(path, text.encode())
        print(f"wrote {path}. {target.next}")
    elif target.appends:
        _append(path, text, target)
    else:
        raise UsageError(_exists(path, args.what, text))
    return 0


def _append(path: Path, text: str, target: Target) -> None:
    """Put our part, between marks, behind what an existing file says."""
    before = files.read_bytes(path)
    if b"latexrefcheck" in before:
        raise UsageError(f"{path} runs latexrefcheck already; nothing was written")
    newline = b"" if not before or before.endswith(b"\n") else b"\n"
    files.write_atomic(path, before + newline + f"\n{BEGIN}\n{text}{END}\n".encode())
    print(f"added a block to {path}, behind what was there. {target.next}")


def _exists(path: Path, what: str, text: str) -> str:
    """The sentence for a file that is not ours to change; what could be added goes to standard output."""
    if what == "pre-commit":
        sys.stdout.write(text.partition("\n")[2])
        return f"{path} exists and is left alone; add the lines printed above under its 'repos:'"
    return f"{path} exists and is left alone; remove it first, or write below another --directory"
