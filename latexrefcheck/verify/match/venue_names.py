"""Take the name of a venue apart: its words, its section, whether it is a meeting, the short forms beside it."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from latexrefcheck.text.fold import fold
from latexrefcheck.verify.match.venue_words import Word, abbreviation
from latexrefcheck.verify.match.words import plain


class Part(NamedTuple):
    """One telling word of a name and where it stands.

    ``piece`` counts the pieces between marks, years and ordinals; ``sponsor`` says that it is an organisation
    that stands before the names of meetings; ``section`` that it is the letter or number of a journal's section.
    """

    word: Word
    piece: int
    sponsor: bool = False
    section: bool = False


class Name(NamedTuple):
    """A venue's name taken apart.

    ``parts`` are the telling words in order; ``head`` is how many of them stand before a subtitle (all, if there is none),
    ``core`` how many before the place of a meeting; ``meeting``, ``workshop`` and ``proceedings`` say what it calls
    itself, ``dated`` that a year or a date stands in it; ``acronyms`` are the short forms in capitals that stand in it.
    """

    text: str
    parts: tuple[Part, ...]
    head: int
    core: int
    meeting: bool
    workshop: bool
    proceedings: bool
    dated: bool
    acronyms: frozenset[str]
    aside: frozenset[str]
    """Those of the acronyms that stand beside a name in words."""

    @property
    def words(self) -> tuple[Word, ...]:
        """The telling words."""
        return tuple(part.word for part in self.parts)

    @property
    def section(self) -> str:
        """The section of a journal ("a", "ii"), or an empty string."""
        return next((part.word.text for part in self.parts if part.section), "")

    @property
    def key(self) -> str:
        """All letters of the telling words, by which names written together or apart are equal."""
        return "".join(part.word.text for part in self.parts)


_JOINED = re.compile(r"(?<=[A-Z])\\?&(?=[A-Z])")
"""The sign in "A&A", which joins letters of a short form and no words."""
_ELISION = re.compile(r"(?:[ld]|dell|nell|sull|all|qu)['’](?=\w{2})", re.I)
_TOKEN = re.compile(r"(?P<word>[^\W_]+(?:['’][^\W_]+)*)(?P<dot>\.?)|(?P<mark>[^\w\s.'’&+-]|\s[-+]+\s)")
_SMALL = frozenset(
    "a an the of in on at by for from to with and or und der die das des dem den de la le les du et en el los las del della "
    "delle dei degli il gli di da do dos e y i für fur zur zum zu im von van het voor over sur aux au its their as och og "
    "ja z w na po sobre para per sul nel".split()
)
_MONTHS = frozenset(
    "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept "
    "oct nov dec".split()
)
_ORDINAL = re.compile(
    r"(?:\d+(?:st|nd|rd|th)?|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)?(?:first|second|third|fourth|fifth|sixth|"
    r"seventh|eighth|ninth|ninteenth|tenth|eleventh|twelfth|twelveth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|"
    r"eighteenth|nineteenth|twentieth|thirtieth|fortieth|fiftieth|sixtieth|seventieth|eightieth|ninetieth)|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)$"
)
_ROMAN = re.compile(r"[ivxl]{2,7}$")
_MEETING = frozenset(
    "conference conferences conf symposium symposia symp sympos workshop workshops meeting meetings meet colloquium colloquia "
    "colloq congress congr convention forum summit tagung kongress kongreß congres congreso congresso conferenza conferencia "
    "konferentsiya konferenciya simpozium konferencja kolloquium wksp wkshp".split()
)
_WORKSHOP = frozenset("workshop workshops wksp wkshp findings".split())
_TRACK = frozenset("demonstrations tutorial tutorials".split())
_YEARLY = frozenset("annual annu biennial".split())
"""Words that say nothing in the name of a meeting, and much in that of a journal ("Annual Review", "Surveys & Tutorials")."""
_NOISE = frozenset("proceedings procedings proceeding proc procs track edition virtual event online".split())
_NUMBERED = frozenset("volume vol vols part pt number no issue band bd tome fasc".split())
_SECTIONED = frozenset("series ser section sect sec part serie sezione reihe teil abt".split())
_SPONSORS = frozenset(
    "ieee acm siam usenix cvf ifip iapr rsj spie iet iee iasted eurasip isca ifac embs asme aiaa asce informs ias aaas ira "
    "springer ams ima acmsiam".split()
)
WEAK = frozenset("international intl int joint".split())
_COUNTRIES = frozenset("usa uk uae ussr".split())
_AMERICA = re.compile(r"\bU\.\s?S\.(?:\s?A\.?)?|\bU S A\b|\bUSA\b|\b(?:the )?United States of America\b")
_SIG = re.compile(r"sig[a-z]{2,6}$")
_PUBLISHER = re.compile(
    r"\b(?:springer(?:[- ]verlag)?(?: (?:nature|berlin|heidelberg|international publishing|cham))*|elsevier(?: bv)?|"
    r"john wiley(?: (?:&|and) sons)?|wiley[- ]blackwell|curran associates(?:,? inc\.?)?|"
    r"(?<!of the )association for computing machinery|ieee (?:press|computer society(?: press)?)|"
    r"(?:oxford|cambridge) university press|taylor (?:&|and) francis|mdpi|morgan kaufmann|"
    r"aaai press|acm press|mit press|usenix association)\b(?!\s+(?:\w|&))",
    re.I,
)
_SOCIETY = re.compile(r"\bieee computer society\b(?=\s+\w)", re.I)
_SERIES_TAIL = re.compile(
    r",?\s*\b(?:ser(?:ies)?\.?\s+(?=[A-Z]{3,}|[A-Z][a-z]+ [A-Z])|volume\s+\d+\s+of\s+|vol\.?\s*\d+\s+of\s+).*$"
)
_MEDIUM = re.compile(r"\s*\((?:print|online|electronic|internet|cd-rom)\)|(?<=\w) online$", re.I)
_BRACKETS = re.compile(r"[(\[{][^()\[\]{}]*[)\]}]")
_AT = re.compile(r"\s(?:at|held at|held in|in conjunction with|co-located with|colocated with)\s|\s@\s?", re.I)
_ACRONYM = re.compile(r"[A-Z](?=\S{0,11}[A-Z0-9])[A-Za-z0-9]{2,11}$")
_FULL = 8
"""Letters from which a word is hardly an abbreviation."""
MOST = 400
"""Characters of a name that are looked at; the longest names of proceedings have some 350."""


@lru_cache(maxsize=20_000)
def parse(venue: str) -> Name:
    """The name taken apart."""
    joined = _JOINED.sub("", unescape(venue[:MOST]) if "&" in venue else venue[:MOST])
    text = " ".join(plain(joined).split())
    told = _PUBLISHER.sub(" ; ", _SOCIETY.sub("IEEE ; ", _SERIES_TAIL.sub("", text) or text))
    told = _AMERICA.sub(" ", _MEDIUM.sub("", told))
    told = _BRACKETS.sub(lambda found: f" ({found[0][1:-1]}) ", told)
    return _Reader(text, _AT.sub(" ; ", told)).name()


class _Reader:
    """Goes once through the tokens of a name."""

    def __init__(self, text: str, told: str) -> None:
        self.text = text
        self.tokens = [(m["word"] or "", bool(m["dot"]), m["mark"] or "") for m in _TOKEN.finditer(told)]
        words = [fold(word) for word, _, _ in self.tokens]
        self.gathering = any(word in _MEETING or word in _NOISE for word in words)
        named = [word for word in words if word and word not in _SPONSORS | _MEETING | _NOISE | _SMALL]
        self.shouted = text.isupper() and len(named) > 1
        self.parts: list[Part] = []
        self.piece, self.depth, self.after = 0, 0, ""
        self.head: int | None = None
        self.tail = self.named = 0
        self.opening = ""
        self.meeting = self.proceedings = self.dated = False
        self.workshop = "@" in text
        self.acronyms: set[str] = set()
        self.aside: set[str] = set()

    def name(self) -> Name:
        for at, (word, dotted, mark) in enumerate(self.tokens):
            if mark:
                self._mark(mark.strip())
            else:
                self._word(at, word, dotted)
        if self.opening and not (self.meeting or self.dated or self.proceedings or self.workshop):
            # "JACC: Cardiovascular Imaging" is a journal's name, not a meeting's with its short form.
            self.parts.insert(0, Part(Word(self.opening), 0))
            self.aside.discard(self.opening)
            self.head = 1 if self.head is None else self.head + 1
        own = [part for part in self.parts if not part.sponsor]
        if sum(part.word.cut for part in own) * 2 >= len(own) > 1:
            # Among abbreviations the short words that no table knows are abbreviated too.
            self.parts = [
                part._replace(word=Word(part.word.text, part.word.cut or len(part.word.text) < _FULL)) for part in self.parts
            ]
        head = len(self.parts) if self.head is None else self.head
        return Name(
            self.text,
            tuple(self.parts),
            head,
            self._core(),
            self.meeting,
            self.workshop,
            self.proceedings,
            self.dated,
            frozenset(self.acronyms),
            frozenset(self.aside),
        )

    def _mark(self, mark: str) -> None:
        self.piece += 1
        self.depth += (mark == "(") - (mark == ")")
        if mark in (":", "(", "–", "—", "-", ".") and self.parts and self.head is None:
            self.head = len(self.parts)
        self.after = mark

    def _word(self, at: int, written: str, dotted: bool) -> None:
        written = _ELISION.sub("", written)
        folded = fold(written).replace("'", "").replace(" ", "")
        before, self.after = self.after, folded
        if not folded or self._noise(folded, before):
            return
        if section := self._section(at, written, folded, before, dotted):
            self.parts.append(Part(Word(section), self.piece, section=True))
            if self.head is None or self.head == len(self.parts) - 1:
                self.head = len(self.parts)
            self.piece += 1
            return
        if self._small(at, written, folded, dotted):
            return
        if folded in _SECTIONED and self._letter_follows(at):
            return
        sponsor = folded in _SPONSORS or bool(_SIG.match(folded) and written.isupper())
        if not sponsor and not self.shouted and _ACRONYM.match(written) and folded not in _COUNTRIES:
            self.acronyms.add(folded)
            if self._beside(at):
                self.aside.add(folded)
                self.opening = self.opening or (folded if not self.parts and not self.piece else "")
                self.tail = self.tail or len(self.parts)
                return
            sponsor = self._before_meeting(at)
        self.parts.append(Part(Word(folded, dotted or abbreviation(folded)), self.piece, sponsor))

    def _small(self, at: int, written: str, folded: str, dotted: bool) -> bool:
        """Whether a word is an article, a preposition or the like; a capital letter by itself is none, but "A" at the start."""
        if folded == "ed":
            return written == "ed" and not dotted
        if len(folded) == 1 and written.isupper():
            opens = not self.parts or bool(self.tokens[at - 1][2])
            return folded == "a" and opens and not dotted
        return folded in _SMALL and (not dotted or len(folded) == 1)

    def _noise(self, folded: str, before: str) -> bool:
        """Whether a word says nothing about which venue it is; remembers what it says about the kind."""
        if folded in _MONTHS and (folded not in ("may", "mar", "dec") or self.meeting):
            self.dated = True
            self.piece += 1
            return True
        if _ORDINAL.match(folded):
            self.dated |= len(folded) == 4 and folded.isdigit()
            self.piece += 1
            return True
        if _ROMAN.match(folded) and (before in _NUMBERED or self.meeting or self.workshop or folded not in ("ii", "iii", "iv")):
            return True
        if folded in _MEETING:
            self.named = self.piece if not self.meeting else self.named
            self.meeting = True
            self.workshop |= folded in _WORKSHOP
            return True
        self.workshop |= folded in _WORKSHOP or (self.gathering and folded in _TRACK)
        self.proceedings |= folded.startswith("proc") and folded in _NOISE
        return (
            folded in _NOISE
            or (self.gathering and folded in _YEARLY)
            or (folded in _NUMBERED and folded not in _SECTIONED and bool(self.parts))
        )

    def _section(self, at: int, written: str, folded: str, before: str, dotted: bool) -> str:
        """The letter or number of a section, if this word is one."""
        roman = folded in ("i", "ii", "iii", "iv")
        if not self.parts or not (roman or (len(folded) == 1 and folded in "abcdefghx")) or not written.isupper():
            return ""
        named = before in _SECTIONED
        article = folded == "a" and bool(at and self.tokens[at - 1][2]) and not named
        following = self.tokens[at + 1] if at + 1 < len(self.tokens) else ("", False, "end")
        last = bool(following[2]) or following[0].isdigit()
        inside = len(folded) == 1 and len(self.parts) > 1 and not dotted and len(following[0]) > 3 and not following[1]
        return folded if (named or last or (inside and not article)) and not (roman and self.meeting) else ""

    def _letter_follows(self, at: int) -> bool:
        following = next((word for word, _, mark in self.tokens[at + 1 : at + 2] if not mark), "")
        return bool(self.parts) and following.isupper() and (len(following) == 1 or following in ("II", "III", "IV"))

    def _core(self) -> int:
        """How many words stand before the place of a meeting."""
        if not (self.meeting or self.proceedings) or not (self.dated or self.tail):
            return len(self.parts)
        if self.tail:
            return self.tail
        first = next((part.piece for part in self.parts if not part.sponsor and part.piece >= self.named), -1)
        return max((at for at, part in enumerate(self.parts, 1) if part.piece <= first), default=len(self.parts))

    def _before_meeting(self, at: int) -> bool:
        """Whether a short form stands before "Conference" and words, as the organisation that holds it."""
        rest = (fold(word) for word, _, mark in self.tokens[at + 1 :] if not mark)
        skipped = _NOISE | WEAK | _YEARLY | _SPONSORS
        following = next((word for word in rest if not (_ORDINAL.match(word) or word in skipped)), "")
        return following in _MEETING

    def _beside(self, at: int) -> bool:
        """Whether a short form stands in a piece of its own, at most with a year, beside words."""
        left = at
        while left > 0 and not self.tokens[left - 1][2]:
            left -= 1
        right = at
        while right + 1 < len(self.tokens) and not self.tokens[right + 1][2]:
            right += 1
        alone = all(
            _ORDINAL.match(fold(word)) or (_ACRONYM.match(word) and not word[1:].islower()) or fold(word) in _WORKSHOP
            for word, _, _ in self.tokens[left : right + 1]
        )
        return alone and (left > 0 or right + 1 < len(self.tokens))
