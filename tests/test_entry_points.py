"""Plug-ins of another package: one file each, an entry point, and each is reached."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import latexrefcheck

PAGE = (Path(__file__).parent.parent / "docs" / "developing.md").read_text(encoding="utf-8")


def sample(file: str) -> str:
    """The example of docs/developing.md that is to be written to ``file``."""
    _, _, rest = PAGE.partition(f"\n`{file}`\n```")
    return rest[rest.index("\n") + 1 :].partition("```\n\n")[0]


SAMPLES = ("title_full_stop.py", "attic.py", "columns.py", "keys.py", "plainly.py", "cards.py")
RULE, SOURCE, REPORT, COMMAND, STYLE, READER = map(sample, SAMPLES)

WORKS = [
    {"title": "Quiet Ships and Loud Harbours", "family": "Fairbairn", "given": "Tove", "year": 2017, "doi": "10.99999/ships"},
    {"title": "Lanterns of the Northern Coast", "family": "Okonjo", "given": "Ngozi", "year": 2009, "doi": "10.99999/lanterns"},
]
CITED = """@book{ships,
  author = {Fairbairn, Tove}, title = {Quiet Ships and Loud Harbours}, publisher = {Sea}, year = {2011},
  doi = {10.99999/ships},
}
@book{lanterns,
  author = {Okonjo, Ngozi}, title = {Lanterns of the Northern Coast}, publisher = {Sea}, year = {2001},
}
@book{ghost,
  author = {Nemo, Nick}, title = {Oars Without Boats}, publisher = {Sea}, year = {2001}, doi = {10.99999/oars},
}
"""


class Attic(BaseHTTPRequestHandler):
    """The archive; ``asked`` of the server lists (kind, value) of every question."""

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        kind, value = parts.path.strip("/"), parse_qs(parts.query)["q"][0].lower()
        self.server.asked.append((kind, value))
        known = [work for work in WORKS if value in (str(work["doi"]), str(work["title"]).lower())]
        body = json.dumps({"works": known}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is told."""


@pytest.fixture
def attic() -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Attic)
    server.asked = []
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


BIB = "@book{a, author = {Knuth, Donald E.}, title = {Of Stops.}, publisher = {Addison-Wesley}, year = 1984}\n"


def install(place: Path, modules: dict[str, str], **groups: str) -> None:
    """A package of the modules that was installed in ``place`` with an entry point for each group."""
    information = place / "refcheck_extra-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: refcheck-extra\nVersion: 1.0\n", encoding="utf-8")
    lines = (f"[latexrefcheck.{group}]\n{value.partition(':')[0]} = {value}\n" for group, value in groups.items())
    (information / "entry_points.txt").write_text("".join(lines), encoding="utf-8")
    for name, text in modules.items():
        (place / f"{name}.py").write_text(text, encoding="utf-8")


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    paper = tmp_path / "paper"
    paper.mkdir()
    (paper / "refs.bib").write_text(BIB, encoding="utf-8")
    return paper


def command(paper: Path, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """The program run in the paper, with the place beside it where packages are imported from."""
    place = {"PYTHONPATH": str(paper.parent / "packages"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", "latexrefcheck", *arguments], cwd=paper, env=place | environ, capture_output=True, text=True
    )


def test_a_rule_of_another_package_is_run_listed_explained_and_set(paper: Path) -> None:
    install(paper.parent / "packages", {"full_stops": RULE}, rules="full_stops")
    found = command(paper, "--no-verify", "refs.bib")
    assert (found.returncode, found.stderr) == (0, "")
    assert "refs.bib:1:47: warning [title-full-stop] a: the title ends in a full stop" in found.stdout
    assert "warning  title-full-stop" in command(paper, "rules").stdout
    assert command(paper, "explain", "title-full-stop").stdout.startswith("# title-full-stop\n\nA title ends in a full stop.")
    assert command(paper, "--no-verify", "--rule", "title-full-stop=error", "refs.bib").returncode == 1
    assert "title-full-stop" not in command(paper, "--no-verify", "--ignore", "title-full-stop", "refs.bib").stdout


def test_a_report_of_another_package_is_written_with_its_options(paper: Path) -> None:
    install(paper.parent / "packages", {"columns": REPORT, "full_stops": RULE}, reports="columns", rules="full_stops")
    assert command(paper, "--no-verify", "--report", "columns", "refs.bib").stdout == "title-full-stop\ta\n"
    options = ("--no-verify", "--report", "columns:out.txt", "--report-option", "columns.separator=;", "-q", "refs.bib")
    assert command(paper, *options).returncode == 0
    assert (paper / "out.txt").read_text(encoding="utf-8") == "title-full-stop;a\n"


def test_a_command_of_another_package_is_run_and_listed(paper: Path) -> None:
    install(paper.parent / "packages", {"keys": COMMAND}, commands="keys")
    assert command(paper, "keys", "refs.bib").stdout == "a\n"
    assert "keys       List the keys of all entries." in command(paper, "--help").stdout


def test_a_style_of_another_package_is_listed_and_sets(paper: Path) -> None:
    install(paper.parent / "packages", {"plainly": STYLE}, styles="plainly")
    assert command(paper, "cite", "refs.bib", "--style", "plainly", "--format", "markdown").stdout == "*Of Stops.*, 1984\n"
    assert "plainly" in command(paper, "cite", "--list-styles").stdout


def test_a_reader_of_another_package_reads_its_files(paper: Path) -> None:
    install(paper.parent / "packages", {"cards": READER}, readers="cards")
    (paper / "box.cards").write_text(
        "A 12 | Fairbairn, T. Quiet Ships and Loud Harbours. Sea, 2011.\n\nno bar\n", encoding="utf-8"
    )
    told = json.loads(command(paper, "check", "box.cards", "--no-verify", "--report", "json").stdout)
    assert [(entry["key"], entry["location"]["line"]) for entry in told["entries"]] == [("A 12", 1)]


def test_a_source_of_another_package_is_asked_decides_and_is_named(paper: Path, attic: ThreadingHTTPServer) -> None:
    install(paper.parent / "packages", {"attic": SOURCE}, sources="attic")
    (paper / "refs.bib").write_text(CITED, encoding="utf-8")
    address = {"LATEXREFCHECK_ATTIC_URL": f"http://127.0.0.1:{attic.server_address[1]}", "HOME": str(paper.parent)}
    options = ("--sources", "attic", "--cache", str(paper.parent / "cache"), "--all", "refs.bib")
    found = command(paper, "--report", "json", *options, **address)
    assert found.stderr == ""
    report = json.loads(found.stdout)
    told = {(one["key"], one["rule"]): one["message"] for one in report["findings"]}
    assert told["ships", "year-mismatch"] == "the year is 2011, The Attic has 2017"
    assert told["lanterns", "year-mismatch"] == "the year is 2001, The Attic has 2009"
    assert ("ghost", "doi-not-found") in told
    asked = {(kind, value) for kind, value in attic.asked}
    assert {("doi", "10.99999/ships"), ("doi", "10.99999/oars"), ("title", "lanterns of the northern coast")} <= asked
    assert "The Attic" in command(paper, *options, **address).stdout
    assert "The Attic" in command(paper, "sources", **address).stdout


def test_a_family_and_a_single_object_are_found(paper: Path) -> None:
    family = RULE + (
        "\n\nclass Short:\n"
        '    """A title is short."""\n\n'
        '    ID, SCOPE, SEVERITY = "short-title", "bibliography", SEVERITY\n\n'
        "    def check(self, bibliography, context):\n"
        '        """One draft per title."""\n'
        '        for entry, field in bibliography.fields("title"):\n'
        '            yield Draft(entry.value_span(field), "short", entry.key)\n\n\n'
        "RULES = (Short(),)\n"
    )
    install(paper.parent / "packages", {"family": family, "full_stops": RULE}, rules="family", reports="columns")
    (paper.parent / "packages" / "columns.py").write_text(REPORT, encoding="utf-8")
    assert command(paper, "--no-verify", "--report", "columns", "refs.bib").stdout == "short-title\ta\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'"),
        (RULE.replace('SCOPE = "bibliography"\n', ""), "TypeError: a rule has ID, SCOPE, SEVERITY and check()"),
        (RULE.replace('"bibliography"', '"paper"'), "ValueError: the scope of title-full-stop is 'paper', which is none of"),
        (
            RULE.replace('"lenient": "off", ', ""),
            "ValueError: title-full-stop needs a severity for each of lenient, default, strict",
        ),
        ("1 / 0\n", "ZeroDivisionError: division by zero"),
        ("def\n", "SyntaxError: invalid syntax"),
        ("raise SystemExit(0)\n", "SystemExit: 0"),
    ],
)
def test_a_package_that_cannot_be_used_is_named(paper: Path, text: str, reason: str) -> None:
    install(paper.parent / "packages", {"broken": text}, rules="broken")
    found = command(paper, "--no-verify", "refs.bib")
    assert found.returncode == 2
    assert found.stderr.startswith(
        f"latexrefcheck: the plug-in 'broken' of the package 'refcheck-extra' cannot be used ({reason}"
    ), found.stderr
    assert found.stderr.rstrip().endswith("mend or uninstall the package")
    assert "Traceback" not in found.stderr


def test_a_plugin_cannot_take_the_place_of_ours(paper: Path) -> None:
    install(paper.parent / "packages", {"other": RULE.replace("title-full-stop", "duplicate-key")}, rules="other")
    found = command(paper, "--no-verify", "refs.bib")
    assert (found.returncode, found.stdout) == (2, "")
    assert "adds a rule 'duplicate-key', which there is already" in found.stderr


def test_a_paper_brings_no_plugins_along(paper: Path) -> None:
    """``python -m`` imports from the current directory, which may be a stranger's repository."""
    install(paper, {"full_stops": "raise SystemExit('code of a paper was run')\n"}, rules="full_stops")
    found = command(paper, "--no-verify", "refs.bib")
    assert (found.returncode, found.stderr) == (0, "")
    found = command(paper, "--no-verify", "refs.bib", PYTHONPATH=f"{paper}:.")
    assert (found.returncode, found.stderr) == (0, "")


def test_a_package_that_is_uninstalled_is_gone(paper: Path) -> None:
    packages = paper.parent / "packages"
    install(packages, {"full_stops": RULE}, rules="full_stops")
    assert "title-full-stop" in command(paper, "rules").stdout
    (packages / "refcheck_extra-1.0.dist-info").rename(paper.parent / "gone")
    assert "title-full-stop" not in command(paper, "rules").stdout


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with the examples of docs/developing.md in it, each where its section says."""
    place = tmp_path_factory.mktemp("tree")
    home = Path(latexrefcheck.__file__).parent
    package = place / "latexrefcheck"
    shutil.copytree(home, package, ignore=shutil.ignore_patterns("__pycache__"))
    rows = re.findall(r"^\| \[(\w+)\]\(.*?\) \| `latexrefcheck/(.*?)NAME\.py`", PAGE, re.MULTILINE)
    files = {
        "rule": "title_full_stop.py",
        "source": "attic.py",
        "report": "columns.py",
        "command": "keys.py",
        "style": "plainly.py",
    }
    assert {kind for kind, _ in rows} == set(files)
    for kind, folder in rows:
        (package / folder / files[kind]).write_text(sample(files[kind]), encoding="utf-8")
    table = package / "reading" / "commands" / "natbib.yml"
    line = sample("natbib.yml").partition("cite:\n")[2]
    table.write_text(table.read_text(encoding="utf-8").replace("cite:\n", f"cite:\n{line}", 1), encoding="utf-8")
    return place


def test_the_steps_of_the_page_are_enough(paper: Path, tree: Path, attic: ThreadingHTTPServer) -> None:
    """One file each in the package, nothing else: all are reached."""
    here = {
        "PYTHONPATH": str(tree),
        "LATEXREFCHECK_ATTIC_URL": f"http://127.0.0.1:{attic.server_address[1]}",
        "HOME": str(paper.parent),
    }
    (paper / "refs.bib").write_text(CITED.replace("Coast}", "Coast.}"), encoding="utf-8")
    main = "\\documentclass{article}\n\\usepackage{natbib}\n\\begin{document}\n\\citewithcare{see}{ships,ghots}\n"
    (paper / "main.tex").write_text(main + "\\bibliography{refs}\n\\end{document}\n", encoding="utf-8")
    options = ("--sources", "attic", "--report", "columns", "--all")
    found = set(command(paper, *options, **here).stdout.splitlines())
    assert {"title-full-stop\tlanterns", "year-mismatch\tships", "doi-not-found\tghost", "undefined-citation\tghots"} <= found
    assert command(paper, "keys", **here).stdout == "ships\nlanterns\nghost\n"
    assert command(paper, "cite", "ghost", "--style", "plainly", **here).stdout == "Oars Without Boats, 2001\n"
    assert "-  author = {Okonjo, Ngozi}, title = {Lanterns of the Northern Coast.}" in command(paper, "fix", **here).stdout


def test_the_examples_of_the_page_have_the_form_that_they_teach(tree: Path) -> None:
    """The contract over all plug-ins, run in the tree that has the examples."""
    code = (
        "from latexrefcheck import registry\n"
        "from latexrefcheck.plugins import Mending, Rule, options_of_report, page\n"
        "assert isinstance(registry.rules['title-full-stop'], Rule)\n"
        "assert '## Use instead' in page(registry.rules['title-full-stop'])\n"
        "assert registry.sources['attic'].name == 'The Attic'\n"
        "assert options_of_report(registry.reports['columns']) == {'separator': '\\t'}\n"
        "assert registry.commands['keys'].HELP\n"
    )
    subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(tree)}, cwd=tree, check=True)
