"""Cross-references that lead nowhere."""

from __future__ import annotations

import pytest
from ruleharness import findings

from latexrefcheck.model.finding import Severity

PARENT = "\n@proceedings{Proc, title={P}}"
BOTH = ("bibtex", "biber")


@pytest.mark.parametrize(
    ("bib", "dialects", "expected"),
    [
        ("@inproceedings{c, crossref={Proc}}" + PARENT, BOTH, []),
        ("@inproceedings{c, crossref={proc}}" + PARENT, ("bibtex",), []),
        ("@inproceedings{c, crossref={proc}}" + PARENT, ("biber",), [(1, "c", Severity.error)]),
        ("@inproceedings{c,\n crossref={gone}}" + PARENT, BOTH, [(2, "c", Severity.error)]),
        ("@inproceedings{c, crossref={c}}", BOTH, [(1, "c", Severity.error)]),
        (
            "@inbook{c, crossref={d}}\n@inbook{d, crossref={c}}",
            BOTH,
            [(1, "c", Severity.error), (2, "d", Severity.error)],
        ),
        ("@inbook{c, crossref={d}}\n@inbook{d, crossref={Proc}}" + PARENT, ("bibtex",), [(1, "c", Severity.warning)]),
        ("@inbook{c, crossref={d}}\n@inbook{d, crossref={Proc}}" + PARENT, ("biber",), []),
        (
            "@inbook{c, xref={gone}, xdata={Proc,\n other}}" + PARENT,
            ("biber",),
            [(1, "c", Severity.error), (2, "c", Severity.error)],
        ),
        ("@inbook{c, xref={gone}, xdata={other}}", ("bibtex",), []),
        ("@inbook{c, crossref={alias}}\n@book{b, ids={old, alias}}", ("biber",), []),
        ("@inbook{c, crossref={}}", BOTH, []),
    ],
)
def test_table(bib: str, dialects: tuple[str, ...], expected: list[tuple[object, ...]]) -> None:
    for dialect in dialects:
        found = findings("bad-crossref", bib, dialect=dialect)
        assert [(f.location.line, f.key, f.severity) for f in found] == expected


def test_the_parent_may_be_in_another_file_and_a_near_key_is_named() -> None:
    child = "@inproceedings{c, crossref={procs}}"
    assert findings("bad-crossref", {"a.bib": child, "b.bib": "@proceedings{procs, title={P}}"}) == []
    (found,) = findings("bad-crossref", {"a.bib": child, "b.bib": "@proceedings{proc, title={P}}"})
    assert found.message.endswith("did you mean 'proc'?")


@pytest.mark.parametrize("length", [40, 3000])
def test_long_circles_are_found_and_ways_into_them_are_not(length: int) -> None:
    circle = "".join(f"@xdata{{c{n}, xdata = {{c{(n + 1) % length}}}}}\n" for n in range(length))
    way = "".join(f"@xdata{{w{n}, xdata = {{w{n + 1}}}}}\n" for n in range(length)).replace(f"{{w{length}}}", "{c5}")
    found = findings("bad-crossref", way + circle, dialect="biber")
    assert [f.key for f in found] == [f"c{n}" for n in range(length)]
