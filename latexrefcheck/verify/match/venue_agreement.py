"""What the words of two names of venues say: the same, the same but for a section or a subtitle, or possibly."""

from __future__ import annotations

from enum import Enum

from latexrefcheck.verify.match.venue_names import WEAK, Name, Part
from latexrefcheck.verify.match.venue_table import explains, stands_in
from latexrefcheck.verify.match.venue_words import Likeness, Word, likeness

_ORGANISED = frozenset("transactions trans letters lett surveys surv magazine mag".split())
"""Words by which a journal is known also without the organisation before it ("Transactions on Graphics")."""

_UNNAMED = frozenset(("asme", "asce"))
"""Organisations that authors put before (or behind) the names of their journals, which these do not have."""


class Kind(Enum):
    """What a record says its work stands in."""

    JOURNAL = "journal"
    MEETING = "meeting"
    OPEN = ""


KINDS = {"article": Kind.JOURNAL, "inproceedings": Kind.MEETING, "chapter": Kind.MEETING, "book": Kind.MEETING}
Said = tuple[str, float, str]
"""State, score and detail of a judgement."""


def named(left: Name, right: Name, kind: Kind) -> Said | None:
    """What the words of two names say where they agree; None where they do not."""
    best = max((_alike(mine, theirs, left, right) for mine in _cores(left) for theirs in _cores(right)), default=Likeness.NONE)
    if left.key == right.key:
        best = Likeness.EQUAL
    if best is Likeness.EQUAL:
        return _same_words(left, right, kind)
    if best is Likeness.WEAK:
        return "unknown", 0.6, "an unusual abbreviation"
    if (left.meeting and right.meeting) and _held_together(left, right):
        return "agree", 0.9, ""
    return _section_or_subtitle(left, right)


def _cores(name: Name) -> list[tuple[Part, ...]]:
    """The words of a name, with and without what follows the name of a meeting."""
    return [name.parts] if name.core == len(name.parts) else [name.parts, name.parts[: name.core]]


def _alike(left: tuple[Part, ...], right: tuple[Part, ...], one: Name, other: Name) -> Likeness:
    """How well the words of two names agree, one by one in order."""
    mine, theirs = _told(left, right, one, other), _told(right, left, other, one)
    if not mine or len(mine) != len(theirs):
        return Likeness.NONE
    if len(mine) == 1 and mine[0].text != theirs[0].text and not (mine[0].cut or theirs[0].cut):
        return Likeness.NONE  # Cancer and Cancers, Gene and Genes are four journals.
    return min(map(likeness, mine, theirs))


def _told(parts: tuple[Part, ...], others: tuple[Part, ...], name: Name, other: Name) -> list[Word]:
    """The words that have to agree: without organisers and "International" where these do not tell names apart."""
    meeting = any(one.meeting or one.dated for one in (name, other))
    sponsors = {part.word.text for part in parts if part.sponsor}
    theirs = {part.word.text for part in others if part.sponsor}
    known = any(part.word.text in _ORGANISED for part in parts)
    dropped = (meeting and not (sponsors and theirs and not sponsors & theirs)) or bool(sponsors & theirs)
    dropped |= (known or sponsors | theirs <= _UNNAMED) and bool(sponsors) != bool(theirs)
    kept = [part.word for part in parts if not (part.sponsor and dropped) and not (meeting and part.word.text in WEAK)]
    return kept or [part.word for part in parts]


def _same_words(left: Name, right: Name, kind: Kind) -> Said:
    """Two names of the same words: one may still be a meeting's, the other a journal's."""
    if left.meeting == right.meeting or any(
        name.proceedings or name.dated or name.aside for name in (left, right) if not name.meeting
    ):
        return "agree", 1.0, ""
    if kind is Kind.MEETING:
        return "agree", 0.9, ""
    if kind is Kind.JOURNAL:
        return "differ", 0.3, "a journal against a conference"
    return "unknown", 0.5, "a journal against a conference"


def _held_together(left: Name, right: Name) -> bool:
    """Whether one meeting's name is a whole piece of the other's, as of meetings held together."""
    for short, long in ((left, right), (right, left)):
        wanted = tuple(_told(short.parts[: short.core], long.parts, short, long))
        if len(wanted) >= 2 and stands_in(wanted, long):
            return True
    return False


def _section_or_subtitle(left: Name, right: Name) -> Said | None:
    """Two names that agree but for a section or a subtitle that one of them has."""
    for one, other in ((left, right), (right, left)):
        if one.section and other.section != one.section:
            if not other.section and _alike(one.parts[: _before_section(one)], other.parts[: other.head], one, other):
                return "unknown", 0.6, "only one of them names the section"
            return None
    heads = [name.parts[: name.head] for name in (left, right)]
    if not all(heads) or not _alike(heads[0], heads[1], left, right):
        return None
    if left.section or (left.dated or right.dated):
        return "agree", 0.95, ""
    rests = [name.parts[name.head :] for name in (left, right)]
    if all(rests):
        return None
    if any(rest and explains(rest) for rest in rests):
        return "agree", 0.9, "the subtitle is left out"
    return ("unknown", 0.6, "only one of them has a subtitle") if len(heads[0]) > 1 else None


def _before_section(name: Name) -> int:
    return next(at for at, part in enumerate(name.parts) if part.section)


def overlap(left: Name, right: Name) -> float:
    """Share of the words of the shorter name that the longer one has."""
    told = ([part.word for part in name.parts if not part.sponsor] or list(name.words) for name in (left, right))
    short, long = sorted(told, key=len)
    pool, hits = list(long), 0
    for word in short:
        match = next((other for other in pool if likeness(word, other) is Likeness.EQUAL), None)
        if match is not None:
            pool.remove(match)
            hits += 1
    return hits / len(short) if hits > 1 or len(short) == 1 else min(0.5, hits / len(short))
