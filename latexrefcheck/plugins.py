"""What can be added, as types: rules, reports, readers, commands, citation styles; a source is a value that describes itself.

Each plug-in is one module of its folder (``lint/rules``, ``verify/sources``, ``reports``, ``reading/references/readers``,
``cli``, ``cite/styles``) or of another
package that names it in an entry point of the group ``latexrefcheck.rules``, ``.sources``, ``.reports``, ``.readers``,
``.commands`` or ``.styles``. A module is a plug-in by having what the Protocol asks for; a module of ``rules`` may instead hold
a family of rules in ``RULES``, a source ends in ``SOURCE`` and a style in ``STYLE``. :mod:`latexrefcheck.registry` finds them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from latexrefcheck.model.document import SourceFile
    from latexrefcheck.model.finding import Draft, Fix
    from latexrefcheck.model.references import Worded
    from latexrefcheck.model.rule import Case, Context
    from latexrefcheck.text.runs import Run

PROFILES = ("lenient", "default", "strict")
"""The columns of a rule's table of severities."""
SCOPES = ("bibliography", "document", "project", "verdict", "claim", "policy")
"""What a rule may look at; see :class:`Rule`."""


@runtime_checkable
class Rule(Protocol):
    """One thing that can be wrong. Its docstring is its manual page.

    ``ID`` names it in reports and settings; ``SEVERITY`` is the name of a severity for each of the profiles
    ``lenient``, ``default`` and ``strict``; ``SCOPE`` says what the ``subject`` of :meth:`check` is:

    - ``bibliography``: one :class:`~latexrefcheck.model.document.Bibliography`, once per file and dialect;
    - ``document``: one root :class:`~latexrefcheck.model.document.Document`;
    - ``project``: the whole :class:`~latexrefcheck.model.document.Project`;
    - ``verdict``: one :class:`~latexrefcheck.model.rule.Checked` entry, after verification;
    - ``claim``: one :class:`~latexrefcheck.model.claims.Leaning`, a citing sentence beside the cited text;
    - ``policy``: the list of :class:`~latexrefcheck.model.document.Problem` that :mod:`latexrefcheck.policy` noticed.
    """

    ID: str
    SCOPE: str
    SEVERITY: Mapping[str, str]

    def check(self, subject: Any, context: Context) -> Iterable[Draft]:
        """The drafts of findings in ``subject``, as they are met."""


@runtime_checkable
class Configurable(Protocol):
    """A rule with options that the settings may change; the values are the defaults and give the types."""

    OPTIONS: Mapping[str, object]


@runtime_checkable
class Mending(Protocol):
    """A rule that mends its findings from a record, or from what is cited; the text alone says less than that."""

    def mend(self, case: Case) -> Fix | None:
        """What would mend the finding of ``case``; None where nothing sure can be said."""


@runtime_checkable
class OfFile(Protocol):
    """A rule that speaks of the file rather than of an entry: it counts where nobody cites the entry too."""

    UNCITED: bool


def page(plugin: object) -> str:
    """The manual page of a plug-in: its docstring without the indentation of the class that has it."""
    from textwrap import dedent  # imported late: a page is shown where something was found

    first, _, rest = (plugin.__doc__ or "").partition("\n")
    return f"{first}\n{dedent(rest)}".strip()


def options_of_rule(rule: Rule) -> Mapping[str, object]:
    """The options of a rule with their defaults."""
    options: Mapping[str, object] = getattr(rule, "OPTIONS", {})  # isinstance() of a Protocol takes twenty times as long
    return options


class Report(Protocol):
    """A form in which a report is written. Its docstring is its manual page.

    ``render`` takes a :class:`~latexrefcheck.model.finding.Report` and, by keyword, options that all have defaults of
    type bool, int or str; it returns the whole text and does nothing else. ``ENTRIES`` says whether it shows the entries
    of the bibliography: they are not listed when no report does.
    """

    ID: str
    ENTRIES: bool
    render: Callable[..., str]


def options_of_report(report: Report) -> Mapping[str, object]:
    """The options of a report with their defaults, as its ``render`` declares them."""
    return getattr(report.render, "__kwdefaults__", None) or {}


class Reader(Protocol):
    """A kind of file that references stand in. Its docstring is its manual page.

    ``SUFFIXES`` are those of its files, in lower case with the dot. ``read`` takes how reports name the file, its bytes
    and where it lies (None: nowhere), and returns its text and the references at their places in it; it opens nothing,
    and raises :class:`~latexrefcheck.errors.UnreadableInput` with one sentence for what cannot be read.
    """

    ID: str
    SUFFIXES: tuple[str, ...]

    def read(self, path: str, data: bytes, absolute: Path | None = None) -> tuple[SourceFile, tuple[Worded, ...]]:
        """The text of a file and the references in it."""


class Command(Protocol):
    """A command of the command line: ``NAME`` behind ``latexrefcheck``, ``HELP`` its description in one line."""

    NAME: str
    HELP: str

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's arguments to its parser."""

    def run(self, args: argparse.Namespace) -> int:
        """Do what the arguments ask for; the exit status."""


@runtime_checkable
class Style(Protocol):
    """A citation style: ``id`` is what the user types, ``aliases`` what else is understood, ``name`` how people call it."""

    @property
    def id(self) -> str: ...  # noqa: D102

    @property
    def name(self) -> str: ...  # noqa: D102

    @property
    def aliases(self) -> Sequence[str]: ...  # noqa: D102

    def references(self, items: Sequence[Mapping[str, object]], start: int = 1) -> Sequence[Sequence[Run]]:
        """Each item of CSL-JSON as the style's bibliography has it, in order, numbered from ``start`` on if it has numbers."""
