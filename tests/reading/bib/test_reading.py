"""What both programs read, and where they differ; every expectation was tried with bibtex 0.99d and biber 2.18."""

import pytest
from bibreading import keys, problems, read, values

from latexrefcheck.model.document import SourceFile
from latexrefcheck.reading.bib import parse, with_strings

BOTH = ("bibtex", "biber")


@pytest.mark.parametrize("dialect", BOTH)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@misc{k, t = {x}}", {"t": "x"}),
        ('@misc{k, t = "x"}', {"t": "x"}),
        ("@misc{k, t = 2001}", {"t": "2001"}),
        ("@misc(k, t = {x)})", {"t": "x)"}),
        ("@ misc { k\n, t\n=\n{x}\n,\n}", {"t": "x"}),
        ("@MISC{k,T={x}}", {"t": "x"}),
        ("@misc{k, t = {a {b {c {d {e {f}}}}}}}", {"t": "a {b {c {d {e {f}}}}}"}),
        ('@misc{k, t = "a {"} b"}', {"t": 'a {"} b'}),
        ('@misc{k, t = "G{\\"o}del"}', {"t": 'G{\\"o}del'}),
        ('@misc{k, t = {He said "no"}}', {"t": 'He said "no"'}),
        ("@misc{k, t = {50 % of @all}}", {"t": "50 % of @all"}),
        ("@misc{k, t = {a\n  b}}", {"t": "a\n  b"}),
        ('@misc{k, t = 1 # "~" # {x}}', {"t": "1~x"}),
        ('@misc{k, t = {x} # "y"}', {"t": "xy"}),
        ('@string{S = "Press"}\n@misc{k, t = s # { X}, u = S}', {"t": "Press X", "u": "Press"}),
        ('@string(s = "a")@string{s = s # "b"}@misc{k, t = s}', {"t": "ab"}),
        ('@preamble{"\\newcommand{\\x}{y}" # "z"}@misc{k, t = {x}}', {"t": "x"}),
        ("@misc{k, t = {}}", {"t": ""}),
        ("@misc{k, t = {x}, t = {y}}", {"t": "y"}),
        ("@misc{k,}", {}),
        ("@misc{k, a:b-c = {x}, a_b.c = {y}}", {"a:b-c": "x", "a_b.c": "y"}),
        ("STRING{foo = {x}} junk, more = {junk}\n@misc{k, t = {x}} tail, t = {y}", {"t": "x"}),
        ("@misc{k, t = {@misc{inner, t = {y}}}}", {"t": "@misc{inner, t = {y}}"}),
    ],
)
def test_values(text: str, expected: dict[str, str], dialect: str) -> None:
    found = read(text, dialect)
    assert (values(found), keys(found), found.problems) == ([expected], ["k"], ())


@pytest.mark.parametrize(
    ("text", "bibtex", "biber"),
    [
        ("% @misc{a, t={x}}\n@misc{b, t={x}}", ["a", "b"], ["b"]),
        ("@comment{@misc{a, t={x}}}\n@misc{b, t={x}}", ["a", "b"], ["b"]),
        ("@Comment{jabref-meta: x}\n@misc{b, t={x}}", ["b"], ["b"]),
        ("@comment(x)\n@misc{b, t={x}}", ["b"], ["b"]),
        ("@misc{b%no, t={x}}", ["b%no"], ["b"]),
        ("@misc{a'b, t={x}}", ["a'b"], ["a'b"]),
        ("@misc{12, t={x}}@misc{a:b/c+d.e-f_g*h@i, t={x}}", ["12", "a:b/c+d.e-f_g*h@i"], ["12", "a:b/c+d.e-f_g*h@i"]),
        ("@misc{müller, t={x}}@misc{漢字, t={x}}", ["müller", "漢字"], ["müller", "漢字"]),
        ("@misc(a), t={x})", ["a)"], ["a"]),
        ("@misc{a, t={x}}\n% @misc{b, t={x}}\n@misc{c, t={x}}", ["a", "b", "c"], ["a", "c"]),
        ("@misc{a, t={x}}\n% @misc{b, t={x}}", ["a", "b"], ["a"]),
        ("@misc{a, t={x} % c\n}\n@misc{b, t={x}}", ["a", "b"], ["a", "b"]),
    ],
)
def test_keys_of_each_program(text: str, bibtex: list[str], biber: list[str]) -> None:
    assert (keys(read(text, "bibtex")), keys(read(text, "biber"))) == (bibtex, biber)


def test_comments_between_fields_are_for_biber_only() -> None:
    text = "@misc{k,\n  a = {1}, % one\n  % b = {2},\n  c = {3}\n}\n@misc{n, a = {1}}"
    assert (values(read(text, "biber"))[0], problems(read(text, "biber"))) == ({"a": "1", "c": "3"}, [])
    assert (values(read(text, "bibtex"))[0], problems(read(text, "bibtex"))) == ({"a": "1"}, [("parse-error", 2, "k")])
    assert keys(read(text, "bibtex")) == ["k", "n"]


def test_months_are_spelled_out_for_bibtex_and_numbered_for_biber() -> None:
    text = '@misc{k, month = 1 # "~" # JAN, note = cacm}'
    assert values(read(text, "bibtex")) == [{"month": "1~January", "note": "Communications of the ACM"}]
    assert values(read(text, "biber")) == [{"month": "1~1", "note": ""}]
    assert problems(read(text, "biber")) == [("undefined-string", 1, "k")]


def test_biber_takes_several_strings_in_one_command() -> None:
    text = '@string{a = "x", b = "y"}\n@misc{k, t = a # b}'
    assert values(read(text, "biber")) == [{"t": "xy"}]
    assert problems(read(text, "bibtex")) == [("parse-error", 1, None), ("undefined-string", 2, "k")]


def test_strings_of_earlier_databases_are_known() -> None:
    found = parse(SourceFile("refs.bib", "@misc{k, t = prl}"), "bibtex", {"prl": "Phys. Rev. Lett."})
    assert (values(found), found.problems) == ([{"t": "Phys. Rev. Lett."}], ())


def test_a_database_is_read_again_only_if_it_needs_the_strings() -> None:
    found = read("@misc{k, t = prl # { B}}")
    assert with_strings(found, {"other": "x"}) is found
    assert values(with_strings(found, {"prl": "Phys. Rev."})) == [{"t": "Phys. Rev. B"}]


@pytest.mark.parametrize("dialect", BOTH)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_positions(end: str, dialect: str) -> None:
    text = end.join(["junk", '  @Article { Key1 ,  Title = "A {B}",', "year=2001, month = jan # {x}", "}", "@misc{k2,note={}}"])
    found = read(text, dialect)
    first, second = found.entries
    assert (first.type, first.head.text, first.key_span.text) == ("article", "@Article { Key1", "Key1")
    assert first.span.text.startswith("@Article") and first.span.text.endswith("}")
    assert [first.name_span(f).text for f in first.fields] == ["Title", "year", "month"]
    assert [first.value_span(f).text for f in first.fields] == ['"A {B}"', "2001", "jan # {x}"]
    assert [f.simple for f in first.fields] == [True, True, False]
    assert found.source.position(first.key_start) == (2, 14)
    assert (second.span.text, second.value_span(second.fields[0]).text) == ("@misc{k2,note={}}", "{}")


@pytest.mark.parametrize(
    "data", [b"\xef\xbb\xbf@misc{k, t = {x}}", "@misc{k, t = {x}}".encode("utf-16"), b"@misc{k, t = {x}} \xe9"]
)
def test_encodings(data: bytes) -> None:
    assert keys(parse(SourceFile.decode("refs.bib", data), "bibtex")) == ["k"]


def test_a_large_file_is_cut_without_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("latexrefcheck.reading.bib.reader.CHUNK", 40)
    text = "".join(f"@misc{{k{n}, t = {{a\n@b {n}}}, u = jan}}\njunk\n" for n in range(50))
    found = read(text)
    assert keys(found) == [f"k{n}" for n in range(50)]
    assert all(entry.span.text == f"@misc{{k{n}, t = {{a\n@b {n}}}, u = jan}}" for n, entry in enumerate(found.entries))
