"""Papers built by the real latexmk with the real check: clean, with findings, in an outage, broken by their bibliography."""

from __future__ import annotations

import os
import re
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
Text BODY.
\\bibliographystyle{plain}
\\bibliography{refs}
\\end{document}
"""
BIBLATEX = """\\documentclass{article}
\\usepackage{biblatex}
\\addbibresource{refs.bib}
\\begin{document}
Text BODY.
\\printbibliography
\\end{document}
"""
NOWHERE = "http://127.0.0.1:9"
"""Port 9 is the discard service, which nothing runs: every source is down at once and nothing leaves the machine."""

pytestmark = pytest.mark.skipif(
    not (shutil.which("latexmk") and shutil.which("pdflatex")), reason="latexmk and pdflatex are not installed"
)


WORKSHOP = re.compile(r"^(?!.*ignored error)(?:(.*):(\d+):|!)(?:\s?(.+) [Ee]rror:)? (.+?)$")
"""By what LaTeX Workshop takes a line of latexmk's output for an error of TeX (src/parse/parser/latexlog.ts)."""


def build(folder: Path, body: str, bib: str = ENTRY, biblatex: bool = False, **more: str) -> subprocess.CompletedProcess[str]:
    """Build a paper with out_dir and aux_dir set, as LaTeX Workshop calls latexmk."""
    paper = folder / "my paper"
    paper.mkdir()
    (paper / "main.tex").write_text((BIBLATEX if biblatex else PAPER).replace("BODY", body))
    (paper / "refs.bib").write_text(bib)
    checker = folder / "checker"
    checker.write_text(f'#!/bin/sh\nexec {sys.executable} -m latexrefcheck "$@"\n')
    checker.chmod(0o755)
    shutil.copy(ROOT / "latexmkrc.example", folder / "latexmkrc")  # latexmk -cd reads the one where it is started
    dropped = ("LATEXREFCHECK_", "REFCHECK_", "GITHUB_", "CI")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(dropped)},
        **{f"LATEXREFCHECK_{name.upper()}_URL": NOWHERE for name in registry.sources},
        "LATEXREFCHECK": str(checker),
        "LATEXREFCHECK_CACHE": str(folder / "cache"),
        **more,
    }
    command = ["latexmk", "-pdf", "-cd", "-synctex=1", "-interaction=nonstopmode", "-file-line-error"]
    command += ["-outdir=out put", "-auxdir=out put/aux", "my paper/main.tex"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=240)


def ours(done: subprocess.CompletedProcess[str]) -> list[str]:
    """The lines of the check, from latexmk's announcement on."""
    lines = done.stdout.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith("Latexmk: calling refcheck"))
    found = lines[start + 1 :]
    assert not [line for line in found if WORKSHOP.match(line)]
    return found


def test_clean_paper(tmp_path: Path) -> None:
    done = build(tmp_path, r"\cite{known}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert any("no findings" in line for line in ours(done))
    assert not (tmp_path / "my paper" / "main.aux").exists()


@pytest.mark.parametrize(("more", "status"), [({}, 0), ({"CI": "true"}, 12)])
def test_findings_fail_the_build_in_ci(more: dict[str, str], status: int, tmp_path: Path) -> None:
    done = build(tmp_path, r"\cite{known,unknown}", **more)
    assert done.returncode == status
    assert any(line.startswith("main.tex, line 3, column 18: error [undefined-citation]") for line in ours(done))
    assert ("latexrefcheck reported problems (status 1)" in done.stdout + done.stderr) == bool(status)


def test_outage_is_a_note(tmp_path: Path) -> None:
    done = build(tmp_path, r"\cite{known}", REFCHECK_VERIFY="1", CI="true")
    assert done.returncode == 0, done.stdout + done.stderr
    told = "\n".join(ours(done))
    assert "asking the scholarly sources about 'main.tex' for at most 60 seconds" in told
    assert "1 unchecked" in told
    assert "error" not in told.replace("0 errors", "")


BROKEN = {
    "a key twice": (
        (r"\cite{known}", ENTRY + ENTRY.replace("Harbours", "Ships"), False),
        "refs.bib, line 10, column 10: error [duplicate-key]",
    ),
    "a comma too few": (
        (r"\cite{known}", ENTRY.replace("2015},", "2015}"), False),
        "refs.bib, line 6, column 3: error [parse-error]",
    ),
    "two spellings": (
        (r"\cite{known} \cite{Known}", ENTRY, False),
        "main.tex, line 3, column 25: error [key-case-mismatch]",
    ),
    "an entity": (
        (r"\cite{known}", ENTRY.replace("at Night", "&amp; Docks"), False),
        "refs.bib, line 3, column 36: warning [html-entity]",
    ),
    "a comma too few for biber": (
        (r"\autocite{known}", ENTRY.replace("Night},", "Night}"), True),
        "refs.bib, line 4, column 3: error [parse-error]",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_build_that_the_bibliography_breaks_names_the_line(what: str, tmp_path: Path) -> None:
    (body, bib, biblatex), expected = BROKEN[what]
    if biblatex and not shutil.which("biber"):
        pytest.skip("biber is not installed")
    done = build(tmp_path, body, bib, biblatex)
    assert done.returncode == 12, done.stdout + done.stderr
    found = ours(done)
    assert found[0] == "latexrefcheck, after the failed build of 'main.tex'"
    assert any(line.startswith(expected) for line in found), "\n".join(found)


def test_the_example_of_the_readme_can_be_built(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "fixtures" / "projects" / "example", tmp_path / "paper")
    checker = tmp_path / "checker"
    checker.write_text(f'#!/bin/sh\nexec {sys.executable} -m latexrefcheck "$@"\n')
    checker.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LATEXREFCHECK_", "REFCHECK_", "CI"))}
    command = ["latexmk", "-norc", "-r", str(ROOT / "latexmkrc.example"), "-pdf", "-interaction=nonstopmode", "main.tex"]
    environment = {**kept, "LATEXREFCHECK": str(checker)}
    done = subprocess.run(command, cwd=tmp_path / "paper", env=environment, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    assert any(line.startswith("sections/methods.tex, line 2, column 18: error [undefined-citation]") for line in ours(done))
