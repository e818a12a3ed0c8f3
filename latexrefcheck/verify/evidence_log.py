"""The evidence log: one JSON object per line for every outcome that a verdict rests on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.files import read_bytes, refuse_link, write_atomic
from latexrefcheck.model.record import Evidence, Record, Verdict
from latexrefcheck.text.visible import json_text

VERSION = 1
_NAMED = ("doi", "arxiv", "pmid", "pmcid", "isbn")


def lines(evidence: Mapping[str, Sequence[Evidence]], verdicts: Mapping[str, Verdict]) -> Iterator[str]:
    """The log of a run in the order of ``evidence``: per entry and query who was asked where and when,
    what came of it, which record the verdict was compared with, and the verdict."""
    for key, outcomes in evidence.items():
        verdict = verdicts.get(key)
        for outcome in outcomes:
            line: dict[str, object] = {
                "version": VERSION,
                "key": key,
                "source": outcome.source,
                "query": {"kind": outcome.query.kind, "value": outcome.query.value},
                "outcome": outcome.outcome,
                "time": outcome.when,
                "url": outcome.url,
                "cached": outcome.cached,
            }
            if outcome.reason:
                line["reason"] = outcome.reason
            if outcome.code is not None:
                line |= {"code": outcome.code, "retry": outcome.code.retry}
            if outcome.records:
                line["records"] = [_record(record, verdict) for record in outcome.records]
            if verdict is not None:
                line["verdict"] = verdict.status
            yield json_text(json.dumps(line, ensure_ascii=False))


def _record(record: Record, verdict: Verdict | None) -> dict[str, object]:
    told: dict[str, object] = {"title": record.title}
    told.update({kind: record.identifiers[kind] for kind in _NAMED if kind in record.identifiers})
    chosen = None if verdict is None else verdict.record
    if verdict is not None and chosen is not None and (chosen.source, chosen.titles) == (record.source, record.titles):
        told["matched"] = {judgement.field: judgement.state for judgement in verdict.judgements}
    return told


def append(path: Path, log: Iterator[str]) -> None:
    """Add the lines of a run to the file at ``path``, whole or not at all; a last line that was cut gets its end first.

    Raises UnreadableInput if the file is there and cannot be read, or cannot be written.
    """
    refuse_link(path, "the evidence file")
    before = read_bytes(path) if path.exists() else b""
    if before and not before.endswith(b"\n"):
        before += b"\n"
    added = "".join(f"{line}\n" for line in log).encode("utf-8", "backslashreplace")
    try:
        write_atomic(path, before + added)
    except OSError as error:
        raise UnreadableInput(f"the evidence file {str(path)!r} cannot be written: {error.strerror}") from error
