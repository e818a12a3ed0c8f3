"""The lock: what holds, what is written, what an audit finds."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from latexrefcheck.errors import ConfigError, UnreadableInput
from latexrefcheck.model.record import Judgement, Notice, Record, Reference, Verdict
from latexrefcheck.model.states import Agreement, JudgementKind
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.person import Person
from latexrefcheck.verify.lock import Lock, audit

TODAY = date(2026, 11, 30)
K = Reference(key="k", type="article", titles=("T",), fingerprint="aaaa")
RECORD = Record(
    source="crossref",
    titles=("T",),
    authors=(Person("Abel", "Ann"),),
    years=(2017,),
    venues=("J",),
    identifiers={"doi": "10.99999/t"},
)
GOOD = Verdict(
    "k", "verified", score=1.0, agreement="single-source", record=RECORD, basis="identifier", checked="2026-11-01T10:00:00Z"
)
BAD = replace(
    GOOD,
    status="mismatch",
    reason="author: one too many",
    basis="search",
    agreement="confirmed",
    judgements=(Judgement("title", "agree"), Judgement("author", "differ", "A, B", "A", 0.5, "author 2 is added", "added")),
    notices=(Notice("correction", "10.99999/c"),),
    other=RECORD,
    published=RECORD,
    identifier=("doi", "10.99999/t"),
    unchecked={"malformed": "the PMID has ten digits"},
)


@pytest.fixture
def lock(tmp_path: Path) -> Lock:
    return Lock.read(tmp_path / "latexrefcheck.lock")


def test_round_trip_keeps_what_findings_need(lock: Lock) -> None:
    lock.record(K, BAD)
    assert lock.write()
    assert not lock.write()
    found = Lock.read(lock.path).verdict(K, TODAY, 180)
    assert found is not None
    assert found.from_lock
    assert (found.status, found.reason, found.basis, found.agreement) == (
        "mismatch",
        "author: one too many",
        "search",
        "confirmed",
    )
    assert found.judgements == BAD.judgements[1:]
    assert (found.notices, found.identifier, found.unchecked) == (BAD.notices, BAD.identifier, BAD.unchecked)
    for record in (found.record, found.other, found.published):
        assert record is not None
        assert (record.titles, record.years, record.venues, record.identifiers) == (
            ("T",),
            (2017,),
            ("J",),
            {"doi": "10.99999/t"},
        )


@pytest.mark.parametrize(
    ("kind", "agreement", "read"),
    [
        (kind.value, agreement.value, (kind, agreement))
        for kind, agreement in zip(JudgementKind, [*Agreement, *[Agreement.CONFIRMED] * len(JudgementKind)], strict=False)
    ]
    + [
        ("of-another-version", "unanimous", (JudgementKind.NONE, Agreement.SINGLE_SOURCE)),
        ("", "", (JudgementKind.NONE, Agreement.SINGLE_SOURCE)),
        ("Added", "CONFIRMED", (JudgementKind.NONE, Agreement.SINGLE_SOURCE)),
    ],
)
def test_words_that_a_lock_may_hold_become_states(lock: Lock, kind: str, agreement: str, read: tuple[str, str]) -> None:
    told = replace(BAD, agreement=agreement, judgements=(Judgement("author", "differ", "A, B", "A", 0.5, "one too many", kind),))
    lock.record(K, told)
    lock.write()
    found = Lock.read(lock.path).verdict(K, TODAY, 180)
    assert found is not None
    assert (found.judgements[0].kind, found.agreement) == read
    assert (type(found.judgements[0].kind), type(found.agreement)) == (JudgementKind, Agreement)


@pytest.mark.parametrize(
    ("person", "written"),
    [
        (Person("Abel", "Ann"), "Abel, Ann"),
        (Person("Berg", "Jan", "van der"), "van der Berg, Jan"),
        (Person("King", "Martin Luther", suffix="Jr."), "King, Jr., Martin Luther"),
        (Person("Ó Sé", "Áine"), "Ó Sé, Áine"),
        (Person(literal="Python Software Foundation"), "Python Software Foundation"),
        (Person(literal="Acme, Inc."), "{Acme, Inc.}"),
    ],
)
def test_names_keep_their_parts(lock: Lock, person: Person, written: str) -> None:
    lock.record(K, replace(BAD, record=replace(RECORD, authors=(person,))))
    lock.write()
    assert json.loads(lock.path.read_text(encoding="utf-8"))["entries"]["k"]["record"]["authors"] == [written]
    found = Lock.read(lock.path).verdict(K, TODAY, 180)
    assert found is not None
    assert found.record is not None
    assert found.record.authors == (person,)


def test_a_name_that_would_be_read_otherwise_is_kept_as_shown(lock: Lock) -> None:
    odd = Person("Rock and Roll", "Ann")
    lock.record(K, replace(BAD, record=replace(RECORD, authors=(odd,))))
    lock.write()
    found = Lock.read(lock.path).verdict(K, TODAY, 180)
    assert found is not None
    assert found.record is not None
    assert [person.text for person in found.record.authors] == ["Ann Rock and Roll"]


def test_file_is_sorted_and_has_one_line_per_value(lock: Lock) -> None:
    lock.record(replace(K, key="b"), replace(GOOD, key="b"))
    lock.record(replace(K, key="a"), replace(GOOD, key="a"))
    lock.write()
    text = lock.path.read_text(encoding="utf-8")
    assert list(json.loads(text)["entries"]) == ["a", "b"]
    assert text.splitlines()[3:9] == [
        '  "a": {',
        '   "fingerprint": "aaaa",',
        '   "checked": "2026-11-01",',
        '   "verdict": "verified",',
        '   "record": {"source": "crossref", "title": "T", "authors": ["Abel, Ann"], "years": [2017], "venue": "J", '
        '"doi": "10.99999/t"}',
        "  },",
    ]


@pytest.mark.parametrize(
    ("change", "days", "holds"),
    [({}, 180, True), ({}, 10, False), ({"fingerprint": "bbbb"}, 180, False), ({"key": "other"}, 180, False)],
)
def test_a_changed_or_old_entry_is_open(lock: Lock, change: dict[str, str], days: int, holds: bool) -> None:
    lock.record(K, GOOD)
    assert (lock.verdict(replace(K, **change), TODAY, days) is not None) is holds


def test_open_verdicts_are_not_kept(lock: Lock) -> None:
    lock.record(K, GOOD)
    lock.record(K, Verdict("k", "unchecked", "down"))
    lock.record(K, replace(GOOD, status="mismatch", unchecked={"retraction": "crossref: time-out"}))
    found = lock.verdict(K, TODAY, 180)
    assert found is not None
    assert found.status == "verified"


def test_what_came_from_the_lock_is_not_written_again(lock: Lock) -> None:
    lock.record(K, GOOD)
    before = lock.text()
    held = lock.verdict(K, TODAY, 180)
    assert held is not None
    lock.record(K, held)
    lock.record(K, replace(GOOD, checked="2026-10-01"))
    assert lock.text() == before


def test_confirmation_settles_differences_until_the_entry_changes(lock: Lock) -> None:
    lock.record(K, BAD)
    lock.confirm(K, "seen in the library", TODAY, "R. Roe")
    lock.write()
    again = Lock.read(lock.path)
    found = again.verdict(K, TODAY, 180)
    assert found is not None
    assert (found.status, found.confirmed_by) == ("verified", "seen in the library")
    assert not [j for j in found.judgements if j.state == "differ"]
    assert found.notices == BAD.notices
    assert again.verdict(replace(K, fingerprint="bbbb"), TODAY, 180) is None
    again.unconfirm("k")
    found = again.verdict(K, TODAY, 180)
    assert found is not None
    assert found.status == "mismatch"


def test_confirmation_of_what_was_never_checked(lock: Lock) -> None:
    lock.confirm(K, "own work", TODAY)
    found = lock.verdict(K, TODAY, 0)
    assert found is not None
    assert found.status == "verified"
    lock.unconfirm("k")
    assert lock.entries == {}


def test_keys_that_are_gone_are_dropped(lock: Lock) -> None:
    lock.record(K, GOOD)
    lock.keep({"other"})
    assert lock.text() == '{\n "version": 1,\n "entries": {}\n}\n'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"version": 2, "entries": {}}',
        '{"version": 1, "entries": {"k": 1}}',
        '{"version": 1, "entries": {"k": {"fingerprint": "a", "verdict": "nonsense"}}}',
        '{"version": 1, "entries": {"k": {"verdict": "verified"}}}',
        '<<<<<<< HEAD\n{"version": 1}',
        "[" * 100_000,
    ],
)
def test_a_broken_lock_is_one_clear_error(tmp_path: Path, text: str) -> None:
    path = tmp_path / "latexrefcheck.lock"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError, match=r"latexrefcheck\.lock"):
        Lock.read(path)


@pytest.mark.parametrize(
    ("verdict", "change", "days", "ledger", "kinds"),
    [
        (GOOD, {}, 180, None, []),
        (GOOD, {}, 10, None, ["old"]),
        (GOOD, {"fingerprint": "bbbb"}, 180, None, ["changed"]),
        (BAD, {}, 180, None, ["open"]),
        (None, {}, 180, None, ["missing"]),
        (GOOD, {}, 180, ['{"key": "k", "verdict": "verified"}'], []),
        (GOOD, {}, 180, [""], ["no-evidence"]),
        (GOOD, {}, 180, ['{"key": "k", "verdict": "verified"}', '{"key": "k", "verdict": "mismatch"}'], ["contradiction"]),
        (GOOD, {"key": "new"}, 180, None, ["missing", "stale"]),
    ],
)
def test_audit(
    lock: Lock, verdict: Verdict | None, change: dict[str, str], days: int, ledger: list[str] | None, kinds: list[str]
) -> None:
    if verdict is not None:
        lock.record(K, verdict)
    assert [one.kind for one in audit([replace(K, **change)], lock, TODAY, days, ledger)] == kinds


def test_audit_takes_a_persons_word(lock: Lock) -> None:
    lock.record(K, BAD)
    lock.confirm(K, "seen", TODAY)
    assert audit([K], lock, TODAY, 180) == ()


@pytest.mark.parametrize("line", ["{", "[]", '{"key": 1}'])
def test_audit_of_a_broken_ledger_is_an_error(lock: Lock, line: str) -> None:
    with pytest.raises(UnreadableInput, match="line 1"):
        audit([K], lock, TODAY, 180, [line])


CITED = Reference(
    key="k",
    type="article",
    titles=("T of Rivers",),
    authors=(Person("Abel", "Ann"), Person("Brook", "Bo")),
    years=(2017,),
    venues=("Journal of Things",),
    identifiers={"doi": "10.99999/t"},
    fingerprint="aaaa",
)
HELD = Record(
    source="crossref",
    titles=("T of Rivers",),
    authors=(Person("Abel", "Ann"), Person("Brook", "Bo")),
    years=(2017,),
    venues=("Journal of Things",),
    identifiers={"doi": "10.99999/t"},
)
FINE = replace(GOOD, record=HELD)


def forged(lock: Lock, **changes: object) -> Lock:
    """The lock with parts of the entry k written by hand; None takes a part away."""
    lock.record(CITED, FINE)
    lock.write()
    data = json.loads(lock.path.read_text(encoding="utf-8"))
    entry = data["entries"]["k"]
    for name, value in changes.items():
        target, _, part = name.partition("__")
        where = entry[target] if part else entry
        if value is None:
            del where[part or target]
        else:
            where[part or target] = value
    lock.path.write_text(json.dumps(data), encoding="utf-8")
    return Lock.read(lock.path)


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({}, ""),
        ({"record": None}, "unsupported"),
        ({"record__title": "Roads of the North"}, "unsupported"),
        ({"record__title": ""}, "unsupported"),
        ({"record__authors": ["Roe, Richard"]}, "unsupported"),
        ({"record__years": [1975]}, "unsupported"),
        ({"record__venue": "ICML"}, "unsupported"),
        ({"record__doi": "10.99999/other"}, "unsupported"),
        ({"record__authors": None}, ""),
        ({"checked": "2999-01-01"}, "future"),
        ({"checked": "2020-01-01"}, "old"),
        ({"fingerprint": "bbbb"}, "changed"),
        ({"verdict": "not-found"}, "open"),
    ],
)
def test_a_verdict_that_its_record_does_not_support_is_not_believed(lock: Lock, changes: dict[str, object], kind: str) -> None:
    held = forged(lock, **changes)
    verdict = held.verdict(CITED, TODAY, 180)
    assert [one.kind for one in audit([CITED], held, TODAY, 180)] == ([kind] if kind else [])
    if "record__venue" not in changes:  # an audit compares venues too, which a run has no time for
        assert (verdict is not None and verdict.status == "verified") is (not kind)
        assert bool(held.unsupported) is (kind == "unsupported")


def test_the_verdict_is_derived_again(lock: Lock) -> None:
    found = forged(lock).verdict(CITED, TODAY, 180)
    assert found is not None
    assert (found.level, found.score) == ("high", 1.0)
    lock.record(CITED, replace(FINE, checked="2026-11-02T10:00:00Z", score=0.96, judgements=(Judgement("venue", "unknown"),)))
    again = lock.verdict(CITED, TODAY, 180)
    assert again is not None
    assert (again.level, again.score) == ("high", 0.96)


def test_stricter_thresholds_look_again(lock: Lock) -> None:
    near = replace(HELD, titles=("T of the Rivers in Spring",))
    lock.record(CITED, FINE)
    lock.limits = Thresholds(year_tolerance=3)
    lock.record(CITED, replace(FINE, checked="2026-11-02T10:00:00Z", record=replace(near, titles=HELD.titles, years=(2019,))))
    assert lock.verdict(CITED, TODAY, 180) is not None
    lock.limits = Thresholds()
    assert lock.verdict(CITED, TODAY, 180) is None


@pytest.mark.parametrize(
    "record",
    [
        replace(HELD, authors=(Person("Roe", "Richard"),)),  # another source's list was the one that agreed
        replace(HELD, years=(1975,)),
        replace(HELD, venues=("ICML",)),
    ],
)
def test_what_another_source_settled_is_not_kept_against_it(lock: Lock, record: Record) -> None:
    lock.record(CITED, replace(GOOD, record=record))
    lock.write()
    assert Lock.read(lock.path).verdict(CITED, TODAY, 180) is not None


def test_confirmations_can_be_refused(lock: Lock) -> None:
    lock.confirm(CITED, "seen", TODAY, "ann@example.org")
    found = lock.verdict(CITED, TODAY, 180)
    assert found is not None
    assert found.word == "confirmed by a person"
    lock.confirmations = False
    assert lock.verdict(CITED, TODAY, 180) is None
    assert lock.confirmation(CITED) is None
    assert [one.kind for one in audit([CITED], lock, TODAY, 180)] == ["open"]


def test_each_word_is_told_apart(lock: Lock) -> None:
    assert FINE.word == "verified"
    found = forged(lock).verdict(CITED, TODAY, 180)
    assert found is not None
    assert found.word == "from the lock"
