"""The routes: check, look, mend, search, keep; what a client that errs is told."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import pytest
from webharness import BIB, Page, ended

from latexrefcheck import pipeline
from latexrefcheck.verify.resolution import Progress


def test_state_at_the_start(page: Page, paper: Path) -> None:
    told = page.get("/api/state")
    assert told["project"] == {"directory": str(paper), "paths": ["main.tex"]}
    assert (told["check"]["phase"], told["sessions"]) == ("none", [])


def test_a_check_and_its_report(page: Page) -> None:
    now = page.check()
    assert (now["phase"], now["number"], now["error"], now["changed"]) == ("done", 1, "", [])
    assert now["past"][0]["entries"] == 2
    report = page.get("/api/report")
    assert {finding["rule"] for finding in report["findings"]} >= {"undefined-citation", "author-mismatch", "doi-as-url"}
    parts = page.get("/api/report/parts")
    assert parts["check"] == 1
    assert 'id="finding-1"' in parts["html"]["findings"]
    assert "<script" not in "".join(parts["html"].values())


def test_a_check_that_asks_nobody(page: Page, world: list[str]) -> None:
    page.check(ask=False)
    assert world == []
    assert page.get("/api/report")["verified"] is False
    page.check(ask=True)
    assert len(world) == 2


def test_before_the_first_check(page: Page) -> None:
    for path in ("/api/report", "/api/report/parts", "/api/entries/1"):
        assert page.get(path, 409)["error"] == {"code": "OUTDATED", "reason": "nothing was checked yet"}
    assert page.post("/api/fix", 409, findings=[1], check=1)["error"]["code"] == "OUTDATED"


@pytest.mark.parametrize("form", ["html", "json", "markdown", "sarif", "text", "gitlab", "junit"])
def test_the_report_in_every_format(page: Page, form: str) -> None:
    page.check(ask=False)
    answer = page.raw.get(f"/api/report?format={form}", headers=page.headers)
    assert "attachment; filename=" in answer.headers["content-disposition"]
    assert "undefined-citation" in answer.text


def test_a_report_that_does_not_exist(page: Page) -> None:
    page.check(ask=False)
    assert "did you mean 'html'?" in page.get("/api/report", 400, format="htm")["error"]["reason"]


def test_a_project_that_cannot_be_read(page: Page, paper: Path) -> None:
    (paper / "main.tex").unlink()
    now = page.check()
    assert now["phase"] == "failed"
    assert "main.tex" in now["error"]
    (paper / "main.tex").write_text("\\documentclass{article}\\begin{document}\\end{document}", encoding="utf-8")
    assert page.check()["phase"] == "done"
    assert [one["phase"] for one in page.get("/api/check")["past"]] == ["done", "failed"]


def test_what_breaks_inside_is_a_sentence(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: Any, **named: Any) -> Any:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(pipeline, "run", broken)
    assert page.check()["error"] == "internal error: ZeroDivisionError: by nothing"


def test_changes_on_the_disk_are_noticed(page: Page, paper: Path) -> None:
    page.check(ask=False)
    (paper / "refs.bib").write_text(BIB + "% more\n", encoding="utf-8")
    assert page.get("/api/check")["changed"] == ["refs.bib"]
    (paper / "main.tex").unlink()
    assert page.get("/api/check")["changed"] == ["main.tex", "refs.bib"]


def test_stop_and_only_one_at_a_time(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    from latexrefcheck.verify import asking, resolution

    asked = threading.Event()

    def slow(references: Any, settings: Any, watch: Any) -> Any:
        try:
            for turn in range(10_000):
                watch(Progress(turn, 10_000, 3))
                asked.set()
                threading.Event().wait(0.005)
        except KeyboardInterrupt:
            from latexrefcheck.model.record import Verdict

            judged = {one.key: Verdict(one.key, "unchecked", "the run was interrupted") for one in references}
            return resolution.Resolution({}, {}, {}, interrupted=True), (), (), judged
        raise AssertionError("nobody stopped it")

    monkeypatch.setattr(asking, "ask", slow)
    page.post("/api/check")
    asked.wait(20)
    assert page.post("/api/check", 409)["error"]["code"] == "BUSY"
    now = page.get("/api/check")
    assert (now["phase"], now["total"], now["requests"]) == ("asking", 10_000, 3)
    page.post("/api/check/stop")
    assert ended(lambda: page.get("/api/check"))["phase"] == "stopped"
    assert {one["verdict"]["status"] for one in page.get("/api/report")["entries"]} == {"unchecked"}


def test_stopping_nothing_is_no_mistake(page: Page) -> None:
    assert page.post("/api/check/stop")["phase"] == "none"
    assert page.check()["phase"] == "done"


def test_an_edited_configuration_counts_at_the_next_check(page: Page, paper: Path) -> None:
    page.check(ask=False)
    assert "doi-as-url" in page.text("/api/report")
    (paper / ".latexrefcheck.yml").write_text("rules:\n  doi-as-url: off\n", encoding="utf-8")
    page.check(ask=False)
    assert "doi-as-url" not in page.text("/api/report")


# What each source holds


def test_records_side_by_side(page: Page) -> None:
    page.check()
    entries = page.get("/api/report")["entries"]
    number = 1 + [one["key"] for one in entries].index("keller2017")
    told = page.get(f"/api/entries/{number}", check=1)
    assert told["entry"]["key"] == "keller2017"
    assert "Crossref" in told["html"]
    assert [one["source"] for one in told["records"]] == ["crossref"]
    assert told["records"][0]["doi"] == "10.99999/good"
    assert "written differently" in told["html"]
    hostile = page.get(f"/api/entries/{3 - number}")
    assert hostile["html"] == ""


@pytest.mark.parametrize(
    ("number", "status"), [("0", 404), ("9", 404), ("x", 400), ("1e3", 400), ("-1", 400), ("9999999999", 400)]
)
def test_entries_that_are_none(page: Page, number: str, status: int) -> None:
    page.check(ask=False)
    page.get(f"/api/entries/{number}", status)


# Fixes


def fixes(page: Page) -> dict[str, int]:
    return {one["rule"]: number for number, one in enumerate(page.get("/api/report")["findings"], 1) if one["fix"]}


def test_a_fix_is_shown_and_written(page: Page, paper: Path) -> None:
    page.check(ask=False)
    number = fixes(page)["doi-as-url"]
    shown = page.post("/api/fix", check=1, findings=[number])
    assert (shown["made"], shown["written"], shown["files"]) == (1, False, ["refs.bib"])
    assert "-  doi     = {https://doi.org/10.99999/GOOD}," in shown["diff"]
    assert (paper / "refs.bib").read_text(encoding="utf-8") == BIB
    done = page.post("/api/fix", check=1, findings=[number], write=True)
    assert done["written"] is True
    assert (paper / "refs.bib").read_text(encoding="utf-8") == BIB.replace("https://doi.org/", "")
    assert page.get("/api/check")["changed"] == ["refs.bib"]


def test_several_fixes_at_once(page: Page, paper: Path) -> None:
    page.check(ask=False)
    parts = page.get("/api/report/parts")
    assert len(parts["safe"]) >= 2
    done = page.post("/api/fix", check=1, findings=parts["safe"], write=True)
    assert done["made"] + done["waiting"] == len(parts["safe"])
    page.check(ask=False)
    assert not {"doi-as-url", "unescaped-character"} & set(fixes(page))


def test_a_file_that_changed_is_not_overwritten(page: Page, paper: Path) -> None:
    page.check(ask=False)
    number = fixes(page)["doi-as-url"]
    mine = BIB.replace("2017},", "2018},")
    (paper / "refs.bib").write_text(mine, encoding="utf-8")
    assert page.post("/api/fix", 409, check=1, findings=[number], write=True)["error"]["code"] == "CHANGED"
    assert (paper / "refs.bib").read_text(encoding="utf-8") == mine


def test_a_fix_of_an_earlier_check_is_refused(page: Page, paper: Path) -> None:
    page.check(ask=False)
    number = fixes(page)["doi-as-url"]
    page.check(ask=False)
    assert page.post("/api/fix", 409, check=1, findings=[number], write=True)["error"]["code"] == "OUTDATED"
    assert (paper / "refs.bib").read_text(encoding="utf-8") == BIB


def test_a_file_outside_of_the_project_is_not_written(page: Page, paper: Path) -> None:
    outside = paper.parent / "shared.bib"
    outside.write_text(BIB, encoding="utf-8")
    (paper / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}\\cite{keller2017}\\bibliography{../shared}\\bibliographystyle{plain}"
        "\\end{document}",
        encoding="utf-8",
    )
    page.check(ask=False)
    offered = fixes(page)
    if "doi-as-url" in offered:
        done = page.post("/api/fix", check=1, findings=[offered["doi-as-url"]], write=True)
        assert (done["made"], done["written"]) == (0, False)
        assert done["refused"][0]["reason"]
    assert outside.read_text(encoding="utf-8") == BIB


@pytest.mark.parametrize(("findings", "status"), [([0], 404), ([99], 404), (["1"], 400), ("1", 400), ([True], 400), ([1.5], 400)])
def test_fixes_that_are_none(page: Page, findings: Any, status: int) -> None:
    page.check(ask=False)
    page.post("/api/fix", status, check=1, findings=findings)


# Claims


@pytest.mark.usefixtures("abstracts")
def test_claims_beside_passages(page: Page) -> None:
    page.check()
    told = page.post("/api/claims", check=1, depth="quick")
    assert [one["work"] for one in told["claims"]] == ["keller2017", "nobody2020"]  # "gone" leads to no entry
    assert told["left"] == 0
    first = told["claims"][0]
    assert (first["location"]["path"], first["location"]["line"]) == ("main.tex", 3)
    assert first["passages"][0]["text"].startswith("Rivers <i>can</i>")
    assert first["why"]
    assert told["claims"][1]["passages"] == []
    assert page.post("/api/claims", check=1, most=1)["left"] == 1
    assert [one["work"] for one in page.post("/api/claims", key="nobody2020")["claims"]] == ["nobody2020"]


@pytest.mark.parametrize(
    ("said", "status"), [({"depth": "deep"}, 400), ({"most": 0}, 400), ({"most": "x"}, 400), ({"check": 7}, 409)]
)
def test_claims_that_cannot_be_compared(page: Page, said: dict[str, Any], status: int) -> None:
    page.check(ask=False)
    page.post("/api/claims", status, **said)


def test_claims_are_compared_once_at_a_time(page: Page) -> None:
    page.check(ask=False)
    with page.site.comparing:
        assert page.post("/api/claims", 409)["error"]["code"] == "BUSY"


# Clients that err


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b'"x"', b"1", b"\xff", b"[" * 100_000, b'{"ask": "yes"}', b'{"asks": true}', b'{"ask": 1}']
)
def test_a_body_that_is_none(page: Page, body: bytes) -> None:
    headers = {**page.headers, "Content-Type": "application/json"}
    answer = page.raw.post("/api/check", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["error"]["reason"]
    assert page.get("/api/check")["phase"] == "none"


def test_a_body_that_is_too_long(page: Page) -> None:
    headers = {**page.headers, "Content-Type": "application/json"}
    body = json.dumps({"name": "x" * 1_000_001})
    answer = page.raw.post("/api/sessions", content=body, headers=headers)
    assert (answer.status_code, "at most" in answer.text) == (400, True)


def test_unknown_routes_and_fields(page: Page) -> None:
    assert page.get("/api/nothing", 404)["error"]["code"] == "UNKNOWN"
    assert page.raw.get("/api/check/stop", headers=page.headers).status_code == 405
    assert "did you mean 'format'?" in page.get("/api/report", 400, fromat="json")["error"]["reason"]
