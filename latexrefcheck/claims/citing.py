"""What a document claims of the works it cites: every citing sentence, and which part of it leans on which work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from latexrefcheck.claims.asked import Claim
from latexrefcheck.claims.scope import Mark, part
from latexrefcheck.model.document import Citation, Document, SourceFile
from latexrefcheck.text import texsentence
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.tex import to_unicode

AROUND = 1500
"""Characters before and behind a citation in which its sentence is looked for."""
LEAST_WORDS = 4
"""Words of a sentence that says something of what it cites."""

_COMMENT = lazy(r"(?<!\\)%[^\n]*")
_ASIDE = lazy(
    r"\\(?:label|ref|eqref|autoref|cref|Cref|pageref|vref|footnotemark|index|vspace|hspace|includegraphics)\*?\s*"
    r"(?:\[[^\[\]]{0,200}\]\s*)?\{[^{}]{0,300}\}"
)
_LEANS = lazy(r"\W*(?:This|These|Those|That|They|It|Its|Their|Such|Both|The (?:latter|former|same))\b")
"""How a sentence begins that leans on the one before it."""
_MARK = 0xE000
"""The first of the private characters that stand for citations while a sentence is made plain."""
MOST_MARKS = 1000


def claims(document: Document) -> list[Claim]:
    """Every claim of a document on a work, in the order of its files; one per work and sentence."""
    sources = {source.path: source for source in (document.root, *document.sources)}
    groups: dict[str, list[Citation]] = {}
    for citation in document.citations:
        if not citation.nocite and citation.span.source.path in sources:
            groups.setdefault(citation.span.source.path, []).append(citation)
    return [claim for path, citations in groups.items() for claim in _in_source(sources[path], citations)]


def _in_source(source: SourceFile, citations: Sequence[Citation]) -> Iterator[Claim]:
    text = source.text
    regions = _regions(text, citations)
    sentences: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for region in regions:
        sentences.setdefault(texsentence.around(text, *region, AROUND), []).append(region)
    for bounds, inside in sentences.items():
        plain, places = _plain(text, bounds, inside)
        if len([word for word in plain.split() if any(map(str.isalpha, word))]) < LEAST_WORDS:
            continue
        before = _before(text, bounds[0], regions) if _LEANS.match(plain) else ""
        for key in dict.fromkeys(key for region in inside for key in regions[region]):
            marks = [
                Mark(*place, key in regions[region]) for region, place in zip(inside, places, strict=True) if place is not None
            ]
            said = f"{before} {part(plain, marks)}".strip()
            own = next(region for region in inside if key in regions[region])
            whole = " ".join(_unmarked(plain, marks).split())
            yield Claim(key, said, f"{before} {whole}".strip(), regions[own][key].span)


def _regions(text: str, citations: Sequence[Citation]) -> dict[tuple[int, int], dict[str, Citation]]:
    """From where to where each command cites, and its keys."""
    found: dict[int, dict[str, Citation]] = {}
    ends: dict[int, int] = {}
    for citation in citations:
        start = min(citation.command_start, citation.span.start)
        found.setdefault(start, {}).setdefault(citation.key, citation)
        closing = {"\\": "}", "[": "]"}.get(text[start : start + 1], "")
        end = text.find(closing, citation.span.end, citation.span.end + 2000) + 1 if closing else 0
        ends[start] = max(ends.get(start, 0), end or citation.span.end)
    return {(start, ends[start]): keys for start, keys in sorted(found.items())}


def _plain(text: str, bounds: tuple[int, int], regions: Sequence[tuple[int, int]]) -> tuple[str, list[tuple[int, int] | None]]:
    """A sentence as its reader sees it, a private character for each citation, and where those stand."""
    pieces, at = [], bounds[0]
    for number, (start, end) in enumerate(regions[:MOST_MARKS]):
        pieces += [text[at : max(at, start)], f" {chr(_MARK + number)} "]
        at = max(at, end)
    pieces.append(text[at : max(at, bounds[1])])
    plain = to_unicode(_ASIDE.sub(" ", _COMMENT.sub("", "".join(pieces))))
    places: list[tuple[int, int] | None] = []
    for number in range(len(regions)):
        found = plain.find(chr(_MARK + number)) if number < MOST_MARKS else -1
        places.append((found, found + 1) if found >= 0 else None)
    return plain, places


def _unmarked(plain: str, marks: Sequence[Mark]) -> str:
    cited = {mark.start for mark in marks}
    bare = "".join("" if at in cited else letter for at, letter in enumerate(plain))
    return bare.replace(" .", ".").replace(" ,", ",")


def _before(text: str, first: int, regions: dict[tuple[int, int], dict[str, Citation]]) -> str:
    """The sentence before one, plain; empty where a paragraph or a heading is between them."""
    gap = text[:first].rstrip()
    if not gap or not gap.endswith((".", "!", "?")) or "\n\n" in text[len(gap) : first]:
        return ""
    place = len(gap) - 1
    bounds = texsentence.around(text, max(0, place - 1), max(0, place - 1), AROUND)
    inside = [region for region in regions if bounds[0] <= region[0] and region[1] <= bounds[1]]
    plain, places = _plain(text, (bounds[0], len(gap)), inside)
    return " ".join(_unmarked(plain, [Mark(*place, False) for place in places if place is not None]).split())
