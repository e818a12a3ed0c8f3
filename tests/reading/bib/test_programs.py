"""The same files read by the real programs: bibtex where it is installed, and pybtex where it is right."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from bibreading import read

FIELDS = ("author", "title", "note", "year", "month")
STYLE = (
    "ENTRY { author title note year month }{}{}\n"
    'FUNCTION {out} { "@@E " cite$ * write$ newline$\n'
    + "".join(f'{name} missing$ {{}} {{ "@@F {name}=" {name} * write$ newline$ }} if$\n' for name in FIELDS)
    + "}\nFUNCTION {default.type} { out }\n"
    + 'MACRO {jan} {"January"}\nREAD\nITERATE {call.type$}\n'
)

HEALTHY = """\
Some text, with a = {b}.
@string{pub = "A Press" # { and Sons}}
@Article{one, author = {Doe, J. and {Roe}, R.}, title = "An {"}odd{"} title", year = 2001}
@book(two,
  title = {Nested {a {b {c {d {e}}}}}},
  note  = pub # ", " # 3,
  month = jan,
)
% @misc{three, title = {alive}}
@comment{ @misc{four, title = {alive too}} }
@ misc { five , title = {x} , year = {2002} , }
@preamble{ "\\\\newcommand{\\\\x}{y}" }
@misc{we:ird/key+x'y.z"q#r%s, title = {z}}
@misc{six}
@misc{seven, title = {@misc{inner, title = {no}}}}@misc{eight,title={z}}

"""

BROKEN = """\
@misc{b1,
  title = {One},
  % note = {Two},
  year = {2001}
}
@misc{b2 title = {z}}
@misc{b3, title = {z} year = {2001}}
@misc{b4, title = "He said "no" twice", year = {2001}}
@misc{b5, title = {z},, year = {2001}}
@misc{b6, title = , year = {2001}}
@misc{b7, title {z}, year = {2001}}
@misc{b8, title = {z}, 1x = {y}, year = {2001}}
@misc{b9, title = {a {b}, year = {2001}}
@misc{b10, title = {z}
@misc{b11, title = "a } b", year = {2001}}
me@example.org wrote this
@mi sc{no, title = {z}}
@misc{b12, title = {ok}}
"""


def bibtex(text: str, directory: Path) -> dict[str, dict[str, str]]:
    """Entries as BibTeX stores them, written out by a style made for it."""
    (directory / "refs.bib").write_text(text, encoding="utf-8")
    (directory / "dump.bst").write_text(STYLE, encoding="utf-8")
    (directory / "main.aux").write_text("\\citation{*}\n\\bibstyle{dump}\n\\bibdata{refs}\n", encoding="utf-8")
    subprocess.run(["bibtex", "main"], cwd=directory, capture_output=True, timeout=60)
    entries = {}
    for block in re.split(r"(?:^|\n)\s*@@E\s+", (directory / "main.bbl").read_text(encoding="utf-8"))[1:]:
        key, *fields = re.split(r"\n\s*@@F\s+", block)
        entries[" ".join(key.split())] = {name: " ".join(value.split()) for name, _, value in (f.partition("=") for f in fields)}
    return entries


@pytest.mark.skipif(shutil.which("bibtex") is None, reason="bibtex is not installed")
@pytest.mark.parametrize("text", [HEALTHY, BROKEN], ids=["healthy", "broken"])
def test_bibtex_reads_the_same(text: str, tmp_path: Path) -> None:
    expected = bibtex(text, tmp_path)
    found = read(text)
    assert [entry.key for entry in found.entries] == list(expected)
    own = {e.key: {f.name: " ".join(f.value.split()) for f in e.fields if f.name in FIELDS} for e in found.entries}
    broken = {entry.key for entry in found.entries if entry.broken}
    assert {k: v for k, v in own.items() if k not in broken} == {k: v for k, v in expected.items() if k not in broken}
    for key in broken:  # BibTeX may store an unfinished value; what we keep, it has too
        assert own[key].items() <= expected[key].items()


def test_pybtex_reads_the_same() -> None:
    from pybtex.database import BibliographyData
    from pybtex.database.input.bibtex import Parser

    text = HEALTHY.replace("%s", "").replace('"q#r', "")
    data: BibliographyData = Parser(macros={"jan": "January"}, person_fields=[]).parse_string(text)
    found = read(text)
    assert [entry.key for entry in found.entries] == list(data.entries.keys())
    for entry in found.entries:
        own = {field.name: " ".join(field.value.split()) for field in entry.fields}
        theirs = data.entries[entry.key]
        assert (entry.type, own) == (theirs.type, {name.lower(): " ".join(v.split()) for name, v in theirs.fields.items()})
