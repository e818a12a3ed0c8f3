"""Libraries of the page: that of a session, or a .bib of the project; what is in them, what comes in, what goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.discover import history
from latexrefcheck.discover.wanted import InvalidArgument
from latexrefcheck.errors import UsageError, unknown
from latexrefcheck.pipeline import adding, fixing, library, load
from latexrefcheck.repair import recover, to_fixpoint, write_all
from latexrefcheck.settings import Settings
from latexrefcheck.web.answers import File, Plain, Question, Unknown
from latexrefcheck.web.site import Site

if TYPE_CHECKING:
    from latexrefcheck.model.record import Record


ENDINGS = {"bibtex": "bib", "biblatex": "bib", "markdown": "md", "ris": "ris", "csl-json": "json", "text": "txt"}
"""How a file of each form ends."""


class Place(NamedTuple):
    """Where a library is: its file, and the settings under which it is read."""

    path: Path
    settings: Settings
    session: str = ""


def place(site: Site, asked: Question) -> Place:
    """The library that a request names: ``bib`` one of the project's files by its path in reports, else ``session`` its own."""
    settings = site.settings().replace(write_lock=False, write_baseline=False, evidence=None, progress="off")
    bib = asked.text("bib")
    if not bib:
        session = asked.text("session")
        path = site.sessions.library(session)
        return Place(path, settings.replace(paths=(path,), base=path.parent, extra_bib=(), build="off"), session)
    for path_in_reports, path in databases(settings).items():
        if path_in_reports == bib:
            return Place(path, settings)
    raise Unknown(f"the project loads no {bib!r}")


def databases(settings: Settings) -> dict[str, Path]:
    """The .bib files of the project that may be written to, by their path in reports."""
    project = load(settings)
    closed = fixing.closed(project, settings)
    return {
        one.source.path: one.source.absolute
        for one in project.bibliographies
        if one.source.absolute is not None and one.source.absolute.suffix == ".bib" and not closed(one.source)
    }


def listed(where: Place) -> Plain:
    """The works of a library as CSL-JSON."""
    if not where.path.is_file():
        return {"works": []}
    return {"works": library.read(where.path, where.settings).items}


def added(site: Site, where: Place, ids: Sequence[str], session: str, write: bool) -> Plain:
    """Look works up and put them into a library, or only show the diff.

    ``ids`` are identifiers, or the ``id`` of works that a search of the session found.
    """
    if not ids:
        raise InvalidArgument("say which works to add")
    kept = _kept(site, session)
    records: list[tuple[str, Record]] = []
    asked: list[str] = []
    for one in dict.fromkeys(ids):
        record = library.kept(kept.get(one, {}))
        if record is None:
            asked.append(one)
        else:
            records.append((one, record))
    told = adding.looked_up(asked, where.settings) if asked else adding.LookedUp(())
    told = told._replace(found=(*told.found, *records))
    return _put(where, told, write)


def add(site: Site, asked: Question) -> Plain:
    """Put works into a library."""
    where, session = place(site, asked), asked.text("session")
    if not where.session:
        with site.writing:
            return added(site, where, asked.texts("works"), session, asked.flag("write", True))
    with site.sessions.changing(session):
        return added(site, where, asked.texts("works"), session, asked.flag("write", True))


def remove(site: Site, asked: Question) -> Plain:
    """Take works out of the library of a session."""
    with site.sessions.changing(asked.text("session")):
        return removed(place(site, asked), asked.texts("keys"))


def clear(site: Site, asked: Question) -> Plain:
    """Empty the library of a session."""
    with site.sessions.changing(asked.text("session")):
        return cleared(place(site, asked), asked.flag("yes"))


def export(site: Site, asked: Question) -> File:
    """A library as a file."""
    form = asked.text("format", "bibtex")
    where = place(site, asked)
    if form not in ENDINGS:
        raise InvalidArgument(unknown("format", form, ENDINGS))
    opened = library.read(where.path, where.settings) if where.path.is_file() else None
    text = "".join(library.exported(opened, form, asked.text("style"))) if opened else ""
    return File(text, "text/markdown" if form == "markdown" else "text/plain", f"library.{ENDINGS[form]}")


def _kept(site: Site, session: str) -> Mapping[str, history.Plain]:
    """The works that the searches of a session found, by id."""
    if not session:
        return {}
    found: dict[str, history.Plain] = {}
    for search in history.past(site.sessions.searches(session)):
        works = search["works"]
        found |= {str(work.get("id", "")): work for work in works if isinstance(work, dict)} if isinstance(works, list) else {}
    return found


def _put(where: Place, told: adding.LookedUp, write: bool) -> Plain:
    given = where.path
    if not given.exists():
        if not where.session:
            raise UsageError(f"{str(given)!r} does not exist")
        write = True  # an empty library has no diff that somebody could want to look at first
    elif len(library.read(given, where.settings).entries) + len(told.found) > library.MOST:
        raise InvalidArgument(f"the library holds {library.MOST} entries, which is the most")
    project, target = adding.target_of(given, where.settings)
    if recover(fixing.folders(project)):
        project, target = adding.target_of(given, where.settings)
    turns = adding.Turns(project, target, given, where.settings, told.found)
    repair = to_fixpoint(
        turns.look,
        lambda proposals: proposals,
        lambda read: fixing.closed(read, where.settings),
        len(told.found) + 1,
    )
    if write:
        write_all(repair.new_files())
    return {
        "added": [one.key or "" for one in repair.made],
        "refused": [*told.refused, *turns.refused, *(one.reason for one in repair.refused)],
        "left": list(told.left_open),
        "notes": list(told.notes),
        "diff": "".join(f"{line}\n" for line in repair.diff()),
        "written": write and bool(repair.changes),
    }


def removed(where: Place, keys: Sequence[str]) -> Plain:
    """Take entries out of a library."""
    if not keys:
        raise InvalidArgument("say which keys to remove")
    if not where.path.is_file():
        raise InvalidArgument("the library is empty")
    opened = library.read(where.path, where.settings)
    library.write(opened, library.without(opened, keys))
    return {"removed": list(dict.fromkeys(keys)), "left": len(opened.entries) - len(set(keys))}


def cleared(where: Place, sure: bool) -> Plain:
    """Take everything out of the library of a session."""
    opened = library.read(where.path, where.settings) if where.path.is_file() else None
    count = len(opened.entries) if opened else 0
    if not sure:
        raise InvalidArgument(f"this would remove {count} works; say yes")
    if opened:
        library.write(opened, "")
    return {"removed": count}
