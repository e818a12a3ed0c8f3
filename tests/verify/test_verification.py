"""Verification end to end against a small local registry: lock, frozen, evidence, commands."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

import latexrefcheck.verify as verification
from latexrefcheck import cli, pipeline
from latexrefcheck.settings import Settings

WORKS: dict[str, dict[str, Any]] = {
    "10.99999/flow": {
        "title": ["Measuring the Flow of Invented Rivers"],
        "author": [{"given": "Ann", "family": "Abel"}, {"given": "Bo", "family": "Brook"}],
        "issued": {"date-parts": [[2017]]},
        "container-title": ["Journal of Things"],
        "type": "journal-article",
    },
    "10.99999/gone": {
        "title": ["RETRACTED: Roads of the Invented North"],
        "author": [{"given": "Cy", "family": "Cole"}],
        "issued": {"date-parts": [[2010]]},
        "container-title": ["Journal of Things"],
        "type": "journal-article",
        "updated-by": [
            {"DOI": "10.99999/notice", "type": "retraction", "source": "publisher", "updated": {"date-parts": [[2012, 1, 2]]}}
        ],
    },
}
BIB = """@article{good,
  author = {Abel, A. and Brook, B.},
  title = {Measuring the Flow of Invented Rivers}, journal = {J. Things},
  year = {2017}, doi = {10.99999/flow}}
@article{added,
  author = {Abel, Ann and Brook, Bo and Quist, Quinn},
  title = {Measuring the Flow of Invented Rivers}, journal = {Journal of Things},
  year = {2017}, doi = {10.99999/FLOW}}
@article{wrong,
  author = {Dunn, Di},
  title = {On Quite Other Things in Mountains}, journal = {Journal of Things},
  year = {2001}, doi = {10.99999/flow}}
@article{dead,
  author = {Dunn, Di},
  title = {A Dead Number Behind a Work}, journal = {Journal of Things},
  year = {2001}, doi = {10.99999/nothing}}
@article{gone,
  author = {Cole, Cy},
  title = {Roads of the Invented North}, journal = {Journal of Things},
  year = {2010}, doi = {10.99999/gone}}
@online{site,
  title = {A Page}, url = {https://example.org/page},
  year = {2020}}
"""
RULES = (
    "author-mismatch",
    "doi-mismatch",
    "doi-not-found",
    "retracted",
    "not-found",
    "unverifiable",
    "could-not-check",
    "not-locked",
)


class _Registry(BaseHTTPRequestHandler):
    server: Registry
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.server.asked += 1
        if self.server.down:
            return self._send(503, b"down")
        if parts.path.startswith("/doiRA/"):
            dois = unquote(parts.path.removeprefix("/doiRA/")).split(",")
            return self._json(
                [{"DOI": doi, "RA": "Crossref"} if doi in WORKS else {"DOI": doi, "status": "DOI does not exist"} for doi in dois]
            )
        if parts.path.startswith("/works/"):
            doi = unquote(parts.path.removeprefix("/works/")).lower()
            if doi not in WORKS:
                return self._send(404, b"Resource not found.", "text/plain")
            return self._json({"status": "ok", "message-type": "work", "message": {"DOI": doi, **WORKS[doi]}})
        dois = [part.removeprefix("doi:") for part in query.get("filter", "").split(",") if part]
        items = [{"DOI": doi, **WORKS[doi]} for doi in dois if doi in WORKS]
        return self._json({"status": "ok", "message-type": "work-list", "message": {"items": items, "total-results": len(items)}})

    def _json(self, value: object) -> None:
        self._send(200, json.dumps(value).encode())

    def _send(self, status: int, body: bytes, kind: str = "application/json") -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class Registry(ThreadingHTTPServer):
    """Crossref and doi.org in one, with two invented works."""

    daemon_threads = True
    asked = 0
    down = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


@pytest.fixture
def registry() -> Iterator[Registry]:
    server = Registry(("127.0.0.1", 0), _Registry)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def paper(tmp_path: Path, registry: Registry, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("CI", "GITHUB_ACTIONS", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / ".latexrefcheck.yml").write_text("sources: [crossref, doiorg]\ncontact: author@example.org\n", encoding="utf-8")
    monkeypatch.setenv("LATEXREFCHECK_CACHE", str(tmp_path / ".cache"))
    for name in ("CROSSREF", "DOIORG"):
        monkeypatch.setenv(f"LATEXREFCHECK_{name}_URL", registry.url)
    return tmp_path


def check(**options: Any) -> tuple[dict[str, list[tuple[str, str]]], pipeline.Report]:
    """(rule, severity) of each finding per key, and the report."""
    from latexrefcheck.settings import load

    given = {name.replace("_", "-"): value for name, value in options.items()}
    flags = {"paths": ["refs.bib"], "select": list(RULES), **given}
    report = pipeline.check(load(flags, os.environ))
    found: dict[str, list[tuple[str, str]]] = {}
    for finding in report.findings:
        found.setdefault(finding.key or "", []).append((finding.rule, finding.severity.name))
    return found, report


EXPECTED = {
    "added": [("author-mismatch", "error")],
    "wrong": [("doi-mismatch", "error")],
    "dead": [("doi-not-found", "error")],
    "gone": [("retracted", "error")],
    "site": [("unverifiable", "info")],
}


def test_verdicts_become_findings(paper: Path, registry: Registry) -> None:
    found, report = check()
    assert found == EXPECTED
    assert report.exit_code == 1
    assert {source.source: source.state for source in report.sources} == {"crossref": "ok", "doiorg": "ok"}
    asked = registry.asked
    assert check()[0] == EXPECTED
    assert registry.asked == asked, "the second run is answered by the cache"


def test_lock_makes_a_run_reproducible_without_network(paper: Path, registry: Registry) -> None:
    check(write_lock=True)
    asked = registry.asked
    found, report = check(frozen=True, cache=paper / "none")
    assert (found, registry.asked) == (EXPECTED, asked)
    assert report.exit_code == 1
    assert (paper / "latexrefcheck.lock").is_file()


def test_frozen_fails_on_a_changed_entry(paper: Path) -> None:
    check(write_lock=True)
    bib = paper / "refs.bib"
    bib.write_text(bib.read_text(encoding="utf-8").replace("A. and Brook, B.", "A. and Broek, B."), encoding="utf-8")
    found, report = check(frozen=True)
    assert any(note.endswith("`latexrefcheck check --write-lock` without --frozen checks them") for note in report.notes)
    assert found["good"] == [("not-locked", "error")]
    assert found["gone"] == EXPECTED["gone"]


def test_an_outage_is_no_error(paper: Path, registry: Registry) -> None:
    registry.down = True
    found, report = check(offline=True)
    assert any(note.endswith("the next run goes on where this one ended") for note in report.notes)
    assert all(level == "info" for levels in found.values() for _, level in levels)
    assert {rule for levels in found.values() for rule, _ in levels} <= {"could-not-check", "unverifiable"}
    assert report.exit_code == 0
    assert report.summary.verdicts["unchecked"] >= 5
    assert check(offline=True, require_complete=True)[1].exit_code == 3


def test_evidence_and_audit(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(write_lock=True, evidence="evidence.jsonl")
    lines = [json.loads(line) for line in (paper / "evidence.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {line["key"] for line in lines} >= {"good", "added", "wrong", "dead", "gone"}
    assert "example.org" not in (paper / "evidence.jsonl").read_text(encoding="utf-8").replace("https://example.org/page", "")
    assert cli.run(["audit", "refs.bib", "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert {one["key"]: one["kind"] for one in told["uncovered"]} == dict.fromkeys(("added", "wrong", "dead", "site"), "open")
    assert cli.run(["confirm", "added", "wrong", "dead", "site", "--reason", "looked up", "--project", "refs.bib"]) == 0
    assert cli.run(["audit", "refs.bib"]) == 0
    assert cli.run(["audit", "refs.bib", "--evidence", "evidence.jsonl"]) == 0
    (paper / "latexrefcheck.lock").write_text("{", encoding="utf-8")
    assert cli.run(["audit", "refs.bib"]) == 3


def test_confirmed_entries_are_not_reported(paper: Path) -> None:
    check(write_lock=True)
    assert cli.run(["confirm", "added", "gone", "--reason", "author list as in print", "--project", "refs.bib"]) == 0
    found, _ = check()
    assert "added" not in found
    assert found["gone"] == EXPECTED["gone"], "a retraction shows whatever was confirmed"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["confirm", "good"], "needs a reason"),
        (["confirm", "goood", "--reason", "x", "--project", "refs.bib"], "'good'"),
    ],
)
def test_confirm_wants_a_key_and_a_reason(
    paper: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(arguments) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["doi:10.99999/flow"], 1, "WARN"),  # it resolves; nothing was compared
        (["doi:10.99999/flow", "--first-author", "Abel"], 0, "PASS"),
        (["doi:10.99999/flow", "--first-author", "Abel, Ann", "--year", "2018"], 0, "PASS"),
        (["doi:10.99999/flow", "--first-author", "Brook"], 1, "REJECT"),  # the second author
        (["doi:10.99999/flow", "--first-author", "Smith"], 1, "REJECT"),
        (["doi:10.99999/flow", "--year", "2011"], 1, "REJECT"),
        (["doi:10.99999/flow", "--first-author", "Abel", "--year", "2011"], 1, "REJECT"),
        (["doi:10.99999/flow", "--title", "Measuring the flow of invented rivers", "--first-author", "Brook"], 1, "REJECT"),
        (["doi:10.99999/flow", "--title", "Measuring the flow of invented rivers", "--year", "2011"], 1, "REJECT"),
        (
            ["Abel, A., & Brook, B. (2017). Measuring the flow of invented rivers. Journal of Things. doi:10.99999/flow"],
            0,
            "PASS",
        ),
        (["Abel, A., & Brook, B. (2017). Measuring the flow of frogs in ponds. J. Things. doi:10.99999/flow"], 1, "WARN"),
        (["Abel, A., & Brook, B. (2017). On quite other things in mountains. J. Things. doi:10.99999/flow"], 1, "REJECT"),
        (["doi:10.99999/nothing"], 1, "REJECT"),
        (["doi:10.99999/gone"], 1, "REJECT"),
        (
            ["doi:10.99999/flow", "--title", "Measuring the flow of invented rivers", "--first-author", "Abel", "--year", "2017"],
            0,
            "PASS",
        ),
        (["doi:10.99999/flow", "--title", "On Quite Other Things in Mountains"], 1, "REJECT"),
    ],
)
def test_verify_one_identifier(
    paper: Path, arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["verify", *arguments, "--json"]) == status
    (told,) = json.loads(capsys.readouterr().out)
    assert told["status"] == said


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("doi:hello", "“hello” is no DOI: a DOI starts with “10.”"),
        ("arXiv:2113.00001", "“2113.00001” is no arXiv number: 13 is not a month (numbers are YYMM.NNNNN)"),
        ("PMID:none", "“none” is no PMID: "),
        ("PMID:12x", "“12x” is no PMID: "),
        ("ISBN:9780262033841", "“9780262033841” is no ISBN: "),
    ],
)
def test_verify_what_only_claims_to_be_an_identifier(
    paper: Path, text: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["verify", text, "--json"]) == 1
    (told,) = json.loads(capsys.readouterr().out)
    assert told["status"] == "REJECT"
    assert told["reasons"][0].startswith(reason)


def test_verify_a_file(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", "refs.bib", "--json"]) == 1
    told = {one["reference"]: one["status"] for one in json.loads(capsys.readouterr().out)}
    assert told == {"good": "PASS", "added": "REJECT", "wrong": "REJECT", "dead": "REJECT", "gone": "REJECT", "site": "WARN"}


def test_verify_without_network_is_incomplete(paper: Path) -> None:
    assert cli.run(["verify", "doi:10.99999/flow", "--offline"]) == 3


def test_sources_and_cache_commands(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["sources", "--json"]) == 0
    rows = {row["source"]: row for row in json.loads(capsys.readouterr().out)}
    assert (rows["crossref"]["state"], rows["dblp"]["state"]) == ("on", "off")
    assert rows["crossref"]["contact_set"] is True
    check()
    assert cli.run(["cache", "info", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["records"] > 0
    assert cli.run(["cache", "clear"]) == 0
    assert cli.run(["cache", "path"]) == 0
    assert "cache.sqlite" in capsys.readouterr().out


def test_only_cited_entries_are_verified(paper: Path) -> None:
    (paper / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}\\cite{good}\\bibliographystyle{plain}\\bibliography{refs}\\end{document}",
        encoding="utf-8",
    )
    project = pipeline.load(Settings(paths=("main.tex",)))
    assert [one.key for one in verification.references(project, cited_only=True).values()] == ["good"]
    assert len(verification.references(project, cited_only=False)) == 6


def test_retraction_watch_file(paper: Path) -> None:
    head = "Title,OriginalPaperDOI,OriginalPaperPubMedID,RetractionDOI,RetractionDate,RetractionNature,Reason"
    (paper / "rw.csv").write_text(f"{head}\nT,10.99999/FLOW,0,10.99999/rw,2/6/2020 0:00,Retraction,+X\n", encoding="utf-8")
    found, _ = check(retractions="rw.csv")
    assert found["good"] == [("retracted", "error")]
    assert ("retracted", "error") not in found["wrong"], "the identifier is another work's"


def test_audit_asks_again_what_the_lock_calls_verified(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    check(write_lock=True)
    lock = paper / "latexrefcheck.lock"
    data = json.loads(lock.read_text(encoding="utf-8"))
    dead = data["entries"]["dead"]
    project = pipeline.load(Settings(paths=("refs.bib",)))
    reference = next(one for one in verification.references(project, False).values() if one.key == "dead")
    for name in ("reason", "identifier"):
        dead.pop(name, None)
    dead |= {
        "verdict": "verified",
        "record": {
            "source": "crossref",
            "title": reference.title,
            "authors": [person.text for person in reference.authors],
            "years": [reference.year],
            "doi": reference.identifiers["doi"],
        },
    }
    lock.write_text(json.dumps(data), encoding="utf-8")
    cli.run(["audit", "refs.bib", "--json"])
    told = {one["key"]: one["kind"] for one in json.loads(capsys.readouterr().out)["uncovered"]}
    assert "dead" not in told  # a forger who writes a whole record is believed …
    assert cli.run(["audit", "refs.bib", "--json", "--reverify"]) == 2
    told = {one["key"]: one["kind"] for one in json.loads(capsys.readouterr().out)["uncovered"]}
    assert told["dead"] == "refuted"  # … until somebody asks again
    assert "good" not in told


def test_a_confirmation_names_who_gave_it(paper: Path) -> None:
    assert cli.run(["confirm", "dead", "--reason", "seen", "--project", "refs.bib"]) == 0
    said = json.loads((paper / "latexrefcheck.lock").read_text(encoding="utf-8"))["entries"]["dead"]["confirmed"]
    assert said["by"]
    found, report = check()
    assert "dead" not in found
    assert report.summary.words["confirmed by a person"] == 1
    refused, _ = check(confirmations=False)
    assert "dead" in refused


LISTED = r"""\documentclass{article}
\begin{document}
\cite{good,added,wrong,dead,gone}
\begin{thebibliography}{9}
\bibitem{good} A.~Abel and B.~Brook. \newblock {\em Measuring the flow of invented rivers}. J. Things, 2017. \doi{10.99999/flow}
\bibitem{added} A.~Abel, B.~Brook, and Q.~Quist. Measuring the flow of invented rivers. J. Things, 2017. \doi{10.99999/FLOW}
\bibitem{wrong} D.~Dunn. On quite other things in mountains. Journal of Things, 2001. \url{https://doi.org/10.99999/flow}
\bibitem{dead} D.~Dunn. A dead number behind a work. Journal of Things, 2001. doi:10.99999/nothing
\bibitem{gone} C.~Cole. Roads of the invented north. Journal of Things, 2010. doi:10.99999/gone
\end{thebibliography}
\end{document}
"""
IN_WORDS = {key: found for key, found in EXPECTED.items() if key != "site"}


def test_references_in_words_are_judged_as_entries_are(paper: Path, registry: Registry) -> None:
    (paper / "main.tex").write_text(LISTED, encoding="utf-8")
    found, report = check(paths=["main.tex"], build="off", write_lock=True)
    assert found == IN_WORDS
    places = {finding.key: (finding.location.path, finding.location.line) for finding in report.findings}
    assert places == {"added": ("main.tex", 6), "wrong": ("main.tex", 7), "dead": ("main.tex", 8), "gone": ("main.tex", 9)}
    assert {entry.key: entry.verdict.status for entry in report.entries if entry.verdict}["good"] == "verified"
    asked = registry.asked
    assert check(paths=["main.tex"], build="off", frozen=True, cache=paper / "none")[0] == IN_WORDS
    assert registry.asked == asked


@pytest.mark.parametrize("report", ["text", "markdown", "html", "json", "sarif", "junit", "github", "gitlab", "rdjsonl"])
def test_every_report_shows_references_in_words(paper: Path, report: str, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / "main.tex").write_text(LISTED, encoding="utf-8")
    assert cli.run(["check", "main.tex", "--build", "off", "--report", report]) == 1
    assert "10.99999/nothing" in capsys.readouterr().out


def test_a_page_of_text_is_judged_too(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "Abel, A. & Brook, B. Measuring the Flow of Invented Rivers. Journal of Things (2017). doi:10.99999/flow\n\n"
        "Cole, C. Roads of the Invented North. Journal of Things (2010). doi:10.99999/gone\n"
    )
    (paper / "refs.txt").write_text(text, encoding="utf-8")
    assert cli.run(["check", "refs.txt"]) == 1
    told = capsys.readouterr().out
    assert "refs.txt:3:1: error [retracted] Cole 2010" in told and "2 entries looked up: 2 verified" in told


def test_a_reference_in_words_can_be_suppressed(paper: Path) -> None:
    text = LISTED.replace(
        "\\bibitem{dead}", "% latexrefcheck: ignore[doi-not-found] the number is not registered yet\n\\bibitem{dead}"
    )
    (paper / "main.tex").write_text(text, encoding="utf-8")
    found, report = check(paths=["main.tex"], build="off")
    assert [finding.state for finding in report.findings if finding.key == "dead"] == ["suppressed"]
    assert found["gone"] == EXPECTED["gone"]


def test_the_line_is_told_as_it_should_read_and_written(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = (
        "Abel, A., & Brook, B. (2017). Measuring the flow of invented rivers. Journal of Things. https://doi.org/10.99999/flow"
    )
    wrong = right.replace("& Brook, B.", "& Quist, Q.").replace("the flow of invented", "the flow of *frozen*\n    invented")
    (paper / "refs.md").write_text(f"# References\n\n1. {wrong}\n\n2. {right}\n", encoding="utf-8")
    assert cli.run(["check", "refs.md"]) == 1
    assert f"should read: 1. {right}" in capsys.readouterr().out
    assert cli.run(["check", "refs.md", "--report", "markdown"]) == 1
    assert f"  1. {right}" in capsys.readouterr().out
    assert cli.run(["check", "refs.md", "--report", "html"]) == 1
    shown = capsys.readouterr().out
    assert f'<p class="right">1. {right.replace("&", "&amp;")}</p>' in shown and 'class="copy" hidden' in shown
    assert cli.run(["fix", "refs.md", "--unsafe", "--write"]) == 0
    assert (paper / "refs.md").read_text(encoding="utf-8") == f"# References\n\n1. {right}\n\n2. {right}\n"
    assert cli.run(["check", "refs.md"]) == 0


def test_an_item_of_thebibliography_is_mended_in_its_own_tex(paper: Path) -> None:
    (paper / "main.tex").write_text(LISTED, encoding="utf-8")
    assert cli.run(["fix", "main.tex", "--build", "off", "--unsafe", "--write"]) == 0
    old, new = LISTED.splitlines(), (paper / "main.tex").read_text(encoding="utf-8").splitlines()
    changed = {line.split("}")[0]: line for line, before in zip(new, old, strict=True) if line != before}
    assert set(changed) == {"\\bibitem{added"}
    assert changed["\\bibitem{added"] == (
        "\\bibitem{added} A.~Abel and B.~Brook. Measuring the flow of invented rivers. J. Things, 2017. \\doi{10.99999/FLOW}"
    )


def test_what_the_change_itself_vouches_for_is_told(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def git(*words: str) -> None:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        subprocess.run(["git", *who, *words], cwd=paper, check=True, capture_output=True)

    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "before")
    assert check(write_lock=True, since="HEAD")[1].summary.words.keys() == {"verified"}
    _, report = check(since="HEAD", frozen=True)
    assert "vouched for in this very change" in report.summary.words
    assert any("lines of the lock that this very change brought" in note for note in report.notes)
    words = {one.key: one.verdict.word.value for one in report.entries if one.verdict is not None}
    assert set(words.values()) == {"vouched for in this very change"}
    git("add", "-A")
    git("commit", "-qm", "the lock")
    _, report = check(since="HEAD", frozen=True)
    assert report.summary.words.keys() == {"from the lock"}
    lock = paper / "latexrefcheck.lock"
    lock.write_text(lock.read_text(encoding="utf-8").replace("Things", "Thing"), encoding="utf-8")
    words = {one.key: one.verdict.word.value for one in check(since="HEAD", frozen=True)[1].entries if one.verdict is not None}
    assert "from the lock" in words.values()


@pytest.mark.parametrize("report", ["text", "markdown", "html", "json", "sarif", "github", "gitlab", "rdjsonl", "checkstyle"])
def test_every_report_says_that_a_verdict_is_from_the_lock(paper: Path, report: str, capsys: pytest.CaptureFixture[str]) -> None:
    check(write_lock=True)
    assert cli.run(["check", "refs.bib", "--frozen", "--report", report]) == 1
    assert "from the lock" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["refs.bib", "refs.txt"])
def test_house_rules_take_from_the_record_what_a_reference_does_not_tell(
    paper: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """Neither reference has a year; the record of the work has 2017."""
    entry = (
        "@article{k, author = {Abel, A. and Brook, B.}, title = {Measuring the Flow of Invented Rivers}, doi = {10.99999/flow}}\n"
    )
    line = "Abel, A., & Brook, B. Measuring the flow of invented rivers. J. Things. doi:10.99999/flow\n"
    (paper / name).write_text(entry if name.endswith(".bib") else line, encoding="utf-8")
    with (paper / ".latexrefcheck.yml").open("a", encoding="utf-8") as settings:
        settings.write("policy: {years: {from: 2020}}\n")
    cli.run(["check", name])
    assert "[year-outside]" in capsys.readouterr().out
    cli.run(["check", name, "--no-verify"])
    assert "[year-outside]" not in capsys.readouterr().out
    other = (paper / name).read_text(encoding="utf-8").replace("Measuring the", "Forgetting every").replace("Abel", "Quist")
    (paper / name).write_text(other, encoding="utf-8")
    cli.run(["check", name])
    assert "[year-outside]" not in capsys.readouterr().out, "the record is of another work"
