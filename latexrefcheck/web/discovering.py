"""Routes about searching: find works on a subject, and the history of it."""

from __future__ import annotations

from latexrefcheck.discover import history, shown
from latexrefcheck.discover.searching import search as searched
from latexrefcheck.discover.wanted import Wanted
from latexrefcheck.files import write_atomic
from latexrefcheck.web.answers import Plain, Question
from latexrefcheck.web.site import Site

FIELDS = ("words", "author", "venue", "first", "last", "preprints", "most", "sort")
"""What narrows a search: the fields of :class:`~latexrefcheck.discover.wanted.Wanted`."""


def search(site: Site, asked: Question) -> Plain:
    """Works on a subject; the search is kept in the history of the session."""
    session = asked.text("session")
    path = site.sessions.searches(session)
    wanted = Wanted(
        asked.text("words"),
        asked.text("author"),
        asked.text("venue"),
        asked.number("first"),
        asked.number("last"),
        asked.flag("preprints"),
        asked.number("most", 10),
        asked.text("sort", "relevance"),
    )
    found = searched(wanted, site.settings().replace(progress="off"))
    works = [shown.plain(hit) for hit in found.works]
    with site.sessions.changing(session):
        history.keep(wanted, works, path)
    return {
        "works": works,
        "dropped": dict(found.dropped),
        "errors": [one._asdict() for one in found.errors],
        "asked": list(found.asked),
        "notes": list(found.notes),
    }


def history_of(site: Site, asked: Question) -> Plain:
    """The searches of a session with what they found, the latest first."""
    return {"searches": history.past(site.sessions.searches(asked.text("session")))[::-1]}


def forget(site: Site, asked: Question) -> Plain:
    """Empty the history of a session."""
    session = asked.text("session")
    with site.sessions.changing(session):
        path = site.sessions.searches(session)
        count = len(history.past(path))
        write_atomic(path, b"", 0o600)
    return {"removed": count}
