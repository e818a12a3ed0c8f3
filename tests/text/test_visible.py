"""Untrusted text made harmless: what a terminal, a log viewer, a CI runner or XML would take for more than text."""

from __future__ import annotations

import json

import pytest

from latexrefcheck.text import visible

BAD = (
    *("\x00", "\x07", "\x1b", "\x1f", "\x7f", "\x80", "\x9b", "\x9f"),  # controls
    *("\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"),  # of the direction of writing
    *("\u2028", "\u2029", "\ufeff", "\ud800", "\udfff", "\ufdd0", "\ufdef", "\ufffe", "\uffff"),
    *("\U000e0001", "\U000e007f", "\U0001fffe", "\U0010ffff"),
)
GOOD = ("", "a", "é", "学", "😀", "x²", "ﬁ", "a b", "\u00a0", "\u00ad")


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: f"{ord(bad):x}")
def test_each_bad_character_becomes_one_that_is_seen(bad):
    shown = visible.printable(f"a{bad}b")
    assert (len(shown), shown[0], shown[2]) == (3, "a", "b")
    assert shown[1].isprintable()
    assert bad not in visible.line(f"a{bad}b")
    assert bad not in visible.block(f"a{bad}b")
    assert bad not in visible.escaped(f"a{bad}b")
    assert visible.escaped(f"a{bad}b").isprintable()


@pytest.mark.parametrize("good", GOOD)
def test_other_text_stays(good):
    assert visible.printable(good) == visible.block(good) == visible.json_text(good) == good
    assert visible.line(f"a{good}b") == f"a{good}b"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", "␛[2J"),
        ("\x00", "␀"),
        ("\x1f", "␟"),
        ("\t", "␉"),
        ("\n", "␊"),
        ("\x7f", "␡"),
        ("\x80", "\ufffd"),
        ("\u202e", "\ufffd"),
    ],
)
def test_controls_have_pictures(text, shown):
    assert visible.printable(text) == shown


@pytest.mark.parametrize(
    ("text", "line", "block"),
    [
        ("a\nb", "a b", "a\nb"),
        ("a\r\n  b", "a b", "a\n  b"),
        ("a\rb", "a b", "a\nb"),
        ("a\tb", "a b", "a\tb"),
        ("a\u2028b", "a b", "a\ufffdb"),
        ("a\n\n\nb\x1b", "a b␛", "a\n\n\nb␛"),
        ("\na\n", "a", "\na\n"),
        ("a\x0bb\x0c", "a b", "a␋b␌"),
    ],
)
def test_lines_and_blocks(text, line, block):
    assert (visible.line(text), visible.block(text)) == (line, block)


@pytest.mark.parametrize("text", ["\u202e", "\x7f", "\x9b31m", "a\ufeffb", "é\u2028", "\U000e0041", "plain", "naïve"])
def test_json_says_the_same_in_other_letters(text):
    plain = json.dumps(text, ensure_ascii=False)
    written = visible.json_text(plain)
    assert json.loads(written) == text
    assert written.isprintable()


def test_json_has_no_lone_surrogate():
    assert visible.json_text('"\ud800"') == '"\ufffd"'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x", "\\x3a:error::x"),
        ("  ::error::x", "  \\x3a:error::x"),
        ("a ::error::x", "a ::error::x"),
        (":error:", ":error:"),
        ("##[group]x", "#\\x23[group]x"),
        ("a ##vso[task.x]y", "a #\\x23vso[task.x]y"),
        ("##teamcity[x", "#\\x23teamcity[x"),
        ("## What it does", "## What it does"),
        ("a\x1b::b", "a\\x1b::b"),
        ("a\nb", "a\\x0ab"),
    ],
)
def test_no_runner_of_a_job_obeys(text, shown):
    assert visible.escaped(text) == shown


@pytest.mark.parametrize(
    ("text", "kept", "shown"), [("a\nb", "\n", "a\nb"), ("a\nb\x1b", "\n", "a\nb\\x1b"), ("é\t", "", "é\\x09"), ("ab", "", "ab")]
)
def test_what_is_to_be_kept_is(text, kept, shown):
    assert visible.controls_escaped(text, kept) == shown


@pytest.mark.parametrize(
    ("text", "most", "shown"),
    [("abcdefgh", 8, "abcdefgh"), ("abcdefghi", 8, "abcde…hi"), ("", 8, ""), ("x" * 1000, 100, "x" * 74 + "…" + "x" * 25)],
)
def test_a_long_text_loses_its_middle(text, most, shown):
    assert visible.shortened(text, most) == shown
    assert len(shown) <= most
