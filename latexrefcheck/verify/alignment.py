"""Lay a reference in words beside a record: what of the text the record explains, and what is left over.

The record guides the reading, so that no style has to be known: its title is looked for, what stands before it
names people, what stands behind it names venue, volume and pages. Each part is compared in both directions: what
the text says and the record does not is as much a difference as the reverse.
"""

from __future__ import annotations

import html
import re
from difflib import Match, SequenceMatcher
from typing import NamedTuple

from latexrefcheck.model.record import Record
from latexrefcheck.text.fold import fold
from latexrefcheck.verify.match.words import plain

LONGEST = 4000
"""Characters of a reference that are read; more is no reference."""

LEAST_TITLE = 0.5
"""Share of the words of a record's title that the text has to hold for the record to be its work."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_IDENTIFIER = re.compile(
    r"https?://\S+|\bdoi\s*:?\s*\S*10\.\d{4,9}/\S+|\b10\.\d{4,9}/\S+|\barxiv\s*:\s*\S+|\b(?:pmid|pmcid|pmc)\s*:?\s*\d+|"
    r"\bisbn:?\s*[\d-]{10,17}|\b(?:e|p|e-|p-)?issn(?:-l)?\s*:?(?:[\s,;]*\d{4}[-–]\d{3}[\dx]\b(?:\s*\([a-z]{2,10}\))?)+",
    re.I,
)
_TITLE_END = re.compile(r"[.?!](?=\s|$|[”\"’',])|[”\"»]|,(?=[”\"’])|\[[A-Z]{1,2}(?:/[A-Z]{2})?\]|\[Internet\]|//|$", re.I)
_TITLE_START = re.compile(r"[.?!)\]:;,”\"“„«‘]\s*$|^\s*$|(?:19|20)\d\d\W*$")
_DATE = re.compile(r"[\s,(]*(?:1[4-9]|20)\d\d[\s;:,)\w-]{0,40}")
_CLOSING = {"“": "”", "„": "“", "«": "»", '"': '"', "‘": "’"}
_STRAIGHT = re.compile(r"(?<![\w'])'(?=[^\W_])")
_STRAIGHT_END = re.compile(r"(?<=[\w.,?!)])'(?![\w'])")
_OPENING = re.compile(r"[“„«\"‘]\s*$")


_GOES_ON = re.compile(r"\s+(?!(?:in|eds?|edited|pp?|vol|no|doi|arxiv|https?|available|accessed|ph)\b)[a-zà-ÿ]")
_STAMP = re.compile(
    r"(?:\b(?:WITHDRAWN|RETRACTED|REMOVED)(?: ARTICLE| PAPER)?|\bRetracted(?: article)?|\bWithdrawn)\s*[:.–—-]\s*[“\"‘]?\s*$"
)
"""What publishers write in front of the title of a work that they took back; records keep it apart."""


class Token(NamedTuple):
    """One word of the text: as compared, and where it stands."""

    word: str
    start: int
    end: int


class Parts(NamedTuple):
    """A reference cut along the record's title: what stands before it, the title as the text has it, what stands behind it."""

    people: str
    title: str
    rest: str
    share: float
    """The share of the words of the record's title that the text holds."""


def tokens(text: str) -> list[Token]:
    """The words of a text, folded."""
    return [Token(fold(found.group()).replace("'", ""), found.start(), found.end()) for found in _WORD.finditer(text)]


def without_identifiers(text: str) -> str:
    """The text with identifiers and addresses blanked, so that places stay."""
    return _IDENTIFIER.sub(lambda found: " " * len(found.group()), text)


def cut(text: str, record: Record) -> Parts | None:
    """The parts of a text along the title of a record; None if the text does not hold it."""
    bare = _quoted(without_identifiers(html.unescape(html.unescape(text[:LONGEST]))))
    said = tokens(bare)
    best: tuple[float, int, int] | None = None
    for title in record.titles:
        wanted = [token.word for token in tokens(plain(title))]
        found = _span(wanted, said)
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    if best is None or best[0] < LEAST_TITLE:
        return None
    share, first, last = best
    start, end = _whole(bare, said[first].start, said[last].end)
    return Parts(_STAMP.sub("", bare[:start]), bare[start:end].strip(" ,."), bare[end:], share)


def _quoted(text: str) -> str:
    """The text with straight single marks of quotation as pairs, character for character; an apostrophe stays one."""
    return _STRAIGHT_END.sub("\u2019", _STRAIGHT.sub("\u2018", text)) if "'" in text else text


def _span(wanted: list[str], said: list[Token]) -> tuple[float, int, int] | None:
    """Where the words of a title stand in a text: (share found, first and last token)."""
    if not wanted or not said:
        return None
    words = [token.word for token in said]
    exact = _exact(wanted, words)
    if exact is not None:
        return 1.0, *exact
    matcher = SequenceMatcher(None, wanted, words, autojunk=False)
    blocks = _together([block for block in matcher.get_matching_blocks() if block.size], len(wanted))
    if not blocks:
        return None
    share = sum(block.size for block in blocks) / len(wanted)
    head, tail = blocks[0], blocks[-1]
    # Words replaced at either end of the title stand where the record has others.
    first = max(0, head.b - head.a)
    last = min(len(said) - 1, tail.b + tail.size - 1 + len(wanted) - (tail.a + tail.size))
    return share, first, max(first, last)


def _exact(wanted: list[str], words: list[str]) -> tuple[int, int] | None:
    """The run of words that spells the title, hyphens and spaces put aside."""
    spelled = "".join(wanted)
    for first in range(len(words)):
        if not spelled.startswith(words[first]):
            continue
        joined, last = words[first], first
        while len(joined) < len(spelled) and last + 1 < len(words):
            last += 1
            joined += words[last]
        if joined == spelled:
            return first, last
    return None


def _together(blocks: list[Match], size: int) -> list[Match]:
    """The blocks that lie as near to each other as those of one title do, around the longest."""
    if not blocks:
        return []
    centre = max(range(len(blocks)), key=lambda i: blocks[i].size)
    kept = [blocks[centre]]
    for block in reversed(blocks[:centre]):
        gap = kept[0].b - (block.b + block.size)
        if gap > max(4, size // 3):
            break
        kept.insert(0, block)
    for block in blocks[centre + 1 :]:
        gap = block.b - (kept[-1].b + kept[-1].size)
        if gap > max(4, size // 3):
            break
        kept.append(block)
    return kept


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """The title as the text has it, from where it begins to where it ends: a longer one than the record's is told so."""
    quote = _OPENING.search(text[:start])
    if quote is None:
        opened = max(text.rfind(mark, 0, start) for mark in "“„«")
        if opened >= 0 and text.find(_CLOSING[text[opened]], opened + 1, start) < 0:
            quote = re.compile(r".").match(text, opened)
            start = opened + 1
    if quote is not None:
        closing = text.find(_CLOSING[quote.group().strip()[:1]], end)
        return start, closing if closing >= 0 else end
    if not _TITLE_START.search(text[:start]):
        back = max(text.rfind(mark, 0, start) for mark in (". ", ") ", ": ", "; ", "? ", "! "))
        start = back + 2 if back >= 0 and start - back < 200 else start
    if text[end : end + 1] in (",", ";"):
        return start, end  # a longer title goes on behind the mark, and is told as what stands in the venue's place
    stop = _TITLE_END.search(text, end)
    if stop and stop.group() in ("?", "!") and _GOES_ON.match(text, stop.end()):
        stop = _TITLE_END.search(text, stop.end())  # words behind a question are no venue if they begin small
    last = stop.start() if stop else len(text)
    return start, end if _DATE.fullmatch(text[end:last]) else last
