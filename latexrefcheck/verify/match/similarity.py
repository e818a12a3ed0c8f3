"""How alike two titles or two author lists are, on the scale that the profile's thresholds cut.

What differs matters more than how many letters do: one word replaced makes another paper of a long title, while
"Terns" for "Tern" does not. So each kind of difference has a ceiling, which lies between the thresholds of the
profiles: lenient (.80) takes a word in another form for the same title, default (.85) a preposition more or fewer,
strict (.90) neither; a word replaced is accepted by none of them.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from latexrefcheck.model.record import Judgement
from latexrefcheck.model.states import JudgementKind, JudgementState
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.likeness import similarity
from latexrefcheck.verify.match import titles
from latexrefcheck.verify.match.titles import TitleMatch
from latexrefcheck.verify.match.words import ARTICLES, words

SMALL_WORDS = ARTICLES | frozenset("of in on at by for to and as its their".split())
"""Words whose absence hardly makes another title; "not", "without" and "from" are none of them."""

SMALL_WORD, WORD_FORM, OTHER_WORD = 0.87, 0.84, 0.79
"""The most that a title can have with one small word more or fewer, a word in another form, another word."""

EACH_FURTHER = 0.01
LEAST_FORMS = 0.80
"""Further differences of one kind cost little, and at most so much."""

CUSTOMARY, INCOMPLETE, OTHER_PEOPLE = 0.75, 0.69, 0.59
"""The most that an author list can have which ends early after eight names, leaves people out, or names others."""

HARMLESS = 0.95
"""What an author list has that differs as honest entries do (order, spelling, transliteration)."""

_SAME_STEM = 4
_ALIKE = 0.8


def title(cited: str, match: TitleMatch) -> float:
    """The similarity of a cited title to the title of a record that it was compared with, in 0..1."""
    if match.state in ("same", "minor"):
        return match.score
    left, right = words(titles.bare(cited)), words(titles.bare(match.found))
    if not left or not right:
        return 0.0
    small = forms = others = 0
    kept = 0
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        mine, theirs = left[i1:i2], right[j1:j2]
        if tag == "equal" or "".join(mine) == "".join(theirs):
            kept += len(mine) + len(theirs)
        elif tag != "replace":
            missing = [word for word in (*mine, *theirs) if word not in SMALL_WORDS]
            small += len(mine) + len(theirs) - len(missing)
            others += len(missing)
        elif len(mine) == len(theirs) and all(map(_one_word, mine, theirs)):
            forms += len(mine)
        else:
            others += max(len(mine), len(theirs))
    if others:
        return round(min(OTHER_WORD, kept / (len(left) + len(right))), 4)
    most = WORD_FORM if forms or small > 1 else SMALL_WORD
    return round(max(LEAST_FORMS, most - EACH_FURTHER * (forms + small - 1)), 4) if forms + small else 1.0


def _one_word(mine: str, theirs: str) -> bool:
    """Whether two words are one in other forms or with a slip: "Tern" and "Terns", not "graph" and "hypergraph"."""
    if mine.isdigit() or theirs.isdigit():
        return False
    short = min(len(mine), len(theirs))
    stem = min(_SAME_STEM, short)
    return short >= 3 and mine[:stem] == theirs[:stem] and similarity(mine, theirs) >= _ALIKE


def decided_title(cited: str, match: TitleMatch, limits: Thresholds) -> TitleMatch:
    """The match with its state as the threshold decides; how a title that disagrees does so stays."""
    if match.state == "other" and match.score < limits.title_similarity:
        return match  # so few letters in common that no word needs to be looked at
    alike = title(cited, match)
    if alike >= limits.title_similarity:
        return match if match.state in ("same", "minor") else match._replace(state=JudgementState.MINOR, score=alike)
    return match._replace(state="near") if match.state in ("same", "minor") else match


def authors(judgement: Judgement) -> float:
    """The similarity of two author lists that were compared person by person, in 0..1."""
    if judgement.state == JudgementState.AGREE:
        return 1.0
    if judgement.kind == JudgementKind.MISSING:
        return CUSTOMARY if judgement.state == JudgementState.MINOR else min(INCOMPLETE, judgement.score)
    if judgement.state == JudgementState.MINOR:
        return HARMLESS
    if judgement.kind == JudgementKind.RENAMED:
        return min(INCOMPLETE, judgement.score)
    return min(OTHER_PEOPLE, judgement.score)


def decided_authors(judgement: Judgement, limits: Thresholds) -> Judgement:
    """The judgement with its state as the threshold decides, and with the similarity as its score."""
    if judgement.state == "unknown":
        return judgement._replace(score=0.0)
    alike = authors(judgement)
    if alike < limits.author_similarity:
        return judgement._replace(state=JudgementState.DIFFER, score=alike)
    return judgement._replace(
        state=JudgementState.MINOR if judgement.state == JudgementState.DIFFER else judgement.state, score=alike
    )
