"""Small dumps in the shapes of the real ones, of invented works, for the tests of local indexes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from latexrefcheck import registry
from latexrefcheck.verify import index
from latexrefcheck.verify.index.looking import Index

WORDS = "lantern harbour glacier orchard tinder saddle meadow copper violet anchor pepper cellar ribbon thistle walnut".split()
FAMILIES = ("Muster", "Ödegård", "van der Berg", "Okonkwo", "Li")


def title(number: int) -> str:
    """A title that shares its words with others and is like none of them."""
    picked = [WORDS[(number * step + step) % len(WORDS)] for step in (1, 4, 7)]
    return f"On the {picked[0]} and {picked[1]} of wandering {picked[2]} numbered q{number:05}x"


def crossref(number: int, **changes: Any) -> dict[str, Any]:
    """One work in the shape of Crossref's public data file."""
    work = {
        "DOI": f"10.5555/W.{number}",
        "type": "journal-article",
        "title": [title(number)],
        "author": [{"family": FAMILIES[number % 5], "given": "Ann", "sequence": "first", "affiliation": [{"name": "Nowhere"}]}],
        "container-title": ["Journal of Lanterns"],
        "issued": {"date-parts": [[2000 + number % 20, 4]]},
        "volume": "7",
        "indexed": {"date-time": "2026-03-02T10:00:00Z"},
        "reference": [{"unstructured": "long"}],
    }
    return {**work, **changes}


def lines(works: Sequence[Any]) -> bytes:
    """Works as JSON lines; texts stand as they are."""
    return "".join((work if isinstance(work, str) else json.dumps(work)) + "\n" for work in works).encode()


def made(directory: Path, works: Sequence[Any], source: str = "crossref", name: str = "dump.jsonl") -> Path:
    """The file of an index of ``works``."""
    dump = directory / name
    dump.write_bytes(lines(works))
    file = index.file_of(directory, source)
    index.add(registry.sources[source], [dump], file)
    return file


def opened(file: Path, source: str = "crossref") -> Index:
    """An index, open for look-ups."""
    described = registry.sources[source]
    assert described.dump is not None
    return Index(described, described.dump, file)
