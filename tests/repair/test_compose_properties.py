"""Whatever a record says and however a file is written: the correction parses, and says what the record says."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from fixharness import RECORD, bibliography, differs, fixed
from hypothesis import given, settings
from hypothesis import strategies as st

from latexrefcheck.text.keys import title_key
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.person import Person
from latexrefcheck.text.tex import to_unicode
from latexrefcheck.verify.match import people

LETTERS = "abcDEF éüßøłñç ÀÖ"
SIGNS = "&%#_<>\"'-:,.()[]–—“”’"  # what means something in TeX stands in a table elsewhere
words = st.text(LETTERS + SIGNS, min_size=1, max_size=12).filter(lambda text: any(char.isalpha() for char in text))
title = st.lists(words, min_size=1, max_size=5).map(" ".join)
name = st.text("abcdefghiéüøß", min_size=2, max_size=8).map(str.capitalize)
given_names = st.lists(name, min_size=1, max_size=2).map(" ".join)
person = st.builds(
    Person,
    name,
    given_names,
    st.sampled_from(("", "van", "de la")),
    st.sampled_from(("", "", "Jr.")),
    literal=st.just(""),
    dropping=st.sampled_from(("", "", "de")),
)


@st.composite
def written(draw) -> str:
    """An entry in some hand."""
    quote = draw(st.sampled_from(("{%s}", '"%s"')))
    newline = draw(st.sampled_from(("\n  ", " ", "\r\n\t")))
    comma = draw(st.sampled_from((",%s", "%s, ")))
    case = draw(st.sampled_from((str.lower, str.upper, str.capitalize)))
    width = draw(st.sampled_from((0, 9)))
    last = draw(st.sampled_from(("", ",")))
    cited = draw(
        st.sampled_from(("Keller, Anna and Nemo, Nick", "Anna Keller and Nick Nemo", "Nemo, N.", "Nemo, Nick and others"))
    )
    fields = [
        ("author", cited),
        ("title", draw(st.sampled_from(("Wrong Words", "{Wrong Words}", "Wrong $x$ words")))),
        ("journal", "Wrong"),
    ]
    rows = (f"{case(key).ljust(width)} = {quote % value}" for key, value in fields)
    accent = draw(st.sampled_from(("", "@misc{u, author = {Größe, Ä.}}\n", '@misc{u, author = {Gr{\\"o}{\\ss}e, \\"A.}}\n')))
    return f"{accent}@article{{k{(comma % newline)}{(comma % newline).join(rows)}{last}{newline.rstrip(' ')}}}\n"


def value(text: str, field: str) -> str:
    return bibliography(text).entries[-1].value(field)


def plain(text: str) -> str:
    """What a reader sees, without blanks, quotes and dashes: those have several forms."""
    shown = unicodedata.normalize("NFC", to_unicode(text))
    return "".join(char for char in shown if not char.isspace() and char not in "\"'`“”‘’-–—")


@settings(max_examples=200, deadline=None)
@given(written(), title)
def test_titles(text, wanted):
    record = replace(RECORD, titles=(wanted,))
    new = fixed("title-mismatch", text, record=record, judgements=(differs("title", wanted),))
    if new is not None:
        shown = value(new, "title")
        assert title_key(shown) == title_key(wanted) or plain(shown) == plain(wanted)


@settings(max_examples=200, deadline=None)
@given(written(), st.lists(person, min_size=1, max_size=4, unique_by=lambda one: one.family))
def test_people(text, wanted):
    record = replace(RECORD, authors=tuple(wanted))
    new = fixed("author-mismatch", text, record=record, judgements=(differs("author"),))
    if new is None:
        return
    found, cut = parse_names(value(new, "author"))
    judged = people.compare(tuple(Person(*one) for one in found), cut, tuple(wanted), False)
    assert judged.state in ("agree", "minor"), (judged, value(new, "author"))
    assert cut or len(found) == len(wanted)


@settings(max_examples=100, deadline=None)
@given(written(), title, st.integers(1000, 2100))
def test_other_fields(text, wanted, year):
    record = replace(RECORD, venues=(wanted,), years=(year,))
    new = fixed("venue-mismatch", text, record=record, judgements=(differs("venue", wanted),))
    if new is not None:
        assert plain(value(new, "journal")) == plain(wanted)
    added = fixed("missing-doi", text, status="verified", record=record)
    assert added is not None
    assert value(added, "doi") == "10.99999/good"
