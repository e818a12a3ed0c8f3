"""An index is built in pieces that each stand: killed, broken off or fed rubbish, it goes on where it was."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import signal
import sqlite3
import subprocess
import sys
import tarfile
import textwrap
import zipfile
from pathlib import Path
from typing import Any

import pytest
from indexharness import crossref, lines, made, opened, title

from latexrefcheck import registry
from latexrefcheck.errors import ConfigError, UnreadableInput
from latexrefcheck.verify import index
from latexrefcheck.verify.index import building

CROSSREF = registry.sources["crossref"]


def added(dump: Path, file: Path, **options: Any) -> building.Progress:
    (told,) = index.add(CROSSREF, [dump], file, **options)
    return told


def tarred(names: dict[str, bytes], mode: Any) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in names.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zipped(names: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in names.items():
            archive.writestr(name, data)
    return out.getvalue()


ONE, TWO = lines([crossref(1)]), lines([crossref(2)])
ITEMS = json.dumps({"items": [crossref(1), crossref(2)]}, indent=1).encode()


@pytest.mark.parametrize(
    "data",
    [
        ONE + TWO,
        (ONE + TWO).rstrip(b"\n"),
        gzip.compress(ONE) + gzip.compress(TWO),
        lzma.compress(ONE + TWO),
        tarred({"a/1.jsonl.gz": gzip.compress(ONE), "b.json": TWO}, "w"),
        tarred({"1.json.gz": gzip.compress(ITEMS)}, "w:gz"),
        zipped({"arxiv-metadata.json": ONE + TWO}),
        ITEMS,
        b"\xef\xbb\xbf"[:0] + ONE + b"\r\n\n  \n" + TWO,
    ],
    ids=["plain", "no-end", "gzip", "xz", "tar-of-gz", "tar.gz-items", "zip", "items", "blank-lines"],
)
def test_the_forms_in_which_dumps_come(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "dump").write_bytes(data)
    told = added(tmp_path / "dump", tmp_path / "x.sqlite")
    assert (told.works, told.damaged) == (2, 0)
    one = opened(tmp_path / "x.sqlite")
    assert [one.named("doi", f"10.5555/w.{n}")[0].title for n in (1, 2)] == [title(1), title(2)]


RUBBISH = ["{", "[]", "null", '{"DOI": 5, "title": {"a": 1}}', '{"title": ["without a DOI"]}', "\ufffd\x00", "[" * 100_000, '"x"']


def test_damaged_records_are_counted_and_cost_nothing_else(tmp_path: Path) -> None:
    works = [each for n, bad in enumerate(RUBBISH) for each in (crossref(n), bad)]
    file = made(tmp_path, [*works, {"DOI": "10.5555/journal", "type": "journal"}])
    told = index.summary("crossref", file)
    assert (told.works, told.damaged, told.day) == (len(RUBBISH), len(RUBBISH), "2026-03-02")
    assert index.check("crossref", file) == []


def test_a_file_that_is_cut_gives_what_came_before(tmp_path: Path) -> None:
    whole = gzip.compress(lines([crossref(n) for n in range(3000)]))
    (tmp_path / "cut.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UnreadableInput, match="cut or damaged") as error:
        added(tmp_path / "cut.gz", tmp_path / "x.sqlite")
    assert "\n" not in str(error.value)
    told = index.summary("crossref", tmp_path / "x.sqlite")
    assert 0 < told.works < 3000
    assert not told.files[0].whole
    assert any("not read to its end" in wrong for wrong in index.check("crossref", tmp_path / "x.sqlite"))
    assert opened(tmp_path / "x.sqlite").named("doi", "10.5555/w.0")


def test_the_same_file_is_read_once_whatever_it_is_called(tmp_path: Path) -> None:
    file = made(tmp_path, [crossref(n) for n in range(40)])
    (tmp_path / "copy.jsonl").write_bytes((tmp_path / "dump.jsonl").read_bytes())
    assert added(tmp_path / "copy.jsonl", file).works == 40
    assert index.summary("crossref", file).works == 40
    assert len(index.summary("crossref", file).files) == 1


def test_worker_processes_read_the_same(tmp_path: Path) -> None:
    (tmp_path / "dump").write_bytes(lines([crossref(n) for n in range(2500)] + ["{"]))
    told = added(tmp_path / "dump", tmp_path / "x.sqlite", processes=2)
    assert (told.works, told.damaged) == (2500, 1)
    assert opened(tmp_path / "x.sqlite").named("doi", "10.5555/w.2499")


def test_killed_while_building_it_goes_on(tmp_path: Path) -> None:
    """The process is killed after its second transaction: what is in stays in, and nothing is there twice."""
    (tmp_path / "dump").write_bytes(lines([crossref(n) for n in range(900)]))
    script = f"""
        import os, signal
        from pathlib import Path
        from latexrefcheck import registry
        from latexrefcheck.verify.index import building
        building.BATCH = 200
        seen = []
        def report(now):
            seen.append(now)
            if len(seen) == 2:
                os.kill(os.getpid(), signal.SIGKILL)
        here = Path({str(tmp_path)!r})
        building.add(registry.sources["crossref"], [here / "dump"], here / "x.sqlite", report)
    """
    killed = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], env=os.environ, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert index.summary("crossref", tmp_path / "x.sqlite").works == 400
    assert opened(tmp_path / "x.sqlite").named("doi", "10.5555/w.399"), "an unfinished index answers too"
    assert added(tmp_path / "dump", tmp_path / "x.sqlite").works == 900
    one = opened(tmp_path / "x.sqlite")
    assert all(one.named("doi", f"10.5555/w.{n}") for n in range(900))
    assert len(one._rows('"numbered"', 5000)) == 900
    assert index.check("crossref", tmp_path / "x.sqlite") == []


def test_what_is_no_index_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "dump").write_bytes(ONE)
    for data in (b"not a database at all, sorry", b""):
        (tmp_path / "crossref.sqlite").write_bytes(data)
        if not data:
            continue
        with pytest.raises(ConfigError, match="no index"):
            added(tmp_path / "dump", tmp_path / "crossref.sqlite")
        assert (tmp_path / "crossref.sqlite").read_bytes() == data
    other = index.file_of(tmp_path, "dblp")
    added(tmp_path / "dump", other)
    with pytest.raises(ConfigError, match="one of crossref"):
        index.add(registry.sources["openalex"], [tmp_path / "dump"], other)
    newer = sqlite3.connect(other)
    newer.execute("PRAGMA user_version=99")
    newer.close()
    with pytest.raises(ConfigError, match="another version"):
        index.summary("dblp", other)


def test_a_missing_file_begins_no_index(tmp_path: Path) -> None:
    with pytest.raises(UnreadableInput):
        added(tmp_path / "nowhere", tmp_path / "x.sqlite")
    assert not (tmp_path / "x.sqlite").exists()


def test_damage_on_the_disk_is_noticed_and_answers_nothing_wrong(tmp_path: Path) -> None:
    file = made(tmp_path, [crossref(n) for n in range(3000)])
    data = bytearray(file.read_bytes())
    for at in range(40_000, len(data) - 100, 9000):
        data[at : at + 64] = b"\xff" * 64
    file.write_bytes(bytes(data))
    try:
        assert index.check("crossref", file)
        one = opened(file)
    except ConfigError:
        return
    for n in range(0, 3000, 100):
        for record in (*one.named("doi", f"10.5555/w.{n}"), *one.titled(title(n))):
            assert record.identifiers["doi"].startswith("10.5555/w.")
