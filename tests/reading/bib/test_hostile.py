"""Hostile texts end soon, in both dialects: nothing is read twice."""

import time

import pytest
from bibreading import read
from timing import within

N = 20_000
TEXTS = {
    "one long line": "word " * 400_000,
    "one long word": "a" * 2_000_000,
    "long value": "@a{k, t = {" + "x" * 2_000_000 + "}}",
    "open braces": "@a{k, t=" + "{" * 100_000,
    "deep braces": "@a{k, t=" + "{" * 50_000 + "}" * 50_000 + "}",
    "heads on one line": "@a{k," * N,
    "heads on lines": "@a{k,\n" * N,
    "open values on one line": "@a{k,t={" * N,
    "open values on lines": "@a{k,t={\n" * N,
    "open quotes": '@a{k,t="\n' * N,
    "open strings": "@string{a={x}\n" * N,
    "open comments": "@comment{\n" * N,
    "at signs": "@" * 500_000,
    "NULs": "@a{k, t = {\0}}\0" * N,
    "commas": "@a{k" + "," * 500_000,
    "hashes": "@a{k,t={x}" + "#{x}" * 50_000 + "}",
    "blanks": "@a{k, " + ("a" + " " * 1000) * 1000,
    "comment signs": "@a{k," + "%" * 1_000_000,
    "quotes": "@a{k,t=" + '"' * 300_000,
    "fields in junk": "a = {b}, " * 100_000,
    "closing braces": "}" * 1_000_000,
    "a brace in each word": "x={y " * 100_000,
}


@pytest.mark.parametrize("dialect", ["bibtex", "biber"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_ends_soon(text: str, dialect: str) -> None:
    with within(5):
        found = read(text, dialect)
    assert all(0 <= entry.start <= entry.key_start <= entry.key_end <= entry.end <= len(text) for entry in found.entries)


def test_time_grows_with_size() -> None:
    entry = "@article{k%d,\n  author = {Doe, Jane},\n  title = {A {B} c},\n  year = 2001,\n  pages = {1--2},\n}\n\n"

    def cost(entries: int) -> float:
        text = "".join(entry % n for n in range(entries))
        started = time.process_time()
        assert len(read(text).entries) == entries
        return time.process_time() - started

    assert cost(40_000) < 12 * cost(10_000)
