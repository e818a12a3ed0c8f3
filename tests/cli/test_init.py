"""``latexrefcheck init`` writes what works and overwrites nothing."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from latexrefcheck.cli import run
from latexrefcheck.cli.init import TARGETS
from latexrefcheck.system.tables import HERE

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("what", sorted(TARGETS))
def test_writes_the_file_and_says_so(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["init", what, "--directory", str(tmp_path)]) == 0
    written = tmp_path / TARGETS[what].path
    assert written.read_text(encoding="utf-8") == (HERE / "cli" / "_templates" / f"{what}.tmpl").read_text(encoding="utf-8")
    assert capsys.readouterr().out.startswith(f"wrote {written}. ")


@pytest.mark.parametrize("what", sorted(set(TARGETS) - {"latexmk"}))
def test_never_overwrites(what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / TARGETS[what].path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine\n")
    assert run(["init", what, "--directory", str(tmp_path)]) == 2
    assert path.read_text() == "mine\n"
    assert "left alone" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
@pytest.mark.parametrize(("what", "link"), [("github", ".github"), ("latexmk", "latexmkrc"), ("overleaf", ".github/workflows")])
def test_writes_through_no_link_out_of_the_project(
    what: str, link: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "file").write_text("")
    paper = tmp_path / "paper"
    (paper / link).parent.mkdir(parents=True)
    (paper / ".git").mkdir()
    (paper / link).symlink_to(tmp_path / "outside" / ("file" if link == "latexmkrc" else ""))
    assert run(["init", what, "--directory", str(paper)]) == 2
    assert "link to" in capsys.readouterr().err
    assert [(each.name, each.read_text()) for each in (tmp_path / "outside").iterdir()] == [("file", "")]


@pytest.mark.parametrize("name", ["latexmkrc", ".latexmkrc"])
@pytest.mark.parametrize("before", ["", "$pdf_mode = 1;", "$pdf_mode = 1;\n"])
def test_keeps_what_is_in_a_latexmkrc(name: str, before: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / name
    path.write_text(before)
    assert run(["init", "latexmk", "--directory", str(tmp_path)]) == 0
    text = path.read_text()
    assert text.startswith(before)
    assert "$success_cmd = 'internal refcheck';" in text
    assert run(["init", "latexmk", "--directory", str(tmp_path)]) == 2
    assert path.read_text() == text
    assert [file.name for file in tmp_path.iterdir()] == [name]
    capsys.readouterr()


def test_written_configuration_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["init", "--directory", str(tmp_path)]) == 0
    monkeypatch.chdir(tmp_path)
    assert run(["config"]) == 0
    assert ".latexrefcheck.yml" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("template", "file"),
    [
        ("latexmk", "latexmkrc.example"),
        ("overleaf", "integrations/overleaf/pull.yml"),
        ("gitlab", "integrations/gitlab/latexrefcheck.gitlab-ci.yml"),
    ],
)
def test_templates_are_the_published_files(template: str, file: str) -> None:
    assert (HERE / "cli" / "_templates" / f"{template}.tmpl").read_bytes() == (ROOT / file).read_bytes()


def test_pre_commit_template_names_real_hooks() -> None:
    hooks = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    wanted = yaml.safe_load((HERE / "cli" / "_templates" / "pre-commit.tmpl").read_text())["repos"][0]["hooks"]
    assert {hook["id"] for hook in wanted} == hooks
