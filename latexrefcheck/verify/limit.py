"""``--max-refs``: the references that are looked up, and what is said of those that are left."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from latexrefcheck.model.record import Reference, Verdict
from latexrefcheck.model.states import VerdictStatus

LEFT = "it was not looked up: --max-refs"
"""Why a reference beyond the limit is unchecked."""
_PART = "limit"


def asked(references: Sequence[Reference], most: int) -> Sequence[Reference]:
    """The first ``most`` references, in the order in which they stand; all without a limit (0)."""
    return references[:most] if most else references


def left(references: Sequence[Reference], most: int) -> dict[str, Verdict]:
    """The verdicts, by key, on the references beyond the limit: nobody was asked, so nothing is known of them."""
    beyond = references[most:] if most else ()
    return {one.key: Verdict(one.key, VerdictStatus.UNCHECKED, LEFT, unchecked={_PART: LEFT}) for one in beyond}


def is_left(verdict: Verdict) -> bool:
    """Whether a verdict is that on a reference beyond the limit."""
    return _PART in verdict.unchecked


def note(verdicts: Collection[Verdict], most: int, locking: bool) -> Iterator[str]:
    """One sentence on how many references are left, none where all were looked up.

    ``locking`` says that verdicts are kept in a lock: only then does the next run look up others than this one did.
    """
    count = sum(is_left(verdict) and not verdict.confirmed_by for verdict in verdicts)
    if count:
        then = "the next run goes on where this one ended" if locking else "with --write-lock the next run goes on behind these"
        yield f"{count} of {len(verdicts)} references were not looked up: --max-refs allows {most} in one run; {then}"
