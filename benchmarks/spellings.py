"""How people cite a work: the harmless variations of real bibliographies."""

from __future__ import annotations

import random
import re
import unicodedata

from answer_shapes import abbreviated, initials
from invented_works import Work

Fields = dict[str, str]
MARKS = dict(
    zip("\u0301\u0300\u0302\u0308\u0303\u030c\u0327\u030a\u0306", ("'", "`", "^", '"', "~", "v ", "c ", "r ", "u "), strict=True)
)
"""Combining accents and the TeX commands for them."""
LETTERS = {"ø": r"{\o}", "Ø": r"{\O}", "ł": r"{\l}", "Ł": r"{\L}", "ß": r"{\ss}", "ı": r"{\i}", "&": r"\&", "–": "--"}


def tex(text: str) -> str:
    """Accented letters as TeX commands."""
    out = []
    for letter in text:
        base, *marks = unicodedata.normalize("NFD", letter)
        if letter in LETTERS:
            out.append(LETTERS[letter])
        elif marks and marks[0] in MARKS:
            out.append(f"{{\\{MARKS[marks[0]]}{base}}}")
        else:
            out.append(letter)
    return "".join(out)


def name(given: str, family: str, style: str) -> str:
    """One name in the style of the entry."""
    if style == "initials":
        given = initials(given)
    elif style == "no-middle":
        given = re.sub(r" [A-Z]\.$", "", given)
    return f"{given} {family}" if style == "first-last" else f"{family}, {given}"


def author_field(rng: random.Random, authors: tuple[tuple[str, str], ...], style: str) -> str:
    """The author list; ``others`` cuts it, ``order`` exchanges two neighbours."""
    people = list(authors)
    if style == "order" and len(people) > 2:
        people[-1], people[-2] = people[-2], people[-1]
    names = [name(given, family, style) for given, family in people]
    if style == "others" and len(names) > 2:
        names = [*names[: rng.randint(1, len(names) - 1)], "others"]
    return " and ".join(names)


def title_field(rng: random.Random, work: Work) -> tuple[str, str]:
    """The title in one of the forms that people type, and what was done to it."""
    form = rng.choice(("", "", "", "no-subtitle", "sentence-case", "braced"))
    text = work.title if form == "no-subtitle" else work.whole
    if form == "sentence-case":
        text = text[0] + text[1:].lower().replace("co2", "{CO2}")
    text = text.replace("CO2", "CO$_2$")
    return (f"{{{text}}}" if form == "braced" else text), form


def venue_field(rng: random.Random, work: Work) -> tuple[str, str, str]:
    """Field, value and variation; an empty value leaves the venue out."""
    if work.kind == "preprint":
        form = rng.choice((f"arXiv preprint arXiv:{work.arxiv}", "CoRR", ""))
        return "journal", form, "preprint-venue" if form else "no-venue"
    form = rng.choice(("full", "full", "abbreviated", "acronym", "missing"))
    if not work.acronym:
        value = {"abbreviated": abbreviated(work.venue), "missing": ""}.get(form, work.venue)
        return "journal", value, form
    full = f"Proceedings of the {work.venue}"
    value = {"abbreviated": f"Proc. {abbreviated(work.venue)}", "acronym": work.acronym, "missing": ""}.get(form, full)
    return "booktitle", value, form


def identifier_fields(rng: random.Random, work: Work) -> tuple[Fields, str]:
    """The identifiers that the entry gives: none, or one, seldom two, in one of their spellings."""
    found: Fields = {}
    # Outside of computing, where conferences go without, reference managers nearly always give the DOI.
    if work.doi and rng.random() < (0.65 if work.field == "computing" else 0.85):
        found["doi"] = rng.choice((work.doi, work.doi, work.doi.upper(), f"https://doi.org/{work.doi}", f"doi:{work.doi}"))
    if work.arxiv and rng.random() < (0.2 if found else 0.7):
        if rng.random() < 0.6:
            found |= {"eprint": work.arxiv, "archiveprefix": "arXiv"}
        else:
            found["url"] = f"https://arxiv.org/abs/{work.arxiv}"
    if work.pmid and not found and rng.random() < 0.4:
        found["pmid"] = work.pmid
    if work.isbn and rng.random() < 0.6:
        found["isbn"] = work.isbn
    return found, "+".join(found)


def cited(rng: random.Random, work: Work) -> tuple[Fields, list[str]]:
    """The entry of a work with harmless variations, and which these are."""
    style = rng.choice(("plain", "plain", "initials", "first-last", "others", "no-middle", "order"))
    spelt, form = title_field(rng, work)
    fields: Fields = {"author": author_field(rng, work.authors, style), "title": spelt}
    said = [style, form]
    if work.kind == "book":
        fields["publisher"] = work.publisher
    else:
        field, value, how = venue_field(rng, work)
        said.append(how)
        if value:
            fields[field] = value
    early = bool(work.online) and rng.random() < 0.3
    fields["year"] = str(work.online if early else work.year)
    said.append("early-year" if early else "")
    for field, value in (("volume", work.volume), ("number", work.issue), ("pages", work.pages.replace("-", "--"))):
        if value and rng.random() < 0.6:
            fields[field] = value
    identifiers, how = identifier_fields(rng, work)
    said.append(how)
    fields |= identifiers
    if rng.random() < 0.7:
        fields |= {field: tex(value) for field, value in fields.items() if field in ("author", "title", "journal", "booktitle")}
        said.append("tex")
    return fields, [word for word in said if word]
