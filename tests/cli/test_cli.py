"""The command line: dispatch, errors as one sentence, exit statuses, reports where they were asked for."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from latexrefcheck import __version__, cli, pipeline, registry
from latexrefcheck.cli import _output
from latexrefcheck.cli import config as config_command
from latexrefcheck.errors import UsageError
from latexrefcheck.settings import OPTIONS, Settings, load

MAIN = """\\documentclass{article}
\\begin{document}
\\cite{knuth84,ghost}
\\bibliographystyle{plain}
\\bibliography{refs}
\\end{document}
"""
REFS = """@book{knuth84,
  author = {Donald E. Knuth},
  title = {The {\\TeX}book},
  publisher = {Addison-Wesley},
  year = {1984},
}
"""


@pytest.fixture(autouse=True)
def paper(tmp_path, monkeypatch):
    (tmp_path / "main.tex").write_text(MAIN)
    (tmp_path / "refs.bib").write_text(REFS)
    monkeypatch.chdir(tmp_path)
    for name in list(os.environ):
        if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI_", "NO_COLOR", "FORCE_COLOR")):
            monkeypatch.delenv(name)
    return tmp_path


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    status = cli.run(arguments)
    return (status, *capsys.readouterr())


@pytest.mark.parametrize("command", [(), ("check",)])
def test_check_is_the_default_command(capsys, command):
    status, out, err = run(capsys, *command, "--no-verify")
    assert (status, err) == (1, "")
    assert "main.tex:3:15: error [undefined-citation]" in out


def test_a_clean_paper(capsys, paper):
    (paper / "main.tex").write_text(MAIN.replace(",ghost", ""))
    status, out, err = run(capsys, "--no-verify", "main.tex")
    assert (status, err) == (0, "")
    assert len(out.splitlines()) == 1


def test_several_reports_at_once(capsys):
    status, out, _ = run(capsys, "--no-verify", "--report", "json:out/report.json", "--report", "github")
    assert status == 1
    assert "\n::error file=main.tex,line=3,endLine=3,col=15" in out
    assert json.loads(Path("out/report.json").read_text())["summary"]["error"] == 1


def test_files_do_not_replace_the_text(capsys):
    _, out, _ = run(capsys, "--no-verify", "--report", "junit:junit.xml")
    assert "[undefined-citation]" in out
    assert Path("junit.xml").read_text().startswith("<?xml")


def test_a_dash_is_standard_output(capsys):
    _, out, _ = run(capsys, "--no-verify", "--report", "json:-")
    assert json.loads(out)["summary"]["error"] == 1
    assert not Path("-").exists()


def test_an_unknown_rule_does_not_list_all_of_them(capsys):
    _, _, err = run(capsys, "explain", "undefined-cite")
    assert err == (
        "latexrefcheck: unknown rule 'undefined-cite'; did you mean 'undefined-citation'? (`latexrefcheck rules` lists them)\n"
    )


def test_quiet_prints_only_what_was_asked_for(capsys):
    assert run(capsys, "--no-verify", "--quiet") == (1, "", "")


@pytest.mark.parametrize(
    ("reports", "environ", "expected"),
    [
        ((), {}, [("text", None)]),
        ((), {"GITHUB_ACTIONS": "true"}, [("github", None)]),
        (("json",), {"GITHUB_ACTIONS": "true"}, [("json", None)]),
        (("json:a.json",), {"GITHUB_ACTIONS": "true"}, [("github", None), ("json", "a.json")]),
        (("json:C:/a.json", "text"), {}, [("json", "C:/a.json"), ("text", None)]),
    ],
)
def test_which_reports(reports, environ, expected):
    found = _output.targets(Settings(report=reports), environ)
    assert [(target.name, target.path and target.path.as_posix()) for target in found] == expected


@pytest.mark.parametrize(("report", "message"), [("jsn", "did you mean 'json'"), ("json:", "names no file")])
def test_which_reports_not(report, message):
    with pytest.raises(UsageError, match=message):
        _output.targets(Settings(report=[report]), {})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--fial-on", "x"], "unknown option --fial-on; did you mean --fail-on? (latexrefcheck --help lists the options)"),
        (["--fail-on", "bad"], "--fail-on: fail-on must be one of info, warning, error, never, not 'bad'"),
        (["--timeout"], "argument --timeout: expected one argument; see latexrefcheck --help"),
        (["chek"], "there is no file or command 'chek'; did you mean 'latexrefcheck check'?"),
        (["explain", "nosuch"], "unknown key 'nosuch'"),
        (["explain"], "the following arguments are required: RULE|KEY; see latexrefcheck explain --help"),
        (["rules", "extra"], "unexpected argument 'extra'; see latexrefcheck rules --help"),
        (["--config", "nosuch.yml"], "'nosuch.yml' cannot be read: No such file or directory"),
        (["--baseline", "nosuch.json", "--no-verify"], "'nosuch.json' cannot be read: No such file or directory"),
        (["nosuch.tex"], "nosuch.tex"),
        (["--report", "json:main.tex/x", "--no-verify"], "report json cannot be written to 'main.tex/x'"),
    ],
)
def test_errors_are_one_sentence(capsys, arguments, message):
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert err.startswith("latexrefcheck: ")
    assert message in err
    assert err.count("\n") == 1
    assert "Traceback" not in err + out


def test_control_characters_in_an_error_are_shown(capsys):
    _, _, err = run(capsys, "\x1b[31mred\n.tex")
    assert "\x1b" not in err
    assert err.count("\n") == 1


def boom(error):
    def fail(*_: object, **__: object):
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (KeyboardInterrupt(), 130, "latexrefcheck: interrupted\n"),
        (ValueError("two\nlines"), 2, "latexrefcheck: internal error: ValueError: two lines; please report it at "),
    ],
)
def test_what_is_not_foreseen(capsys, monkeypatch, error, status, message):
    monkeypatch.setattr(pipeline, "run", boom(error))
    found, _, err = run(capsys)
    assert found == status
    assert err.startswith(message)


def test_debug_shows_where(monkeypatch):
    monkeypatch.setattr(pipeline, "run", boom(ValueError("x")))
    with pytest.raises(ValueError, match="x"):
        cli.run(["--debug"])


def test_a_reader_that_stops_is_no_error():
    script = "import sys; from latexrefcheck.cli import run; sys.exit(run(['rules', '--json']))"
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(30) == cli.BROKEN_PIPE


def test_a_terminal_that_cannot_show_a_character():
    script = "import sys; from latexrefcheck.cli import run; sys.exit(run(['n\u00f6\u4e2dsuch.tex']))"
    environ = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, env=environ)
    assert done.returncode == 2
    assert b"n\xf6\\u4e2dsuch.tex" in done.stderr


def test_version(capsys):
    with pytest.raises(SystemExit) as stop:
        cli.run(["--version"])
    assert (stop.value.code, capsys.readouterr().out) == (0, f"latexrefcheck {__version__}\n")


def test_help_names_every_option_and_command(capsys):
    with pytest.raises(SystemExit):
        cli.run(["--help"])
    out = capsys.readouterr().out
    for option in OPTIONS.values():
        assert all(flag in out for flag in option.flags), option.name
    for name in registry.commands:
        assert f"\n  {name} " in out


@pytest.mark.parametrize(
    ("command", "applying", "idle"),
    [
        (
            "audit",
            ["--lock", "--evidence", "--all", "--profile", "--aux", "--threshold"],
            ["--write-lock", "--frozen", "--fail-on"],
        ),
        ("confirm", ["--reason", "--project", "--lock", "--config"], ["--baseline", "--lock-max-age", "--evidence", "--rule"]),
        ("verify", ["--title", "--offline", "--threshold", "--config"], ["--select", "--since", "--baseline", "--fail-on"]),
        ("add", ["--bib", "--key-style", "--contact", "--config"], ["--select", "--baseline", "--require-complete"]),
    ],
)
def test_help_of_a_command_lists_no_option_that_does_nothing_there(capsys, command, applying, idle):
    with pytest.raises(SystemExit):
        cli.run([command, "--help"])
    out = capsys.readouterr().out
    assert [flag for flag in applying if flag not in out] == []
    assert [flag for flag in idle if flag in out] == []


def test_every_command_has_its_parts():
    for name in registry.commands:
        command = registry.commands[name]
        assert name == command.NAME
        assert command.HELP.endswith(".")
        assert callable(command.arguments)
        assert callable(command.run)


def test_paths_may_stand_between_options(capsys, paper):
    (paper / "b.tex").write_text(MAIN)
    status, out, _ = run(capsys, "main.tex", "--no-verify", "b.tex", "--report", "json")
    assert status == 1
    assert json.loads(out)["summary"]["documents"] == 2


def test_rules(capsys):
    status, out, _ = run(capsys, "rules", "--rule", "bad-suppression=off")
    lines = dict(line.split()[1::-1] for line in out.splitlines())
    assert (status, lines["bad-suppression"], lines["unused-suppression"]) == (0, "off", "warning")
    _, out, _ = run(capsys, "rules", "--json")
    assert {rule["rule"] for rule in json.loads(out)} == set(registry.rules)


def test_explain(capsys):
    status, out, _ = run(capsys, "explain", "bad-suppression", "unused-suppression")
    assert status == 0
    assert out.startswith("# bad-suppression\n\nA suppression comment")
    assert "Severity: lenient warning, default warning, strict error" in out
    assert "# unused-suppression" in out


def test_config(capsys, paper):
    (paper / ".latexrefcheck.yml").write_text("timeout: 3\nrules: {bad-suppression: off}\n")
    status, out, _ = run(capsys, "config", "--jobs", "2")
    rows = {line.split()[0]: line.split(maxsplit=1)[1] for line in out.splitlines()}
    assert status == 0
    assert rows["timeout"] == "3.0  (.latexrefcheck.yml:1)"
    assert rows["jobs"] == "2  (--jobs)"
    assert rows["fail-on"] == '"error"  (default)'
    assert rows["rules.bad-suppression"] == '{"severity": "off"}  (.latexrefcheck.yml:2)'
    assert set(OPTIONS) <= {name.partition(".")[0] for name in rows}
    _, out, _ = run(capsys, "config", "--json")
    assert json.loads(out)["timeout"] == {"value": 3.0, "origin": ".latexrefcheck.yml:1"}


def test_config_masks_secrets(monkeypatch):
    monkeypatch.setattr(registry, "sources", dict.fromkeys(("crossref",)))
    environ = {"LATEXREFCHECK_CROSSREF_KEY": "s3cret", "LATEXREFCHECK_CROSSREF_URL": "https://me:pass@host/"}
    rows = {name: (value, origin) for name, value, origin in config_command.table(load({}, environ))}
    assert rows["source.crossref.key"] == (config_command.MASK, "LATEXREFCHECK_CROSSREF_KEY")
    assert rows["source.crossref.url"][0] == f"https://{config_command.MASK}@host/"


@pytest.mark.parametrize(
    ("color", "environ", "expected"),
    [
        ("auto", {}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
    ],
)
def test_color(monkeypatch, color, environ, expected):
    monkeypatch.delenv("TERM", raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert _output.colored(Settings(color=color)) is expected
