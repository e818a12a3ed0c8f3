"""What cites in Markdown: a table of texts with the keys that pandoc finds in them, and pandoc itself where it is installed."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from latexrefcheck.reading.markdown.citations import cited, examples, is_element
from latexrefcheck.reading.markdown.prose import prose

TEXTS: dict[str, list[str]] = {
    # the forms
    "[@a; -@b, p. 3]": ["a", "b"],
    "[see @doe99, chap. 2; also @smith04]": ["doe99", "smith04"],
    "@doe99 [p. 33] says, and -@doe00": ["doe99", "doe00"],
    "@{http://x.y/?a=b} and [@{key.}]": ["http://x.y/?a=b", "key."],
    "**@key**, (@key2), “@key3”, *see @key4*": ["key", "key2", "key3", "key4"],
    "text^[see @note] and more": ["note"],
    "![a caption by @c](picture@2x.png)": ["c"],
    '[a text by @c](http://x.y "a title @t") ...@dots': ["c", "dots"],
    "| a | b |\n|---|---|\n| @t | x |": ["t"],
    # where keys end
    "@a:b.c. @a--b @a/b//c @a's @a_ @1x": ["a:b.c", "a", "a/b//c", "a", "a_", "1x"],
    "@Müller2017, @张三2020。": ["Müller2017", "张三2020"],
    # no citations
    "mail a.b@c.org or <a@b.c>, \\@escaped, end .@b": [],
    "`@code` and ``@more ` code`` and `` ` `` @yes": ["yes"],
    "```\n@inside\n```\n@outside": ["outside"],
    "~~~ {.python}\n@inside\n~~~~\n@outside": ["outside"],
    "````\n```\n@inside\n```\n````\n@outside": ["outside"],
    "```\n@unclosed fences begin no code": ["unclosed"],
    "a\n\n    @indented\n\nb": [],
    "- item\n\n    @initem\n\ntext\n\n    @code": ["initem"],
    "[^1]: note\n\n    @infoot\n\nx[^1]": ["infoot"],
    "<!-- @c\n\n@d -->\n\n@e": ["e"],
    "<img src='x@2x' alt=\"y@3\">\n\n@z": ["z"],
    "[text](http://x/@y) and [l]\n\n[l]: http://x/@y": [],
    "$x@y$ and $$a @b$$ but 5$ and @k": ["k"],
    "---\ntitle: x\nemail: a @b\n---\n\n@k": ["k"],
    "a\n\n---\n\n@k\n\n---\n": ["k"],
    "Title @h\n---\n\n@k": ["h", "k"],
    "(@good) an example\n\nas (@good) shows": [],
}


def keys(text: str) -> list[str]:
    shown = prose(text).text
    assert len(shown) == len(text.replace("\r\n", " \n"))
    labels = examples(shown)
    found = sorted(cited(shown), key=lambda one: one.start)
    assert all(text[one.start : one.end] == one.key for one in found)
    return [one.key for one in found if one.key not in labels]


@pytest.mark.parametrize("text", TEXTS)
def test_keys(text: str) -> None:
    assert keys(text) == TEXTS[text]
    assert keys(text.replace("\n", "\r\n")) == TEXTS[text]


def pandoc(text: str) -> list[str]:
    told = subprocess.run(["pandoc", "-f", "markdown", "-t", "json"], input=text.encode(), capture_output=True, check=True).stdout
    found: list[str] = []

    def walk(node: object) -> None:
        if isinstance(node, dict):
            if node.get("t") == "Cite":
                found.extend(one["citationId"] for one in node["c"][0])
            for name, value in node.items():
                if name != "meta":
                    walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(json.loads(told))
    return found


@pytest.mark.skipif(shutil.which("pandoc") is None, reason="pandoc is not installed")
@pytest.mark.parametrize("text", TEXTS)
def test_as_pandoc_reads_them(text: str) -> None:
    assert pandoc(text) == TEXTS[text]


def test_addresses_that_cite_nothing_for_people() -> None:
    assert keys("see https://medium.com/@user/post and <https://x.org/@y>, @k") == ["k"]


def test_commands_of_latex() -> None:
    assert keys("as \\citep[p.~3]{a, b} and \\textcite{c} say, \\nocite{d}") == ["a", "b", "c", "d"]


def test_shortcodes_and_maths_with_blanks() -> None:
    assert keys("{{< video https://x/@y >}} costs $5 to $6, @k") == ["k"]


@pytest.mark.parametrize("label", ["fig-one", "Fig-one", "tbl-x", "sec-intro", "eq-1", "fig:one", "thm-a", "lst:b"])
def test_labels_of_elements(label: str) -> None:
    assert is_element(label)


@pytest.mark.parametrize("key", ["figueroa2010", "secord-2000", "eq", "smith:2001", "figures2019", "table-x"])
def test_keys_that_are_no_labels(key: str) -> None:
    assert not is_element(key)


@pytest.mark.parametrize(
    "sign", ["`", "``x", "@{", "[", "](", "<a", "$", "---\n", "```\n", "<!--", "{{<", "~~~\n@", "\\cite{", "(@a) "]
)
def test_hostile_texts_end(sign: str) -> None:
    text = sign * 30_000
    assert len(prose(text).text) == len(text)
    assert len(list(cited(prose(text).text))) <= 30_000
