"""Run a composite action's steps in order as GitHub's runner would, without GitHub.

Environment files, inputs with their defaults, expressions in ``${{ }}``, conditions, ``continue-on-error``
and the rule that a failed step skips the rest unless its condition says ``always()`` are as documented in
https://docs.github.com/en/actions/sharing-automations/creating-actions/metadata-syntax-for-github-actions.
Third-party actions are not run but recorded with their evaluated inputs.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}", re.DOTALL)
TOKEN = re.compile(r"'(?:[^']|'')*'|[A-Za-z_][\w.-]*(?:\(\))?|&&|\|\||!=|==|!|\(|\)")
WORDS = {"&&": "and", "||": "or", "!": "not", "true": "True", "false": "False", "always()": "True"}


class Result(NamedTuple):
    """What a run left behind: failed or not, log, outputs, step summary, and the third-party steps with their inputs."""

    failed: bool
    log: str
    outputs: dict[str, str]
    summary: str
    uses: list[tuple[str, dict[str, str]]]


class Runner:
    """One job on one machine: ``context`` is what expressions can name; secrets are only what ``environment`` holds."""

    def __init__(
        self, action: Path, workspace: Path, temp: Path, github: Mapping[str, Any], environment: Mapping[str, str]
    ) -> None:
        self.folder = action.parent
        self.action: dict[str, Any] = yaml.safe_load(action.read_text(encoding="utf-8"))
        self.workspace = workspace
        self.temp = temp
        self.context: dict[str, Any] = {"runner": {"temp": str(temp), "os": "Linux"}, "github": dict(github), "steps": {}}
        self.environment = environment

    def value(self, path: str) -> Any:
        """What a dotted name means in an expression; unknown names are empty, as in GitHub's."""
        found: Any = self.context
        for part in path.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
        return "" if found is None else found

    def text(self, template: object) -> str:
        """A string with its expressions put in."""
        return EXPRESSION.sub(lambda match: str(self.value(match[1])), str(template))

    def holds(self, condition: str) -> bool:
        """A condition, evaluated as a Python expression of the same operators."""
        words = []
        for token in TOKEN.findall(condition):
            known = WORDS.get(token, token)
            is_name = token not in WORDS and re.match(r"[A-Za-z_]", token)
            words.append(repr(self.value(token)) if is_name else known)
        return bool(eval(" ".join(words), {"__builtins__": {}}))

    def run(self, inputs: Mapping[str, str]) -> Result:
        """Run all steps with these inputs."""
        declared = self.action["inputs"]
        assert set(inputs) <= set(declared)
        self.context["inputs"] = {name: inputs.get(name, item.get("default", "")) for name, item in declared.items()}
        files = {name: self.temp / name.lower() for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        log, failed = "", False
        uses: list[tuple[str, dict[str, str]]] = []
        for step in self.action["runs"]["steps"]:
            condition = step.get("if", "")
            if (failed and "always()" not in condition) or (condition and not self.holds(condition)):
                continue
            if "uses" in step:
                uses.append((step["uses"], {name: self.text(item) for name, item in step.get("with", {}).items()}))
                continue
            for file in files.values():
                file.touch()
            done = self.step(step, files)
            log += done.stdout
            self.context["steps"][step.get("id", "")] = {"outputs": outputs_of(files["GITHUB_OUTPUT"])}
            files["GITHUB_OUTPUT"].unlink()
            failed |= done.returncode != 0 and not step.get("continue-on-error", False)
        outputs = {name: self.text(item["value"]) for name, item in self.action["outputs"].items()}
        return Result(failed, log, outputs, files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8"), uses)

    def step(self, step: Mapping[str, Any], files: Mapping[str, Path]) -> subprocess.CompletedProcess[str]:
        """One ``run`` step under ``bash -eo pipefail``, as the runner starts ``shell: bash``."""
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "inputs must reach a script through the environment only"
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.temp),
            "GITHUB_ACTIONS": "true",
            "CI": "true",
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_ACTION_PATH": str(self.folder),
            **{name: str(file) for name, file in files.items()},
            **self.environment,
            **{name: self.text(item) for name, item in step.get("env", {}).items()},
        }
        folder = self.workspace / self.text(step.get("working-directory", "."))
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
        )


def outputs_of(file: Path) -> dict[str, str]:
    """The ``name=value`` lines of an environment file."""
    return dict(line.split("=", 1) for line in file.read_text(encoding="utf-8").splitlines())
