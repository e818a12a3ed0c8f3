"""The plug-ins by kind and name, typed: :data:`rules`, :data:`sources`, :data:`readers`, :data:`reports`, :data:`commands`,
:data:`styles`.

Nothing is imported before it is asked for. What is asked of all plug-ins of a kind in each run (ids, severities) is
kept, as tables are, so that a module which this run does not need is not imported. Plug-ins of other packages are
found through entry points; looking for those starts only when the directories that Python imports from have changed.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from latexrefcheck.errors import UsageError, unknown
from latexrefcheck.system import tables

if TYPE_CHECKING:
    from latexrefcheck.model.lookup import Source
    from latexrefcheck.plugins import Command, Reader, Report, Rule, Style

GROUP = "latexrefcheck."
"""Start of the names of the groups of entry points."""

P = TypeVar("P")


class Facts(NamedTuple):
    """What is known of a plug-in without importing it: ``value`` is what its kind keeps, of plain types."""

    module: str
    value: Any = None


class Plugins(Mapping[str, P], Generic[P]):
    """All plug-ins of one kind by name, sorted; a missing name raises :class:`UsageError` with the near ones.

    ``within`` lists the plug-ins of one module, which may be one itself, by name and ``fact`` is what is kept of each;
    ``family`` is false for kinds of which each module is one plug-in, named as its file with dashes.
    """

    def __init__(
        self,
        kind: str,
        folder: str,
        within: Callable[[P], Iterable[tuple[str, P]]],
        fact: Callable[[P], object] = lambda plugin: None,
        family: bool = False,
    ) -> None:
        self.kind = kind
        self.folder = tables.HERE / folder
        self.package = f"latexrefcheck.{folder.replace('/', '.')}"
        self._within = within
        self._fact = fact
        self._family = family
        self._loaded: dict[str, dict[str, P]] = {}

    def __getitem__(self, name: str) -> P:
        try:
            module = self.facts[name].module
        except KeyError:
            raise UsageError(unknown(self.kind, name, self)) from None
        return self._plugins(module)[name]

    def __contains__(self, name: object) -> bool:
        return name in self.facts

    def __iter__(self) -> Iterator[str]:
        return iter(self.facts)

    def __len__(self) -> int:
        return len(self.facts)

    @cached_property
    def facts(self) -> Mapping[str, Facts]:
        """What is kept of every plug-in, in the order of their names."""
        found = {name: Facts(*each) for name, each in self._own().items()}
        for entry in entry_points():
            if entry.group == f"{GROUP}{self.kind}s":
                for name, plugin in self._foreign(entry).items():
                    if name in found:
                        raise UsageError(f"{entry.told} adds a {self.kind} {name!r}, which there is already; uninstall one")
                    found[name] = Facts(entry.value, self._fact(plugin))
        return dict(sorted(found.items()))

    def _own(self) -> Mapping[str, tuple[str, Any]]:
        files = [entry for entry in os.scandir(self.folder) if not entry.name.startswith(("_", "."))]
        packages = {entry.name for entry in files if os.path.isfile(os.path.join(entry.path, "__init__.py"))}  # noqa: PTH113, PTH118
        modules = {e.name.removesuffix(".py"): e for e in files if e.name.endswith(".py") or e.name in packages}
        if not self._family:
            return {name.replace("_", "-"): (f"{self.package}.{name}", None) for name in modules}
        status = ((name, entry.stat()) for name, entry in sorted(modules.items()))
        stamp = tuple((name, each.st_mtime_ns, each.st_size) for name, each in status)

        def collect() -> dict[str, tuple[str, Any]]:
            return {
                name: (f"{self.package}.{module}", self._fact(plugin))
                for module in modules
                for name, plugin in self._plugins(f"{self.package}.{module}").items()
            }

        found: dict[str, tuple[str, Any]] = tables.kept(self.folder / "plugins", stamp, collect)
        return found

    def _plugins(self, path: str) -> dict[str, P]:
        """The plug-ins of the module ``path``, or the one that ``path`` names as ``module:attribute``."""
        if path not in self._loaded:
            module, _, attribute = path.partition(":")
            found: Any = importlib.import_module(module)
            for part in attribute.split(".") if attribute else ():
                found = getattr(found, part)
            self._loaded[path] = dict(self._within(found))
        return self._loaded[path]

    def _foreign(self, entry: EntryPoint) -> dict[str, P]:
        try:
            return self._plugins(entry.value)
        except (Exception, SystemExit) as error:
            raise UsageError(
                f"{entry.told} cannot be used ({type(error).__name__}: {error}); mend or uninstall the package"
            ) from error


def _rules_of(module: Rule) -> Iterator[tuple[str, Rule]]:
    """The rules of a module: its ``RULES``, or itself."""
    from latexrefcheck.model.finding import Severity
    from latexrefcheck.plugins import PROFILES, SCOPES, Rule

    for rule in getattr(module, "RULES", (module,)):
        if not all(hasattr(rule, name) for name in (*Rule.__annotations__, "check")):  # what isinstance() asks, in a tenth
            raise TypeError("a rule has ID, SCOPE, SEVERITY and check()")
        if rule.SCOPE not in SCOPES:
            raise ValueError(f"the scope of {rule.ID} is {rule.SCOPE!r}, which is none of {', '.join(SCOPES)}")
        if set(rule.SEVERITY) != set(PROFILES) or not set(rule.SEVERITY.values()) <= set(Severity.__members__):
            raise ValueError(
                f"{rule.ID} needs a severity for each of {', '.join(PROFILES)}: one of {', '.join(Severity.__members__)}"
            )
        yield rule.ID, rule


def _sources_of(module: Source) -> Iterator[tuple[str, Source]]:
    """The source that a module ends in."""
    from latexrefcheck.model.lookup import Source

    source = getattr(module, "SOURCE", module)
    if not isinstance(source, Source):
        raise TypeError("the module of a source ends in SOURCE, a latexrefcheck.model.lookup.Source")
    yield source.id, source


def _reports_of(module: Report) -> Iterator[tuple[str, Report]]:
    yield module.ID, module


def _readers_of(module: Reader) -> Iterator[tuple[str, Reader]]:
    yield module.ID, module


def _commands_of(module: Command) -> Iterator[tuple[str, Command]]:
    yield module.NAME, module


def _styles_of(module: Style) -> Iterator[tuple[str, Style]]:
    """The style that a module ends in."""
    from latexrefcheck.plugins import Style

    style = getattr(module, "STYLE", module)
    if not isinstance(style, Style):
        raise TypeError("the module of a style ends in STYLE, which has id, name, aliases and references()")
    yield style.id, style


rules: Plugins[Rule] = Plugins("rule", "lint/rules", _rules_of, lambda rule: (rule.SCOPE, dict(rule.SEVERITY)), family=True)
sources: Plugins[Source] = Plugins(
    "source", "verify/sources", _sources_of, lambda source: (source.name, dict(source.pages)), family=True
)
readers: Plugins[Reader] = Plugins("reader", "reading/references/readers", _readers_of)
reports: Plugins[Report] = Plugins("report", "reports", _reports_of)
commands: Plugins[Command] = Plugins("command", "cli", _commands_of)
styles: Plugins[Style] = Plugins(
    "style", "cite/styles", _styles_of, lambda style: (style.name, tuple(style.aliases)), family=True
)


def source_name(source: str) -> str:
    """A source as people write it, for sentences: ``Crossref`` for ``crossref``; what is no source stays as it is."""
    found = sources.facts.get(source)
    return source if found is None else str(found.value[0])


@cache
def source_pages() -> Mapping[str, str]:
    """The address before an identifier at which readers see the work, by kind of identifier, as the sources tell it."""
    return {kind: address for facts in sources.facts.values() for kind, address in facts.value[1].items()}


class EntryPoint(NamedTuple):
    """One entry point of ours in an installed package."""

    group: str
    name: str
    value: str
    package: str

    @property
    def told(self) -> str:
        """The entry point in a sentence."""
        return f"the plug-in {self.name!r} of the package {self.package!r}"


@cache
def entry_points() -> tuple[EntryPoint, ...]:
    """The entry points of our groups; empty without other packages, which costs a look at each import directory.

    The current directory is not looked in: a paper must not bring code of its own along.
    """
    here = os.path.realpath(".")
    places = tuple(place for place in sys.path if place and os.path.realpath(place) != here)
    stamp = tuple((place, _changed(place)) for place in places)
    kept = tables.kept(tables.HERE / "entry_points", stamp, lambda: [tuple(each) for each in _look(places)])
    return tuple(EntryPoint(*each) for each in kept)


def _changed(place: str) -> int:
    try:
        return os.stat(place).st_mtime_ns  # noqa: PTH116  a Path for each of these costs as much as the look
    except OSError:
        return 0


def _look(places: tuple[str, ...]) -> Iterator[EntryPoint]:
    from importlib.metadata import distributions

    for package in distributions(path=list(places)):
        for entry in package.entry_points:
            if entry.group.startswith(GROUP):
                yield EntryPoint(entry.group, entry.name, entry.value, package.metadata["Name"])
