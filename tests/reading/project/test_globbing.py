"""Patterns find what glob finds, but neither outside of what may be read nor without an end."""

from __future__ import annotations

import glob
import os
from pathlib import Path

import pytest

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.reading.project import globbing
from latexrefcheck.reading.project.globbing import Globber, TooMany, fixed

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in ("top/a/x.bib", "top/a/y.bib", "top/b/.hidden.bib", "top/b/c/[1].bib", "top/.h/z.bib", "top/w.bib", "out/o.bib"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "top/b/round").symlink_to("../..")
    (tmp_path / "top/a/link.bib").symlink_to("y.bib")
    (tmp_path / "top/a/leaves.bib").symlink_to("../../out/o.bib")
    return tmp_path / "top"


PATTERNS = ["*.bib", "a/*.bib", "*/*.bib", "?/[xy].bib", "a/../*.bib", ".h/*", ".*/*.bib", "b/.*.bib", "b/c/[[]1].bib"]


@pytest.mark.parametrize("pattern", [*PATTERNS, "nothing*", "a/x.bib/*", "[", "**/x.bib", "**/*.bib", "**"])
@pytest.mark.parametrize("absolute", [True, False])
def test_as_glob_finds_them(pattern: str, absolute: bool, tree: Path) -> None:
    pattern = f"{tree}/{pattern}" if absolute else pattern
    places = (os.path.join(tree, name) for name in glob.glob(pattern, root_dir=tree, recursive=True))
    inside = {os.path.normpath(path) for path in places if os.path.isfile(path) and "leaves" not in path and "round" not in path}
    found = Globber(str(tree)).find(pattern, [str(tree)], recursive=True)
    assert {os.path.normpath(path) for path in found} == inside
    assert len(found) == len(inside)


@pytest.mark.parametrize(
    "pattern", ["../out/*.bib", "../*/*.bib", "/*/*/*.bib", "a/leaves*", "b/round/out/*.bib", "../*/../*/o.bib"]
)
def test_nothing_outside_is_listed_or_found(pattern: str, tree: Path) -> None:
    globber = Globber(str(tree))
    assert globber.find(pattern, [str(tree)], recursive=True) == []
    assert globber.left > globbing.MAX_ENTRIES - 20


@pytest.mark.parametrize("pattern", ["*/../" * 100 + "*.bib", "*/round/top/" * 50 + "**/x.bib", "**/" * 200 + "*.bib"])
def test_patterns_that_repeat_themselves(pattern: str, tree: Path) -> None:
    globber = Globber(str(tree))
    assert len(globber.find(pattern, [str(tree.parent)], recursive=True)) < 10
    assert globber.left > globbing.MAX_ENTRIES / 2


def test_limit(tree: Path) -> None:
    globber = Globber(str(tree), limit=12)
    assert globber.find("a/*.bib", [str(tree)])
    with pytest.raises(TooMany):
        for _ in range(5):  # what was listed before counts too: a paper may repeat its patterns
            globber.find("a/*.bib", [str(tree)])


@pytest.mark.parametrize(
    ("pattern", "folder"),
    [("*.bib", "."), ("a/*/b", "a"), ("/*", "/"), ("/a/b/*.bib", "/a/b/"), ("../x.bib", ".."), ("**/x", ".")],
)
def test_fixed_part(pattern: str, folder: str) -> None:
    assert os.path.normpath(fixed(pattern)) == os.path.normpath(folder)


def test_too_many_is_said(load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(globbing.Globber.__init__, "__defaults__", (3,))
    files = {f"lib/{number}.bib": "" for number in range(5)}
    main = "\\documentclass{article}\\usepackage{biblatex}\\addbibresource{lib/*.bib}\\begin{document}\\end{document}"
    document = load({"main.tex": main, **files}).documents[0]
    assert [problem.message for problem in document.problems if problem.kind == "missing-file"] == [
        "the database 'lib/*.bib' is not read: it leads to more than 50000 files; name the databases"
    ]
    with pytest.raises(UnreadableInput, match=r"'lib/\*' \(extra-bib or shared\) leads to more than"):
        load({"main.tex": main}, shared=("lib/*",))
