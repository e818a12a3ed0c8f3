"""The cache file: what is believed how long, and that no trouble with the file costs more than requests."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from requests_cache import CachedRequest, CachedResponse
from timing import within

from latexrefcheck.verify import cache
from latexrefcheck.verify.cache import ABSENT, FOUND, Database, Store, default_directory, lifetimes, opened
from latexrefcheck.verify.cache.responses import Responses

DAY = 86_400
KEY = ("doi", "10.99999/a", "", "")


class Clock:
    def __init__(self) -> None:
        self.time = 1_800_000_000.0

    def __call__(self) -> float:
        return self.time


@pytest.mark.parametrize(
    ("outcome", "kind", "fresh", "kept"),
    [
        (FOUND, "doi", 7, 90),
        (FOUND, "title", 30, 90),
        (FOUND, "isbn", 30, 90),
        (FOUND, "agency", 90, 365),
        (ABSENT, "doi", 1, 1),
        (ABSENT, "agency", 1, 1),
        (ABSENT, "title", 7, 7),
        (ABSENT, "bibliographic", 7, 7),
    ],
)
def test_an_outcome_is_fresh_then_kept_then_forgotten(tmp_path: Path, outcome: str, kind: str, fresh: int, kept: int) -> None:
    clock = Clock()
    store = Store(Database(tmp_path), clock)
    key = (kind, "value", "Doe", "2001")
    store.save("toy", "https://toy.example", [(key, outcome, "[1]")])
    assert lifetimes(outcome, kind) == (fresh * DAY, kept * DAY)
    seen = []
    for days in (0, fresh - 0.1, fresh + 0.1, kept - 0.05, kept + 0.1):
        clock.time = 1_800_000_000.0 + days * DAY
        row = store.lookup("toy", "https://toy.example", [key]).get(key)
        seen.append((row.outcome, row.body, row.fresh) if row else None)
    late = (outcome, "[1]", False) if kept > fresh else None
    assert seen == [(outcome, "[1]", True), (outcome, "[1]", True), late, late if kept > fresh else (outcome, "[1]", True), None]


def test_outcomes_are_kept_apart_by_source_base_and_query(tmp_path: Path) -> None:
    store = Store(Database(tmp_path))
    store.save("toy", "https://toy.example", [(KEY, FOUND, "[]")])
    assert list(store.lookup("toy", "https://toy.example", [KEY, ("doi", "10.99999/b", "", "")])) == [KEY]
    assert store.lookup("toy", "http://127.0.0.1:1", [KEY]) == {}
    assert store.lookup("other", "https://toy.example", [KEY]) == {}
    assert store.lookup("toy", "https://toy.example", [("doi", "10.99999/a", "Doe", "")]) == {}


def test_an_outcome_from_the_future_is_not_fresh(tmp_path: Path) -> None:
    clock = Clock()
    store = Store(Database(tmp_path), clock)
    store.save("toy", "b", [(KEY, FOUND, "[]")])
    clock.time -= 400 * DAY
    assert not store.lookup("toy", "b", [KEY])[KEY].fresh


def test_the_file_is_private_with_its_companions(tmp_path: Path) -> None:
    directory = tmp_path / "deep" / "cache"
    database = Database(directory)
    Store(database).save("toy", "b", [(KEY, FOUND, "[]")])
    assert {path.name for path in directory.iterdir()} >= {"cache.sqlite", "cache.sqlite-wal", "cache.sqlite-shm"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in directory.iterdir()} == {0o600}
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700


def test_a_file_that_others_can_read_is_closed_to_them(tmp_path: Path) -> None:
    Database(tmp_path).close()
    (tmp_path / "cache.sqlite").chmod(0o644)
    Database(tmp_path).close()
    assert stat.S_IMODE((tmp_path / "cache.sqlite").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "content", [b"this is no database, only text that is long enough" * 50, b"SQLite format 3\0" + b"\xff" * 5000]
)
def test_a_damaged_file_is_moved_aside_with_a_note(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "cache.sqlite").write_bytes(content)
    database = Database(tmp_path)
    Store(database).save("toy", "b", [(KEY, FOUND, "[]")])
    assert list(Store(database).lookup("toy", "b", [KEY])) == [KEY]
    (note,) = database.notes
    assert "was damaged" in note
    assert [path.read_bytes() for path in tmp_path.glob("*.corrupt-*")] == [content]


def test_a_file_that_is_damaged_while_in_use_costs_no_run(tmp_path: Path) -> None:
    store = Store(Database(tmp_path))
    for number in range(300):
        store.save("toy", "b", [(("doi", str(number), "", ""), FOUND, "x" * 2000)])
    store.database.close()
    data = bytearray((tmp_path / "cache.sqlite").read_bytes())
    data[8192 : len(data) - 4096] = b"\xa5" * (len(data) - 12288)
    (tmp_path / "cache.sqlite").write_bytes(data)
    store = Store(Database(tmp_path))
    for number in range(300):
        store.lookup("toy", "b", [("doi", str(number), "", "")])
    store.save("toy", "b", [(KEY, FOUND, "[]")])
    assert list(store.lookup("toy", "b", [KEY])) == [KEY]
    assert any("damaged" in note for note in store.database.notes)


def test_a_file_that_was_closed_under_a_thread_stays_good(tmp_path: Path) -> None:
    store = Store(Database(tmp_path))
    store.save("toy", "b", [(KEY, FOUND, "[]")])
    store.database.close()
    store.save("toy", "b", [(KEY, FOUND, "[1]")])
    assert store.lookup("toy", "b", [KEY]) == {}
    assert store.claim("toy", "b", [KEY], 60) == {KEY}
    assert store.database.notes == []
    assert [path.name for path in tmp_path.iterdir()] == ["cache.sqlite"]
    assert list(Store(Database(tmp_path)).lookup("toy", "b", [KEY])) == [KEY]


def test_a_file_of_another_format_is_begun_anew(tmp_path: Path) -> None:
    Store(Database(tmp_path)).save("toy", "b", [(KEY, FOUND, "[]")])
    connection = sqlite3.connect(tmp_path / "cache.sqlite")
    connection.execute("PRAGMA user_version=99")
    connection.close()
    assert Store(Database(tmp_path)).lookup("toy", "b", [KEY]) == {}


def test_without_a_usable_place_the_run_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    database = Database(tmp_path / "file" / "cache")
    store = Store(database)
    store.save("toy", "b", [(KEY, FOUND, "[]")])
    assert list(store.lookup("toy", "b", [KEY])) == [KEY]
    (note,) = database.notes
    assert "goes on without it" in note


def test_a_file_that_cannot_be_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(Database(tmp_path))
    store.save("toy", "b", [(KEY, FOUND, "[]")])
    store.database._connection.execute("PRAGMA query_only=ON")
    store.save("toy", "b", [(("doi", "other", "", ""), FOUND, "[]")])
    assert list(store.lookup("toy", "b", [KEY, ("doi", "other", "", "")])) == [KEY]
    assert store.claim("toy", "b", [KEY], 60) == {KEY}
    (note,) = store.database.notes
    assert "could not be written" in note


def test_a_lock_that_is_never_given_up_is_waited_for_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("latexrefcheck.verify.cache.database.BUSY_MILLISECONDS", 100)
    store = Store(Database(tmp_path))
    other = sqlite3.connect(tmp_path / "cache.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with within(2, time.monotonic):
        for number in range(50):
            store.save("toy", "b", [(("doi", str(number), "", ""), FOUND, "[]")])
    assert store.lookup("toy", "b", [KEY]) == {}
    assert any("locked" in note for note in store.database.notes)
    other.close()


def test_twenty_threads_on_one_file(tmp_path: Path) -> None:
    store = Store(Database(tmp_path))

    def work(part: int) -> None:
        for number in range(20):
            key = ("doi", f"{part}/{number}", "", "")
            store.save("toy", "b", [(key, FOUND, f"[{part}]")])
            assert store.lookup("toy", "b", [key])[key].body == f"[{part}]"

    threads = [threading.Thread(target=work, args=(part,)) for part in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cache.info(tmp_path).records == 400
    assert store.database.notes == []


PROCESS = """
import sys
from pathlib import Path
from latexrefcheck.verify.cache import FOUND, Database, Store
store = Store(Database(Path(sys.argv[1])))
for number in range(100):
    store.save("toy", "b", [(("doi", f"{sys.argv[2]}/{number}", "", ""), FOUND, "x" * 500)])
    store.lookup("toy", "b", [("doi", f"{1 - int(sys.argv[2])}/{number}", "", "")])
sys.exit(len(store.database.notes))
"""


def test_two_processes_on_one_new_file(tmp_path: Path) -> None:
    started = [subprocess.Popen([sys.executable, "-c", PROCESS, str(tmp_path), str(part)]) for part in (0, 1)]
    assert [process.wait() for process in started] == [0, 0]
    assert cache.info(tmp_path).records == 200


KILLED = """
import sys
from pathlib import Path
from latexrefcheck.verify.cache import FOUND, Database, Store
store = Store(Database(Path(sys.argv[1])))
print("claimed", store.claim("toy", "b", [("doi", "claimed", "", "")], 300), flush=True)
for number in range(10**6):
    store.save("toy", "b", [(("doi", str(number), "", ""), FOUND, "x" * 2000)])
    print(number, flush=True)
"""


def test_a_killed_process_leaves_a_good_file_and_no_claim(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    while (line := process.stdout.readline().strip()) != "40":
        assert line
    store = Store(Database(tmp_path))
    assert store.claim("toy", "b", [("doi", "claimed", "", "")], 60) == set()
    process.kill()
    process.communicate()
    assert store.claim("toy", "b", [("doi", "claimed", "", "")], 60) == {("doi", "claimed", "", "")}
    assert len(store.lookup("toy", "b", [("doi", str(number), "", "") for number in range(41)])) == 41
    check = sqlite3.connect(tmp_path / "cache.sqlite")
    assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    check.close()


def test_claims_end_when_saved_released_or_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    mine, theirs = Store(Database(tmp_path), clock), Store(Database(tmp_path), clock)
    monkeypatch.setattr(theirs, "_owner", lambda: f"elsewhere:{os.getpid()}:1")
    keys = [("doi", name, "", "") for name in "abc"]
    assert mine.claim("toy", "b", keys, 60) == set(keys)
    assert mine.claim("toy", "b", keys, 60) == set(keys)
    assert theirs.claim("toy", "b", keys, 60) == set()
    mine.save("toy", "b", [(keys[0], FOUND, "[]")])
    mine.release("toy", "b", [keys[1]])
    assert theirs.claim("toy", "b", keys, 60) == {keys[0], keys[1]}
    clock.time += 61
    assert theirs.claim("toy", "b", keys, 60) == set(keys)


def test_info_prune_clear_and_path(tmp_path: Path) -> None:
    assert cache.path(tmp_path) == tmp_path / "cache.sqlite"
    assert (cache.info(tmp_path).exists, cache.prune(tmp_path), cache.clear(tmp_path)) == (False, 0, 0)
    assert not (tmp_path / "cache.sqlite").exists()
    clock = Clock()
    clock.time = time.time()
    database = Database(tmp_path)
    store, table = Store(database, clock), Responses(database).responses
    store.save("toy", "b", [(KEY, FOUND, "[]"), (("doi", "gone", "", ""), ABSENT, "[]")])
    table["k"] = response(b"v")
    clock.time -= 2 * DAY
    store.save("toy", "b", [(("doi", "old", "", ""), ABSENT, "[]")])
    table["old"] = response(b"v")
    database.write(lambda connection: connection.execute("UPDATE responses SET expires=expires-200000 WHERE key='old'"), None)
    told = cache.info(tmp_path)
    assert (told.records, told.responses, told.expired) == (3, 2, 1)
    assert told.sources == {("toy", ABSENT): 2, ("toy", FOUND): 1}
    assert told.size > 0
    assert told.newest - told.oldest == 2 * DAY
    assert cache.prune(tmp_path) == 2
    assert cache.clear(tmp_path) == 3
    assert cache.info(tmp_path).records == 0
    assert "k" not in table


def response(body: bytes, url: str = "https://toy.example/works") -> CachedResponse:
    request = CachedRequest(method="GET", url=url)
    return CachedResponse(content=body, status_code=200, url=url, request=request, expires=datetime.now(UTC) + timedelta(1))


def test_responses_are_kept_in_the_same_file(tmp_path: Path) -> None:
    table = Responses(Database(tmp_path)).responses
    table["k"] = response(b"\x00\xff")
    assert (list(table), len(table), table["k"].content) == (["k"], 1, b"\x00\xff")
    assert "other" not in table
    assert Responses(Database(tmp_path)).get_response("k").content == b"\x00\xff"
    assert cache.info(tmp_path).responses == 1
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.endswith(("-wal", "-shm"))) == ["cache.sqlite"]
    del table["k"]
    assert (list(table), Responses(Database(tmp_path)).get_response("k")) == ([], None)


@pytest.mark.parametrize(
    "value", ["", "[]", "{}", "null", "7", '{"_content": 3}', '{"expires": "never"}', b"\xff\xfe", None, '{"status_code": 200}']
)
def test_a_response_that_cannot_be_read_is_an_absent_one(tmp_path: Path, value: object) -> None:
    database = Database(tmp_path)
    database.write(lambda connection: connection.execute("INSERT INTO responses VALUES ('k', ?, 9e99)", (value,)), None)
    assert Responses(database).get_response("k") is None


def test_responses_bear_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    database = Database(tmp_path)
    table = Responses(database).responses
    table["k"] = response(b"body")
    database.connection.execute("PRAGMA query_only=ON")
    table["other"] = response(b"other")
    del table["k"]
    assert (list(table), table["k"].content) == (["k"], b"body")
    assert "could not be written" in database.notes[0]


@pytest.mark.skipif(sys.platform != "linux", reason="the rules of the XDG specification")
@pytest.mark.parametrize(
    ("environment", "directory"),
    [
        ({"HOME": "/home/me"}, "/home/me/.cache/latexrefcheck"),
        ({"HOME": "/home/me", "XDG_CACHE_HOME": "/var/xdg"}, "/var/xdg/latexrefcheck"),
        ({"HOME": "/home/me", "XDG_CACHE_HOME": "relative"}, "/home/me/.cache/latexrefcheck"),
        ({"HOME": "/home/me", "XDG_CACHE_HOME": " "}, "/home/me/.cache/latexrefcheck"),
        ({"XDG_CACHE_HOME": "/var/xdg"}, "/var/xdg/latexrefcheck"),
        ({"XDG_CACHE_HOME": "relative"}, None),
        ({"HOME": "here"}, None),
        ({"HOME": ""}, None),
        ({}, None),
    ],
)
def test_where_the_cache_lies(environment: dict[str, str], directory: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_directory() == (None if directory is None else Path(directory))


def test_without_a_home_nothing_is_kept_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    database = opened(None)
    Store(database).save("toy", "b", [(KEY, FOUND, "[]")])
    assert list(Store(database).lookup("toy", "b", [KEY])) == [KEY]
    assert list(tmp_path.iterdir()) == []
    assert "--cache" in database.notes[0]
    assert opened(tmp_path / "chosen").notes == []


@pytest.mark.parametrize("left", ["", "-wal", "-shm"])
def test_a_file_on_a_read_only_medium_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: str) -> None:
    writer = Database(tmp_path)
    Store(writer).save("toy", "b", [(KEY, FOUND, "[]")])
    writer.close()
    if left:
        (tmp_path / f"cache.sqlite{left}").write_bytes(b"")
    before = (tmp_path / "cache.sqlite").read_bytes()

    def refused(*_: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("latexrefcheck.verify.cache.database._private_file", refused)
    database = Database(tmp_path)
    store = Store(database)
    store.save("toy", "b", [(("doi", "other", "", ""), FOUND, "[]")])
    assert list(store.lookup("toy", "b", [KEY, ("doi", "other", "", "")])) == [KEY]
    assert store.claim("toy", "b", [KEY], 60) == {KEY}
    (note,) = database.notes
    assert "only reads it" in note
    assert (tmp_path / "cache.sqlite").read_bytes() == before


@pytest.mark.parametrize(
    "column",
    [
        "stored=9e99",
        "stored=-1",
        "stored='soon'",
        "stored=1e18",
        "fresh=9e999",
        "fresh=x'ff'",
        "outcome='maybe'",
        "body=x'00'",
    ],
)
def test_a_row_with_absurd_values_is_an_absent_one(tmp_path: Path, column: str) -> None:
    database = Database(tmp_path)
    store = Store(database)
    store.save("toy", "b", [(KEY, FOUND, "[]")])
    database.write(lambda connection: connection.execute(f"UPDATE records SET {column}"), None)
    assert store.lookup("toy", "b", [KEY]) == {}
    told = cache.info(tmp_path)
    assert told.records == 1
    assert time.gmtime(told.oldest) <= time.gmtime(told.newest)


def test_a_damaged_response_is_not_printed(tmp_path: Path) -> None:
    code = f"""
from pathlib import Path
from latexrefcheck.verify.cache import Database
from latexrefcheck.verify.cache.responses import Responses
database = Database(Path({str(tmp_path)!r}))
database.write(lambda connection: connection.execute("INSERT INTO responses VALUES ('k', 'null', 9)"), None)
print(Responses(database).get_response("k"))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("None\n", "")
