"""The benchmarks' own parts, and the example paper that is verified from its lock."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "fixtures" / "projects" / "example"


def run(*command: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """One Python process without ambient settings; every source points nowhere unless the command changes that."""
    environment = {name: os.environ[name] for name in ("PATH", "HOME", "VIRTUAL_ENV") if name in os.environ}
    environment |= {
        "PYTHONPATH": str(ROOT),
        "https_proxy": "http://127.0.0.1:9",
        "http_proxy": "http://127.0.0.1:9",
        "no_proxy": "127.0.0.1",
    }
    return subprocess.run(
        [sys.executable, *map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True, timeout=120
    )


def frozen(folder: Path) -> tuple[subprocess.CompletedProcess[str], dict]:
    """The report of ``check --frozen`` on a folder."""
    report = folder.parent / "report.json"
    done = run("-m", "latexrefcheck", "check", "--frozen", "--report", f"json:{report}", folder, cwd=folder.parent)
    return done, json.loads(report.read_text(encoding="utf-8"))


def test_verification_benchmark(tmp_path: Path) -> None:
    """A small bibliography end to end: every table row is there and no target is missed."""
    done = run("benchmarks/verification.py", "--n", "40", "--no-limits", "--latency", "0", "--quick", "--dir", tmp_path / "work")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "MISSED" not in done.stdout
    for kind in ("genuine", "chimera", "wrong-doi", "dead-doi", "author-added", "wrong-arxiv", "retracted"):
        assert re.search(rf"^{kind} +\d", done.stdout, re.MULTILINE), kind
    assert re.search(r"^requests warm +0 ", done.stdout, re.MULTILINE)


def test_references_are_reproducible(tmp_path: Path) -> None:
    """The same seed makes the same bytes, another seed others."""
    for name, seed in (("one", "1"), ("again", "1"), ("other", "2")):
        assert run("benchmarks/make_references.py", tmp_path / name, "--n", "50", "--seed", seed).returncode == 0
    texts = [tmp_path.joinpath(name, "refs.bib").read_bytes() for name in ("one", "again", "other")]
    assert texts[0] == texts[1] != texts[2]
    labels = json.loads(tmp_path.joinpath("one", "labels.json").read_text(encoding="utf-8"))
    assert len(labels) == 50
    assert sum(label["kind"] == "genuine" for label in labels.values()) == 30


@pytest.mark.parametrize("checked", ["2026-11-30", "1999-12-31"])
def test_example_is_verified_from_its_lock(tmp_path: Path, checked: str) -> None:
    """Each cited entry has its verdict without a request, however old the lock is."""
    paper = tmp_path / "paper"
    shutil.copytree(EXAMPLE, paper)
    lock = paper / "latexrefcheck.lock"
    lock.write_text(re.sub(r'"checked": "[^"]*"', f'"checked": "{checked}"', lock.read_text(encoding="utf-8")), encoding="utf-8")
    done, report = frozen(paper)
    assert done.returncode == 1, done.stderr
    assert {entry["key"]: entry["verdict"]["status"] for entry in report["entries"] if entry["verdict"]} == {
        "lindqvist2016acoustic": "mismatch",
        "okonjo2019detector": "not-found",
        "montoya2018clicks": "verified",
        "castellane1994visual": "verified",
        "fairbairn2017quiet": "verified",
    }
    rules = {(finding["key"], finding["rule"]) for finding in report["findings"]}
    assert rules >= {
        ("lindqvist2016acoustic", "author-mismatch"),
        ("okonjo2019detector", "not-found"),
        ("fairbairn2017quiet", "retracted"),
        ("lindquist2016acoustic", "undefined-citation"),
        ("Montoya2018Clicks", "key-case-mismatch"),
        ("montoya2018b", "duplicate-doi"),
        ("castellane1994visual", "missing-field"),
    }
    assert "not-locked" not in {finding["rule"] for finding in report["findings"]}


def test_example_lock_can_be_made_again(tmp_path: Path) -> None:
    """The script leads to the committed lock, but for the day."""
    for part in ("benchmarks", "fixtures/projects/example"):
        shutil.copytree(ROOT / part, tmp_path / part)
    done = run("benchmarks/lock_example.py", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    made, kept = (
        re.sub(
            r'"checked": "[^"]*"', "", base.joinpath("fixtures/projects/example/latexrefcheck.lock").read_text(encoding="utf-8")
        )
        for base in (tmp_path, ROOT)
    )
    assert made == kept
