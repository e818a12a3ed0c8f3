"""Claims that stand in a file: JSON lines or CSV, one claim a row."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from latexrefcheck.claims.asked import Claim
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.files import read_bytes
from latexrefcheck.model.finding import Location

CLAIM = ("claim", "text", "sentence")
WORK = ("work", "id", "doi", "arxiv", "pmid", "key", "identifier")
SUFFIXES = (".jsonl", ".ndjson", ".csv", ".tsv")
MOST = 100_000
"""Rows of a file that are read."""


def claims(path: Path) -> list[Claim]:
    """The claims of a file. ``claim`` (or ``text``, ``sentence``) says what, ``work`` (``id``, ``doi`` …) of which work.

    Raises UnreadableInput with the line for a row that has not both.
    """
    text = read_bytes(path).decode("utf-8-sig", "replace")
    rows = _lines(path, text) if path.suffix.lower() in (".jsonl", ".ndjson") else _table(path, text)
    found: list[Claim] = []
    for number, row in rows:
        told = {str(name).strip().lower(): value for name, value in row.items() if isinstance(value, str | int) and name}
        said = next((str(told[name]).strip() for name in CLAIM if str(told.get(name, "")).strip()), "")
        work = next((_named(name, str(told[name]).strip()) for name in WORK if str(told.get(name, "")).strip()), "")
        if not said or not work:
            lacking = "no claim" if not said else "no work"
            raise UnreadableInput(f"{str(path)!r}, line {number}: the row has {lacking}; it needs `claim` and `work` (or `doi`)")
        if len(found) >= MOST:
            raise UnreadableInput(f"{str(path)!r} has more than {MOST} rows; split it")
        found.append(Claim(work, said, said, row=Location(str(path), number, 1, number, 1)))
    return found


def _named(kind: str, value: str) -> str:
    return f"{kind}:{value}" if kind in ("doi", "arxiv", "pmid") and ":" not in value else value


def _lines(path: Path, text: str) -> Iterator[tuple[int, Mapping[object, object]]]:
    for number, one in enumerate(text.splitlines(), 1):
        if not one.strip():
            continue
        try:
            row = json.loads(one)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            raise UnreadableInput(f"{str(path)!r}, line {number}: this is no JSON object")
        yield number, row


def _table(path: Path, text: str) -> Iterator[tuple[int, Mapping[object, object]]]:
    reader = csv.DictReader(io.StringIO(text), delimiter="\t" if path.suffix.lower() == ".tsv" else ",")
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error as error:
        raise UnreadableInput(f"{str(path)!r}, line {reader.line_num}: {error}") from error
