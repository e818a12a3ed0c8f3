"""Completion scripts, the manual page and the parser that both are made from."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from latexrefcheck import registry
from latexrefcheck.cli import _arguments, completion, run


@pytest.mark.parametrize("shell", completion.SHELLS)
def test_a_script_names_every_command_and_option(shell, capsys):
    assert run(["completion", shell]) == 0
    text = capsys.readouterr().out
    assert all(name in text for name in registry.commands)
    assert "no-verify" in text
    assert "sources" in text


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes_commands_and_options(tmp_path, capsys):
    run(["completion", "bash"])
    script = tmp_path / "complete.sh"
    script.write_text(capsys.readouterr().out, encoding="utf-8")

    def completed(*words: str) -> set[str]:
        quoted = " ".join(f"'{word}'" for word in words)
        code = f"source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _shtab_latexrefcheck; "
        code += 'printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", code], capture_output=True, encoding="utf-8", check=True)
        return set(done.stdout.split())

    assert {"check", "config", "confirm", "complete", "completion"} >= completed("latexrefcheck", "co") >= {"config", "confirm"}
    assert "--report" in completed("latexrefcheck", "check", "--re")
    assert "--no-verify" in completed("latexrefcheck", "check", "--no-v")


def test_an_unknown_shell_is_one_sentence(capsys):
    assert run(["completion", "fish"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_whole_parser_takes_what_each_command_takes():
    parser = _arguments.whole()
    assert parser.parse_args(["check", "--no-verify", "main.tex"]).paths == ["main.tex"]
    flags = {flag for action in _arguments.actions(parser) for flag in action.option_strings}
    assert {"--version", "--report", "--profile"} <= flags
