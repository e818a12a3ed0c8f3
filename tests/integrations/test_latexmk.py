"""``latexmkrc.example`` under the real latexmk, with a recorder in place of the checker."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

RC = Path(__file__).parents[2] / "latexmkrc.example"
PAPER = "\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\n"

pytestmark = pytest.mark.skipif(
    not (shutil.which("latexmk") and shutil.which("pdflatex")), reason="latexmk and pdflatex are not installed"
)


class Bench:
    """A directory with a paper, a recording checker and a way to run latexmk on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "calls.jsonl"
        self.checker = folder / "checker"
        self.checker.write_text(
            f"#!{sys.executable}\nimport json, os, sys\n"
            f"with open({str(self.log)!r}, 'a') as log:\n    log.write(json.dumps([os.getcwd(), *sys.argv[1:]]) + '\\n')\n"
            "sys.exit(int(os.environ.get('STATUS', '0')))\n"
        )
        self.checker.chmod(0o755)

    def environment(self, **more: str) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name != "CI" and not name.startswith("REFCHECK_")}
        return {**kept, "LATEXREFCHECK": str(self.checker), "HOME": str(self.folder), **more}

    def make(self, *arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        command = ["latexmk", "-norc", "-r", str(RC), "-pdf", "-silent", *arguments]
        return subprocess.run(
            command, cwd=cwd or self.folder, env=self.environment(**environment), capture_output=True, text=True, timeout=120
        )

    def calls(self) -> list[list[str]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    (tmp_path / "main.tex").write_text(PAPER)
    return Bench(tmp_path)


OFFLINE = ["check", "--report-option", "text.log=true", "--no-verify"]


def arguments(aux: str, fls: str, out: str, auxdir: str, tex: str) -> list[str]:
    return [*OFFLINE, "--aux", aux, "--fls", fls, "--out-dir", out, "--aux-dir", auxdir, "--", tex]


def test_runs_once_per_document_also_when_up_to_date(bench: Bench) -> None:
    assert bench.make("main.tex").returncode == 0
    assert bench.make("main.tex").returncode == 0
    expected = [str(bench.folder), *arguments("./main.aux", "main.fls", ".", ".", "main.tex")]
    assert bench.calls() == [expected, expected]


@pytest.mark.parametrize(
    ("environment", "status"),
    [
        ({"STATUS": "0"}, 0),
        ({"STATUS": "1"}, 0),
        ({"STATUS": "1", "CI": "true"}, 12),
        ({"STATUS": "1", "CI": "false"}, 0),
        ({"STATUS": "3", "REFCHECK_FAIL": "1"}, 12),
        ({"STATUS": "1", "CI": "true", "REFCHECK_FAIL": "0"}, 0),
    ],
)
def test_status_reaches_latexmk_as_switched(bench: Bench, environment: dict[str, str], status: int) -> None:
    done = bench.make("main.tex", **environment)
    assert done.returncode == status
    assert ("latexrefcheck reported problems" in done.stdout + done.stderr) == bool(status)


MISSING = [
    ({}, 0),
    ({"CI": "1"}, 12),
    ({"CI": "1", "REFCHECK_MISSING": "warn"}, 0),
    ({"REFCHECK_MISSING": "fail"}, 12),
]


@pytest.mark.parametrize(("environment", "status"), MISSING)
def test_missing_program(bench: Bench, environment: dict[str, str], status: int) -> None:
    done = bench.make("main.tex", LATEXREFCHECK="/nowhere/latexrefcheck", **environment)
    assert done.returncode == status
    assert "latexrefcheck: cannot run '/nowhere/latexrefcheck'" in done.stderr
    assert "Can't exec" not in done.stderr


def test_directories_with_blanks_and_quotes(bench: Bench) -> None:
    folder = bench.folder / "my pa'per"
    folder.mkdir()
    (folder / "main file.tex").write_text(PAPER)
    assert bench.make("-outdir=my out", "-auxdir=my aux", "main file.tex", cwd=folder).returncode == 0
    expected = arguments("my aux/main file.aux", "my aux/main file.fls", "my out", "my aux", "main file.tex")
    assert bench.calls() == [[str(folder), *expected]]


def test_cd_and_several_files(bench: Bench) -> None:
    folder = bench.folder / "sub dir"
    folder.mkdir()
    (folder / "two.tex").write_text(PAPER)
    assert bench.make("-cd", "main.tex", "sub dir/two.tex", STATUS="0").returncode == 0
    assert [(call[0], call[-1]) for call in bench.calls()] == [(str(bench.folder), "main.tex"), (str(folder), "two.tex")]


def test_a_program_in_words(bench: Bench) -> None:
    """``uvx latexrefcheck`` and its like; a path with blanks is one word."""
    assert bench.make("main.tex", LATEXREFCHECK=f"env -u NOTHING {bench.checker}").returncode == 0
    folder = bench.folder / "my bin"
    folder.mkdir()
    shutil.copy2(bench.checker, folder / "checker")
    assert bench.make("main.tex", LATEXREFCHECK=str(folder / "checker")).returncode == 0
    assert len(bench.calls()) == 2


def test_verifies_when_asked_and_says_so(bench: Bench) -> None:
    done = bench.make("main.tex", REFCHECK_VERIFY="1", REFCHECK_SECONDS="7")
    assert done.stdout.count("asking the scholarly sources about 'main.tex' for at most 7 seconds") == 1
    assert bench.calls()[0][1:6] == ["check", "--report-option", "text.log=true", "--max-seconds", "7"]


def test_not_called_when_cleaning_and_on_the_sources_alone_after_an_error(bench: Bench) -> None:
    assert bench.make("main.tex").returncode == 0
    assert bench.make("-C", "main.tex").returncode == 0
    (bench.folder / "main.tex").write_text("\\documentclass{article}\n\\begin{document}\n\\undefined\n\\end{document}\n")
    done = bench.make("-interaction=nonstopmode", "main.tex", REFCHECK_VERIFY="1")
    assert done.returncode == 12
    assert "after the failed build of 'main.tex'" in done.stdout
    first, failed = [call[1:] for call in bench.calls()]
    assert first[:4] == OFFLINE
    assert failed == [*OFFLINE, "--no-verify", "--build", "off", "--", "main.tex"]


def test_keeps_the_projects_own_failure_command(bench: Bench) -> None:
    (bench.folder / "own.rc").write_text("$failure_cmd = 'touch own-ran';\n")
    (bench.folder / "main.tex").write_text("\\documentclass{article}\n\\begin{document}\n\\undefined\n\\end{document}\n")
    command = ["latexmk", "-norc", "-r", "own.rc", "-r", str(RC), "-pdf", "-silent", "-interaction=nonstopmode", "main.tex"]
    done = subprocess.run(command, cwd=bench.folder, env=bench.environment(), capture_output=True, text=True, timeout=120)
    assert done.returncode == 12
    assert (bench.folder / "own-ran").exists()
    assert len(bench.calls()) == 1


def test_keeps_the_projects_own_success_command(bench: Bench) -> None:
    (bench.folder / "own.rc").write_text("$success_cmd = 'touch own-ran';\n")
    command = ["latexmk", "-norc", "-r", "own.rc", "-r", str(RC), "-pdf", "-silent", "main.tex"]
    done = subprocess.run(command, cwd=bench.folder, env=bench.environment(), capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert (bench.folder / "own-ran").exists()
    assert len(bench.calls()) == 1


@pytest.mark.parametrize(("mode", "status", "code", "count"), [("end", "0", 0, 1), ("end", "1", 12, 1), ("never", "1", 0, 0)])
def test_watching_checks_when_it_ends(bench: Bench, mode: str, status: str, code: int, count: int) -> None:
    command = ["latexmk", "-norc", "-r", str(RC), "-pdf", "-pvc", "-view=none", "-silent", "main.tex"]
    environment = bench.environment(STATUS=status, REFCHECK_PVC=mode, REFCHECK_FAIL="1")
    with subprocess.Popen(
        command, cwd=bench.folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        deadline = time.monotonic() + 60
        while not (bench.folder / "main.pdf").exists() and time.monotonic() < deadline:
            time.sleep(0.1)
        time.sleep(2)
        assert bench.calls() == []
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=60) == code
    assert len(bench.calls()) == count
