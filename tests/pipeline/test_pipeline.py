"""From files to a report: what is counted, listed, suppressed, and known from a baseline."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import latexrefcheck
import latexrefcheck.verify
from latexrefcheck import pipeline
from latexrefcheck.errors import RefcheckError, UsageError
from latexrefcheck.model.finding import SourceStatus
from latexrefcheck.model.record import Verdict
from latexrefcheck.settings import Settings, load

MAIN = """\\documentclass{article}
\\begin{document}
\\cite{a,b} and \\cite{ghost}
\\input{more}
\\bibliographystyle{plain}
\\bibliography{refs}
\\end{document}
"""
MORE = "\\cite{a}\n"
REFS = """@book{a, author = {A. Uthor}, title = {First}, publisher = {P}, year = {1999}, year = {2000}}
@inproceedings{b, author = {A. Uthor}, title = {Second}, booktitle = {C}, year = {2000}, crossref = {proc}}
@book{idle, author = {A. Uthor}, title = {Third}, publisher = {P}, year = {2001}}
@proceedings{proc, title = {C}, year = {2000}}
"""


@pytest.fixture(autouse=True)
def paper(tmp_path, monkeypatch):
    for name, text in {"main.tex": MAIN, "more.tex": MORE, "refs.bib": REFS}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR", "BIBINPUTS", "TEXINPUTS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def check(**options):
    return latexrefcheck.check(**{"verify": False, "select": ["undefined-citation", "duplicate-field"], **options})


def table(report):
    return [(f.rule, f.location.path, f.location.line, f.key, f.state) for f in report.findings]


def test_the_report():
    report = check()
    assert table(report) == [
        ("undefined-citation", "main.tex", 3, "ghost", "open"),
        ("duplicate-field", "refs.bib", 1, "a", "open"),
    ]
    assert report.documents == ("main.tex",)
    assert (report.tool_version, report.profile, report.verified) == (latexrefcheck.__version__, "default", False)
    assert set(report.rules) == {"undefined-citation", "duplicate-field"}
    assert report.exit_code == 1


def test_the_numbers_add_up():
    summary = check().summary
    assert (summary.documents, summary.files, summary.citations, summary.keys) == (1, 3, 4, 3)
    assert (summary.entries, summary.uncited) == (4, 1)
    report = check(suppress=[{"rule": "duplicate-field", "reason": "x"}])
    summary = report.summary
    assert summary.error + summary.warning + summary.info == len(report.open)
    assert summary.suppressed + summary.baseline + summary.unchanged + len(report.open) == len(report.findings)


def test_entries_are_listed_with_their_citations():
    entries = {entry.key: entry for entry in check().entries}
    assert list(entries) == ["a", "b", "idle", "proc"]
    assert [(place.path, place.line, place.column) for place in entries["a"].cited_at] == [("main.tex", 3, 7), ("more.tex", 1, 7)]
    assert entries["idle"].cited_at == ()
    assert entries["a"].fields["year"] == "1999"
    assert (entries["a"].type, entries["a"].location.line) == ("book", 1)
    assert pipeline.check(Settings(verify=False), with_entries=False).entries == ()


@pytest.mark.parametrize(
    ("body", "uncited"),
    [("\\cite{a}", 3), ("\\nocite{*}", 0), ("\\cite{b}", 2), ("\\cite{A,B}", 1), ("no citation", 4)],
)
def test_uncited_entries(paper, body, uncited):
    (paper / "main.tex").write_text(f"\\documentclass{{article}}\\begin{{document}}{body}\\bibliography{{refs}}\\end{{document}}")
    assert check().summary.uncited == uncited


def test_a_long_chain_of_parents_is_followed_once(paper):
    count = 20_000
    chain = "".join(f"@book{{k{n}, title = {{T{n}}}, crossref = {{k{n + 1}}}}}\n" for n in range(count))
    (paper / "refs.bib").write_text(chain + "@book{other, title = {O}}\n")
    (paper / "main.tex").write_text(MAIN.replace("\\cite{a,b}", "\\cite{k0}"))
    report = check(select=["empty-citation-key"])
    assert (report.summary.entries, report.summary.uncited) == (count + 1, 1)


def test_a_suppression_in_the_source_and_what_is_left_of_it(paper):
    (paper / "main.tex").write_text(MAIN.replace("ghost}", "ghost} % latexrefcheck: ignore[undefined-citation] soon"))
    (paper / "more.tex").write_text("% latexrefcheck: ignore[undefined-citation] none\n\\cite{a}\n")
    report = check(select=["undefined-citation", "unused-suppression"])
    assert table(report) == [
        ("undefined-citation", "main.tex", 3, "ghost", "suppressed"),
        ("unused-suppression", "more.tex", 1, None, "open"),
    ]
    assert report.findings[0].reason == "soon (main.tex:3)"
    assert report.exit_code == 0


def test_findings_stay_in_file_order_with_those_about_suppressions(paper):
    (paper / "main.tex").write_text("% latexrefcheck: ignore[duplicate-field] none\n" + MAIN)
    report = check(select=["undefined-citation", "unused-suppression", "duplicate-field"])
    assert [f.location.path for f in report.findings] == ["main.tex", "main.tex", "refs.bib"]
    assert [f.rule for f in report.findings] == ["unused-suppression", "undefined-citation", "duplicate-field"]


def test_the_baseline_lets_only_new_findings_fail(paper):
    known = paper / "known.json"
    assert check(baseline=known, write_baseline=True).exit_code == 0
    assert [f.state for f in check(baseline=known).findings] == ["baseline", "baseline"]
    (paper / "main.tex").write_text("\n\n" + MAIN.replace("\\cite{ghost}", "\\cite{ghost} \\cite{other}"))
    (paper / "refs.bib").write_text(REFS.replace(", year = {1999}", ""))
    report = check(baseline=known, select=["undefined-citation", "duplicate-field", "stale-baseline"])
    assert table(report) == [
        ("stale-baseline", "known.json", 4, "a", "open"),
        ("undefined-citation", "main.tex", 5, "ghost", "baseline"),
        ("undefined-citation", "main.tex", 5, "other", "open"),
    ]
    assert report.exit_code == 1


def test_a_baseline_has_a_default_place(paper):
    report = check(write_baseline=True)
    assert (paper / ".latexrefcheck-baseline.json").is_file()
    assert report.notes == (
        "2 findings written to .latexrefcheck-baseline.json; from now on: --baseline .latexrefcheck-baseline.json",
    )


def test_excluded_files_are_not_reported():
    assert [f.location.path for f in check(exclude=["*.bib"]).findings] == ["main.tex"]


@pytest.mark.parametrize(
    ("fail_on", "severity", "code"),
    [("error", "error", 1), ("error", "warning", 0), ("warning", "warning", 1), ("never", "error", 0)],
)
def test_exit_status(fail_on, severity, code):
    rules = {"undefined-citation": severity, "duplicate-field": "off"}
    assert check(fail_on=fail_on, rules=rules, select=()).exit_code == code or severity == "warning"
    assert check(fail_on=fail_on, rules=rules, select=["undefined-citation"]).exit_code == code


def test_the_base_is_the_checkout_in_ci(paper, monkeypatch):
    (paper / "sub").mkdir()
    for name in ("main.tex", "more.tex", "refs.bib"):
        (paper / name).rename(paper / "sub" / name)
    monkeypatch.chdir(paper / "sub")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(paper))
    assert check().documents == ("main.tex",), "a library call reads no environment"
    settings = load({}, {"GITHUB_WORKSPACE": str(paper)}).replace(verify=False)
    assert pipeline.check(settings).documents == ("sub/main.tex",)
    assert pipeline.check(settings.replace(base=paper / "sub")).documents == ("main.tex",)


def test_what_cannot_be_read_is_an_error(paper):
    with pytest.raises(RefcheckError, match=r"nosuch\.tex"):
        latexrefcheck.check("nosuch.tex", verify=False)
    (paper / "empty").mkdir()
    with pytest.raises(RefcheckError, match=r"no root document .* was found in '.*empty'; name one"):
        latexrefcheck.check(paper / "empty", verify=False)
    (paper / "empty" / "part.tex").write_text("part")
    (paper / "thesis.tex").write_text("\\documentclass{book}\n\\begin{document}\\input{empty/part}\\end{document}\n")
    with pytest.raises(RefcheckError, match=r"; name one: .*thesis\.tex includes files from there"):
        latexrefcheck.check(paper / "empty", base=paper / "empty", verify=False)
    with pytest.raises(UsageError, match="git"):
        check(since="HEAD")


@pytest.mark.parametrize("paths", [(), ("large",)])
def test_a_root_over_the_limit_is_named(paper, monkeypatch, paths):
    (paper / "large").mkdir()
    (paper / "large" / "thesis.tex").write_text(MAIN)
    if not paths:
        monkeypatch.chdir(paper / "large")
    with pytest.raises(RefcheckError, match=r"'thesis\.tex' has \d+ bytes, over the limit of 100"):
        latexrefcheck.check(*paths, verify=False, max_file_size=100)


def test_the_collection_of_garbage_is_the_callers_business(monkeypatch):
    monkeypatch.setattr(gc, "disable", lambda: pytest.fail("a library switches nothing of its host off"))
    monkeypatch.setattr(gc, "freeze", gc.disable)
    check()
    assert gc.isenabled()


@pytest.fixture
def world(monkeypatch):
    """Stands in for the scholarly sources."""
    answer = SimpleNamespace(
        verdicts={},
        sources=(SourceStatus("crossref", "ok", 2),),
        notes=("one note",),
        complete=True,
        interrupted=False,
        unwritten=(),
    )

    def run(project, settings, *_more):
        entries = {entry.key: entry for b in project.bibliographies for entry in b.entries}
        answer.verdicts = {entries["a"]: Verdict("a", "verified"), entries["b"]: Verdict("b", "unchecked")}
        return answer

    module = ModuleType("latexrefcheck.verify")
    module.__path__ = latexrefcheck.verify.__path__
    module.run = run
    monkeypatch.setitem(sys.modules, "latexrefcheck.verify", module)
    monkeypatch.setattr(latexrefcheck, "verify", module, raising=False)
    return answer


def test_verification_goes_into_the_report(world):
    report = check(verify=True)
    assert report.verified
    assert report.summary.verdicts == {"unchecked": 1, "verified": 1}
    assert {entry.key: entry.verdict and entry.verdict.status for entry in report.entries} == {
        "a": "verified",
        "b": "unchecked",
        "idle": None,
        "proc": None,
    }
    assert (report.sources, report.notes) == ((SourceStatus("crossref", "ok", 2),), ("one note",))


@pytest.mark.parametrize(
    ("complete", "required", "interrupted", "code"),
    [(True, True, False, 0), (False, True, False, 3), (False, False, False, 0), (False, True, True, 130)],
)
def test_exit_status_of_a_verification(world, complete, required, interrupted, code):
    world.complete, world.interrupted = complete, interrupted
    report = check(verify=True, require_complete=required, select=["bad-suppression"])
    assert report.exit_code == code


def test_frozen_fails_on_what_the_lock_does_not_cover(world):
    world.complete = False
    assert check(verify=True, frozen=True, select=["bad-suppression"]).exit_code == 3


def test_the_public_face(paper):
    assert all(hasattr(latexrefcheck, name) for name in latexrefcheck.__all__)
    report = latexrefcheck.check(Path("main.tex"), settings=Settings(profile="lenient"), verify=False)
    assert isinstance(report, latexrefcheck.Report)
    assert report.profile == "lenient"
    assert all(isinstance(found, latexrefcheck.Finding) for found in report.findings)
    with pytest.raises(AttributeError, match="no attribute 'nosuch'"):
        latexrefcheck.nosuch  # noqa: B018


def test_a_lint_that_composes_fixes_loads_nothing_that_judges_records(tmp_path):
    (tmp_path / "a.bib").write_text("@misc{a,title={One},isbn={0-201-52983-1}}\n@misc{a,title={One},isbn={0-201-52983-1}}\n")
    code = (
        "import sys; from latexrefcheck.cli import run; run(['check', '--no-verify', 'a.bib']); "
        "print([name for name in sys.modules if name.startswith(('latexrefcheck.verify', 'latexrefcheck.model.record', 'ssl'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert "remove the identical entry" in done.stdout
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


@pytest.mark.parametrize(("verified", "since", "marks"), [(True, "HEAD", 1), (True, "", 0), (False, "HEAD", 0), (False, "", 0)])
def test_who_vouches_is_asked_only_of_verdicts_in_a_change(world, paper, monkeypatch, verified, since, marks):
    for command in ("init -q", "add .", "-c user.name=A -c user.email=a@uni.example commit -qm one"):
        subprocess.run(["git", *command.split()], cwd=paper, check=True)
    called = []
    monkeypatch.setattr("latexrefcheck.pipeline.vouching.marked", lambda examined, _: called.append(examined) or examined)
    check(verify=verified, since=since)
    assert len(called) == marks
