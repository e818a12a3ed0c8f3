"""What the README shows is what the command prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_example_output() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LATEXREFCHECK", "GITHUB_", "CI"))}
    command = [sys.executable, "-m", "latexrefcheck", "check", "--frozen", "fixtures/projects/example"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", timeout=60)
    assert done.returncode == 1
    assert f"```\n{done.stdout.rstrip()}\n```" in README


def test_links_and_commands_exist() -> None:
    targets = re.findall(r"\]\(((?!http)[^)#]+)", README)
    assert targets
    assert [target for target in targets if not (ROOT / target).exists()] == []
    commands = {path.stem for path in (ROOT / "latexrefcheck" / "cli").glob("[a-z]*.py")}
    named = set(re.findall(r"latexrefcheck ([a-z]+)\b", README)) - {"is", "needs"}
    assert named - commands == set()
