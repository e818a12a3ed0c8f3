"""Command-line parsers made from the declared options."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Iterator, Sequence
from typing import NoReturn, TypedDict

from latexrefcheck import registry
from latexrefcheck.errors import UsageError, nearest
from latexrefcheck.plugins import Command
from latexrefcheck.settings import GROUPS, OPTIONS, Settings, load, of_group
from latexrefcheck.settings._option import Option
from latexrefcheck.text.terms import VERSION


class _Parser(argparse.ArgumentParser):
    """Errors are exceptions, so that they become one sentence like every other."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def parse(command: Command, arguments: Sequence[str]) -> argparse.Namespace:
    """The arguments of a command; raises UsageError with a suggestion for an unknown option."""
    parser = _Parser(
        prog="latexrefcheck" if command.NAME == "check" else f"latexrefcheck {command.NAME}",
        description=command.HELP,
        epilog=_commands() if command.NAME == "check" and {"-h", "--help"} & set(arguments) else None,
        formatter_class=_formatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"latexrefcheck {VERSION}")
    parser.add_argument("--debug", action="store_true", help="on an error, print where in the program it happened")
    command.arguments(parser)
    found, rest = parser.parse_known_args(arguments)
    unknown = [word for word in rest if word.startswith("-") and word != "--"]
    if unknown:
        flag = unknown[0].partition("=")[0]
        near = nearest(flag, parser._option_string_actions)
        raise UsageError(
            f"unknown option {flag}{f'; did you mean {near[0]}?' if near else ''} ({parser.prog} --help lists the options)"
        )
    words = [word for word in rest if word != "--"]
    if words and "paths" not in vars(found):
        raise UsageError(f"unexpected argument {words[0]!r}; see {parser.prog} --help")
    if words:  # argparse takes positional arguments from one place only
        found.paths = [*(found.paths or ()), *words]
    return found


FILES = frozenset(("FILE", "DIR", "PATH"))
"""Metavariables of values that are names of files or directories."""


def whole() -> argparse.ArgumentParser:
    """One parser of everything, with a subparser per command: for completion scripts and the manual page.

    The program itself parses with the parser of one command, so that only that command is imported.
    """
    parser = _Parser(prog="latexrefcheck", description=registry.commands["check"].HELP, allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"latexrefcheck {VERSION}")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")
    for name, command in registry.commands.items():
        summary = command.HELP.splitlines()[0]
        command.arguments(commands.add_parser(name, help=summary, description=command.HELP, allow_abbrev=False))
    return parser


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of a parser and of its subparsers."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from actions(inner)
        else:
            yield action


def _formatter(prog: str) -> argparse.HelpFormatter:
    # A given width spares argparse the import of shutil, which it would do for every option.
    return argparse.RawDescriptionHelpFormatter(prog, width=terminal_width() - 2)


def _commands() -> str:
    lines = ["commands (latexrefcheck COMMAND --help says more):"]
    for name, command in registry.commands.items():
        lines.append(f"  {name:<11}{command.HELP.splitlines()[0]}")
    return (
        "\n".join(lines) + "\n\nexit status: 0 clean, 1 findings, 2 bad usage, configuration or input, 3 incomplete verification"
    )


SETTINGS = frozenset(("profile", "config"))
"""Options of policy that also matter to commands which judge no findings: where settings come from."""


def add_options(
    parser: argparse.ArgumentParser, groups: Sequence[str] = GROUPS, paths: bool = True, only: Collection[str] = ()
) -> None:
    """Add the declared options of some groups to a command's parser; ``paths`` also the PATH arguments.

    With ``only`` a group of which it names some options is cut to these: a command lists none that does nothing there.
    """
    for heading in groups:
        group = parser.add_argument_group(heading)
        wanted = list(of_group(heading))
        for option in [one for one in wanted if one.name in only] or wanted:
            if option.name == "paths":
                if paths:
                    parser.add_argument("paths", nargs="*", metavar="PATH", help=option.help)
            elif option.flags:
                group.add_argument(*option.flags, **_keywords(option))
                if option.opposite:
                    group.add_argument(
                        option.opposite, dest=option.name, action="store_false", default=None, help=argparse.SUPPRESS
                    )


class _Keywords(TypedDict, total=False):
    """The keywords of ``add_argument`` that declared options need."""

    dest: str
    default: None
    help: str
    action: str | type[argparse.Action]
    metavar: str
    nargs: str
    const: str


def _keywords(option: Option) -> _Keywords:
    keywords: _Keywords = {"dest": option.name, "default": None, "help": _help(option)}
    if option.type == "bool":
        keywords["action"] = argparse.BooleanOptionalAction
        return keywords
    keywords["metavar"] = option.metavar or ("|".join(option.choices) if option.choices else option.name.upper())
    if option.is_list or option.is_mapping:
        keywords["action"] = "append"
    if option.const is not None:
        keywords["nargs"] = "?"
        keywords["const"] = option.const
    return keywords


def _help(option: Option) -> str:
    default = option.default
    shown = (
        "" if default is None or default == "" or option.is_list or option.is_mapping or isinstance(default, bool) else default
    )
    opposite = f" {option.opposite} is the opposite." if option.opposite else ""
    return (option.help + opposite + (f" (default {shown})" if shown != "" else "")).replace("%", "%%")


def settings(arguments: argparse.Namespace) -> Settings:
    """The settings that the command line, the environment and the files make."""
    flags = {name: value for name, value in vars(arguments).items() if name in OPTIONS and value not in (None, [])}
    made = load(flags, os.environ)
    if made.verbose or made.trace:
        from latexrefcheck.cli import _log

        _log.start(made)
    for path in made.paths:
        if not os.path.lexists(path) and str(path) == path.name and not path.suffix:
            near = nearest(path.name, registry.commands)
            if near:
                raise UsageError(f"there is no file or command {path.name!r}; did you mean 'latexrefcheck {near[0]}'?")
    return made


def terminal_width() -> int:
    """Columns of the terminal on standard output, else 100."""
    try:
        return max(40, os.get_terminal_size(sys.stdout.fileno()).columns)
    except (OSError, ValueError):
        return 100
