"""The Markdown report, rendered to see what a reader gets."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from latexrefcheck.model.finding import Location
from latexrefcheck.reports import markdown

RENDERER = MarkdownIt("commonmark").enable("table").enable("strikethrough")


def html(report, **options) -> str:
    return RENDERER.render(markdown.render(report, **options))


def test_golden(full, golden):
    golden("full.md", markdown.render(full))


def test_golden_empty(empty, golden):
    golden("empty.md", markdown.render(empty))


def test_every_open_finding_is_there(full):
    shown = html(full)
    assert re.findall(r"<code>([a-z-]+)</code>:", shown) == [
        f.rule for f in sorted(full.open, key=lambda f: (-f.severity, -f.confidence))
    ]


def test_untrusted_text_is_only_text(full):
    shown = html(full)
    tags = set(re.findall(r"<([a-z0-9]+)", shown))
    assert tags <= {"h2", "h3", "p", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "code", "pre", "strong", "a"}
    links = re.findall(r'href="([^"]*)"', shown)
    assert all(link.startswith(("https://doi.org/", "https://pubmed.ncbi.nlm.nih.gov/")) for link in links)


@pytest.mark.parametrize(
    "text",
    [
        "*a* _b_ **c** ~~d~~ `e`",
        "<b>x</b> <!-- y --> &lt;z&gt; &amp;",
        "[l](http://e.org) ![i](x) [r]: y [^1]",
        "\\*a\\* \\",
        "a | b | c",
        "# h",
        "- item",
        "+ item",
        "1. item",
        "= x",
        "> quote",
        "$x$ $$y$$",
        "trailing  ",
        "```\ncode",
        "http://e.org www.e.org",
    ],
)
def test_escaped_text_renders_as_it_is(text):
    from html import unescape

    shown = RENDERER.render(f"- {markdown.escaped(text)}\n\n| a | b |\n| - | - |\n| {markdown.escaped(text)} | x |\n")
    wanted = " ".join(text.split())
    texts = [unescape(inner).replace("\u200b", "") for inner in re.findall(r"<(?:li|td)>(.*?)</(?:li|td)>", shown)]
    assert [inner for inner in texts if inner != "x"] == [wanted, wanted]


@pytest.mark.parametrize("text", ["@all", "#1", "o/r#1"])
def test_nobody_is_notified(text):
    assert not re.search(r"[@#]\w", RENDERER.render(markdown.escaped(text)))


@pytest.mark.parametrize("text", ["plain", "a`b", "`a`", "``", "a|b", "", "a\\"])
def test_code_spans_hold_any_text(text):
    from html import unescape

    spans = [markdown.code(text), markdown.code(text, cell=True)]
    shown = RENDERER.render(f"x {spans[0]}\n\n| a |\n| - |\n| {spans[1]} |\n")
    assert [unescape(inner) for inner in re.findall(r"<code>(.*?)</code>", shown)] == [text or "\u00a0"] * 2


def test_fences_cannot_be_closed_from_inside(full):
    found = full.open[0]._replace(excerpt="```` ``` ````` <b>", location=Location("a.tex", 1, 1, 1, 3), fix=None)
    assert "<b>" not in html(full._replace(findings=(found,), entries=()))


def test_suggestions_are_whole_lines(full):
    text = markdown.render(full)
    assert "```suggestion\n    pages = {97--111},\n" in text
    assert "```suggestion\n    year = {1978},\n" in text


@pytest.mark.parametrize("limit", [5000, 900_000])
def test_stays_under_the_limit_and_says_what_is_left_out(many, limit, seconds):
    with seconds(6):
        text = markdown.render(many, limit=limit)
    assert len(text.encode("utf-8")) <= limit
    left = int(re.search(r"\*(\d+) more findings left out", text)[1])
    assert text.count("`field-mismatch`") + left == 5000


def test_nothing_is_left_out_of_a_small_report(full):
    assert "left out" not in markdown.render(full)
