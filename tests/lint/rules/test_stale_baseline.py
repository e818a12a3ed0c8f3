"""Entries of the baseline whose finding is gone."""

from __future__ import annotations

import pytest

import latexrefcheck

TEX = "\\documentclass{article}\n\\begin{document}\n\\cite{ghost,spirit}\n\\bibliography{refs}\n\\end{document}\n"
RULES = ["undefined-citation", "stale-baseline"]


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (TEX, []),
        (TEX.replace("ghost,", ""), [("known.json", 4, "ghost")]),
        (TEX.replace("ghost,spirit", "k"), [("known.json", 4, "ghost"), ("known.json", 5, "spirit")]),
        (TEX.replace("\\cite", "\n\n\\cite"), []),
    ],
)
def test_stale(tmp_path, tex, expected):
    (tmp_path / "refs.bib").write_text("@misc{k, title = {T}}\n")
    (tmp_path / "main.tex").write_text(TEX)
    options = {"verify": False, "base": tmp_path, "select": RULES, "baseline": tmp_path / "known.json"}
    assert latexrefcheck.check(tmp_path / "main.tex", write_baseline=True, **options).exit_code == 0
    (tmp_path / "main.tex").write_text(tex)
    report = latexrefcheck.check(tmp_path / "main.tex", **options)
    stale = [f for f in report.findings if f.rule == "stale-baseline"]
    assert [(f.location.path, f.location.line, f.key) for f in stale] == expected
    assert report.exit_code == 0
