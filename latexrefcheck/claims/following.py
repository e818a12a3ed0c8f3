"""A claim that follows the words of a passage, word by word: whatever stands in the place of something else is told.

Most wrong sentences on a paper are right ones with a word changed: a figure, a direction, a "not", a noun. Where most words of a
claim stand in the passage in the same order, the two are laid beside each other and only what differs is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from latexrefcheck.claims import lexicon
from latexrefcheck.claims.quantities import Quantity, quantities
from latexrefcheck.text.fold import fold
from latexrefcheck.text.patterns import lazy

FOLLOWS = 0.6
"""Part of a claim's words that stand in the passage in the same order from which the claim follows it."""
LONGEST = 300
"""Words of a sentence that are laid beside another's."""
SWAP = 4
"""Words in a row that can stand in the place of others."""

_WORD = lazy(r"[^\W_]+(?:['\u2019][^\W_]+)?|[%\u2030]")
_DENIAL = "\u00ac"


class Token(NamedTuple):
    """A word, or a figure with its unit, and what it is compared as."""

    said: str
    stem: str
    text: str
    quantity: Quantity | None = None


class Beside(NamedTuple):
    """What a claim has otherwise than the passage it follows: ``against`` contradicts, ``swapped`` may mean the same."""

    share: float
    """Part of the claim's words that stand in the passage in the same order."""
    against: tuple[str, ...] = ()
    swapped: tuple[str, ...] = ()


def tokens(text: str, long_forms: Mapping[str, Sequence[str]] | None = None) -> list[Token]:
    """The words and figures of a text in order, none left out."""
    figures = {one.start: one for one in quantities(text)}
    found: list[Token] = []
    skip = 0
    for match in _WORD.finditer(text):
        if match.start() < skip:
            continue
        figure = next((figures[at] for at in range(match.start() - 1, match.start() + 1) if at in figures), None)
        if figure is not None:
            skip = figure.end if figure.known else match.end()
            found.append(Token(f"{figure.value:g}", "", figure.text, figure))
            continue
        folded = fold(match[0]).replace("'", "").replace("\u2019", "")
        if folded in lexicon.NEGATIONS or match[0].lower().endswith(("n't", "n\u2019t")):
            found.append(Token(_DENIAL, folded, match[0]))
            continue
        for expanded in (long_forms or {}).get(match[0], (folded,)):
            for part in expanded.split():
                stem = lexicon.stem(part)
                found.append(Token(lexicon.sense(stem), stem, match[0]))
    return found[:LONGEST]


def beside(claim: Sequence[Token], passage: Sequence[Token]) -> Beside | None:
    """What a claim has otherwise; None where it does not follow the passage."""
    if not claim:
        return None
    matcher = SequenceMatcher(None, [one.said for one in claim], [one.said for one in passage], autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    if same < FOLLOWS * len(claim):
        return None
    against: list[str] = []
    swapped: list[str] = []
    codes = matcher.get_opcodes()
    for number, (kind, i1, i2, j1, j2) in enumerate(codes):
        mine, theirs = claim[i1:i2], passage[j1:j2]
        if kind == "equal":
            against += [_unit(one, other) for one, other in zip(mine, theirs, strict=True) if _unit(one, other)]
            against += [_turn(one, other) for one, other in zip(mine, theirs, strict=True) if _turn(one, other)]
            continue
        if kind == "insert" and number in (0, len(codes) - 1):
            continue  # the passage says more before or behind
        if _denials(mine) % 2 != _denials(theirs) % 2:
            who = ("claim", "passage") if _denials(mine) > _denials(theirs) else ("passage", "claim")
            around = claim[i2].text if i2 < len(claim) else claim[i1 - 1].text if i1 else ""
            against.append(f"the {who[0]} denies what the {who[1]} says (at \u201c{around}\u201d)")
            continue
        if kind == "replace":
            told = _replaced(mine, theirs)
            (against if told[0] else swapped).extend(told[1])
    return Beside(same / len(claim), tuple(dict.fromkeys(against)), tuple(dict.fromkeys(swapped)))


def _denials(some: Sequence[Token]) -> int:
    return sum(one.said == _DENIAL for one in some)


def _unit(one: Token, other: Token) -> str:
    """Why two figures of one value are not the same."""
    if one.quantity is None or other.quantity is None or one.quantity.unit == other.quantity.unit:
        return ""
    if not (one.quantity.known and other.quantity.unit) or not other.quantity.known:
        return ""
    return f"the claim has {one.text}, the passage {other.text}"


def _turn(one: Token, other: Token) -> str:
    """Why two words of one meaning are not the same: some groups hold both directions."""
    return f"the claim has \u201c{one.text}\u201d, the passage \u201c{other.text}\u201d" if _opposed(one, other) else ""


def _opposed(one: Token, other: Token) -> bool:
    if one.stem == other.stem:
        return False
    if other.stem in lexicon.opposites(one.stem) or one.stem in lexicon.opposites(other.stem):
        return True
    return lexicon.turn(one.stem) * lexicon.turn(other.stem) < 0


def _replaced(mine: Sequence[Token], theirs: Sequence[Token]) -> tuple[bool, list[str]]:
    """Whether what stands in the place of something contradicts it, and in which words."""
    for one in mine:
        for other in theirs:
            if one.quantity is not None and other.quantity is not None:
                return True, [f"the claim has {one.text}, the passage {other.text}"]
            if _opposed(one, other) and len(mine) <= 2 and len(theirs) <= 2:
                return True, [_turn(one, other)]
    if len(mine) > SWAP or len(theirs) > 2 * SWAP:
        return False, []
    known = frozenset().union(*(lexicon.meanings(one.stem) for one in theirs))
    new = [one for one in mine if _tells(one) and not lexicon.meanings(one.stem) & known]
    old = [one for one in theirs if _tells(one)]
    if new and old:
        return False, [f"the claim has \u201c{new[0].text}\u201d, the passage \u201c{old[0].text}\u201d"]
    return False, []


def _tells(one: Token) -> bool:
    return one.quantity is not None or (one.said != _DENIAL and not lexicon.is_little(one.stem, one.text))
