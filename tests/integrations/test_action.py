"""``action.yml``: its steps in order as the runner would, and that its inputs are the declared options."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
import yaml

from latexrefcheck.settings.options import OPTIONS

ROOT = Path(__file__).parents[2]
OWN = {"report", "working-directory", "keep-cache", "upload-sarif", "python"}

spec = importlib.util.spec_from_file_location("actionrunner", Path(__file__).with_name("actionrunner.py"))
assert spec and spec.loader
actionrunner = importlib.util.module_from_spec(spec)
spec.loader.exec_module(actionrunner)

FORK = {"run_id": "7", "run_attempt": "1", "event": {"pull_request": {"head": {"repo": {"fork": True}}}}}
PUSH = {"run_id": "7", "run_attempt": "1", "event": {}}


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    shutil.copytree(ROOT / "fixtures" / "projects" / "example", folder / "a paper")
    return folder


def runner(workspace: Path, github: dict[str, object], environment: dict[str, str] | None = None) -> object:
    """A runner whose environment has the checker installed already: pip needs a network, which no test may."""
    temp = workspace.parent / "temp"
    binaries = temp / "latexrefcheck" / "venv" / "bin"
    binaries.mkdir(parents=True)
    for name, command in (("latexrefcheck", "-m latexrefcheck"), ("python", "")):
        (binaries / name).write_text(f'#!/bin/sh\nexec {sys.executable} {command} "$@"\n')
        (binaries / name).chmod(0o755)
    return actionrunner.Runner(ROOT / "action.yml", workspace, temp, github, environment or {})


def test_findings_fail_the_job_after_the_cache_is_saved(workspace: Path) -> None:
    result = runner(workspace, PUSH).run({"paths": "a paper/main.tex", "verify": "false", "upload-sarif": "true"})
    assert result.failed
    assert result.outputs["status"] == "1"
    report = json.loads(Path(result.outputs["json"]).read_text(encoding="utf-8"))
    assert result.outputs["errors"] == str(report["summary"]["error"]) != "0"
    assert all(Path(result.outputs[name]).is_file() for name in ("junit", "sarif", "html"))
    assert [name.split("@")[0] for name, _ in result.uses] == [
        "actions/cache/restore",
        "actions/cache/save",
        "github/codeql-action/upload-sarif",
    ]
    assert result.uses[0][1]["key"] == result.uses[1][1]["key"] == "latexrefcheck-1-Linux-7-1"
    assert re.search(r"^::error file=a paper/sections/methods.tex,line=2,", result.log, re.MULTILINE)
    assert "undefined" in result.summary


def test_clean_paper_passes(workspace: Path) -> None:
    (workspace / "ok.tex").write_text("\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\n")
    result = runner(workspace, PUSH).run({"paths": "ok.tex", "verify": "false"})
    assert (result.failed, result.outputs["status"], result.outputs["errors"]) == (False, "0", "0")


def test_fork_has_no_secret_and_does_not_upload(workspace: Path) -> None:
    # The secrets of a workflow are empty strings there, and so are the inputs that were left out.
    empty = {"LATEXREFCHECK_OPENALEX_KEY": "", "LATEXREFCHECK_CONTACT": ""}
    result = runner(workspace, FORK, empty).run({"paths": "a paper", "verify": "false", "upload-sarif": "true"})
    assert result.outputs["status"] == "1"
    assert [name.split("@")[0] for name, _ in result.uses] == ["actions/cache/restore", "actions/cache/save"]


def test_wrong_option_says_so_and_fails(workspace: Path) -> None:
    result = runner(workspace, PUSH).run({"paths": "a paper", "profile": "strickt", "keep-cache": "false"})
    assert (result.failed, result.outputs["status"], result.outputs["json"]) == (True, "2", "")
    assert "strict" in result.log
    assert result.uses == []


def test_untrusted_input_stays_data(workspace: Path) -> None:
    hostile = 'a paper"; touch pwned; echo "$(touch pwned)'
    result = runner(workspace, PUSH).run({"paths": hostile, "verify": "false", "report": "$(touch pwned)"})
    assert result.outputs["status"] == "2"
    assert not list(workspace.rglob("pwned"))


def test_inputs_are_the_declared_options() -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    options = {name: option for name, option in OPTIONS.items() if option.action and name not in {"cache", "report"}}
    assert set(action["inputs"]) == set(options) | OWN
    assert {name: action["inputs"][name]["description"] for name in options} == {n: o.help for n, o in options.items()}
    check = next(step for step in action["runs"]["steps"] if step.get("id") == "check")
    assert {o.variable: f"${{{{ inputs.{n} }}}}" for n, o in options.items()}.items() <= check["env"].items()


def test_third_party_actions_are_pinned() -> None:
    files = [ROOT / "action.yml", *(ROOT / ".github" / "workflows").glob("*.yml")]
    uses = [line for file in files for line in re.findall(r"uses: (\S+.*)", file.read_text(encoding="utf-8"))]
    assert all(re.match(r"\./|[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$", line) for line in uses)


@pytest.mark.skipif(not os.environ.get("REFCHECK_TEST_INSTALL"), reason="installing needs a package index")
def test_installs_from_its_own_checkout(workspace: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    temp = workspace.parent / "temp"
    temp.mkdir()
    before = sorted(path.name for path in ROOT.iterdir())
    job = actionrunner.Runner(ROOT / "action.yml", workspace, temp, PUSH, kept)
    result = job.run({"paths": "a paper", "verify": "false", "python": sys.executable})
    assert result.outputs["status"] == "1", result.log
    assert sorted(path.name for path in ROOT.iterdir()) == before
