import pytest
from bibreading import read

from latexrefcheck.reading.bib import pieces


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("{a {b}}", [("brace", "a {b}")]),
        ('"a {"} b"', [("quote", 'a {"} b')]),
        ("2001", [("number", "2001")]),
        ("jan", [("macro", "jan")]),
        ('1 # "~" #jan# { x }', [("number", "1"), ("quote", "~"), ("macro", "jan"), ("brace", " x ")]),
        ("{}", [("brace", "")]),
    ],
)
def test_pieces(value: str, expected: list[tuple[str, str]]) -> None:
    entry = read(f"@misc{{k, t = {value} , u = {{x}}}}").entries[0]
    found = pieces(entry, entry.fields[0])
    assert [(piece.kind, piece.text) for piece in found] == expected
    assert all(piece.text in entry.source.text[piece.start : piece.end] for piece in found)
    assert (found[0].start, found[-1].end) == (entry.fields[0].start, entry.fields[0].end)


def test_comments_between_pieces() -> None:
    entry = read("@misc{k, t = {a} % one\n # {b}}", "biber").entries[0]
    assert [piece.text for piece in pieces(entry, entry.fields[0])] == ["a", "b"]


def test_macros_that_double_each_other_stay_small() -> None:
    doubling = "".join(f"@string{{a{n + 1} = a{n} # a{n}}}\n" for n in range(60))
    found = read("@string{a0 = {xxxxxxxxxx}}\n" + doubling + "@misc{k, t = a60}")
    assert len(found.entries[0].fields[0].value) == 20_000
