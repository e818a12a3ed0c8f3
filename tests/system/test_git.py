"""Git is asked about a stranger's work tree, and nothing of that work tree is run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from latexrefcheck.cli import run
from latexrefcheck.errors import NoAnswer, RefcheckError
from latexrefcheck.policy.changes import since
from latexrefcheck.system import git, programs

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed"),
    pytest.mark.skipif(os.name != "posix", reason="scripts as POSIX has them"),
]

MAIN = "\\documentclass{article}\\begin{document}\\cite{a}\\bibliography{%s}\\end{document}\n"
BIB = "@book{a, title = {A & B}, author = {Doe, Jane}, publisher = {P}, year = 2000}\n"


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A committed paper of which one file is changed; the user's own git settings are out of the way."""
    for name in [name for name in os.environ if name.startswith(("GIT_", "LATEXREFCHECK_"))]:
        monkeypatch.delenv(name)
    for name, value in {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}.items():
        monkeypatch.setenv(name, value)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "A")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "a@example.org")
    folder = tmp_path / "paper"
    (folder / "bib").mkdir(parents=True)
    (folder / "main.tex").write_text(MAIN % "bib/refs")
    (folder / "bib" / "refs.bib").write_text(BIB)
    monkeypatch.chdir(folder)
    commands(folder, "init -q", "add -A", "commit -qm first")
    return folder


def commands(folder: Path, *lines: str) -> None:
    for line in lines:
        subprocess.run(["git", *line.split()], cwd=folder, check=True, capture_output=True)


def embedded(folder: Path, mark: Path) -> None:
    """What a commit can hold: a folder that git takes for a bare repository, with a monitor."""
    (folder / "objects").mkdir(parents=True, exist_ok=True)
    (folder / "refs").mkdir(exist_ok=True)
    (folder / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / "config").write_text(
        f'[core]\n repositoryformatversion = 0\n bare = false\n worktree = ../\n fsmonitor = "touch {mark}; false"\n'
    )


def settings(folder: Path, mark: Path) -> None:
    """What an unpacked archive can hold: a repository whose settings name programs in every place that git looks."""
    hook = folder / ".git" / "hooks" / "post-index-change"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\ntouch {mark}\n")
    hook.chmod(0o755)
    (folder / ".git" / "extra").write_text(f'[filter "two"]\n process = "touch {mark}; false"\n required = true\n')
    with (folder / ".git" / "config").open("a") as config:
        config.write(
            f'[core]\n fsmonitor = "touch {mark}; false"\n pager = "touch {mark}"\n'
            f'[diff]\n external = "touch {mark}"\n[diff "own"]\n command = "touch {mark}"\n textconv = "touch {mark}"\n'
            f'[filter "one"]\n clean = "touch {mark}; cat"\n smudge = "touch {mark}; cat"\n required = true\n'
            "[include]\n path = extra\n"
        )
    (folder / ".gitattributes").write_text("*.bib diff=own filter=one\n*.tex diff=own filter=two\n")


def test_nothing_of_a_bare_repository_in_the_tree_is_run(checkout: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    embedded(checkout / "bib", mark)
    embedded(checkout / "evil", mark)
    commands(checkout, "add -A", "commit -qm embedded")
    assert run(["fix", "--no-verify", "--write", "main.tex"]) == 0
    assert "A \\& B" in (checkout / "bib" / "refs.bib").read_text()
    for words in (
        ["--changed-only"],
        ["--since", "HEAD"],
        ["--changed-only", "--base", "evil"],
        ["--changed-only", "--base", "bib"],
    ):
        assert run(["check", "--no-verify", *words, "main.tex"]) in (0, 1)
    assert not mark.exists()


def test_nothing_that_the_settings_of_a_repository_name_is_run(checkout: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    settings(checkout, mark)
    os.utime(checkout / "main.tex", (1, 1))  # so that git has to look into the file
    assert run(["fix", "--no-verify", "--write", "main.tex"]) == 0
    for words in (["--changed-only"], ["--since", "HEAD"]):
        assert run(["check", "--no-verify", *words, "main.tex"]) in (0, 1)
    assert since(checkout, "HEAD").touches("bib/refs.bib", 1, 1)
    assert not mark.exists()
    subprocess.run(["git", "status"], cwd=checkout, capture_output=True)
    assert mark.exists(), "the settings are live"


def test_a_filter_that_no_switch_can_name(checkout: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    with (checkout / ".git" / "config").open("a") as config:
        config.write(f'[filter "a=b"]\n clean = "touch {mark}; cat"\n')
    (checkout / ".gitattributes").write_text("* filter=a=b\n")
    os.utime(checkout / "main.tex", (1, 1))
    with pytest.raises(RefcheckError, match="declare a filter 'a=b'"):
        since(checkout, "")
    assert git.uncommitted([checkout / "main.tex"]) == []
    assert not mark.exists()


def test_nothing_is_written_to_the_repository(checkout: Path) -> None:
    os.utime(checkout / "main.tex", (1, 1))
    before = (checkout / ".git" / "index").read_bytes()
    assert git.uncommitted([checkout / "main.tex", checkout / "bib" / "refs.bib"]) == []
    since(checkout, "HEAD")
    assert (checkout / ".git" / "index").read_bytes() == before


def test_what_is_uncommitted(checkout: Path, tmp_path: Path) -> None:
    (checkout / "new.bib").write_text("")
    (checkout / "bib" / "refs.bib").write_text("@misc{b}\n")
    (checkout / "[a]*?.bib").write_text("")
    (tmp_path / "elsewhere.bib").write_text("")
    asked = [
        checkout / "main.tex",
        checkout / "bib" / "refs.bib",
        checkout / "new.bib",
        checkout / "[a]*?.bib",
        tmp_path / "elsewhere.bib",
    ]
    assert [path.name for path in git.uncommitted(asked)] == ["refs.bib", "new.bib", "[a]*?.bib"]


def test_paths_are_from_the_base_below_the_top(checkout: Path) -> None:
    (checkout / "bib" / "refs.bib").write_text(BIB + "@misc{b}\n")
    (checkout / "bib" / "new.bib").write_text("")
    (checkout / "other.tex").write_text("")
    changed = since(checkout / "bib", "")
    assert (dict(changed.lines), changed.new) == ({"refs.bib": [(2, 2)]}, {"new.bib"})


@pytest.mark.parametrize("place", ["", ".", "bin"])
def test_a_program_in_the_folder_of_the_paper_is_not_run(place: str, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("git", "kpsewhich"):
        for folder in (checkout, checkout / "bin"):
            folder.mkdir(exist_ok=True)
            (folder / name).write_text("#!/bin/sh\ntouch ran\n")
            (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}{os.pathsep}{os.environ['PATH']}")
    found = programs.find("git")
    assert os.path.isabs(found)
    assert not Path(found).is_relative_to(checkout)
    run(["check", "--no-verify", "--changed-only", "main.tex"])
    assert not (checkout / "ran").exists()


def test_a_program_that_hangs_or_is_none(tmp_path: Path) -> None:
    with pytest.raises(NoAnswer, match="cannot be asked"):
        programs.run([sys.executable, "-c", "import time; time.sleep(20)"], tmp_path, 0.2)
    with pytest.raises(NoAnswer, match="cannot be asked"):
        programs.run([str(tmp_path / "none")], tmp_path, 1)
    assert programs.find("no-such-program-at-all") == ""


def test_a_search_for_programs_on_windows(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """``PATHEXT`` is tried, and the current directory, where Windows looks first, is not."""
    monkeypatch.setattr(sys, "platform", "win32")
    (tmp_path / "git.EXE").write_text("")
    (tmp_path / "git.EXE").chmod(0o755)
    monkeypatch.setenv("PATHEXT", f".COM{os.pathsep}.EXE")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f".{os.pathsep}")
    assert programs.find("git") == ""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert programs.find("git") == str(tmp_path / "git.EXE")
