"""``latexrefcheck batch`` as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from latexrefcheck.cli import run

GOOD = "\\documentclass{article}\\begin{document}\\cite{a}\\bibliographystyle{plain}\\bibliography{r}\\end{document}"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, key in (("one", "a"), ("two", "b")):
        (tmp_path / "papers" / name).mkdir(parents=True)
        (tmp_path / "papers" / name / "main.tex").write_text(GOOD)
        (tmp_path / "papers" / name / "r.bib").write_text(
            f"@book{{{key}, title={{T}}, author={{A}}, publisher={{P}}, year=2000}}"
        )
    return tmp_path


def test_results_and_resume(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["batch", "papers", "--no-verify", "--processes", "1"]
    assert run(words) == 1
    out, _ = capsys.readouterr()
    assert out.startswith("2 papers, 0 works looked up, 0 requests: ")
    told = [json.loads(line) for line in Path("latexrefcheck-batch/results.jsonl").read_text().splitlines()]
    assert [(Path(one["paper"]).name, one["exit_code"]) for one in told] == [("one", 0), ("two", 1)]
    assert "undefined-citation" in {one["rule"] for one in told[1]["findings"]}
    assert run(words) == 2
    assert "--resume goes on" in capsys.readouterr().err
    assert run(["batch", "--resume", "--no-verify"]) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("batch",), "needs papers"),
        (("batch", "nowhere.pdf"), "is not there"),
        (("batch", "empty"), "no paper in what was named"),
    ],
)
def test_mistakes_are_one_sentence(here: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    (here / "empty").mkdir()
    assert run([*words, "--no-verify"]) == 2
    _, err = capsys.readouterr()
    assert sentence in err
    assert err.count("\n") == 1
