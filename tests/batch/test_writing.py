"""The files of a batch: what strangers wrote stays text, the worst come first, every paper is there."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from latexrefcheck.batch import triage, writing
from latexrefcheck.batch.finding import papers
from latexrefcheck.batch.state import State
from latexrefcheck.batch.tasks import Result
from latexrefcheck.errors import UnreadableInput

HOSTILE = "</textarea><script>alert(1)</script>\"'&\x1b[31m\u202e]]>\x00\ud800"


def finding(rule: str, message: str) -> dict[str, object]:
    return {"rule": rule, "severity": "error", "message": message, "location": {"path": "a.bib", "line": 3}, "evidence": None}


RESULTS = [
    Result("clean", exit_code=0, counts={"error": 0, "warning": 0, "info": 0}, verdicts={"verified": 3}, text="fine"),
    Result("mild", exit_code=0, counts={"error": 0, "warning": 2, "info": 0}, verdicts={"verified": 3}),
    Result("bad", exit_code=1, counts={"error": 1}, verdicts={"not-found": 1}, findings=[finding("not-found", "it is nowhere")]),
    Result(
        "worse", exit_code=1, counts={"error": 4}, verdicts={"not-found": 4}, findings=[finding(HOSTILE, HOSTILE)], text=HOSTILE
    ),
    Result("broken", error="it cannot be read"),
    Result(HOSTILE, exit_code=1, counts={"error": 1}, findings=[finding("x", "y")] * 40),
]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    state = State(tmp_path / "out")
    state.add([Path(f"p{n}") for n in range(len(RESULTS))])
    for number, result in enumerate(RESULTS, 1):
        state.finish(number, result, left=False)
    writing.write(state, tmp_path / "out")
    return tmp_path / "out"


def test_one_line_of_json_per_paper(out: Path) -> None:
    lines = (out / "results.jsonl").read_text(encoding="utf-8").splitlines()
    told = [json.loads(line) for line in lines]
    assert [one["paper"] for one in told][:5] == [one.paper for one in RESULTS][:5]
    assert told[3]["verdicts"] == {"not-found": 4}
    assert "\x1b" not in "".join(lines)


def test_junit(out: Path) -> None:
    root = ET.parse(out / "junit.xml").getroot()
    cases = root.findall(".//testcase")
    assert len(cases) == len(RESULTS)
    assert [case.find("failure") is not None for case in cases] == [False, False, True, True, True, True]
    assert root[0].get("failures") == "4"


def test_the_page(out: Path) -> None:
    text = (out / "triage.html").read_text(encoding="utf-8")
    shown = re.findall(r"<summary><code>(.*?)</code>", text)
    assert shown[:3] == ["broken", "worse", "bad"]
    assert shown[-2:] == ["mild", "clean"]
    assert len(shown) == len(RESULTS)
    assert "<script>alert" not in text
    assert text.count("</textarea>") == text.count("<textarea")
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "and 15 more" in text
    assert "http" not in re.sub(r'http-equiv|"https?://www.w3.org', "", text.split("<body>")[0])


def test_a_page_of_many_is_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triage, "AT_ONCE", 3)
    every = [Result(f"p{n:02}", exit_code=1, counts={"error": n}, verdicts={"mismatch": n}) for n in range(10)]
    text = "".join(triage.page(lambda: every))
    assert re.findall(r"<code>(p\d+)</code>", text) == [f"p{n:02}" for n in reversed(range(10))]


def test_papers_are_found(tmp_path: Path) -> None:
    for name in ("b/main.tex", "a/main.tex", "c.pdf", "d.bib", "notes.md5", ".hidden/main.tex", "e.docx", "f.aux"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert [path.name for path in papers([tmp_path])] == ["a", "b", "c.pdf", "d.bib", "e.docx"]
    (tmp_path / "list.txt").write_text("# ours\nd.bib\n\nb\r\nd.bib\n", encoding="utf-8-sig")
    assert [path.name for path in papers([tmp_path / "list.txt", tmp_path / "c.pdf"])] == ["d.bib", "b", "c.pdf"]
    (tmp_path / "bad.lst").write_text("a\nnowhere\n")
    with pytest.raises(UnreadableInput, match=r"bad\.lst:2: there is no file or folder 'nowhere'"):
        papers([tmp_path / "bad.lst"])
    with pytest.raises(UnreadableInput):
        papers([tmp_path / "nowhere.pdf"])
