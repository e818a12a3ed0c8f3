"""From claims and texts to answers: the passage beside each claim, what it rests on, and what was not looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from latexrefcheck.claims.asked import CitedWork, Claim
from latexrefcheck.claims.codes import OF_STAND, OUTAGES, ClaimCode
from latexrefcheck.claims.judging import Judged, Passage, Text, judge
from latexrefcheck.claims.kinds import Kind, kind_of
from latexrefcheck.claims.texts import Attempt, Held, Texts
from latexrefcheck.model.claims import Stand


class Depth(StrEnum):
    """How far a run goes for a claim that the abstract does not settle."""

    QUICK = "quick"
    """Abstracts alone."""
    AUTO = "auto"
    """Whole texts for the claims that the abstract does not bear out."""
    FULL = "full"
    """Whole texts for all."""


class Shown(NamedTuple):
    """A passage as it is shown: verbatim, where it stands and whose text it is."""

    text: str
    where: str
    source: str
    covered: float


class Answer(NamedTuple):
    """What came of one claim.

    ``stand`` is how it stands to the text; ``code`` the same for programs, or why there was no text; ``missing`` and ``against``
    say what is not there and what is there otherwise; ``whole`` whether the whole text was read, ``undone`` what was not.
    """

    claim: Claim
    work: CitedWork
    kind: Kind
    stand: Stand
    code: ClaimCode
    passages: tuple[Shown, ...] = ()
    missing: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    abstract_source: str = ""
    whole: bool = False
    undone: str = ""

    @property
    def outage(self) -> bool:
        """Whether only a source that did not answer keeps it from being settled."""
        return self.code in OUTAGES


Rank = Callable[[str, Sequence[str]], Sequence[float]]
"""A model of the user's: for a claim and passages, how surely each entails it, from 0 to 1."""


def decide(
    claims: Sequence[Claim], works: Mapping[str, CitedWork], texts: Texts, depth: Depth = Depth.AUTO, rank: Rank | None = None
) -> list[Answer]:
    """An answer to each claim, in order. Texts are asked for once per work: all abstracts, then the whole texts in doubt."""
    asked = list({claim.work: works[claim.work] for claim in claims if claim.work in works}.values())
    held = texts.of(asked, {work.name for work in asked} if depth is Depth.FULL else ())
    read: dict[tuple[str, bool], Text] = {}
    answers = [_answer(claim, works.get(claim.work), held, read, rank) for claim in claims]
    if depth is Depth.AUTO:
        doubtful = [each.work for each in answers if each.stand is not Stand.SUPPORTED and not each.outage and not each.whole]
        wanted = {work.name: work for work in doubtful if work.identifiers or work.title}
        if wanted:
            held |= texts.wholes(list(wanted.values()), held)
            answers = [
                _answer(claim, works.get(claim.work), held, read, rank) if claim.work in wanted else answer
                for claim, answer in zip(claims, answers, strict=True)
            ]
    undone = "only the abstract was looked at; --depth auto looks at the whole text" if depth is Depth.QUICK else ""
    return [
        answer._replace(undone=undone) if undone and answer.stand is not Stand.SUPPORTED and not answer.whole else answer
        for answer in answers
    ]


def _answer(
    claim: Claim, work: CitedWork | None, held: Mapping[str, Held], read: dict[tuple[str, bool], Text], rank: Rank | None
) -> Answer:
    kind = kind_of(claim.text)
    if work is None:
        known = CitedWork(claim.work, {})
        return Answer(claim, known, kind, Stand.UNVERIFIABLE, ClaimCode.DOI_NOT_FOUND, undone="the key leads to no entry")
    text = held[work.name]
    told = (text.attempts, text.abstract_source, bool(text.pieces))
    best: Answer | None = None
    for whole in (False, True):
        content = [(piece.where, piece.text) for piece in text.pieces] if whole else [("abstract", text.abstract)]
        if not any(words for _, words in content):
            continue
        source = text.full_source if whole else text.abstract_source
        if (work.name, whole) not in read:
            read[work.name, whole] = Text.of_parts(content, text.title or work.title)
        judged = _lowered(judge(claim.text, read[work.name, whole], claim.sentence), claim, rank)
        stand = judged.stand
        if kind is not Kind.HEADLINE and not whole and stand is not Stand.CONTRADICTED:
            stand = Stand.ABSTRACT_ONLY
        passages = tuple(_shown(one, source) for one in judged.passages)
        answer = Answer(claim, work, kind, stand, OF_STAND[stand], passages, judged.missing, judged.against, *told)
        best = answer if best is None or _ORDER[answer.stand] < _ORDER[best.stand] else best
    if best is not None:
        return best
    return Answer(claim, work, kind, Stand.UNVERIFIABLE, text.code, (), (), (), *told)


_ORDER = {
    stand: place
    for place, stand in enumerate((Stand.SUPPORTED, Stand.CONTRADICTED, Stand.PARTIAL, Stand.UNVERIFIABLE, Stand.ABSTRACT_ONLY))
}
"""What the abstract and the whole text say, the more telling first: an abstract that is silent takes nothing from the text."""


def _shown(one: Passage, source: str) -> Shown:
    return Shown(one.sentence.text, one.where, source, round(one.comparison.covered, 3))


ENTAILED = 0.5
"""What a user's model must give for the rules' word to stand."""


def _lowered(judged: Judged, claim: Claim, rank: Rank | None) -> Judged:
    """The same with the passages in the order of the user's model, which may take a support back and never gives one."""
    if rank is None or not judged.passages:
        return judged
    scores = rank(claim.text, [one.sentence.text for one in judged.passages])
    order = sorted(range(len(scores)), key=lambda at: -scores[at])
    passages = tuple(judged.passages[at] for at in order)
    if judged.stand is Stand.SUPPORTED and max(scores) < ENTAILED:
        return judged._replace(stand=Stand.PARTIAL, passages=passages, against=("the model does not find it entailed",))
    return judged._replace(passages=passages)


def counted(answers: Iterable[Answer]) -> dict[Stand, int]:
    """How many claims stand how."""
    found = dict.fromkeys(Stand, 0)
    for answer in answers:
        found[answer.stand] += 1
    return found
