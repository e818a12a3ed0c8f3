"""``cache``: where it lies, what it holds, and what goes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from latexrefcheck import cli


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.run(["cache", *arguments]) == 0
    return capsys.readouterr().out


def test_a_cache_that_is_not_there_yet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    where = ("--cache", str(tmp_path / "gehütet"))
    assert run(capsys, "path", *where).startswith(str(tmp_path / "gehütet"))
    assert "no cache yet" in run(capsys, "info", *where)
    told = run(capsys, "info", "--json", *where)
    plain = json.loads(told)
    assert told == json.dumps(plain, indent=2, ensure_ascii=False) + "\n"
    assert "gehütet" in told
    assert (plain["exists"], plain["records"], plain["sources"]) == (False, 0, {})
    assert run(capsys, "clear", *where).startswith("0 stored answers dropped from ")
    assert run(capsys, "prune", *where).startswith("0 stored answers dropped from ")
