"""All files are new or all are old: also when one cannot be written, was changed, or the process is killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from latexrefcheck.errors import ChangedMeanwhile, UsageError
from latexrefcheck.repair import writing
from latexrefcheck.repair.writing import JOURNAL, NewFile, recover, writable, write_all


def files(folder, count=3):
    made = []
    for number in range(count):
        path = folder / f"{number}.bib"
        path.write_bytes(b"old %d\r\n" % number)
        made.append(NewFile(path, path.read_bytes(), b"new %d\r\n" % number))
    return made


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_all_are_written_and_nothing_else_is_left(tmp_path):
    made = files(tmp_path)
    (tmp_path / "0.bib").chmod(0o640)
    write_all(made)
    assert contents(tmp_path) == {f"{n}.bib": b"new %d\r\n" % n for n in range(3)}
    assert (tmp_path / "0.bib").stat().st_mode & 0o777 == 0o640


def test_a_file_changed_meanwhile_stops_all(tmp_path):
    made = files(tmp_path)
    made[2].path.write_bytes(b"mine")
    before = contents(tmp_path)
    with pytest.raises(ChangedMeanwhile, match=r"2\.bib was changed"):
        write_all(made)
    assert contents(tmp_path) == before


def test_a_file_gone_meanwhile_stops_all(tmp_path):
    made = files(tmp_path)
    made[1].path.unlink()
    with pytest.raises(ChangedMeanwhile):
        write_all(made)
    assert sorted(contents(tmp_path)) == ["0.bib", "2.bib"]


def test_an_error_in_the_middle_puts_the_old_files_back(tmp_path, monkeypatch):
    made = files(tmp_path)
    before = contents(tmp_path)
    replace = writing.Path.replace

    def failing(self, target):
        if str(target).endswith("1.bib"):
            raise OSError(28, "No space left on device", str(target))
        return replace(self, target)

    monkeypatch.setattr(writing.Path, "replace", failing)
    with pytest.raises(UsageError, match="No space left on device; nothing was changed"):
        write_all(made)
    monkeypatch.undo()
    assert contents(tmp_path) == before


def test_a_link_stays_a_link(tmp_path):
    made = files(tmp_path, 1)
    link = tmp_path / "link.bib"
    link.symlink_to("0.bib")
    write_all([made[0]._replace(path=link)])
    assert link.is_symlink()
    assert made[0].path.read_bytes() == b"new 0\r\n"


def test_what_lies_outside_is_not_writable(tmp_path):
    inside, outside = tmp_path / "paper", tmp_path / "library"
    inside.mkdir()
    outside.mkdir()
    (outside / "all.bib").write_text("")
    (inside / "own.bib").write_text("")
    (inside / "all.bib").symlink_to(outside / "all.bib")
    assert writable(inside / "own.bib", [inside]) == ""
    assert "outside of the project" in writable(inside / "all.bib", [inside])
    assert "outside of the project" in writable(outside / "all.bib", [inside])


class Stop(BaseException):
    """Stands for a kill: nothing is cleaned up."""


def interrupted(folder, monkeypatch, after):
    """Write three files and die when ``after`` of them are renamed."""
    made = files(folder)
    done = []
    replace = writing.Path.replace

    def dying(self, target):
        if str(target).endswith(".bib"):
            if len(done) == after:
                raise Stop
            done.append(target)
        return replace(self, target)

    monkeypatch.setattr(writing.Path, "replace", dying)
    monkeypatch.setattr(writing, "_undo", lambda beside, journal: None)
    monkeypatch.setattr(writing, "write_atomic", lambda path, data: path.write_bytes(data) if path.name == JOURNAL else None)
    with pytest.raises(Stop):
        write_all(made)
    monkeypatch.undo()
    return made


@pytest.mark.parametrize("after", [0, 1, 2])
def test_the_next_run_finishes(tmp_path, monkeypatch, after):
    made = interrupted(tmp_path, monkeypatch, after)
    told = recover([tmp_path])
    assert len(told) == 1
    assert contents(tmp_path) == {one.path.name: one.after for one in made}
    assert recover([tmp_path]) == []


def test_the_next_run_does_not_overwrite_later_work(tmp_path, monkeypatch):
    made = interrupted(tmp_path, monkeypatch, 1)
    made[2].path.write_bytes(b"mine")
    with pytest.raises(ChangedMeanwhile, match="an interrupted run left"):
        recover([tmp_path])
    assert made[1].path.read_bytes() == made[1].before
    assert made[2].path.read_bytes() == b"mine"


@pytest.mark.parametrize(
    "rows",
    [
        "no json",
        {"files": [{"file": "/etc/passwd", "new": "/etc/.x.latexrefcheck-new", "before": "", "after": ""}]},
        {"files": [{"file": "a.bib"}]},
        {"version": 1},
    ],
)
def test_a_journal_that_no_run_wrote_does_nothing(tmp_path, rows):
    (tmp_path / JOURNAL).write_text(rows if isinstance(rows, str) else json.dumps(rows))
    with pytest.raises(UsageError, match="remove it"):
        recover([tmp_path])


@pytest.mark.parametrize(
    ("writer", "age", "gone"),
    [("0123456789", 0, True), ("this process", 0, False), ("this process", 7200, True), ("x", 0, False), ("x", 7200, True)],
)
def test_strays_of_processes_that_are_gone_are_removed(tmp_path, writer, age, gone):
    writer = str(os.getpid()) if writer == "this process" else writer
    stray = tmp_path / f".a.bib.{writer}-ab_c.latexrefcheck-new"
    stray.write_text("")
    os.utime(stray, (time.time() - age,) * 2)
    recover([tmp_path])
    assert stray.exists() is not gone


KILLED = """
import sys
from pathlib import Path
from latexrefcheck.repair.writing import NewFile, write_all
folder = Path(sys.argv[1])
print("ready", flush=True)
turn = 0
while True:
    turn += 1
    write_all([NewFile(path, path.read_bytes(), b"%d " % turn * 3000) for path in sorted(folder.glob("*.bib"))])
"""


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
@pytest.mark.parametrize("seed", range(6))
def test_killed_at_any_moment(tmp_path, seed):
    """Every file is whole after a kill, and after the next run all are of one turn."""
    for number in range(12):
        (tmp_path / f"{number:02}.bib").write_bytes(b"0 " * 3000)
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE)
    process.stdout.readline()
    time.sleep(random.Random(seed).uniform(0.0, 0.08))
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    for path in tmp_path.glob("*.bib"):
        assert len(set(path.read_bytes().split())) == 1, path
    recover([tmp_path])
    assert len({path.read_bytes() for path in tmp_path.glob("*.bib")}) == 1
    assert not (tmp_path / JOURNAL).exists()
