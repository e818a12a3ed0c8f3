"""What of this machine the work depends on: configuration, lock, cache, proxy, certificates, clock, TeX programs."""

from __future__ import annotations

import os
import ssl
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from latexrefcheck.errors import NoAnswer, RefcheckError
from latexrefcheck.settings import Settings
from latexrefcheck.system import programs
from latexrefcheck.text.patterns import lazy
from latexrefcheck.verify.probe import Health, Probe

LONGEST = 20.0
"""Seconds that a program may take to say its version; the first start of biber unpacks itself."""

TRUE_ENOUGH = 300.0
"""Seconds by which a clock may be wrong before ages in cache and lock are."""

TEX = ("latexmk", "pdflatex", "lualatex", "bibtex", "biber")
_VERSION = lazy(r"\d+(?:\.\d+)+[a-z]?|\d{4}/\S+|Version \d+")


class Check(NamedTuple):
    """One thing that was looked at, and how it is."""

    area: str
    name: str
    health: Health
    detail: str
    seconds: float = 0.0


def lock(settings: Settings) -> Check:
    """Whether the lock can be read, and how much it holds."""
    from latexrefcheck.verify.lock import NAME, Lock

    first = settings.paths[0] if settings.paths else Path()
    folder = first if first.is_dir() else first.parent
    path = settings.lock or folder / NAME
    try:
        entries = Lock.read(path).entries
    except RefcheckError as error:
        return Check("lock", str(path), Health.WRONG, str(error))
    except OSError as error:
        return Check("lock", str(path), Health.WRONG, f"cannot be read: {error.strerror}")
    if not os.path.lexists(path):
        return Check("lock", str(path), Health.OK, "there is none; `check --write-lock` makes one")
    days = sorted(entry.checked for entry in entries.values() if entry.checked)
    since = f", checked from {days[0]} to {days[-1]}" if days else ""
    return Check("lock", str(path), Health.OK, f"{len(entries)} entries{since}")


def cache(settings: Settings) -> Check:
    """Where the cache lies, whether it can be written, who can read it, how large it is."""
    from latexrefcheck.verify import cache as store

    directory = settings.cache or store.default_directory()
    if directory is None:
        return Check("cache", "none", Health.WRONG, "there is no home directory to keep it in; name one with --cache")
    file = store.path(directory)
    database = store.Database(directory)
    writable = database.write(lambda connection: connection.execute("DELETE FROM claims WHERE until<0") is not None, False)
    notes = list(database.notes)
    database.close()
    if notes or not writable:
        return Check("cache", str(file), Health.WRONG, notes[0] if notes else "cannot be written")
    held = store.info(directory)
    mode = stat.S_IMODE(file.stat().st_mode)
    detail = f"{held.records} answers and {held.responses} responses, {held.size / 1e6:.1f} MB, mode {mode:04o}"
    if os.name == "posix" and mode & 0o077:
        return Check("cache", str(file), Health.NOTE, f"{detail}: others can read it; `chmod 600` keeps it private")
    return Check("cache", str(file), Health.OK, detail)


def proxies(bases: Mapping[str, str]) -> dict[str, str]:
    """The proxy before each source, by id, without user name and password; only of sources that have one."""
    named = getproxies()
    found = {}
    for source, base in bases.items():
        parts = urlsplit(base)
        proxy = named.get(parts.scheme) or named.get("all") or ""
        if proxy and not proxy_bypass(parts.netloc):
            place = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
            found[source] = f"{place.scheme}://{place.netloc.rpartition('@')[2]}"
    return found


def proxy(found: Mapping[str, str]) -> Check:
    """Which proxy the sources are asked through."""
    places = sorted(set(found.values()))
    if not places:
        return Check("network", "proxy", Health.OK, "none: the sources are asked directly")
    return Check("network", "proxy", Health.OK, f"{len(found)} sources are asked through {' and '.join(places)}")


def certificates(probes: list[Probe]) -> Check:
    """Which certificates are trusted, and whether a source's was not."""
    from requests.utils import DEFAULT_CA_BUNDLE_PATH

    chosen = next((name for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE") if os.environ.get(name)), "")
    place = f"{os.environ[chosen]} ({chosen})" if chosen else DEFAULT_CA_BUNDLE_PATH
    if chosen and not os.path.exists(os.environ[chosen]):  # noqa: PTH110
        return Check("network", "TLS", Health.WRONG, f"{chosen} names {os.environ[chosen]}, which is not there")
    refused = [one.name for one in probes if "TLS" in one.detail]
    if refused:
        advice = "if a proxy looks into connections here, name its certificate with REQUESTS_CA_BUNDLE"
        return Check("network", "TLS", Health.WRONG, f"the certificate of {', '.join(refused)} is not trusted; {advice}")
    return Check("network", "TLS", Health.OK, f"{ssl.OPENSSL_VERSION}, certificates of {place}")


def clock(probes: list[Probe]) -> Check:
    """Whether this machine's clock agrees with those of the sources."""
    # An answer out of a cache on the way bears an older date, so the latest one counts.
    ahead = max((one.ahead for one in probes if one.ahead is not None), default=None)
    if ahead is None:
        return Check("network", "clock", Health.UNREACHABLE, "no source told the time")
    if abs(ahead) <= TRUE_ENOUGH:
        return Check("network", "clock", Health.OK, "agrees with the sources")
    from latexrefcheck.verify.http.retry import duration

    side = "behind" if ahead > 0 else "ahead of"
    detail = f"this machine is {duration(abs(ahead))} {side} the sources; ages in cache and lock are wrong until it is set"
    return Check("network", "clock", Health.WRONG, detail)


def tex() -> Iterator[Check]:
    """The TeX programs that a build of the paper needs, with their versions."""
    for name in TEX:
        path = programs.find(name)
        if not path:
            yield Check("TeX", name, Health.NOTE, "is not on PATH; papers are read without it, only not built")
            continue
        try:
            done = programs.run([path, "--version"], Path(path).anchor or "/", LONGEST)
        except NoAnswer as error:
            yield Check("TeX", name, Health.WRONG, str(error))
            continue
        said = (done.stdout or done.stderr).decode("utf-8", "replace").strip()
        line = next((line for line in said.splitlines() if _VERSION.search(line)), said.splitlines()[0] if said else "")
        if done.returncode != 0:
            yield Check("TeX", name, Health.WRONG, f"{path} ends with status {done.returncode}: {line[:200]}")
        else:
            yield Check("TeX", name, Health.OK, f"{line[:100]} ({path})")
