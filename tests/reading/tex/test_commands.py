"""The tables of commands/: their form, and one line per cite command in fixtures/projects/commands/."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from latexrefcheck.reading import project, tex
from latexrefcheck.reading.tex import commands
from latexrefcheck.reading.tex.scanner import HANDLERS
from latexrefcheck.system import tables

FIXTURES = Path(__file__).parents[3] / "fixtures" / "projects" / "commands"
TABLES = sorted(commands.available() | {"kernel", "verbatims"})
_KEY = re.compile(r"\{([A-Za-z]+-\d)\}")


@pytest.mark.parametrize("name", TABLES)
def test_form(name):
    macros, environments, more = commands.table(name)
    assert set(more) <= commands.available()
    for written, command in (macros | environments).items():
        assert command.kind in HANDLERS, written
        assert set(command.signature) <= set("soapmkfO+" + "hb" * (command.kind == "each-argument")), written
        assert command.kind not in ("cite", "nocite", "cite-env") or "k" in command.signature, written
    assert all(re.fullmatch(r"[A-Za-z@]+" if name != "expl3" else r"[A-Za-z_:]+", written) for written in macros)


@pytest.mark.parametrize("name", [name for name in TABLES if (FIXTURES / f"{name}.tex").is_file()])
def test_every_line_of_the_fixture_cites(name):
    text = (FIXTURES / f"{name}.tex").read_text("utf-8")
    read = project.load([FIXTURES / f"{name}.tex"], FIXTURES, project.Options(tex_tree=False))
    assert sorted(c.key for c in read.documents[0].citations) == sorted(_KEY.findall(text))


@pytest.mark.parametrize("name", TABLES)
def test_every_cite_command_has_a_line(name):
    macros, environments, _ = commands.table(name)
    wanted = {n for n, c in (macros | environments).items() if c.kind in ("cite", "nocite", "cite-env")}
    path = FIXTURES / f"{name}.tex"
    text = path.read_text("utf-8") if path.is_file() else ""
    assert wanted <= set(re.findall(r"\\(?:begin\{)?([A-Za-z]+)", text))


def test_classes_name_tables_that_exist():
    assert set(commands.brought_along().values()) <= commands.available() | {"plain"}


@pytest.mark.parametrize("kind", ["bib", "strings-only", "tex"])
def test_files_of_the_distribution(kind):
    assert commands.tree_files(kind)


def test_few_nodes():
    # Tables are read at every start: names stand in strings, not in lists of their own.
    for name in TABLES:
        for kind, signatures in tables.table("commands", name).items():
            assert isinstance(signatures, str if kind == "loads" else dict)


def test_user_commands():
    assert tex.user_commands({"\\mine": "m o k"}) == {"mine": commands.command("cite", "mok")}
