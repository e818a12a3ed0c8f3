"""``action.yml``: its steps in order as the runner would, and that its inputs are the declared options."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
import yaml

from latexrefcheck.settings.options import OPTIONS

ROOT = Path(__file__).parents[2]
OWN = {"report", "args", "category", "version", "working-directory", "keep-cache", "upload-sarif", "python"}

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


def runner(
    workspace: Path, github: dict[str, object], environment: dict[str, str] | None = None, temp: Path | None = None
) -> object:
    """A runner whose environment has the checker installed already: pip needs a network, which no test may."""
    temp = temp or workspace.parent / "temp"
    binaries = temp / "latexrefcheck" / "venv" / "bin"
    binaries.mkdir(parents=True, exist_ok=True)
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
        "actions/cache/restore",
        "actions/cache/save",
        "github/codeql-action/upload-sarif",
    ]
    assert result.uses[3][1]["category"] == "latexrefcheck/a paper/main.tex"
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
    assert {name.split("@")[0] for name, _ in result.uses} == {"actions/cache/restore", "actions/cache/save"}


def test_wrong_option_says_so_and_fails(workspace: Path) -> None:
    result = runner(workspace, PUSH).run({"paths": "a paper", "profile": "strickt", "keep-cache": "false"})
    assert (result.failed, result.outputs["status"], result.outputs["json"]) == (True, "2", "")
    assert "strict" in result.log
    assert result.uses == []
    assert re.search(
        r"^::error title=latexrefcheck could not run::latexrefcheck: unknown profile 'strickt'; did you", result.log, re.M
    )
    assert "## latexrefcheck: could not run" in result.summary
    assert "did you mean &#x27;strict&#x27;" in result.summary


@pytest.mark.parametrize("what", ["strickt", "a\nb::error::x", "##[add-mask]e", "100%", "<img src=x>"])
def test_what_could_not_run_is_told_harmlessly(what: str, workspace: Path) -> None:
    result = runner(workspace, PUSH).run({"paths": "a paper", "profile": what, "keep-cache": "false"})
    assert (result.outputs["status"], result.failed) == ("2", True)
    commands = [line for line in result.log.splitlines() if line.startswith("::")]
    assert len(commands) == 1
    assert commands[0].startswith("::error title=latexrefcheck could not run::latexrefcheck: ")
    assert "##[" not in result.log
    assert "<img" not in result.summary
    assert "The check could not run" in result.log


def test_an_incomplete_verification_is_told(workspace: Path) -> None:
    paper = workspace / "one"
    paper.mkdir()
    (paper / "main.tex").write_text("\\documentclass{article}\\begin{document}\\cite{a}\\bibliography{r}\\end{document}\n")
    (paper / "r.bib").write_text("@book{a, title = {T}, author = {Doe, Jane}, publisher = {P}, year = 2000}\n")
    result = runner(workspace, PUSH).run({"paths": "one", "offline": "true", "require-complete": "true"})
    assert (result.outputs["status"], result.failed) == ("3", True)
    assert re.search(r"^::error title=latexrefcheck: the verification is incomplete::1 of 1 entr", result.log, re.M)
    assert "## latexrefcheck: the verification is incomplete" in result.summary
    assert "The verification is incomplete." in result.log


def test_papers_of_one_job_keep_their_reports_and_categories_apart(workspace: Path) -> None:
    shutil.copytree(workspace / "a paper", workspace / "other")
    temp = workspace.parent / "temp"
    runs = [
        runner(workspace, PUSH, temp=temp).run({"working-directory": place, "verify": "false", "upload-sarif": "true"})
        for place in ("a paper", "./other/", ".")
    ]
    assert [run.outputs["category"] for run in runs] == ["latexrefcheck/a paper", "latexrefcheck/other", "latexrefcheck"]
    paths = [run.outputs[name] for run in runs for name in ("json", "sarif", "html", "junit")]
    assert len(set(paths)) == len(paths)
    assert all(Path(path).is_file() for path in paths)
    named = runner(workspace, PUSH, temp=temp).run({"category": "my paper", "verify": "false", "upload-sarif": "true"})
    assert named.uses[-1][1]["category"] == "my paper"


def test_matrix_legs_and_runs_have_keys_of_their_own(workspace: Path) -> None:
    keys = []
    for leg in ("0", "1"):
        job = runner(workspace, {**PUSH, "job": "check"})
        job.context["strategy"] = {"job-index": leg}
        result = job.run({"paths": "a paper", "verify": "false"})
        restored = [item for name, item in result.uses if "restore" in name]
        keys.append(restored[-1]["key"])
        assert restored[-1]["restore-keys"].split() == [f"latexrefcheck-2-check-{leg}-", "latexrefcheck-2-"]
    assert keys == ["latexrefcheck-2-check-0-7-1", "latexrefcheck-2-check-1-7-1"]


def test_a_run_that_asked_nobody_saves_no_answers() -> None:
    steps = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"]
    step = next(one for one in steps if one["name"] == "Save the answers")
    job = actionrunner.Runner(ROOT / "action.yml", ROOT, ROOT, PUSH, {})
    job.context["inputs"] = {"keep-cache": "true"}
    for asked, saved in (("", False), ("0", False), ("12", True)):
        job.context["steps"] = {"check": {"outputs": {"asked": asked, "run": "run-x"}}}
        assert job.holds(step["if"]) == saved
    assert job.text(step["with"]["key"]).endswith("-run-x")


def test_more_options_and_links(workspace: Path) -> None:
    where = {"GITHUB_SERVER_URL": "https://github.example", "GITHUB_REPOSITORY": "o/r", "GITHUB_SHA": "abc"}
    wanted = {"paths": "a paper", "verify": "false", "args": "--rule 'undefined-citation=off'  # typed by hand\n--fail-on never"}
    result = runner(workspace, PUSH, where).run(wanted)
    assert result.outputs["status"] == "0"
    assert "undefined-citation" not in result.summary
    assert "[`a paper/refs.bib:15:51`](<https://github.example/o/r/blob/abc/a%20paper/refs.bib#L15>)" in result.summary
    broken = runner(workspace, PUSH).run({"paths": "a paper", "args": "--rule 'x"})
    assert broken.outputs["status"] == "2"
    assert "the input args cannot be split" in broken.summary


def test_paths_are_from_the_checkout_that_was_given_a_path(workspace: Path) -> None:
    (workspace / "src").mkdir()
    (workspace / "a paper").rename(workspace / "src" / "paper")
    (workspace / "src" / ".git").mkdir()
    result = runner(workspace, PUSH).run({"working-directory": "src/paper", "verify": "false", "upload-sarif": "true"})
    assert "::error file=paper/sections/methods.tex,line=2," in result.log
    assert result.uses[-1][1]["checkout_path"] == str(workspace / "src")


SHADOWS = (
    "json",
    "venv",
    "pip",
    "tempfile",
    "html",
    "shlex",
    "subprocess",
    "latexrefcheck",
    "sitecustomize",
    "usercustomize",
    "yaml",
)


def test_nothing_of_the_checkout_is_imported(workspace: Path) -> None:
    mark = workspace.parent / "ran"
    for name in SHADOWS:
        for folder in (workspace, workspace / "a paper"):
            (folder / f"{name}.py").write_text(f"open({str(mark)!r}, 'a').write({name!r})\n")
    environment = {"PYTHONPATH": f".{os.pathsep}{workspace}", "PYTHONSTARTUP": str(workspace / "json.py")}
    result = runner(workspace, PUSH, environment).run({"working-directory": "a paper", "verify": "false"})
    assert result.outputs["status"] == "1", result.log
    # The installation as well, up to pip: there is no network here.
    alone = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
    named = {"ROOT": str(workspace.parent / "fresh"), "GITHUB_ACTION_PATH": str(ROOT), "PYTHON": sys.executable}
    made = subprocess.run(
        ["bash", str(ROOT / "integrations" / "github" / "install.sh")],
        cwd=workspace,
        env={**os.environ, **environment, **alone, **named},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert made.returncode == 1
    assert "::error::latexrefcheck could not be installed" in made.stdout
    assert not mark.exists()


def script(name: str) -> ModuleType:
    """One of the action's Python files, which no package holds."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "integrations" / "github" / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_programs_lie_where_the_system_puts_them() -> None:
    install = script("install")
    assert install.programs(Path("venv"), windows=False) == (Path("venv/bin/python"), Path("venv/bin/latexrefcheck"))
    assert install.programs(Path("venv"), windows=True) == (
        Path("venv/Scripts/python.exe"),
        Path("venv/Scripts/latexrefcheck.exe"),
    )
    assert install.environment(Path("r"), "") == Path("r/venv")
    assert install.environment(Path("r"), "1.2.0") == Path("r/venv-1.2.0")


def test_only_pinned_wheels_with_hashes_are_installed() -> None:
    install = script("install")
    for version in ("", "1.2.0"):
        pinned, checker, _ = install.commands(Path("python"), ROOT, Path("root"), version)
        assert {"--require-hashes", "--only-binary"} <= set(pinned)
        assert "--no-deps" in checker
        assert all(command[1] == "-I" for command in (pinned, checker))
    assert checker[-1] == "latexrefcheck==1.2.0"
    assert not any(install.VERSION.fullmatch(text) for text in ("", "--pre", "1.0; x", "git+https://x", "1 2", "latest"))


def test_the_lock_covers_what_the_checker_needs() -> None:
    from packaging.requirements import Requirement

    needed = [Requirement(line) for line in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]]
    lines = (ROOT / "integrations" / "github" / "requirements.txt").read_text().splitlines()
    pinned = {line.split("==")[0]: line.split("==")[1].split()[0] for line in lines if "==" in line}
    for one in needed:
        assert one.specifier.contains(pinned[one.name.lower()]), f"{one}: run integrations/github/renew.sh"
    assert len([line for line in lines if "--hash=sha256:" in line]) >= len(pinned)


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, "latexrefcheck"),
        ({"PLACE": ".", "LATEXREFCHECK_PATHS": "\n"}, "latexrefcheck"),
        ({"PLACE": "papers/a"}, "latexrefcheck/papers/a"),
        ({"LATEXREFCHECK_PATHS": "a/main.tex\nb/main.tex"}, "latexrefcheck/a/main.tex/b/main.tex"),
        ({"PLACE": "x", "CATEGORY": " mine\n "}, "mine"),
        ({"PLACE": "a\r\nsarif=evil"}, "latexrefcheck/a-sarif-evil"),
    ],
)
def test_categories(environ: dict[str, str], expected: str) -> None:
    assert script("check").category(environ) == expected


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
