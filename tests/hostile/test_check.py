"""The check from end to end on what a stranger may send: it ends soon, says what is wrong, and reads and writes nothing else."""

from __future__ import annotations

import gc
import json
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from timing import within

from latexrefcheck.__main__ import main
from latexrefcheck.cli import run
from latexrefcheck.errors import ConfigError
from latexrefcheck.verify.lock import Lock, form

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, FIFOs and devices as POSIX has them")

GOOD = "@article{good, author = {Doe, Jane}, title = {A fine title}, journal = {J}, year = {2001}}\n"
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
SECRET = "neverseen"
LAUGHS = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join(f"a{i + 1}: &a{i + 1} [{','.join([f'*a{i}'] * 9)}]\n" for i in range(14))


def tex(body: str = "\\cite{good}", before: str = "") -> str:
    """A document with one bibliography."""
    return f"\\documentclass{{article}}\n{before}\\begin{{document}}\n{body}\n\\bibliography{{refs}}\n\\end{{document}}\n"


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a healthy paper beside a folder that is none of its business."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.tex").write_text(f"\\documentclass{{article}}\\begin{{document}}\\cite{{{SECRET}}}\\end{{document}}\n")
    (outside / "secret.bib").write_text(f"@article{{{SECRET}, title = {{{SECRET}}}}}\n")
    (outside / "secret.yml").write_text(f"profile: {SECRET}\n")
    folder = tmp_path / "paper"
    folder.mkdir()
    (folder / "main.tex").write_text(tex())
    (folder / "refs.bib").write_text(GOOD)
    monkeypatch.chdir(folder)
    for name in [name for name in os.environ if name.startswith(("LATEXREFCHECK_", "GITHUB_", "CI"))]:
        monkeypatch.delenv(name)
    return folder


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit status and outputs of a check without the net, which must be sound."""
    with within(6):
        status = run(["check", "--no-verify", "--no-tex-tree", *arguments])
        out, err = capsys.readouterr()
    assert status in (0, 1, 2), (status, err)
    assert "internal error" not in err, err
    assert not CONTROLS.search(out + err)
    assert SECRET not in out + err
    if status == 2:
        assert err.count("\n") == 1
        assert len(err) < 2500
    return status, out, err


TEXTS = {
    "input twice in each file": "\\input{a}\\input{a}",
    "input many times in each file": "\\input{m0}",
    "units": "\\begin{refsection}\\cite{x}\\end{refsection}\n" * 3000,
    "missing files": "".join(f"\\input{{none{n}}}" for n in range(1500)),
    "url braces": "\\url{{}" * 20_000,
    "embedded": "".join(f"\\begin{{filecontents}}{{r{n}.bib}}\n\\end{{filecontents}}\n" for n in range(2000)),
    "outside": "\\input{../outside/secret}\\include{../outside/secret}\\input{/etc/passwd}\\import{../outside/}{secret}",
    "escapes": "\\cite{\x1b[31mred\u202e,\x07}\\input{\x9b1m\u2066}",
}


@pytest.mark.parametrize("name", TEXTS)
def test_text(name: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = "\\usepackage{biblatex}\\addbibresource{refs.bib}" if name == "units" else ""
    (paper / "main.tex").write_text(tex(TEXTS[name] + "\\cite{good}", before))
    for number, letter in enumerate("abcdefghijklmnopqrstuvwx"):
        following = "abcdefghijklmnopqrstuvwxy"[number + 1]
        (paper / f"{letter}.tex").write_text(f"\\input{{{following}}}\\input{{{following}}}")
    for number in range(4):
        (paper / f"m{number}.tex").write_text(f"\\input{{m{number + 1}}}" * 300)
    status, out, _ = check(capsys, "--report", "json", "main.tex")
    assert status in (0, 1)
    assert "good" in {entry["key"] for entry in json.loads(out)["entries"]}


VALUES = {
    "blanks": ("a" + " " * 1000) * 300,
    "tags": "<i>" * 60_000,
    "entities": "&#65;" * 60_000,
    "ampersands": "& " * 60_000,
    "backslashes": "\\" * 200_000,
    "and": "and " * 60_000,
    "names": "".join(f"A, {n % 20_000} and " for n in range(40_000)) + "B",
    "doi": "10.1/" * 60_000,
    "nested": "{" * 60_000 + "}" * 60_000,
    "citations": "\\cite[" * 40_000,
    "escapes": "\x1b[31m\u202e\x85\u2028" * 50,
}


@pytest.mark.parametrize("name", VALUES)
def test_value(name: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fields = ", ".join(f"{field} = {{{VALUES[name]}}}" for field in ("author", "title", "url", "doi", "note", "pages"))
    (paper / "refs.bib").write_text(f"@article{{k, {fields}}}\n{GOOD}", encoding="utf-8")
    status, out, _ = check(capsys, "--report", "json", "main.tex")
    assert status in (0, 1)
    assert "good" in {entry["key"] for entry in json.loads(out)["entries"]}
    assert len(out) < 25_000_000


@pytest.mark.parametrize("cycle", [True, False])
def test_chains_of_parents(cycle: bool, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fan = 60 if cycle else 5000
    names = [",".join(f"k{(n + step) % fan}" for step in range(1, fan if cycle else 2)) for n in range(fan)]
    entries = "".join(f"@xdata{{k{n}, xdata = {{{name}}}}}\n" for n, name in enumerate(names))
    (paper / "refs.bib").write_text(f"{entries}@article{{z, xdata = {{k0}}}}\n{GOOD}")
    assert check(capsys, "--backend", "biber", "main.tex")[0] in (0, 1)


CONFIGS = {
    "laughs": LAUGHS,
    "laughs in a list": "select:\n- &c0 [x,x,x,x,x,x,x,x,x]\n"
    + "".join(f"- &c{i + 1} [{','.join([f'*c{i}'] * 9)}]\n" for i in range(14)),
    "alias in itself": "select: &a [*a]\n",
    "long value": f"profile: {'x' * 200_000}\n",
    "escapes": '"\\x1b[31m\\u202e": x\n',
    "report outside": "report: json:../outside/x.json\n",
    "report over the paper": "report: json:main.tex\n",
    "report in .git": "report: text:.git/hooks/pre-commit\n",
    "long number": f"suppress: [{{rule: bad-doi, reason: 0x{'f' * 5000}}}]\n",
    "number for a signature": "cite-commands: {mycite: -1}\n",
    "profile outside": "profile: ../outside/secret.yml\n",
    "library outside": "extra-bib: ../outside/secret.bib\n",
    "library anywhere": "shared: '/**/*.bib'\n",
    "baseline over the library": "baseline: refs.bib\nwrite-baseline: true\n",
}


@pytest.mark.parametrize("name", CONFIGS)
def test_configuration(name: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / ".latexrefcheck.yml").write_text(CONFIGS[name])
    before = {path: path.read_bytes() for path in paper.parent.rglob("*") if path.is_file()}
    assert check(capsys, "main.tex")[0] == 2
    assert {path: path.read_bytes() for path in paper.parent.rglob("*") if path.is_file()} == before


TOML = {
    "long number": "timeout = " + "9" * 10_000,
    "deep": "select = " + "[" * 50_000,
    "dotted": "a." * 100_000 + "a = 1",
    "dotted with blanks": "x = {" + "'a' . " * 100_000 + "a = 1}",
    "escapes": '"\\u001b[31m" = 1',
    "dates": "profile = 2001-01-01",
    "no table": "\n[tool.latexrefcheck]",
}


@pytest.mark.parametrize("name", TOML)
def test_toml(name: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / "pyproject.toml").write_text(f"[tool.latexrefcheck]\n{TOML[name]}\n")
    assert check(capsys, "main.tex")[0] == 2
    (paper / "pyproject.toml").write_text("tool = 3 # [tool.latexrefcheck\n")
    assert check(capsys, "main.tex")[0] == 2


def test_links_and_comments_lead_nowhere(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / "secret.bib").symlink_to("../outside/secret.bib")
    (paper / "main.tex").write_text("% !TEX root = ../outside/secret.tex\n" + tex().replace("{refs}", "{refs,secret}"))
    assert "outside" in check(capsys, "main.tex")[1]
    (paper / ".latexrefcheck.yml").symlink_to("../outside/secret.yml")
    assert check(capsys, "main.tex")[0] == 2


@pytest.mark.parametrize("target", ["a" * 300 + ".tex", "a/" * 5000 + ".tex", "\x1b[31m\nno\u202e.tex", "fifo.tex"])
def test_targets(target: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(paper / "fifo.tex")
    assert check(capsys, target)[0] == 2


LATEXMKRC = {
    "lists": "@default_files=qw(" * 20_000,
    "paths": "ensure_path('BIBINPUTS'," * 20_000,
    "lines": " \n" * 200_000,
    "long names": f"$out_dir = '{'a/' * 400}'; $aux_dir = '{'b' * 900}';",
    "code": "system('touch ../outside/x'); @default_files = ('../outside/secret.tex', '/etc/passwd');",
}


@pytest.mark.parametrize("name", LATEXMKRC)
def test_latexmkrc(name: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / "latexmkrc").write_text(LATEXMKRC[name])
    assert check(capsys, ".")[0] == 0
    assert not (paper.parent / "outside" / "x").exists()


@pytest.mark.parametrize("text", ["\\bibitem" + " " * 200_000, "\\bibitem[" + "{{{}}}" * 50_000, "\\bibitem[{" * 50_000])
def test_list_of_an_earlier_run(text: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / "main.bbl").write_text(text)
    (paper / "refs.bib").unlink()
    assert check(capsys, "main.tex")[0] == 1


def test_recorder_file_that_names_a_root_elsewhere(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / "secret.aux").write_text("\\relax\n")
    (paper / "secret.fls").write_text("PWD ../outside\nINPUT secret.tex\n")
    for target in ("secret.aux", "secret.fls"):
        assert check(capsys, target)[0] == 2


def test_control_file(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / "main.aux").write_text("\\relax\n\\gdef \\@abspage@last{1}\n")
    (paper / "main.bcf").write_text(
        "<bcf:controlfile>" + "<bcf:citekey" * 20_000 + "<bcf:citekey>" * 20_000 + "</bcf:controlfile>"
    )
    assert check(capsys, "main.tex")[0] in (0, 1)


PIECES = st.sampled_from(
    "\\cite{ \\input{ \\def\\x{ \\x \\iffalse \\fi \\begin{ \\end{ \\bibliography{ \\verb| \\url{ refs main good { } [ ] % # , "
    '= @article{ @string{ @comment{ " \\\' \\" ~ $ & and 10.1000/1 https:// \n \r \0 \x1b \u202e \udcff é 中'.split(" ")
) | st.text(max_size=3)
ANY = st.lists(PIECES, max_size=25).map("".join)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    body=ANY, before=ANY, library=ANY, report=st.sampled_from("text json html junit sarif github markdown rdjsonl gitlab".split())
)
def test_anything(body: str, before: str, library: str, report: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / "main.tex").write_bytes(tex(body, before).encode("utf-8", "surrogateescape" if "\udcff" in body else "replace"))
    (paper / "refs.bib").write_bytes((library + "\n" + GOOD).encode("utf-8", "replace"))
    check(capsys, "--report", report, "main.tex")


def test_devices_and_pipes_are_never_replaced(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(paper / "pipe.json")
    assert check(capsys, "--report", "json:pipe.json", "main.tex")[0] == 2
    assert stat.S_ISFIFO((paper / "pipe.json").stat().st_mode)


def test_embedded_database_beside_a_large_one(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = "".join(
        f"\\begin{{filecontents}}{{r{n}.bib}}\n@misc{{k{n}, title = {{x}}}}\n\\end{{filecontents}}\n" for n in range(9)
    )
    names = ",".join(f"r{n}" for n in range(9))
    (paper / "main.tex").write_text(files + tex().replace("{refs}", f"{{refs,{names}}}"))
    assert check(capsys, "main.tex")[0] in (0, 1)


@pytest.mark.parametrize("redirected", [">/dev/full", ">&-"])
def test_output_that_nothing_takes(redirected: str, paper: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'"$0" -m latexrefcheck check --no-verify main.tex {redirected}', sys.executable],
        capture_output=True,
        check=False,
        text=True,
    )
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    assert done.returncode == (2 if "full" in redirected else 0)


ENTRY = {
    "fingerprint": "0123456789abcdef",
    "checked": "2026-01-01",
    "verdict": "mismatch",
    "record": {"source": "crossref", "title": "T", "authors": ["Doe, Jane"], "years": [2001], "doi": "10.1000/x"},
    "identifier": ["doi", "10.1000/x"],
    "differences": [{"field": "title", "state": "differ", "score": 0.5}],
    "notices": [{"kind": "retraction", "doi": "10.1000/r", "source": "crossref"}],
    "unchecked": {"doi": "malformed"},
}
WRONG = [None, [], {}, 10**400, "\x1b[31m\u202e", float("inf"), [[]], {"a": 1}]


def _places(value: object, path: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in parts for place in _places(part, (*path, key)))]


def test_lock_with_a_wrong_value_anywhere(paper: Path) -> None:
    whole = {"version": 1, "entries": {"good": ENTRY}}
    for place in _places(whole):
        for wrong in WRONG:
            changed = json.loads(json.dumps(whole))
            at = changed
            for key in place[:-1]:
                at = at[key]
            if place:
                at[place[-1]] = wrong
            (paper / "x.lock").write_text(json.dumps(changed if place else wrong))
            try:
                entries = Lock.read(paper / "x.lock").entries
            except ConfigError as error:
                assert "--write-lock" in str(error)
                continue
            for one in (form.from_plain("good", entries["good"].plain, "") for _ in entries):
                told = [part for parts in (*one.judgements, *one.notices) for part in parts]
                assert all(isinstance(part, str | float) for part in told)


@pytest.mark.parametrize("text", ["[" * 200_000, '{"entries": ' * 100_000, "9" * 10_000, "\0", "null", "", '{"version": 1e999}'])
@pytest.mark.parametrize("command", ["check", "audit"])
def test_lock_that_is_none(text: str, command: str, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (paper / "latexrefcheck.lock").write_text(text)
    assert run([command, "main.tex", *(["--frozen"] if command == "check" else [])]) == (2 if command == "check" else 3)
    out, err = capsys.readouterr()
    assert "internal error" not in err
    assert err.count("\n") == 1
    assert not CONTROLS.search(out + err)


def test_interrupted_while_starting(monkeypatch: pytest.MonkeyPatch, paper: Path, capfd: pytest.CaptureFixture[str]) -> None:
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    ended: list[int] = []
    monkeypatch.setattr("latexrefcheck.cli.run", interrupt)
    monkeypatch.setattr(os, "_exit", ended.append)
    main()
    gc.enable()
    assert (ended, capfd.readouterr().err) == ([130], "latexrefcheck: interrupted\n")
