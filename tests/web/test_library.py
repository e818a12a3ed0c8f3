"""Sessions with libraries and histories of their own: search, add, list, remove, clear, export."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from webharness import BIB, Page, settings

from latexrefcheck.web import Site

GOOD = "doi:10.99999/good"


def test_search_add_list_export_remove(page: Page, found: None) -> None:
    session = page.session("Rivers")
    hits = page.post("/api/search", session=session, words="rivers")
    assert {work["standing"] for work in hits["works"]} == {"VERIFIED", "LIKELY_REAL"}
    told = page.post("/api/library/add", session=session, works=[work["id"] for work in hits["works"]])
    assert (len(told["added"]), told["refused"], told["left"], told["written"]) == (2, [], [], True)
    works = page.get("/api/library", session=session)["works"]
    assert {work["title"] for work in works} == {"Good Predictions of Rivers", "Lamps <b>along</b> rivers"}
    assert "@article{" in page.text("/api/library/export", session=session)
    assert page.text("/api/library/export", session=session, format="markdown").startswith("1. ")
    assert "Keller" in page.text("/api/library/export", session=session, format="markdown", style="nature")
    key = told["added"][0]
    assert page.post("/api/library/remove", session=session, keys=[key]) == {"removed": [key], "left": 1}
    assert page.post("/api/library/clear", 400, session=session)["error"]["code"] == "INVALID_ARG"
    assert page.post("/api/library/clear", session=session, yes=True) == {"removed": 1}
    assert page.get("/api/library", session=session)["works"] == []
    assert page.text("/api/library/export", session=session) == ""


def test_a_work_that_is_there_already(page: Page) -> None:
    session = page.session()
    page.post("/api/library/add", session=session, works=[GOOD])
    told = page.post("/api/library/add", session=session, works=[GOOD])
    assert told["added"] == []
    assert "same doi" in told["refused"][0]
    assert len(page.get("/api/library", session=session)["works"]) == 1


def test_works_that_must_not_be_added(page: Page) -> None:
    session = page.session()
    told = page.post("/api/library/add", session=session, works=["doi:10.99999/nothing", "doi:10.99999/lost"])
    assert told["added"] == []
    assert len(told["refused"]) == 2
    assert page.post("/api/library/add", 400, session=session, works=["a title in words"])["error"]["reason"]
    assert page.post("/api/library/add", 400, session=session, works=[])["error"]["code"] == "INVALID_ARG"


def test_sessions_are_isolated(page: Page, found: None) -> None:
    one, other = page.session("one"), page.session("other")
    hits = page.post("/api/search", session=one, words="rivers")
    page.post("/api/library/add", session=one, works=[GOOD])
    assert page.get("/api/library", session=other)["works"] == []
    assert page.get("/api/history", session=other)["searches"] == []
    assert len(page.get("/api/history", session=one)["searches"]) == 1
    # What only the search of one session brought is not known in the other.
    only = next(work["id"] for work in hits["works"] if work["standing"] == "LIKELY_REAL")
    page.post("/api/library/add", 400, session=other, works=[only])
    page.post("/api/library/clear", session=other, yes=True)
    assert len(page.get("/api/library", session=one)["works"]) == 1
    page.post("/api/sessions/remove", session=one)
    page.get("/api/library", 404, session=one)
    assert [session["name"] for session in page.get("/api/state")["sessions"]] == ["other"]


def test_sessions_by_their_last_activity(page: Page, found: None) -> None:
    made = [page.session(name) for name in "abc"]
    assert [one["name"] for one in page.get("/api/state")["sessions"]] == ["c", "b", "a"]
    page.post("/api/search", session=made[0], words="rivers")
    page.post("/api/library/add", session=made[1], works=[GOOD])
    told = page.get("/api/state")["sessions"]
    assert [(one["name"], one["works"], one["searches"]) for one in told] == [("b", 1, 0), ("a", 0, 1), ("c", 0, 0)]
    page.get("/api/library", session=made[2])
    assert [one["name"] for one in page.get("/api/state")["sessions"]] == ["b", "a", "c"]  # looking is no activity


def test_sessions_outlive_the_server(page: Page) -> None:
    session = page.session("Kept")
    page.post("/api/library/add", session=session, works=[GOOD])
    again = Page(Site(settings))
    assert [one["name"] for one in again.get("/api/state")["sessions"]] == ["Kept"]
    assert len(again.get("/api/library", session=session)["works"]) == 1


@pytest.mark.parametrize(
    "session", ["", ".", "..", "../..", "0123456789abcdef", "x" * 16, "0123456789ABCDEF", "a/../b", "\0", "\ud800"]
)
def test_no_session_of_that_name(page: Page, session: str) -> None:
    page.session()
    headers = {**page.headers, "Content-Type": "application/json"}
    for path, more in (
        ("/api/search", {"words": "rivers"}),
        ("/api/library/add", {"works": [GOOD]}),
        ("/api/library/clear", {"yes": True}),
        ("/api/history/clear", {}),
        ("/api/sessions/remove", {}),
    ):
        answer = page.raw.post(path, content=json.dumps({"session": session, **more}), headers=headers)
        assert answer.status_code == 404, path
    assert len(page.get("/api/state")["sessions"]) == 1


@pytest.mark.parametrize("name", ["x" * 81, "a\u0000b", "\u202eevil", 3, None])
def test_names_that_are_none(page: Page, name: Any) -> None:
    page.post("/api/sessions", 400, name=name)
    assert page.get("/api/state")["sessions"] == []


def test_history(page: Page, found: None) -> None:
    session = page.session()
    for words in ("rivers", "lamps"):
        page.post("/api/search", session=session, words=words, most=1)
    searches = page.get("/api/history", session=session)["searches"]
    assert [one["search"] for one in searches] == [{"words": "lamps", "most": 1}, {"words": "rivers", "most": 1}]
    assert page.post("/api/history/clear", session=session) == {"removed": 2}
    assert page.get("/api/history", session=session)["searches"] == []


@pytest.mark.parametrize(
    "said",
    [
        {"words": "?!"},
        {"words": "rivers", "first": 2020, "last": 2010},
        {"words": "x", "most": 51},
        {"words": "x", "sort": "y"},
        {"words": 1},
    ],
)
def test_searches_that_cannot_be_meant(page: Page, found: None, said: dict[str, Any]) -> None:
    session = page.session()
    assert page.post("/api/search", 400, session=session, **said)["error"]["code"] == "INVALID_ARG"
    assert page.get("/api/history", session=session)["searches"] == []


# A library of the project


def test_a_bib_of_the_project(page: Page, paper: Path) -> None:
    assert page.get("/api/library/files") == {"files": ["refs.bib"]}
    assert {work["id"] for work in page.get("/api/library", bib="refs.bib")["works"]} == {"keller2017", "nobody2020"}
    shown = page.post("/api/library/add", bib="refs.bib", works=["doi:10.99999/bad"], write=False)
    assert "+@article{" in shown["diff"]
    assert (paper / "refs.bib").read_text(encoding="utf-8") == BIB
    done = page.post("/api/library/add", bib="refs.bib", works=["doi:10.99999/bad"])
    assert done["written"] is True
    text = (paper / "refs.bib").read_text(encoding="utf-8")
    assert text.startswith(BIB.rstrip())
    assert f"@article{{{done['added'][0]}," in text
    assert "same doi" in page.post("/api/library/add", bib="refs.bib", works=[GOOD])["refused"][0]


@pytest.mark.parametrize("bib", ["main.tex", "../refs.bib", "/etc/passwd", "refs", "other.bib"])
def test_no_other_file_is_read_or_written(page: Page, paper: Path, bib: str) -> None:
    (paper / "other.bib").write_text("", encoding="utf-8")
    page.get("/api/library", 404, bib=bib)
    page.post("/api/library/add", 404, bib=bib, works=[GOOD])
    page.get("/api/library/export", 404, bib=bib)
    assert (paper / "other.bib").read_text(encoding="utf-8") == ""


def test_a_bib_of_the_project_is_not_emptied(page: Page, paper: Path) -> None:
    page.post("/api/library/clear", 400, bib="refs.bib", yes=True)
    page.post("/api/library/remove", 400, bib="refs.bib", keys=["keller2017"])
    assert (paper / "refs.bib").read_text(encoding="utf-8") == BIB


def test_export_that_is_none(page: Page) -> None:
    session = page.session()
    page.get("/api/library/export", 400, session=session, format="bibtx")
    page.post("/api/library/add", session=session, works=[GOOD])
    page.get("/api/library/export", 400, session=session, format="text", style="no-such-style")
    answer = page.raw.get(f"/api/library/export?session={session}&format=ris", headers=page.headers)
    assert answer.headers["content-disposition"] == 'attachment; filename="library.ris"'
    assert answer.text.startswith("TY  - ")


def test_two_tabs_add_at_once(page: Page) -> None:
    session = page.session()
    told: list[Any] = []
    works = [GOOD, "doi:10.99999/bad", GOOD, "doi:10.99999/bad"]
    threads = [
        threading.Thread(target=lambda work=work: told.append(page.post("/api/library/add", session=session, works=[work])))
        for work in works
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(len(one["added"]) for one in told) == [0, 0, 1, 1]
    assert len(page.get("/api/library", session=session)["works"]) == 2


def test_what_another_program_did_to_the_library_counts(page: Page) -> None:
    session = page.session()
    page.post("/api/library/add", session=session, works=[GOOD])
    path = page.site.sessions.library(session)
    path.write_text(path.read_text(encoding="utf-8") + "\n@book{mine, title = {Mine}, year = {2001}}\n", encoding="utf-8")
    assert [work["id"] for work in page.get("/api/library", session=session)["works"]] == ["keller2017good", "mine"]
    page.post("/api/library/remove", session=session, keys=["keller2017good"])
    assert "@book{mine, title = {Mine}, year = {2001}}" in path.read_text(encoding="utf-8")
    path.write_bytes(b"@book{broken, title = {never closed\n\xff\xfe")
    assert page.get("/api/library", session=session)["works"] == []
    path.unlink()
    assert page.get("/api/library", session=session)["works"] == []
