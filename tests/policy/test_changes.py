"""What a change touched, asked of a real git."""

from __future__ import annotations

import os
import shutil
import subprocess

import pytest

from latexrefcheck.errors import UsageError
from latexrefcheck.model.document import Bibliography, Entry, SourceFile
from latexrefcheck.model.finding import Confidence, Finding, Location, Severity
from latexrefcheck.policy.changes import since, unchanged

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


@pytest.fixture
def repository(tmp_path, monkeypatch):
    for name in list(os.environ):
        if name.startswith("GIT_"):
            monkeypatch.delenv(name)
    for name, value in {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}.items():
        monkeypatch.setenv(name, value)
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "A")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "a@example.org")

    def git(*arguments):
        subprocess.run(["git", "-C", str(tmp_path), *arguments], check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    (tmp_path / "main.tex").write_text("one\ntwo\nthree\nfour\n")
    (tmp_path / 'größe "x".tex').write_text("one\n")
    (tmp_path / "refs.bib").write_text("@book{a,\n title={A}}\n@book{b,\n title={B}}\n@book{gone,\n title={C}}\n")
    git("add", "-A")
    git("commit", "-q", "-m", "first")
    return tmp_path, git


def finding(path, line, key=None, end=None):
    return Finding("r", Severity.error, Confidence.high, "m", Location(path, line, 1, end or line, 2), key=key)


def test_lines_keys_and_new_files(repository):
    path, git = repository
    git("checkout", "-q", "-b", "topic")
    (path / "main.tex").write_text("one\nTWO\nthree\nfour\nfive\n")
    (path / 'größe "x".tex').write_text("one\ntwo\n")
    (path / "refs.bib").write_text("@book{a,\n title={A}}\n@book{b,\n title={B!}}\n")
    git("commit", "-q", "-a", "-m", "second")
    (path / "new.tex").write_text("x\n")
    changes = since(path, "main")
    assert changes.lines == {"main.tex": [(2, 2), (5, 5)], 'größe "x".tex': [(2, 2)], "refs.bib": [(4, 4)]}
    assert changes.new == {"new.tex"}
    assert changes.keys == {"gone"}

    source = SourceFile("refs.bib", (path / "refs.bib").read_text())
    second = source.text.index("@book{b")
    entries = (
        Entry(source, "book", "a", 0, second - 1, 6, 7, []),
        Entry(source, "book", "b", second, len(source.text), 0, 0, []),
    )
    outside = unchanged(changes, [Bibliography(source, "bibtex", entries)])
    table = {
        ("main.tex", 1, None): True,
        ("main.tex", 2, None): False,
        ("main.tex", 3, "gone"): False,
        ("main.tex", 3, "a"): True,
        ("refs.bib", 3, "b"): False,
        ("refs.bib", 1, "a"): True,
        ("new.tex", 9, None): False,
        ("other.tex", 1, None): True,
    }
    assert {place: outside(finding(*place)) for place in table} == table
    assert not outside(finding("main.tex", 1, end=2))


def test_what_the_other_branch_did_is_not_part_of_the_change(repository):
    path, git = repository
    git("checkout", "-q", "-b", "topic")
    git("checkout", "-q", "main")
    (path / "main.tex").write_text("ONE\ntwo\nthree\nfour\n")
    git("commit", "-q", "-a", "-m", "elsewhere")
    git("checkout", "-q", "topic")
    assert since(path, "main").lines == {}


def test_changed_only_looks_at_uncommitted_changes(repository):
    path, _ = repository
    (path / "main.tex").write_text("one\ntwo\nthree\n")
    (path / "refs.bib").write_text("")
    changes = since(path, "")
    assert (changes.lines, changes.keys) == ({}, {"a", "b", "gone"})


def test_paths_are_relative_to_the_base(repository):
    path, git = repository
    (path / "sub").mkdir()
    (path / "sub" / "a.tex").write_text("x\n")
    git("add", "-A")
    assert since(path / "sub", "").lines == {"a.tex": [(1, 1)]}


@pytest.mark.parametrize("revision", ["nosuch", "-O/etc/passwd", "HEAD~99"])
def test_unknown_revisions(repository, revision):
    with pytest.raises(UsageError, match="revision"):
        since(repository[0], revision)


def test_no_work_tree(tmp_path):
    with pytest.raises(UsageError, match="not in a git work tree"):
        since(tmp_path, "HEAD")
