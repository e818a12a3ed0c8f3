"""Run the check for the GitHub Action: reports in a folder of their own, outputs, annotations, the step summary.

The status is an output, so that the steps behind (saving the cache, uploading SARIF) run before the job fails. Runs
isolated (``python -I``) with nothing but the standard library; its working directory is the paper's. All options come as
LATEXREFCHECK_* variables. Reads ROOT, EXTRA_REPORTS, ARGS, CATEGORY, PLACE, GITHUB_OUTPUT, GITHUB_STEP_SUMMARY,
GITHUB_WORKSPACE, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA.
"""

from __future__ import annotations

import html
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FILES = {"json": "report.json", "junit": "junit.xml", "sarif": "report.sarif", "markdown": "summary.md", "html": "report.html"}
OUTPUTS = ("json", "junit", "sarif", "html")
COULD_NOT_RUN, INCOMPLETE = 2, 3
LONGEST = 2000
"""Most characters of an error that are repeated."""


def arguments(environ: Mapping[str, str], reports: Path) -> list[str]:
    """The command line behind ``check``; raises ValueError for a quote in ARGS that is not closed."""
    words = ["--report", "github"]  # the whole list is in it, in a form that cannot act as a workflow command
    for name, file in FILES.items():
        words += ["--report", f"{name}:{reports / file}"]
    for report in environ.get("EXTRA_REPORTS", "").replace(",", "\n").splitlines():
        words += ["--report", report.strip()] if report.strip() else []
    if link := address(environ):
        words += ["--report-option", f"markdown.link={link}"]
    return [*words, *shlex.split(environ.get("ARGS", ""), comments=True)]


def address(environ: Mapping[str, str]) -> str:
    """Where GitHub shows the files of the commit that is checked, or an empty string."""
    parts = [environ.get(f"GITHUB_{name}", "") for name in ("SERVER_URL", "REPOSITORY", "SHA")]
    return f"{parts[0]}/{parts[1]}/blob/{parts[2]}/" if all(parts) else ""


def repository(here: Path, workspace: Path) -> Path:
    """The top of the checkout that ``here`` lies in; that is not the workspace if actions/checkout was given a path."""
    above = [folder for folder in (here, *here.parents) if folder.is_relative_to(workspace)]
    return next((folder for folder in above if (folder / ".git").exists()), workspace)


def category(environ: Mapping[str, str]) -> str:
    """What tells the SARIF of this paper from that of others in the same commit; the same in every run."""
    given = environ.get("CATEGORY", "").strip()
    if given:
        return " ".join(given.split())
    parts = [environ.get("PLACE", "").strip(), *environ.get("LATEXREFCHECK_PATHS", "").split("\n")]
    named = [re.sub(r"[^\w./ -]+", "-", part.strip()).removeprefix("./").strip("/ ") for part in parts]
    return "/".join(["latexrefcheck", *(name for name in named if name and name != ".")])[:200]


def annotation(level: str, title: str, text: str) -> str:
    """A workflow command that shows ``text``, none of which is taken for a command."""
    data = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return f"::{level} title={title}::{data}"


def summary(title: str, text: str) -> str:
    """A section of the step summary that shows ``text`` as it is."""
    return f"## latexrefcheck: {title}\n\n<pre>{html.escape(text)}</pre>\n\n"


def outputs(reports: Path, status: int, told: Mapping[str, Any], named: str) -> Iterator[str]:
    """The lines of GITHUB_OUTPUT."""
    counts = told.get("summary", {})
    yield f"status={status}"
    yield from (f"{name}s={counts.get(name, '')}" for name in ("error", "warning", "info"))
    for name in OUTPUTS:
        path = reports / FILES[name]
        yield f"{name}={path if path.is_file() else ''}"
    yield f"category={named}"
    yield f"run={reports.name}"
    yield f"asked={sum(source.get('requests', 0) for source in told.get('sources', ()))}"


def run(command: list[str], environ: Mapping[str, str]) -> tuple[int, str]:
    """(status, what was said on standard error), which is shown as it comes."""
    said: list[str] = []
    with subprocess.Popen(
        command, env=dict(environ), stderr=subprocess.PIPE, text=True, encoding="utf-8", errors="replace"
    ) as job:
        for line in job.stderr or ():
            sys.stderr.write(line)
            sys.stderr.flush()
            said.append(line)
    return job.returncode, "".join(said)[-LONGEST:].strip()


def main() -> int:
    """Check and leave everything behind; 0 whatever was found."""
    environ = dict(os.environ)
    root = Path(environ["ROOT"])
    for folder in ("reports", "cache"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    reports = Path(tempfile.mkdtemp(prefix="run-", dir=root / "reports"))  # several steps of a job keep theirs apart
    workspace = Path(environ.get("GITHUB_WORKSPACE") or Path.cwd())
    top = repository(Path.cwd(), workspace)
    if top != workspace:
        environ.setdefault("LATEXREFCHECK_BASE", str(top))
    try:
        words = arguments(environ, reports)
    except ValueError as error:
        status, said = COULD_NOT_RUN, f"latexrefcheck: the input args cannot be split into words: {error}"
        print(said, file=sys.stderr)
    else:
        # Isolated too: neither the working directory nor a PYTHONPATH of the job brings modules.
        status, said = run([sys.executable, "-I", "-m", "latexrefcheck", "check", *words], environ)
    try:
        told = json.loads((reports / FILES["json"]).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        told = {}
    page = reports / FILES["markdown"]
    with Path(environ["GITHUB_STEP_SUMMARY"]).open("a", encoding="utf-8") as shown:
        if status == INCOMPLETE:
            text = "\n".join(map(str, told.get("notes", ()))) or "some entries could not be checked"
            print(annotation("error", "latexrefcheck: the verification is incomplete", text[:LONGEST]))
            shown.write(summary("the verification is incomplete", text))
        elif status not in (0, 1):
            text = said or f"it ended with status {status}"
            print(annotation("error", "latexrefcheck could not run", text))
            shown.write(summary("could not run", text))
        if page.is_file():
            shown.write(page.read_text(encoding="utf-8"))
    with Path(environ["GITHUB_OUTPUT"]).open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in outputs(reports, status, told, category(environ)))
        file.write(f"checkout={top}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
