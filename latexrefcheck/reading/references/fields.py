"""The fields of a reference in words, for one whose work nobody knows: who, when, what, where.

A linear-chain model says of every word which field it belongs to (Viterbi's algorithm over the weights in
``fields_model.json``, which were trained on references with labelled fields, and on those that the styles of
:mod:`latexrefcheck.cite` made of real works). Where a record is met, the record reads the text instead
(:mod:`latexrefcheck.verify.alignment`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.model.work import Work
from latexrefcheck.reading.references.fields_features import features
from latexrefcheck.reading.references.fields_people import people
from latexrefcheck.reading.references.fields_words import spans
from latexrefcheck.text import identifiers
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.terms import TYPE_MARK

LONGEST = 1500
"""Characters of a reference that are read."""
FIELDS = ("author", "title", "container", "date", "volume", "pages", "publisher", "place", "editor", "id", "label", "note")
"""What a word can belong to; ``container`` is the journal, the proceedings or the book, ``volume`` holds the number too."""

_MARKS = " \t.,;:–—-/"
_YEAR = lazy(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
_VOLUME = lazy(r"(?:\b(?:vol(?:ume)?|bd|band|tome|t|jg)\b\.?\s*)?(\d+|[IVXLC]+\b)", 0x2)
_NUMBER = lazy(r"\((\d+(?:[-–/]\d+)?)\)|\b(?:no|nr|number|issue|num|heft|n)\b[.°]?\s*(\d+)|^\W*\d+\s*[,:.]\s*(\d+)\W*$", 0x2)
_PAGES = lazy(r"([A-Za-z]{0,2}\d+)(?:\s*[-–—‐]+\s*([A-Za-z]{0,2}\d+))?")
_TYPE_MARK = lazy(rf"\s*{TYPE_MARK}(?://)?\s*$")
_QUOTES = "“”\"„«»‘’'"


class _Model(NamedTuple):
    labels: Sequence[str]
    transitions: Sequence[Sequence[int]]
    features: Mapping[str, Sequence[int]]
    """Per feature: the number of a label and a weight, in turns; weights are hundredths."""


@cache
def _model() -> _Model:
    told = json.loads(Path(__file__).with_name("fields_model.json").read_text("utf-8"))
    return _Model(told["labels"], told["transitions"], told["features"])


class Piece(NamedTuple):
    """A run of words of one field, and where it stands in the text."""

    field: str
    start: int
    end: int


def pieces(text: str) -> list[Piece]:
    """The text cut into runs of words that belong to one field, in order."""
    places = spans(text[:LONGEST])
    words = [text[start:end] for start, end in places]
    found: list[Piece] = []
    for (start, end), label in zip(places, _labels(words), strict=True):
        if found and found[-1].field == label:
            found[-1] = found[-1]._replace(end=end)
        else:
            found.append(Piece(label, start, end))
    return found


def _labels(words: list[str]) -> list[str]:
    """The most likely field of each word, all in sum."""
    model = _model()
    count = len(model.labels)
    best: list[int] = []
    back: list[list[int]] = []
    columns = [[model.transitions[a][b] for a in range(count)] for b in range(count)]
    for told in features(words):
        own = [0] * count
        for name in told:
            weights = model.features.get(name)
            if weights is not None:
                for at in range(0, len(weights), 2):
                    own[weights[at]] += weights[at + 1]
        if not best:
            best = own
            continue
        sums = [[score + step for score, step in zip(best, column, strict=True)] for column in columns]
        back.append([each.index(max(each)) for each in sums])
        best = [max(each) + score for each, score in zip(sums, own, strict=True)]
    if not best:
        return []
    at = best.index(max(best))
    path = [at]
    for step in reversed(back):
        at = step[at]
        path.append(at)
    return [model.labels[at] for at in reversed(path)]


def work(text: str) -> Work:
    """What a reference in words says of the work that it cites, as far as its words tell; empty fields are not told."""
    if eastern := _EASTERN.match(text):
        return _eastern(eastern)
    held: dict[str, list[str]] = {}
    for field, start, end in pieces(text):
        held.setdefault(field, []).append(text[start:end])
    first = {field: values[0].strip(_MARKS) for field, values in held.items()}
    title = _title(max(held.get("title", [""]), key=len))
    container = _title(first.get("container", ""))
    years = [int(year) for value in held.get("date", ()) for year in _YEAR.findall(value)]
    figures = " ".join(held.get("volume", ()))
    if not years and (year := _YEAR.match(figures)):  # "2017;4(2)": both in one
        years, figures = [int(year[1])], figures[year.end() :]
    volume, number = _volume(figures)
    pages = _PAGES.search(first.get("pages", ""))
    found = {kind: value for kind, value, _, _ in reversed(identifiers.find(text[:LONGEST]))}
    return Work(
        titles=(title,) if title else (),
        authors=people(" ".join(held.get("author", ()))),
        editors=people(" ".join(held.get("editor", ()))),
        years=tuple(dict.fromkeys(years)),
        venues=(container,) if container else (),
        volume=volume,
        number=number,
        pages="-".join(part for part in pages.groups() if part) if pages else "",
        publisher=first.get("publisher", ""),
        identifiers=found,
    )


def _eastern(found: re.Match[str]) -> Work:
    """A reference in Chinese by GB/T 7714: its type is written out between title and source."""
    year = _YEAR.search(found["rest"])
    source = found["rest"].split(",")[0].split("，")[0].strip(_MARKS + "，。")
    figures = found["rest"][year.end() :] if year else ""
    volume, number = _volume(figures.split(":")[0].split("：")[0])
    pages = _PAGES.search(figures.replace("：", ":").partition(":")[2])
    names = [one for one in _NAMES.split(found["people"]) if one.strip() and one.strip() not in ("等", "et al")]
    return Work(
        titles=(found["title"].strip(),),
        authors=tuple(person for one in names for person in people(one)),
        years=(int(year[1]),) if year else (),
        venues=(source,) if source and found["type"][0] in "JCN" else (),
        publisher=source.rpartition(":")[2].strip() if found["type"][0] in "MDR" else "",
        volume=volume,
        number=number,
        pages="-".join(part for part in pages.groups() if part) if pages else "",
    )


_EASTERN = lazy(
    r"(?P<people>[^.。．\[]{2,200})[.。．]\s*(?P<title>[^\[]{0,150}[\u3400-\u9fff][^\[]{0,150})\[(?P<type>[A-Z]{1,2})[^\]]{0,4}\][.。/]*\s*(?P<rest>.*)$"
)
_NAMES = lazy(r"[,，、;；]")


def _title(text: str) -> str:
    """A title without the marks of quotation and the sign of its type around it."""
    text = _TYPE_MARK.sub("", text.strip()).strip(_MARKS)
    if text[:1] in _QUOTES and text[:1]:
        text = text[1:]
    text = text.rstrip(_MARKS)
    return text.rstrip(_QUOTES).rstrip(_MARKS) if text[-1:] in _QUOTES else text


def _volume(text: str) -> tuple[str, str]:
    number = _NUMBER.search(text)
    volume = _VOLUME.search(text)
    told = next((part for part in number.groups() if part), "") if number else ""
    return (volume[1] if volume else ""), told
