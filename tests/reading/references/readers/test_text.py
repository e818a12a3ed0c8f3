"""Lists in text and Markdown, in several encodings."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck.model.references import WORDS, Worded
from latexrefcheck.reading.references import reading

LINE = "Öberg, Å. (2017). On the slow flow of rivers. Journal of Water, 4(2), 1-9."
CHINESE = "[1] 张三, 李四. 河流的缓慢流动[J]. 水利学报, 2017, 4(2): 1-9.\n[2] 王五. 北方的道路[M]. 北京: 某某出版社, 2018.\n"


def read(tmp_path: Path, name: str, data: bytes) -> list[Worded]:
    (tmp_path / name).write_bytes(data)
    found = reading.read(tmp_path / name, name)
    assert found.dialect == WORDS
    return [entry for entry in found.entries if isinstance(entry, Worded)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1"])
def test_western_encodings(tmp_path: Path, encoding: str) -> None:
    (found,) = read(tmp_path, "refs.txt", f"{LINE}\n".encode(encoding))
    assert (found.words, found.key) == (LINE, "Öberg 2017")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "gbk", "gb18030"])
def test_chinese_encodings(tmp_path: Path, encoding: str) -> None:
    found = read(tmp_path, "refs.txt", CHINESE.encode(encoding))
    assert [one.key for one in found] == ["[1]", "[2]"]
    assert found[0].words == "张三, 李四. 河流的缓慢流动[J]. 水利学报, 2017, 4(2): 1-9."


def test_markdown_shows_its_words(tmp_path: Path) -> None:
    text = "# Paper\n\nSee [1].\n\n## References\n\n1. Abel, A. (2017). *On the slow flow of rivers*. [link](https://doi.org/10.99999/flow)\n"
    (found,) = read(tmp_path, "paper.md", text.encode())
    assert found.words == "Abel, A. (2017). On the slow flow of rivers. link https://doi.org/10.99999/flow"
    assert found.source.position(found.start) == (7, 1)
