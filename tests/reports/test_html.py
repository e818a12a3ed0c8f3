"""The HTML report: its text, and how it behaves in a browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import browsing
import pytest

from latexrefcheck.model.finding import PaperReport, Severity
from latexrefcheck.model.record import Judgement
from latexrefcheck.reports import html
from latexrefcheck.reports.html._findings import compared_lines
from latexrefcheck.reports.html._markup import compared, link, page

VOID = {"meta", "link", "input", "br", "rect", "line"}


class Outline(HTMLParser):
    """Tags, attributes and ids of a page; elements that are closed in the wrong order are a fault."""

    def __init__(self) -> None:
        super().__init__()
        self.stack: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.faults: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.stack.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.stack or self.stack.pop() != tag:
            self.faults.append(f"</{tag}> at {self.getpos()}")


def outline(text: str) -> Outline:
    parser = Outline()
    parser.feed(text)
    parser.close()
    return parser


def test_golden(full, golden):
    golden("full.html", html.render(full))


@pytest.mark.parametrize("name", ["full", "empty", "sixty"])
def test_is_well_formed_and_ids_are_unique(name, request):
    found = outline(html.render(request.getfixturevalue(name)))
    assert (found.faults, found.stack) == ([], [])
    ids = [attributes["id"] for _, attributes in found.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    targets = [attributes["href"][1:] for tag, attributes in found.tags if tag == "a" and attributes["href"].startswith("#")]
    assert set(targets) <= set(ids)
    named = [attributes["aria-labelledby"] for _, attributes in found.tags if "aria-labelledby" in attributes]
    assert set(named) <= set(ids)


def test_loads_nothing_and_runs_nothing_of_others(full):
    found = outline(html.render(full))
    assert [tag for tag, _ in found.tags].count("script") == 1
    assert not {tag for tag, _ in found.tags} & {"img", "iframe", "object", "embed", "base"}
    for tag, attributes in found.tags:
        assert not any(name.startswith("on") or name in ("src", "style") for name in attributes), tag
        if tag == "a":
            assert attributes["href"].startswith(("#", "https://", "http://"))
        if tag == "link":
            assert attributes["href"] == "data:,"


def test_policy_allows_exactly_the_style_and_the_script(full):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html.render(full))[1]
    assert re.fullmatch(
        r"default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]{44}'; script-src 'sha256-[\w+/=]{44}'; "
        r"base-uri 'none'; form-action 'none'",
        policy,
    )


def test_every_control_has_a_label_and_sorting_is_by_buttons(full):
    text = html.render(full)
    inputs = re.findall(r"<(?:input|select)\b", text)
    labelled = re.findall(r"<label\b[^>]*>(?:(?!</label>).)*<(?:input|select)\b", text, re.DOTALL)
    assert len(inputs) == len(labelled) > 0
    assert re.findall(r'<th scope="col" role="columnheader"><button type="button" data-sort="(\w+)"', text) == [
        "key",
        "verdict",
        "score",
        "year",
        "title",
        "findings",
    ]


def test_without_verdicts_there_are_no_columns_for_them(full):
    entries = tuple(entry._replace(verdict=None) for entry in full.entries)
    text = html.render(full._replace(entries=entries, summary=full.summary._replace(verdicts={})))
    assert re.findall(r'data-sort="(\w+)"', text) == ["key", "year", "title", "findings"]
    assert {len(re.findall("<t[hd]\\b", row)) for row in re.findall(r'<tr role="row"><th scope="row".*?</tr>', text)} == {4}
    assert "Answers by source" not in text


@pytest.mark.parametrize(
    ("cited", "found", "expected"),
    [
        ("1979", "1978", ("197<del>9</del>", "197<ins>8</ins>")),
        ("same", "same", ("same", "same")),
        ("", "x", ("", "<ins>x</ins>")),
        ("x", "", ("<del>x</del>", "")),
        ("abc", "xyz", ("<del>abc</del>", "<ins>xyz</ins>")),
        ("Anna L. Cox, Yuki Hoshino", "Anna L. Cox, Yuko Oshino", None),
        (
            "Learning deep neural nets from data",
            "Learning very deep neural nets from data",
            ("Learning deep neural nets from data", "Learning<ins> very</ins> deep neural nets from data"),
        ),
        ("a<b", "a<c", ("a&lt;<del>b</del>", "a&lt;<ins>c</ins>")),
        ("ax" * 200, "ay" * 200, (f"<del>{'ax' * 200}</del>", f"<ins>{'ay' * 200}</ins>")),
    ],
)
def test_differences_are_marked(cited, found, expected):
    left, right = compared(cited, found)
    if expected is None:  # whole words, never letters of a name
        expected = (
            "Anna L. Cox, <del>Yuki</del> <del>Hoshino</del>",
            "Anna L. Cox, <ins>Yuko</ins> <ins>Oshino</ins>",
        )
    assert (left, right) == expected


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("a-b", "a--b", ("a-<del></del>b", "a-<ins>-</ins>b")),
        ("<a>", "<b>", ("&lt;<del>a</del>&gt;", "&lt;<ins>b</ins>&gt;")),
        ("aa", "aaa", ("aa<del></del>", "aa<ins>a</ins>")),
    ],
)
def test_changed_lines_are_marked(old, new, expected):
    assert compared_lines(old, new) == expected


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ("https://doi.org/10.1/x?a=b&c=d", True),
        ("http://e.org/", True),
        ("javascript:alert(1)", False),
        ("JaVaScRiPt:alert(1)", False),
        ("data:text/html,x", False),
        ("//e.org/x", False),
        ("https:///x", False),
        ("https://e.org/\x00", False),
        ('https://e.org/"onclick="x', False),
        ("https://[bad", False),
        ("", False),
    ],
)
def test_only_web_addresses_are_links(url, linked):
    assert link(url, "<t>").startswith("<a ") is linked
    assert "&lt;t&gt;" in link(url, "<t>")


def test_a_rule_page_is_set_as_html():
    text = "Sum `a` up.\n\n## What it does\nOne.\n\n- x\n- y <b>\n\n## Example\n```bib\n@a{b,\n}\n```\n"
    assert page(text) == (
        "<p>Sum <code>a</code> up.</p><h4>What it does</h4><p>One.</p><ul><li>x</li><li>y &lt;b&gt;</li></ul>"
        "<h4>Example</h4><pre><code>@a{b,\n}</code></pre>"
    )


def test_large_reports_are_quick(many, full, seconds):
    entries = tuple(full.entries[1]._replace(key=f"key{number}") for number in range(5000))
    with seconds(25):
        text = html.render(many._replace(entries=entries))
    assert (text.count("<article"), text.count("<tbody role")) == (5000, 5000)


def test_hostile_values_do_not_make_the_comparison_slow(full, seconds):
    verdict = full.entries[1].verdict
    judgement = Judgement("title", "differ", "a" * 299 + "b", "a" * 298 + "cc", 0.5)
    entry = full.entries[1]._replace(verdict=replaced(verdict, judgements=(judgement,) * 20))
    with seconds(5):
        html.render(full._replace(entries=(entry,)))


def replaced(value, **changes):
    """A copy of a dataclass or named tuple with other values."""
    import copy
    from dataclasses import is_dataclass, replace

    return replace(copy.copy(value), **changes) if is_dataclass(value) else value._replace(**changes)


@pytest.fixture(scope="module")
def browser():
    """Headless Chromium."""
    yield from browsing.chromium()


@pytest.fixture
def opened(browser, full, tmp_path):
    """The page in a browser; console messages, errors, dialogs and requests are collected and must stay empty."""
    path = tmp_path / "report.html"
    path.write_text(html.render(full), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(f"console: {message.text}"))
    page.on("pageerror", lambda error: troubles.append(f"error: {error}"))
    page.on("dialog", lambda dialog: (troubles.append("dialog"), dialog.dismiss()))
    page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else troubles.append(request.url))
    page.goto(path.as_uri())
    yield page
    page.close()
    assert troubles == []


def keys(page) -> list[str]:
    return page.eval_on_selector_all(".entries > tbody:not([hidden]) th[scope=row] > code", "all => all.map(e => e.textContent)")


def test_shows_every_entry_and_open_finding(opened, full):
    assert sorted(keys(opened)) == sorted(entry.key for entry in full.entries)
    assert keys(opened)[0] == "lamport1978"  # in doubt
    assert opened.locator(".finding:visible").count() == len(full.open)
    assert opened.locator("form[data-for=entries] .count").inner_text() == "8 of 8 shown"


def test_filters(opened):
    opened.get_by_label("Search entries").fill("lamport crossref")
    assert keys(opened) == ["lamport1978"]
    opened.get_by_label("Search entries").fill("")
    for name in ("verified", "unverifiable", "unchecked"):
        opened.get_by_role("checkbox", name=re.compile(f"^{name} ")).uncheck()
    assert keys(opened) == ["lamport1978", "turing1950", "müller2020", "ghost2023"]
    assert opened.locator("form[data-for=entries] .count").inner_text() == "4 of 8 shown"
    opened.locator("select[name=rule]").select_option("not-found")
    assert opened.locator(".finding:visible").count() == 1
    opened.locator("select[name=rule]").select_option("")
    opened.get_by_role("checkbox", name="not counted 3").check()
    assert opened.locator("form[data-for=findings] .count").inner_text() == "11 of 11 shown"


def test_sorts_by_keyboard_and_says_so(opened, full):
    button = opened.get_by_role("button", name="Year")
    button.focus()
    opened.keyboard.press("Enter")
    head = opened.locator("th", has=button)
    assert head.get_attribute("aria-sort") == "ascending"
    assert keys(opened)[0] == "turing1950"
    opened.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert keys(opened)[0] == "ghost2023"
    opened.get_by_role("button", name="Key").click()
    assert keys(opened) == sorted(entry.key for entry in full.entries)
    assert opened.locator("[aria-sort]").count() == 1


def test_entries_without_a_score_come_last_in_both_directions(opened):
    button = opened.get_by_role("button", name="Score")
    button.click()
    assert keys(opened)[:3] == ["turing1950", "lamport1978", "knuth1984"]
    button.click()
    assert keys(opened)[:3] == ["knuth1984", "lamport1978", "turing1950"]


def test_hostile_text_is_text(opened):
    assert opened.locator("script").count() == 1
    assert "<script>alert(1)</script>" in "".join(opened.locator(".entries .title").all_inner_texts())


def test_links_from_an_entry_to_its_findings(opened):
    opened.get_by_label("Search findings").fill("nothing of the kind")
    assert opened.locator(".finding:visible").count() == 0
    opened.locator("tbody", has_text="turing1950").locator('td[data-label="Findings"] a').click()
    assert opened.locator(".finding:visible").count() == 1


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_runs_out_of_the_page(opened, width):
    opened.set_viewport_size({"width": width, "height": 800})
    assert opened.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast(opened, scheme):
    opened.emulate_media(color_scheme=scheme)
    assert opened.evaluate(browsing.CONTRAST) == []


def test_paper_shows_fixes_and_the_evidence_of_entries_in_doubt(opened, full):
    before = opened.locator("main details[open]").count()
    opened.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert opened.locator("details.fix:not([open])").count() == 0
    shown = opened.eval_on_selector_all("tbody:has(details[open])", "all => all.map(body => body.dataset.status)")
    assert shown == [e.verdict.status for e in full.entries if e.verdict.status not in ("verified", "unverifiable")]
    opened.evaluate("dispatchEvent(new Event('afterprint'))")
    assert opened.locator("main details[open]").count() == before


def test_is_complete_without_scripting(browser, full, tmp_path):
    path = tmp_path / "report.html"
    path.write_text(html.render(full), encoding="utf-8")
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(path.as_uri())
    assert page.locator(".finding:visible").count() == len(full.findings)
    assert page.locator("form.filters:visible").count() == 0
    page.close()


def test_findings_come_before_entries_and_errors_first(opened):
    tops = opened.evaluate("['findings', 'entries'].map(id => document.getElementById(id).getBoundingClientRect().top)")
    assert tops[0] < tops[1]
    levels = opened.eval_on_selector_all(".finding:not([hidden])", "all => all.map(e => e.dataset.level)")
    assert levels == sorted(levels, key=["error", "warning", "info"].index)
    opened.locator(".card.error a").click()
    assert opened.url.endswith("#level-error")


def test_many_infos_are_hidden_until_asked_for(full):
    one = full.open[-1]._replace(severity=Severity.info)
    summary = full.summary._replace(info=200, error=1)
    text = html.render(full._replace(findings=(one,) * 200, summary=summary))
    assert 'name="level" value="info">' in text
    assert 'name="level" value="info" checked>' in html.render(full)


def test_each_of_several_papers_has_a_row(full):
    assert '<h2 id="papers">' not in html.render(full)
    papers = (
        PaperReport("a.tex", 0, 1, 2, 3, {"verified": 3}),
        PaperReport("<b>.tex", 2, 0, 0, 4, {"not-found": 1, "verified": 3}),
    )
    text = html.render(full._replace(papers=papers))
    table = text.partition('<h2 id="papers">')[2].partition("</table>")[0]
    assert re.findall(r'<th scope="row"><code>(.*?)</code>', table) == ["&lt;b&gt;.tex", "a.tex"]  # the worst first
    assert "3 verified, 1 not found" in table


def test_authors_are_shown_as_readers_write_them(full):
    entry = full.entries[0]._replace(fields={"author": "Abbott, B.~P. and Mar{\\'\\i}a, Jos\\'e", "title": "{A} Title"})
    text = html.render(full._replace(entries=(entry,)))
    assert "Abbott, B. P. and María, José" in text.replace("\u00a0", " ")
