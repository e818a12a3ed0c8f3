"""``-v`` and ``-vv``: what was asked and what came, on standard error, without keys."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from simserver import Script, SimServer

KEY, CONTACT = "key-of-mine-123", "person@uni.example"
WORK = {"DOI": "10.99999/a", "title": ["On Lanterns"], "author": [{"family": "Doe", "given": "Jane"}], "type": "journal-article"}


def verify(server: SimServer, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "PYTHONPATH") if name in os.environ}
    environment = kept | {
        "HOME": str(folder),
        "LATEXREFCHECK_CACHE": str(folder / "cache"),
        "LATEXREFCHECK_CROSSREF_URL": f"{server.url}/crossref",
        "LATEXREFCHECK_CROSSREF_KEY": KEY,
        "LATEXREFCHECK_CONTACT": CONTACT,
    }
    command = [sys.executable, "-m", "latexrefcheck", "verify", "doi:10.99999/a", "--sources", "crossref", *options]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


@pytest.mark.parametrize("option", ["", "-v", "-vv", "--trace"])
def test_the_log_tells_what_was_asked_and_what_came(option: str, tmp_path: Path) -> None:
    body = json.dumps({"status": "ok", "message": {"total-results": 1, "items": [WORK]}}).encode()
    with SimServer() as server:
        server.script.append(Script(500, b"trouble", (("Retry-After", "0.05"),)))
        server.script.extend([Script(200, body)] * 5)
        first = verify(server, tmp_path, *filter(None, [option]))
        second = verify(server, tmp_path, *filter(None, [option]))
        sent = len(server.log)
    assert sent == 2, first.stderr
    lines = [line for line in first.stderr.splitlines() if line.startswith("info: GET http")]
    if not option:
        assert (first.stderr, second.stderr) == ("", "")
        return
    assert ["→ 500" in lines[0], "→ 200" in lines[1], f"{len(body)} bytes" in lines[1]] == [True] * 3
    assert "GET" not in second.stderr
    assert ("debug:" in first.stderr) == (option != "-v")
    assert ("from the cache" in second.stderr) == (option != "-v")
    for secret in (KEY, CONTACT, "mailto"):
        assert secret not in first.stderr + first.stdout + second.stderr
