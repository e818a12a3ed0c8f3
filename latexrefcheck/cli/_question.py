"""Asking about each change at the terminal, with the evidence beside the question."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from latexrefcheck.cli._console import say
from latexrefcheck.repair import Change, Proposal, unified
from latexrefcheck.reports._evidence import facts
from latexrefcheck.text.visible import escaped


class Questions:
    """What the user has said so far: nothing is asked twice, also when the texts are looked at again."""

    def __init__(self) -> None:
        self.accepted: set[tuple[object, ...]] = set()
        self.declined: set[tuple[object, ...]] = set()
        self.rest = ""
        """``a`` when everything that follows is wanted, ``q`` when nothing is."""

    def wanted(self, proposals: Iterable[Proposal]) -> Iterator[Proposal]:
        """The proposals that the user wants; asks about those that are new."""
        for one in proposals:
            mark = (one.rule, one.location.path, one.key, one.why, one.fix.message)
            if mark not in self.accepted | self.declined:
                answer = self.rest or _asked(one)
                self.rest = answer if answer in ("a", "q") else ""
                (self.accepted if answer in ("y", "a") else self.declined).add(mark)
            if mark in self.accepted:
                yield one


def _asked(one: Proposal) -> str:
    """The answer: ``y``, ``n``, ``a`` or ``q``; an end of input means no to this and the rest."""
    _show(one)
    while True:
        sys.stderr.write(f"{escaped(one.fix.message)} [y]es, [n]o, [a]ll, [q]uit? ")
        sys.stderr.flush()
        given = sys.stdin.readline()
        if not given:
            sys.stderr.write("\n")
            return "q"
        answer = given.strip().lower()[:1]
        if answer and answer in "ynaq":
            return answer


def _show(one: Proposal) -> None:
    """The finding, its evidence and the change."""
    place = one.location
    say("")
    say(f"{place.path}:{place.line}:{place.column} {one.rule} ({'safe' if one.fix.safe else 'unsafe'})")
    say(f"  {one.why}")
    for name, value in facts(one):
        say(f"  {name}: {value}")
    for source in {edit.span.source.path: edit.span.source for edit in one.fix.edits}.values():
        mine = (edit for edit in one.fix.edits if edit.span.source.path == source.path)
        edits = sorted(Change(edit.span.start, edit.span.end, edit.text) for edit in mine)
        for line in list(unified(source.path, source.text, edits))[2:]:
            say(f"  {line.rstrip(chr(13))}")


def confirmed(what: str) -> bool:
    """Ask whether what was accepted is to be written."""
    sys.stderr.write(f"write {escaped(what)} [y/n]? ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower().startswith("y")
