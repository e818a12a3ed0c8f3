"""The diff is one that patch can apply, and says what the changes say."""

from __future__ import annotations

import subprocess

from hypothesis import given, settings
from hypothesis import strategies as st

from latexrefcheck.repair import Change, unified
from latexrefcheck.repair.check import apply

TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n"


def test_a_change_with_its_context():
    start = TEXT.index("five")
    assert list(unified("a.bib", TEXT, [Change(start, start + 4, "FIVE")])) == [
        "--- a/a.bib",
        "+++ b/a.bib",
        "@@ -2,7 +2,7 @@",
        " two",
        " three",
        " four",
        "-five",
        "+FIVE",
        " six",
        " seven",
        " eight",
    ]


def test_no_change_no_diff():
    assert list(unified("a.bib", TEXT, [])) == []


def test_an_end_without_a_line_end():
    assert list(unified("a", "x\ny", [Change(2, 3, "z")]))[3:] == [
        " x",
        "-y",
        "\\ No newline at end of file",
        "+z",
        "\\ No newline at end of file",
    ]


@settings(max_examples=60, deadline=None)
@given(st.text("ab\r\n", max_size=60), st.data())
def test_git_applies_it(tmp_path_factory, original, data):
    cuts = sorted(data.draw(st.lists(st.integers(0, len(original)), max_size=6, unique=True)))
    changes = [
        Change(start, end, data.draw(st.text("xy\n", max_size=4))) for start, end in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    changes = [one for one in changes if original[one.start : one.end] != one.text]
    expected = apply(original, changes)
    folder = tmp_path_factory.mktemp("diff")
    (folder / "f").write_bytes(original.encode())
    lines = list(unified("f", original, changes))
    if expected == original or not expected or not original:
        return  # git wants /dev/null for what becomes empty or was
    done = subprocess.run(
        ["git", "apply", "-p1", "--whitespace=nowarn", "-"],
        input=("\n".join(lines) + "\n").encode(),
        cwd=folder,
        capture_output=True,
        env={"PATH": "/usr/bin:/bin", "GIT_CEILING_DIRECTORIES": str(folder.parent)},
    )
    assert done.returncode == 0, (done.stderr, lines)
    assert (folder / "f").read_bytes() == expected.encode()
