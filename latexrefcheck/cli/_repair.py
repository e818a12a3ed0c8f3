"""What the commands that change files share: looking, showing the diff, writing, telling what was touched."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from latexrefcheck.cli import _arguments, _lock, _output, _question
from latexrefcheck.cli._console import say
from latexrefcheck.model.document import Project
from latexrefcheck.repair import (
    MOST_ROUNDS,
    Filter,
    Overlay,
    Proposal,
    Refused,
    Repair,
    recover,
    to_fixpoint,
    write_all,
)
from latexrefcheck.settings import Settings
from latexrefcheck.system import git
from latexrefcheck.text.visible import controls_escaped, escaped

FOUND = 1
"""Exit status when there is something to change and it was not written."""

INCOMPLETE = 3
"""Exit status when nothing is left to write but some entries could not be checked."""


class Seen(NamedTuple):
    """What one turn of fixing saw; only the ``notes`` of the first are about the files as they are."""

    project: Project
    proposals: Sequence[Proposal]
    notes: Sequence[str] = ()


def add_write(parser: argparse.ArgumentParser) -> None:
    """The switch between showing and doing."""
    parser.add_argument("--write", action="store_true", help="write the changes (without it, only the diff is shown)")


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings of a command that changes files: what a check would write beside its report is not written."""
    return _arguments.settings(args).replace(write_lock=False, write_baseline=False, evidence=None)


def add_interactive(parser: argparse.ArgumentParser) -> None:
    """The switch that asks about each change."""
    parser.add_argument(
        "--interactive", "-i", action="store_true", help="ask about each change, with the evidence beside the question"
    )


def add_color(parser: argparse.ArgumentParser) -> None:
    """Colour for the diff; a report has its own options."""
    parser.add_argument("--color", dest="color", default=None, metavar="auto|always|never", help="colour in the diff")


def listed(given: Sequence[str] | None) -> list[str]:
    """The names in repeated options that take comma lists."""
    return [name.strip() for text in given or () for name in text.split(",") if name.strip()]


def choice(args: argparse.Namespace) -> Filter:
    """All proposals, or those that the user says yes to."""
    questions = _question.Questions()

    def choose(proposals: Sequence[Proposal]) -> Sequence[Proposal]:
        return list(questions.wanted(proposals)) if args.interactive else proposals

    return choose


def repaired(
    look: Callable[[Overlay], Seen],
    args: argparse.Namespace,
    settings: Settings,
    choose: Filter | None = None,
    rounds: int = MOST_ROUNDS,
) -> Repair:
    """What the proposals that are wanted lead to, after an interrupted run has been finished."""
    from latexrefcheck.pipeline import fixing

    fresh = True

    def resumed(overlay: Overlay) -> tuple[Project, Sequence[Proposal]]:
        nonlocal fresh
        found = look(overlay)
        if fresh and resume(found.project):
            found = look(overlay)
        for note in dict.fromkeys(found.notes) if fresh else ():
            say(note)
        fresh = False
        return found.project, found.proposals

    return to_fixpoint(resumed, choose or choice(args), lambda project: fixing.closed(project, settings), rounds)


def resume(project: Project) -> bool:
    """Finish what an interrupted run left behind; says whether there was anything."""
    from latexrefcheck.pipeline import fixing

    told = recover(fixing.folders(project))
    for sentence in told:
        say(sentence)
    return bool(told)


def finish(repair: Repair, settings: Settings, args: argparse.Namespace, verb: str = "fix") -> int:
    """Show or write what was settled; returns the exit status. ``verb`` is what the command does to an entry."""
    _refusals(repair.refused)
    if repair.renamed:
        _keys(repair.renamed)
        if not repair.project.documents:
            say("no document was looked at: what cites the old keys has to be rewritten by hand")
    if not repair.changes:
        say("nothing was changed" if repair.refused else f"nothing to {verb}")
        return FOUND if repair.refused else 0
    if not args.write and not (getattr(args, "interactive", False) and _question.confirmed(_counts(repair))):
        show(repair, settings)
        say(f"{_counts(repair)}; nothing was written, --write writes it")
        return FOUND
    files = repair.new_files()
    dirty = [path.name for path in git.uncommitted([one.path for one in files])]
    before = _lock.Covered(repair.project, settings)
    write_all(files)
    say(f"{_counts(repair)}; written")
    if lost := before.lost():
        say(lost)
    if dirty:
        say(f"{', '.join(dirty)} had changes that are not committed; `git diff` shows both")
    return 0


MOST_REFUSALS = 20


def _refusals(refused: Sequence[Refused]) -> None:
    """Why fixes were not made; a reason that many share is told once."""
    reasons = Counter(one.reason for one in refused)
    shown = 0
    for one in refused:
        place = one.proposal.location
        if reasons[one.reason] <= 3 and shown < MOST_REFUSALS:
            shown += 1
            say(f"{place.path}:{place.line}: not fixed ({one.proposal.rule}): {one.reason}")
    for reason, count in reasons.items():
        if count > 3:
            say(f"{count} fixes were not made: {reason}")


def show(repair: Repair, settings: Settings) -> None:
    """The unified diff on standard output."""
    color = _output.colored(settings)
    terminal = sys.stdout.isatty()  # elsewhere the diff is a patch, byte for byte
    for line in repair.diff():
        sys.stdout.buffer.write(
            (_painted(line) if color else _plain(line) if terminal else line).encode("utf-8", "backslashreplace") + b"\n"
        )
    sys.stdout.buffer.flush()


_COLORS = {"-": "31", "+": "32", "@": "36"}


def _painted(line: str) -> str:
    """A line of a diff in git's colours; what could steer a terminal is made visible."""
    code = "1" if line.startswith(("--- ", "+++ ")) else _COLORS.get(line[:1], "")
    return f"\x1b[{code}m{_plain(line)}\x1b[m" if code else _plain(line)


def _plain(line: str) -> str:
    """A line of a diff with what could steer a terminal made visible; tabs and carriage returns are part of the text."""
    return controls_escaped(line, kept="\t\r")


def _keys(renamed: dict[str, str]) -> None:
    width = max(map(len, renamed))
    say("keys that are replaced (old -> new):")
    for old, new in renamed.items():
        sys.stderr.write(f"  {escaped(old):<{width}} -> {escaped(new)}\n")


def _counts(repair: Repair) -> str:
    """How many fixes in which files."""
    touched: Counter[str] = Counter()
    for one in repair.made:
        touched.update({edit.span.source.path for edit in one.fix.edits})
    count = len(repair.made)
    where = ", ".join(f"{path} ({touched[path]})" for path in sorted(repair.changes))
    return f"{count} change{'' if count == 1 else 's'} in {where}"
