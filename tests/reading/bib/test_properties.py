"""What holds for any text and for any generated file."""

from __future__ import annotations

import re
from operator import itemgetter

import pytest
from bibreading import read
from hypothesis import example, given, settings
from hypothesis import strategies as st

from latexrefcheck.model.document import Bibliography
from latexrefcheck.reading.bib import pieces

ALPHABET = st.sampled_from(
    [*'@{}(),="#% \n\t\r\\\0', "é", "İ", "a", "B", "1", "jan", "@a{k,", "@string{s=", "@comment", "t = ", "{x}", '"y"']
)
TEXT = st.lists(ALPHABET, max_size=60).map("".join)
DIALECTS = pytest.mark.parametrize("dialect", ["bibtex", "biber"])


def check_spans(found: Bibliography) -> None:
    """Entries in order, apart, in the text; key, names and values inside of them, in order, apart."""
    text = found.source.text
    end = 0
    for entry in found.entries:
        assert end <= entry.start < entry.key_start <= entry.key_end <= entry.end <= len(text)
        assert text[entry.start] == "@"
        assert entry.key_span.text == entry.key
        end, inner = entry.end, entry.key_end
        for field in entry.fields:
            assert inner <= field.name_start < field.name_end < field.start < field.end <= entry.end
            assert text[field.name_start : field.name_end].lower() == field.name
            inner = field.end
            if field.simple:
                shift = 1 if text[field.start] in '{"' else 0
                assert text[field.start + shift : field.end - shift] == field.value
            found_pieces = pieces(entry, field)
            assert (found_pieces[0].start, found_pieces[-1].end) == (field.start, field.end)
    for problem in found.problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(text)


@DIALECTS
@settings(max_examples=200, deadline=None)
@example(text="@\n@a{k,")
@given(text=TEXT)
def test_any_text_is_read_with_spans_that_fit(dialect: str, text: str) -> None:
    check_spans(read(text, dialect))


@DIALECTS
@settings(max_examples=200, deadline=None)
@example(text="@a{k,}@")
@example(text="@a{k, t={x}}\n@a(b, t={x})")
@given(text=TEXT)
def test_the_fast_reader_and_the_scanner_agree(dialect: str, text: str) -> None:
    fast = read(text, dialect)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("latexrefcheck.reading.bib.reader._take", lambda *_: False)
        slow = read(text, dialect)
    form = [[(e.type, e.key, e.start, e.end, e.broken, tuple(e.fields)) for e in found.entries] for found in (fast, slow)]
    assert form[0] == form[1]
    told = [[(p.kind, p.span.start, p.span.end, p.message, p.key) for p in found.problems] for found in (fast, slow)]
    assert told[0] == told[1]


NAME = st.from_regex(re.compile(r"[a-z][a-z0-9_:.-]{0,8}", re.ASCII), fullmatch=True).filter(
    lambda name: name not in ("comment", "string", "preamble")
)
KEY = st.from_regex(re.compile(r"[A-Za-z0-9][A-Za-z0-9_:/+.-]{0,12}", re.ASCII), fullmatch=True)
PLAIN = st.text(st.characters(codec="utf-8", exclude_characters='{}"\r\0', exclude_categories=("Cs",)), max_size=12)
BRACED = st.recursive(PLAIN, lambda inner: st.lists(inner.map("{{{}}}".format) | PLAIN, max_size=3).map("".join), max_leaves=6)
BLANK = st.sampled_from(["", " ", "\n", "\t", "\r\n ", "  "])
ONE = (
    BRACED.map(lambda value: ("{" + value + "}", value))
    | BRACED.map(lambda value: ('"' + value + '"', value))
    | st.integers(0, 9999).map(lambda value: (str(value), str(value)))
    | st.just(("S", "a string"))
)


@st.composite
def values(draw: st.DrawFn) -> tuple[str, str]:
    """(a value as written, what it means)."""
    parts = draw(st.lists(ONE, min_size=1, max_size=3))
    return f"{draw(BLANK)}#{draw(BLANK)}".join(map(itemgetter(0), parts)), "".join(map(itemgetter(1), parts))


@st.composite
def entries(draw: st.DrawFn) -> tuple[str, tuple[str, str, list[tuple[str, str]]]]:
    """(an entry as written, what it means)."""
    blank = lambda: draw(BLANK)  # noqa: E731
    kind, key = draw(NAME), draw(KEY)
    written, meant = [], []
    for _ in range(draw(st.integers(1, 4))):
        name, (value, means) = draw(NAME), draw(values())
        written.append(f"{blank()}{name.title()}{blank()}={blank()}{value}{blank()}")
        meant.append((name, means))
    opening, closing = draw(st.sampled_from(["{}", "()"]))
    comma = draw(st.sampled_from(["", ",", ",\n"]))
    text = f"@{blank()}{kind.upper()}{blank()}{opening}{blank()}{key}{blank()},{','.join(written)}{comma}{closing}"
    return text, (kind, key, meant)


JUNK = st.text(st.characters(codec="utf-8", exclude_characters="@%\r\0"), max_size=10)


@DIALECTS
@settings(max_examples=150, deadline=None)
@given(made=st.lists(st.tuples(JUNK, entries()), max_size=4), tail=JUNK)
def test_what_is_written_is_read(
    dialect: str, made: list[tuple[str, tuple[str, tuple[str, str, list[tuple[str, str]]]]]], tail: str
) -> None:
    text = "@string{s = {a string}}\n" + "".join(junk + entry for junk, (entry, _) in made) + tail
    found = read(text, dialect)
    check_spans(found)
    assert found.problems == ()
    assert [(e.type, e.key, [(f.name, f.value) for f in e.fields]) for e in found.entries] == [meant for _, (_, meant) in made]
    assert [entry.span.text for entry in found.entries] == [entry for _, (entry, _) in made]
    rest = text
    for entry in reversed(found.entries):
        rest = rest[: entry.start] + rest[entry.end :]
    assert rest == "@string{s = {a string}}\n" + "".join(junk for junk, _ in made) + tail
