"""``latexrefcheck doctor``: whether this machine can do the work, and whether the sources still answer as expected.

Configuration, lock, cache, proxy, certificates, clock and TeX programs are looked at, and each source is asked for one
work that it has held for years, past the cache.
"""

from __future__ import annotations

import argparse
import platform
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from latexrefcheck import registry
from latexrefcheck.cli import _arguments, _output
from latexrefcheck.errors import ConfigError
from latexrefcheck.settings import Settings
from latexrefcheck.settings.options import LOCK, NETWORK, POLICY
from latexrefcheck.text.terms import VERSION

if TYPE_CHECKING:
    from latexrefcheck.cli._machine import Check
    from latexrefcheck.verify.asker import InUse
    from latexrefcheck.verify.probe import Probe

NAME = "doctor"
HELP = "Look whether this machine can do the work, and whether the sources answer as expected."

WRONG, INCOMPLETE = 1, 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """Whom to ask, and where configuration, cache and lock are; with ``--offline`` nobody is asked."""
    _arguments.add_options(parser, (NETWORK, POLICY, LOCK), paths=False, only={"lock", *_arguments.SETTINGS})
    parser.add_argument("--all-sources", action="store_true", help="ask also the sources that are off unless they are named")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run(args: argparse.Namespace) -> int:
    """Print a line for each thing looked at: 0 all is well, 1 something has to be mended, 3 something was not reached."""
    from latexrefcheck.verify.probe import Health

    checks = list(_checks(args))
    found = {check.health for check in checks}
    status = WRONG if Health.WRONG in found else INCOMPLETE if Health.UNREACHABLE in found else 0
    if args.json:
        _output.say_json({"version": VERSION, "status": status, "checks": [check._asdict() for check in checks]})
        return status
    width = max(len(check.name) for check in checks)
    for check in checks:
        took = f" ({check.seconds:.2f} s)" if check.seconds and check.health is Health.OK else ""
        _output.say(f"{check.health:<11}  {check.area:<13}  {check.name:<{width}}  {check.detail}{took}")
    return status


def _checks(args: argparse.Namespace) -> Iterator[Check]:
    from latexrefcheck.cli import _machine
    from latexrefcheck.verify.probe import Health

    settings, configuration = _configured(args)
    yield _machine.Check(
        "program", "latexrefcheck", Health.OK, f"{VERSION}, Python {platform.python_version()} ({sys.executable})"
    )
    yield configuration
    yield _machine.lock(settings)
    yield _machine.cache(settings)
    sources, refusal = _sources(settings, args.all_sources)
    if refusal is not None:
        yield refusal
    proxied = _machine.proxies({name: used.config.base for name, used in sources.items()})
    yield _machine.proxy(proxied)
    if settings.offline:
        yield _machine.Check("network", "sources", Health.NOTE, "were not asked, as --offline says")
    else:
        probes = _probes(sources, settings, proxied)
        yield _machine.certificates(probes)
        yield _machine.clock(probes)
        for one in probes:
            yield _machine.Check("source", one.name, one.health, one.detail, one.seconds)
    yield from _machine.tex()


def _configured(args: argparse.Namespace) -> tuple[Settings, Check]:
    """The settings and what is to be said about them; those of nobody when they cannot be used."""
    from latexrefcheck.cli._machine import Check
    from latexrefcheck.verify.probe import Health

    try:
        settings = _arguments.settings(args)
    except ConfigError as error:
        return Settings(), Check("configuration", "invalid", Health.WRONG, str(error))
    places = sorted({origin.rpartition(":")[0] for origin in settings.origins.values() if origin.rpartition(":")[2].isdigit()})
    where = " and ".join(places) if places else "no configuration file"
    return settings, Check("configuration", where, Health.OK, f"valid; profile {settings.profile}")


def _sources(settings: Settings, every: bool) -> tuple[dict[str, InUse], Check | None]:
    """The sources to ask, and what keeps them from being asked."""
    from latexrefcheck.cli._machine import Check
    from latexrefcheck.verify import asker
    from latexrefcheck.verify.probe import Health

    names = tuple(settings.sources) or (tuple(registry.sources) if every else ())
    try:
        return asker.configure(names, settings.without_sources, settings.source, settings.contact, VERSION), None
    except ConfigError as error:
        return {}, Check("configuration", "source settings", Health.WRONG, str(error))


def _probes(sources: dict[str, InUse], settings: Settings, proxied: dict[str, str]) -> list[Probe]:
    from latexrefcheck.verify.probe import probe

    return probe(sources, settings.timeout, proxied)
