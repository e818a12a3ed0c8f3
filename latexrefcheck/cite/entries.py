"""Items as entries: BibTeX, biblatex, RIS or CSL-JSON, all from the same work."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from latexrefcheck.cite import bibtex, ris
from latexrefcheck.model.csl import from_csl, to_csl
from latexrefcheck.text.visible import json_text, printable


def written(items: Sequence[Mapping[str, object]], form: str) -> Sequence[str]:
    """The pieces of a file of that form, in the order of the items; keys are made anew, unique in the file."""
    works = [from_csl({name: value for name, value in item.items() if name != "custom"}) for item in items]
    taken: set[str] = set()
    if form == "csl-json":
        told = [to_csl(work, str(item.get("id") or bibtex.key_of(work, taken))) for work, item in zip(works, items, strict=True)]
        return [json_text(json.dumps(told, ensure_ascii=False, indent=2))]
    if form == "ris":
        return [f"{_lines(ris.record(work))}\n" for work in works]
    return [f"{_lines(bibtex.entry(work, bibtex.key_of(work, taken), form == 'biblatex'))}\n" for work in works]


def _lines(text: str) -> str:
    """What a terminal would obey is made visible, line by line."""
    return "\n".join(map(printable, text.split("\n")))
