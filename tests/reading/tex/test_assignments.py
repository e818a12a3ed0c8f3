"""Assignments end with their group, unless they are global: compared with frames that are copied, as TeX's manual has it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck.reading.tex.assignments import Assignments

NAMES = st.sampled_from("abc")
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("local"), NAMES, st.integers(0, 9)),
        st.tuples(st.just("global"), NAMES, st.integers(0, 9)),
        st.tuples(st.just("forget"), NAMES, st.booleans()),
        st.tuples(st.just("begin"), NAMES, st.just(0)),
        st.tuples(st.just("end"), NAMES, st.just(0)),
    ),
    max_size=40,
)


@given(STEPS)
def test_groups_take_back_what_is_not_global(steps: list[tuple[str, str, int]]) -> None:
    scan = Assignments()
    frames: list[dict[str, object]] = [{}]
    marks: list[int] = []
    for kind, name, value in steps:
        if kind == "begin":
            marks.append(len(scan.undo))
            frames.append(dict(frames[-1]))
        elif kind == "end" and marks:
            scan.restore(marks.pop())
            frames.pop()
        elif kind in ("local", "global"):
            scan.store(scan.macros, name, value, kind == "global")
            for frame in frames if kind == "global" else frames[-1:]:
                frame[name] = value
        elif kind == "forget" and name in frames[-1]:
            scan.forget(scan.macros, name, bool(value))
            for frame in frames if value else frames[-1:]:
                frame.pop(name, None)
        assert scan.macros == frames[-1]
