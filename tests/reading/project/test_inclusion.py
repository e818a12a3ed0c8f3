"""Which of several roots are documents, and which are chapters of others."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck.reading.project.inclusion import drop_included
from latexrefcheck.reading.project.library import Library


def roots(folder: Path, links: dict[str, str]) -> list[str]:
    """The names of the roots that stay, of files that each name others."""
    for name, names in links.items():
        (folder / f"{name}.tex").parent.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.tex").write_text("".join(f"\\input{{{other}}}\n" for other in names.split()))
    wanted = [folder / f"{name}.tex" for name in links if not name.startswith("no-")]
    return [path.relative_to(folder).with_suffix("").as_posix() for path in drop_included(wanted, Library(folder))]


@pytest.mark.parametrize(
    ("links", "kept"),
    [
        ({"a": "", "b": ""}, "a b"),
        ({"a": "b", "b": ""}, "a"),
        ({"a": "", "b": "a"}, "b"),
        ({"a": "b", "b": "c", "c": ""}, "a"),
        ({"a": "no-x", "no-x": "b", "b": ""}, "a"),
        ({"a": "a", "b": ""}, "a b"),
        ({"a": "b", "b": "a"}, "a"),
        ({"a": "b", "b": "a", "c": ""}, "a c"),
        ({"a": "b", "b": "a", "c": "b"}, "c"),
        ({"a": "b", "b": "c", "c": "a", "d": "e", "e": "d"}, "a d"),
        ({"a": "no-x", "no-x": "a", "b": "no-x"}, "b"),
        ({"a": "x/b", "x/b": "c", "x/c": ""}, "a"),
        ({"x/a": "b", "x/b": "", "b": ""}, "x/a b"),
        ({"a": "missing a.tex ../b", "b": ""}, "a b"),
        ({"a": "b.tex", "b": ""}, "a"),
    ],
)
def test_roots_that_no_other_root_leads_to(tmp_path: Path, links: dict[str, str], kept: str) -> None:
    assert roots(tmp_path, links) == kept.split()


def test_six_hundred_roots_that_name_each_other_are_looked_up_once_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    asked: list[str] = []
    real = os.path.isfile
    monkeypatch.setattr(os.path, "isfile", lambda path: asked.append(str(path)) or real(path))
    names = [f"r{number}" for number in range(600)]
    assert roots(tmp_path, dict.fromkeys(names, " ".join(names))) == ["r0"]
    assert len(asked) == 2 * len(names)
