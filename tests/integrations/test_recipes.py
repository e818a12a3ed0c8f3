"""The files under ``integrations/``: valid by their public schemas, and run under the tools they plug into."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "latexrefcheck" / "cli" / "_templates"
PAPER = "\\documentclass{article}\n\\begin{document}\nText.\n\\end{document}\n"


@pytest.mark.parametrize(
    ("schema", "file"),
    [
        ("vendor.gitlab-ci", "integrations/gitlab/latexrefcheck.gitlab-ci.yml"),
        ("vendor.github-workflows", "integrations/overleaf/pull.yml"),
        ("vendor.github-workflows", ".github/workflows/ci.yml"),
        ("vendor.github-workflows", ".github/workflows/paper.yml"),
        ("vendor.github-workflows", "latexrefcheck/cli/_templates/github.tmpl"),
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
    (tmp_path / "main.tex").write_text('% arara: latexrefcheck: { options: ["--profile=strict"] }\n' + PAPER)
    assert call(tmp_path, "arara", "main.tex") == 0
    assert (tmp_path / "called").read_text().split() == ["check", "--no-verify", "--profile=strict", "--", "main.tex"]
    assert call(tmp_path, "arara", "main.tex", STATUS="1") == 1


@pytest.mark.skipif(not shutil.which("arara"), reason="arara is not installed")
def test_arara_shows_what_is_found_and_needs_no_options(tmp_path: Path) -> None:
    script = recorder(tmp_path) / "latexrefcheck"
    script.write_text('#!/bin/sh\necho "a finding with $*"\nexit 1\n')
    (tmp_path / "rules").mkdir()
    shutil.copy(ROOT / "integrations" / "arara" / "latexrefcheck.yaml", tmp_path / "rules")
    (tmp_path / ".araraconfig.yaml").write_text("!config\npaths:\n- rules\n")
    (tmp_path / "my paper.tex").write_text("% arara: latexrefcheck\n" + PAPER)
    environment = {**os.environ, "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}
    done = subprocess.run(["arara", "my paper.tex"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "a finding with check --no-verify -- my paper.tex" in done.stdout


@pytest.mark.skipif(not shutil.which("l3build"), reason="l3build is not installed")
def test_l3build(tmp_path: Path) -> None:
    recorder(tmp_path)
    shutil.copy(ROOT / "integrations" / "l3build" / "refcheck.lua", tmp_path)
    (tmp_path / "build.lua").write_text('module = "x"\nrefcheckfile = "my paper.tex"\ndofile("refcheck.lua")\n')
    assert call(tmp_path, "l3build", "refcheck") == 0
    assert (tmp_path / "called").read_text().splitlines() == ["check", "--no-verify", "my paper.tex"]
    assert call(tmp_path, "l3build", "refcheck", STATUS="1") == 1
    options = 'refcheckoptions = "--verify --max-seconds 60"\n'
    (tmp_path / "build.lua").write_text(f'module = "x"\n{options}dofile("refcheck.lua")\n')
    assert call(tmp_path, "l3build", "refcheck") == 0
    assert (tmp_path / "called").read_text().splitlines() == ["check", "--verify", "--max-seconds", "60", "main.tex"]


HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "runs"),
    [
        ("main.tex", True), ("a/refs.bib", True), ("my.sty", True), (".latexrefcheck.yml", True), ("a/.latexrefcheck.yaml", True),
        ("latexrefcheck.lock", True), ("a/latexrefcheck.lock", True), (".latexrefcheck-baseline.json", True),
        ("pyproject.toml", True), (".latexmkrc", True), ("latexmkrc", True),
        ("README.md", False), ("my-latexrefcheck.lock", False), ("figure.pdf", False), ("xpyproject.toml", False),
    ],
)  # fmt: skip
def test_hooks_run_when_what_they_look_at_changes(name: str, runs: bool) -> None:
    for hook in HOOKS:
        assert bool(re.search(hook["files"], name)) == runs


def test_no_two_hooks_run_at_one_stage_by_themselves() -> None:
    stages = [set(hook["stages"]) - {"manual"} for hook in HOOKS]
    assert stages == [{"pre-commit"}, {"pre-push"}]


def test_gitlab_runs_nothing_of_the_checkout_and_believes_no_cache_of_it() -> None:
    job = yaml.safe_load((ROOT / "integrations" / "gitlab" / "latexrefcheck.gitlab-ci.yml").read_text(encoding="utf-8"))[
        "latexrefcheck"
    ]
    assert all(path.startswith(".git/") for path in job["cache"]["paths"])
    assert job["variables"]["LATEXREFCHECK_CACHE"] == "$CI_PROJECT_DIR/.git/latexrefcheck"
    lines = [*job["before_script"], *job["script"]]
    assert all(" -I " in line for line in lines if re.search(r"python\b", line) and "image" not in line)
    entered = next(number for number, line in enumerate(lines) if "cd /tmp/latexrefcheck" in line)
    back = lines.index('cd "$CI_PROJECT_DIR"')
    assert all(entered < number < back for number, line in enumerate(lines) if "pip" in line.lower() or "venv venv" in line)
    assert any("--require-hashes" in line for line in lines)
    assert {"if": '$CI_PIPELINE_SOURCE == "schedule"'} in job["rules"]


def test_github_template_looks_at_any_default_branch_and_later_retractions() -> None:
    flow = yaml.safe_load((TEMPLATES / "github.tmpl").read_text(encoding="utf-8"))
    triggers = flow[True]  # YAML 1.1 reads the key "on" as true
    assert triggers["push"] is None
    assert triggers["schedule"]
    assert "default_branch" in flow["jobs"]["check"]["if"]


def test_pull_requests_and_tokens_are_kept_apart_in_the_overleaf_workflow() -> None:
    jobs = yaml.safe_load((ROOT / "integrations" / "overleaf" / "pull.yml").read_text(encoding="utf-8"))["jobs"]
    assert "secrets" not in str(jobs["check"])
    assert jobs["check"]["permissions"] == {"contents": "read"}
    assert not any("if" in step for step in jobs["check"]["steps"]), "red stays red until it is mended"


@pytest.fixture
def bridge(tmp_path: Path) -> Path:
    """Bare repositories in the places of Overleaf and GitHub, and a checkout of the latter as the workflow has it."""
    config = tmp_path / "gitconfig"
    config.write_text(
        f'[user]\n name = A\n email = a@example.org\n[init]\n defaultBranch = main\n[protocol "file"]\n allow = always\n'
        f'[url "{tmp_path}/overleaf.git"]\n insteadOf = https://git.overleaf.com/123\n'
        f'[url "{tmp_path}/hub.git"]\n insteadOf = https://github.com/o/r\n'
    )

    def git(*words: str, cwd: Path = tmp_path) -> None:
        subprocess.run(["git", *words], cwd=cwd, env=environment(tmp_path), check=True, capture_output=True)

    for name, branch in (("overleaf", "master"), ("hub", "main")):
        git("init", "-q", "--bare", "-b", branch, f"{name}.git")
        git("clone", "-q", f"{name}.git", f"{name}-side")
        (tmp_path / f"{name}-side" / f"{name}.tex").write_text(f"{name}\n")
        (tmp_path / f"{name}-side" / "both.tex").write_text("same\n")
        git("add", "-A", cwd=tmp_path / f"{name}-side")
        git("commit", "-qm", "first", cwd=tmp_path / f"{name}-side")
        git("push", "-q", "origin", f"HEAD:{branch}", cwd=tmp_path / f"{name}-side")
    return tmp_path


def environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    settings = {"GIT_CONFIG_GLOBAL": str(folder / "gitconfig"), "GIT_CONFIG_SYSTEM": os.devnull}
    return {**kept, **settings, "GITHUB_REPOSITORY": "o/r", "GITHUB_TOKEN": "t", "BRANCH": "main", **more}


def pull(folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """The step of the workflow in a fresh checkout."""
    jobs = yaml.safe_load((ROOT / "integrations" / "overleaf" / "pull.yml").read_text(encoding="utf-8"))["jobs"]
    script = jobs["pull"]["steps"][1]["run"]
    place = folder / "runner"
    shutil.rmtree(place, ignore_errors=True)
    named = environment(folder, **{"OVERLEAF_PROJECT": "123", "OVERLEAF_TOKEN": "secret", "OVERLEAF_PUSH": "", **more})
    subprocess.run(["git", "clone", "-q", "hub.git", "runner"], cwd=folder, env=named, check=True, capture_output=True)
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    return subprocess.run(command, cwd=place, env=named, capture_output=True, text=True, timeout=60)


def files(folder: Path, side: str) -> set[str]:
    listed = subprocess.run(["git", "ls-tree", "--name-only", "HEAD"], cwd=folder / f"{side}.git", capture_output=True, text=True)
    return set(listed.stdout.split())


def commit(folder: Path, side: str, branch: str, name: str, text: str) -> None:
    place = folder / f"{side}-side"
    for words in (
        ["pull", "-q", "--no-rebase", "origin", branch],
        None,
        ["add", "-A"],
        ["commit", "-qm", "x"],
        ["push", "-q", "origin", f"HEAD:{branch}"],
    ):
        if words is None:
            (place / name).write_text(text)
        else:
            subprocess.run(["git", *words], cwd=place, env=environment(folder), check=True, capture_output=True)


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed")
def test_overleaf_both_ways_and_what_stands_in_the_way(bridge: Path) -> None:
    for missing in ("OVERLEAF_PROJECT", "OVERLEAF_TOKEN"):
        done = pull(bridge, **{missing: ""})
        assert (done.returncode, done.stdout.count("::error")) == (1, 1)
        assert f"{missing} is not set" in done.stdout
    done = pull(bridge)
    assert done.returncode == 0, done.stdout + done.stderr
    assert files(bridge, "hub") == {"both.tex", "hub.tex", "overleaf.tex"}
    assert files(bridge, "overleaf") == {"both.tex", "overleaf.tex"}, "one way, unless it is wanted"
    assert pull(bridge, OVERLEAF_PUSH="true").returncode == 0
    assert files(bridge, "overleaf") == {"both.tex", "hub.tex", "overleaf.tex"}
    assert pull(bridge, OVERLEAF_PUSH="true").returncode == 0, "nothing to do"
    commit(bridge, "overleaf", "master", "both.tex", "theirs\n")
    commit(bridge, "hub", "main", "both.tex", "ours\n")
    done = pull(bridge)
    assert done.returncode == 1
    assert "::error title=Overleaf::Overleaf and GitHub have changed the same lines of both.tex" in done.stdout
    assert "git pull https://git.overleaf.com/123" in done.stdout
    assert "secret" not in done.stdout + done.stderr
    (bridge / "overleaf.git").rename(bridge / "gone.git")
    assert "git bridge cannot be read" in pull(bridge).stdout


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
