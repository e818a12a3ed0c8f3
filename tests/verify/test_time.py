"""The time that a run may take for asking: it ends when it should, and says of what is left that it is left."""

from __future__ import annotations

import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from latexrefcheck.cli import run
from latexrefcheck.verify.resolution import OUT_OF_TIME


class _Slow(BaseHTTPRequestHandler):
    """Answers nothing for a long time."""

    def do_GET(self) -> None:
        self.server.done.wait(30)  # type: ignore[attr-defined]
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def slow():
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Slow)
    server.daemon_threads = True
    server.done = threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.done.set()
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("more", "status"), [([], 0), (["--require-complete"], 3)])
def test_what_is_left_when_the_time_is_up(more, status, slow, tmp_path: Path, monkeypatch, capsys) -> None:
    for name in [name for name in os.environ if name.startswith(("LATEXREFCHECK_", "GITHUB_"))]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LATEXREFCHECK_CROSSREF_URL", slow)
    keys = [f"k{number}" for number in range(300)]
    Path("refs.bib").write_text(
        "".join(
            f"@article{{{key}, author = {{Doe, Jane}}, title = {{The works of {key}}}, journal = {{J}}, year = 2001, "
            f"volume = 1, pages = {{1--2}}, doi = {{10.5555/{key}}}}}\n"
            for key in keys
        )
    )
    Path("main.tex").write_text(
        f"\\documentclass{{article}}\\begin{{document}}\\cite{{{','.join(keys)}}}\\bibliography{{refs}}\\end{{document}}\n"
    )
    began = time.monotonic()
    words = ["check", "--sources", "crossref", "--max-seconds", "1", "--cache", "c", "--report", "json", *more, "main.tex"]
    assert run(words) == status
    assert time.monotonic() - began < 10
    report = json.loads(capsys.readouterr().out)
    assert {entry["verdict"]["status"] for entry in report["entries"]} == {"unchecked"}
    assert all(entry["verdict"]["unchecked"] == {"time": OUT_OF_TIME} for entry in report["entries"])
    assert any(note.startswith(f"300 of 300 entries could not be checked ({OUT_OF_TIME})") for note in report["notes"])


def test_enough_time_changes_nothing(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    Path("main.tex").write_text("\\documentclass{article}\\begin{document}x\\end{document}\n")
    assert run(["check", "--max-seconds", "30", "--offline", "--cache", "c", "main.tex"]) == 0
    assert "out of time" not in capsys.readouterr().out
