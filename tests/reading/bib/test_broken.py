"""Broken entries: one problem each, at the right line, and the healthy ones around them kept."""

import pytest
from bibreading import keys, problems, read

AROUND = ("@misc{before, t = {x}}\n", "\n@misc{after, t = {x}}\n")


@pytest.mark.parametrize("dialect", ["bibtex", "biber"])
@pytest.mark.parametrize(
    ("broken", "kind", "line", "key", "fields"),
    [
        ("@misc{k,\n a = {1}\n b = {2}\n}", "parse-error", 4, "k", ["a"]),
        ("@misc{k\n a = {1}\n}", "parse-error", 3, "k", []),
        ("@misc{k, a = {1},, b = {2}}", "parse-error", 2, "k", ["a"]),
        ("@misc{k,\n a = {1},\n b {2}\n}", "parse-error", 4, "k", ["a"]),
        ("@misc{k,\n a = {1},\n b = ,\n}", "parse-error", 4, "k", ["a"]),
        ("@misc{k, a = {1}, 1b = {2}}", "parse-error", 2, "k", ["a"]),
        ('@misc{k, a = "He said "no" twice"}', "parse-error", 2, "k", ["a"]),
        ("@misc{k, a = {x} # , b = {2}}", "parse-error", 2, "k", []),
        ("@misc{k,\n a = {1},\n b = {2}", "parse-error", 2, "k", ["a", "b"]),
        ("@misc{k,\n a = {1},\n b = {open {x},\n}", "parse-error", 2, "k", ["a", "b"]),
        ("@misc{k,\n a = {1},\n b = {open {{x},\n}", "parse-error", 2, "k", ["a"]),
        ('@misc{k,\n a = {1},\n b = "open\n}', "parse-error", 2, "k", ["a"]),
        ('@misc{k,\n a = {1},\n b = "x } y"\n}', "parse-error", 2, "k", ["a"]),
        ("@misc{k,", "parse-error", 2, "k", []),
        ("@misc{, a = {1}}", "empty-key", 2, None, ["a"]),
        ("@misc{\n author = {Doe, Jane}, a = {1}}", "empty-key", 2, None, ["author", "a"]),
        ("@misc{year = 2001, a = {1}}", "empty-key", 2, None, ["year", "a"]),
        ("@misc{}", "empty-key", 2, None, []),
        ("@misc{two words, a = {1}}", "invalid-key", 2, "two words", ["a"]),
        ("@misc k, a = {1}}", "parse-error", 2, None, None),
        ("@string{k = {1}", "parse-error", 2, None, None),
        ("mail@example.org, see there", "parse-error", 2, None, None),
    ],
)
def test_one_problem_and_the_neighbours_stay(
    broken: str, kind: str, line: int, key: str | None, fields: list[str] | None, dialect: str
) -> None:
    found = read(AROUND[0] + broken + AROUND[1], dialect)
    assert problems(found) == [(kind, line, key)]
    assert keys(found) == ["before", *([key or ""] if fields is not None else []), "after"]
    assert [entry.broken for entry in found.entries] == [False, *([True] if fields is not None else []), False]
    if fields is not None:
        assert [field.name for field in found.entries[1].fields] == fields


@pytest.mark.parametrize("key", ['a"b', "a#b", "a=b", "a(b", "a\\b"])
def test_characters_that_end_a_key_for_biber(key: str) -> None:
    found = read(f"@misc{{{key}, t = {{x}}}}", "biber")
    assert (problems(found), keys(found)) == ([("invalid-key", 1, key)], [key])
    assert read(f"@misc{{{key}, t = {{x}}}}", "bibtex").problems == ()


def test_biber_wants_a_comma_behind_the_key() -> None:
    assert problems(read("@misc{k}\n@misc{n,}", "biber")) == [("parse-error", 1, "k")]
    assert problems(read("@misc{k}\n@misc{n,}", "bibtex")) == []


def test_an_error_is_not_told_again_by_its_remains() -> None:
    text = "@misc{k,\n a = {1}\n mail = {x@y.org, z@w.org},\n}\n@misc{after, t = {x}}"
    found = read(text)
    assert (problems(found), keys(found)) == ([("parse-error", 3, "k")], ["k", "after"])


def test_the_rest_of_the_file_is_kept_where_nothing_closes() -> None:
    text = "@misc{a, t = {{{x}\n" + "".join(f"@misc{{k{n}, t = {{x}}}}\n" for n in range(5)) + "@misc{z, t = {{x}"
    for dialect in ("bibtex", "biber"):
        found = read(text, dialect)
        assert keys(found) == ["a", "k0", "k1", "k2", "k3", "k4", "z"]
        assert problems(found) == [("parse-error", 1, "a"), ("parse-error", 7, "z")]


def test_very_many_problems_are_counted() -> None:
    found = read("@misc{k, a b}\n" * 1500)
    assert len(found.problems) == 1000
    assert found.problems[-1].message.endswith("500 more like this are not listed")


def test_the_message_names_the_place() -> None:
    found = read("@misc{k, t = {x}\n\n\n@misc{n, t = {x}}")
    assert found.problems[0].message == "this is not closed: a '}' is missing (noticed in line 4)"
    found = read("@misc{k, t = {x} u = {y}}")
    assert (found.problems[0].span.text, found.problems[0].related[0][1].text) == ("u", "@misc{k")


def test_a_comment_sign_is_explained() -> None:
    found = read("@misc{k, t = {x}, % old\n u = {y}}")
    assert [p.message for p in found.problems] == ["a field name is missing; a '%' starts no comment for BibTeX"]
