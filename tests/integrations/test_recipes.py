"""The files under ``integrations/``: valid by their public schemas, and run under the tools they plug into."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "latexrefcheck" / "cli" / "templates"
PAPER = "\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\n"


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("vendor.gitlab-ci", "integrations/gitlab/latexrefcheck.gitlab-ci.yml"),
        ("vendor.github-workflows", "integrations/overleaf/pull.yml"),
        ("vendor.github-workflows", ".github/workflows/ci.yml"),
        ("vendor.github-workflows", ".github/workflows/paper.yml"),
        ("vendor.github-workflows", "latexrefcheck/cli/templates/github.tmpl"),
        ("vendor.github-actions", "action.yml"),
    ],
)
def test_valid_by_the_public_schema(schema: str, file: str) -> None:
    pytest.importorskip("check_jsonschema", reason="check-jsonschema is not installed")
    command = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        schema,
        "--default-filetype",
        "yaml",
        str(ROOT / file),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def recorder(folder: Path) -> Path:
    """A directory for the PATH with a ``latexrefcheck`` that notes its arguments and ends with $STATUS."""
    binaries = folder / "bin"
    binaries.mkdir()
    script = binaries / "latexrefcheck"
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {str(folder / "called")!r}\nexit "${{STATUS:-0}}"\n')
    script.chmod(0o755)
    return binaries


def call(folder: Path, *command: str, **more: str) -> int:
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", **more}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    return done.returncode


@pytest.mark.skipif(not shutil.which("arara"), reason="arara is not installed")
def test_arara(tmp_path: Path) -> None:
    recorder(tmp_path)
    (tmp_path / "rules").mkdir()
    shutil.copy(ROOT / "integrations" / "arara" / "latexrefcheck.yaml", tmp_path / "rules")
    (tmp_path / ".araraconfig.yaml").write_text("!config\npaths:\n- rules\n")
    (tmp_path / "main.tex").write_text('% arara: latexrefcheck: { options: ["--no-verify", "--profile=strict"] }\n' + PAPER)
    assert call(tmp_path, "arara", "main.tex") == 0
    assert (tmp_path / "called").read_text().split() == ["check", "--no-verify", "--profile=strict", "main.tex"]
    assert call(tmp_path, "arara", "main.tex", STATUS="1") == 1


@pytest.mark.skipif(not shutil.which("l3build"), reason="l3build is not installed")
def test_l3build(tmp_path: Path) -> None:
    recorder(tmp_path)
    shutil.copy(ROOT / "integrations" / "l3build" / "refcheck.lua", tmp_path)
    (tmp_path / "build.lua").write_text('module = "x"\nrefcheckfile = "my paper.tex"\ndofile("refcheck.lua")\n')
    assert call(tmp_path, "l3build", "refcheck") == 0
    assert (tmp_path / "called").read_text().splitlines() == ["check", "my paper.tex"]
    assert call(tmp_path, "l3build", "refcheck", STATUS="1") == 1


@pytest.mark.skipif(
    not (os.environ.get("REFCHECK_TEST_INSTALL") and shutil.which("pre-commit")),
    reason="pre-commit installs the hook from a package index",
)
def test_pre_commit(tmp_path: Path) -> None:
    """Real pre-commit on a repository with two papers of which one file is changed: one run, right paths."""

    def git(*arguments: str) -> None:
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True, capture_output=True)

    shutil.copytree(ROOT / "fixtures" / "projects" / "example", tmp_path / "paper")
    git("init", "-q")
    git("add", "-A")
    command = ["pre-commit", "try-repo", str(ROOT), "latexrefcheck", "--files", "paper/sections/methods.tex", "--verbose"]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 1
    assert "paper/sections/methods.tex:2:" in done.stdout
    assert done.stdout.count("exit code: 1") == 1
