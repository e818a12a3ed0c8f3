"""Three papers built by the real latexmk with the real check: clean 0, findings 12, outage 0 with a note."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from latexrefcheck import registry

ROOT = Path(__file__).parents[2]
ENTRY = """@article{known,
  author  = {Brightwater, Elise and Hoshino, Yuki},
  title   = {Listening to Harbours at Night},
  journal = {Journal of Invented Acoustics},
  year    = {2015},
  volume  = {12},
  pages   = {1--14},
  doi     = {10.5555/jia.2015.12},
}
"""
PAPER = """\\documentclass{article}
\\begin{document}
Text~\\cite{KEY}.
\\bibliographystyle{plain}
\\bibliography{refs}
\\end{document}
"""
NOWHERE = "http://127.0.0.1:9"
"""Port 9 is the discard service, which nothing runs: every source is down at once and nothing leaves the machine."""

pytestmark = pytest.mark.skipif(
    not (shutil.which("latexmk") and shutil.which("pdflatex")), reason="latexmk and pdflatex are not installed"
)


def build(folder: Path, key: str, options: str) -> subprocess.CompletedProcess[str]:
    """Build a paper that cites ``key`` with out_dir and aux_dir set, checking it with ``options``."""
    paper = folder / "my paper"
    paper.mkdir()
    (paper / "main.tex").write_text(PAPER.replace("KEY", key))
    (paper / "refs.bib").write_text(ENTRY)
    checker = folder / "checker"
    checker.write_text(f'#!/bin/sh\nexec {sys.executable} -m latexrefcheck "$@"\n')
    checker.chmod(0o755)
    (folder / "latexmkrc").write_text(  # latexmk -cd reads the one where it is started
        (ROOT / "latexmkrc.example").read_text().replace("@refcheck_options = ()", f"@refcheck_options = ({options})")
    )
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("LATEXREFCHECK_")},
        **{f"LATEXREFCHECK_{name.upper()}_URL": NOWHERE for name in registry.sources},
        "LATEXREFCHECK": str(checker),
        "LATEXREFCHECK_CACHE": str(folder / "cache"),
    }
    command = ["latexmk", "-pdf", "-cd", "-silent", "-outdir=out put", "-auxdir=out put/aux", "my paper/main.tex"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240)


def test_clean_paper(tmp_path: Path) -> None:
    done = build(tmp_path, "known", "'--no-verify'")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no findings" in done.stdout
    assert not (tmp_path / "my paper" / "main.aux").exists()


def test_findings_make_latexmk_exit_with_12(tmp_path: Path) -> None:
    done = build(tmp_path, "known,unknown", "'--no-verify'")
    assert done.returncode == 12
    assert "main.tex:3:18: error [undefined-citation]" in done.stdout
    assert "latexrefcheck reported problems (status 1)" in done.stdout + done.stderr


def test_outage_is_a_note(tmp_path: Path) -> None:
    done = build(tmp_path, "known", "")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 unchecked" in done.stdout
    assert "error" not in done.stdout.split("main.pdf")[-1].replace("0 errors", "")
