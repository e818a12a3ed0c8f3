"""Write a labelled bibliography: works as people cite them, and references that nobody should trust.

    python benchmarks/make_references.py DIR [--n 300] [--seed 1]

DIR gets ``refs.bib``, ``main.tex`` (which cites every key) and ``labels.json``: per key its ``kind``, the
``variation`` of its spelling, and the rules of which one has to (``expected``) or may (``allowed``) report it.
Sixty in a hundred entries are ``genuine``, with the harmless variations of real bibliographies. The rest:

    invented       no such work                        chimera        a real title under other people's names
    wrong-doi      the DOI of another work             dead-doi       a DOI that does not exist
    wrong-year     four or more years off              wrong-venue    a venue of another field
    author-swapped one author replaced                 author-added   one author too many
    title-drift    two words of the title changed      wrong-arxiv    the arXiv number of another paper
    retracted      a work that was retracted (genuine otherwise)
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from pathlib import Path
from typing import Any

from fabrications import KINDS
from invented_works import Work, world
from spellings import Fields, cited, tex

SEARCHABLE = frozenset(("crossref", "dblp", "openalex", "semanticscholar"))
"""Who is searched by title."""
TYPES = {"article": "article", "inproceedings": "inproceedings", "preprint": "article", "book": "book"}


def findable(work: Work, fields: Fields) -> bool:
    """Whether somebody can tell of the work by what the entry gives."""
    looked_up = ("doi" in fields and bool(work.agency or work.known)) or ("isbn" in fields and "openlibrary" in work.known)
    return looked_up or "pmid" in fields or "eprint" in fields or "url" in fields or bool(SEARCHABLE & set(work.known))


def references(n: int, seed: int, works: list[Work]) -> dict[str, dict[str, Any]]:
    """Per key its type, fields and label; the same for the same arguments."""
    rng = random.Random(seed)
    pool = works[:]
    rng.shuffle(pool)
    titles = {work.title for work in works}
    listed = [work for work in pool if SEARCHABLE & set(work.known) and work.kind != "book" and not work.flaw]
    found: dict[str, dict[str, Any]] = {}
    count = round(n * 0.6)
    for work in [work for work in pool if not work.notice][:count]:
        fields, said = cited(rng, work)
        allowed = [] if findable(work, fields) else ["not-found"]
        _add(found, work, fields, {"kind": "genuine", "variation": said, "expected": [], "allowed": allowed})
    used = {work.whole for work in pool[: count + n // 50]}
    for number in range(n - count):
        kind = list(KINDS)[number % len(KINDS)]
        made = KINDS[kind]
        work = next(w for w in listed if w.whole not in used and made.fits(w) and (kind == "retracted" or not w.notice))
        used.add(work.whole)
        fields, said = cited(rng, work)
        made.change(rng, work, listed, fields)
        while kind in ("invented", "title-drift") and fields["title"] in titles:
            made.change(rng, work, listed, fields)
        fields = {field: value if "\\" in value or field == "title" else tex(value) for field, value in fields.items()}
        _add(
            found,
            work,
            fields,
            {"kind": kind, "variation": said, "expected": list(made.expected), "allowed": [], "title": work.title},
        )
    return found


def _add(found: dict[str, dict[str, Any]], work: Work, fields: Fields, label: dict[str, Any]) -> None:
    key = f"{re.sub('[^A-Za-z]', '', work.authors[0][1])}{work.year}n{len(found)}"
    found[key] = {"type": TYPES[work.kind], "title": work.title, "fields": fields, "label": label}


def entry(key: str, kind: str, fields: Fields) -> str:
    """One entry of the .bib."""
    inner = "".join(f"  {field:13} = {{{value}}},\n" for field, value in fields.items())
    return f"@{kind}{{{key},\n{inner}}}\n\n"


def write(folder: Path, found: dict[str, dict[str, Any]]) -> None:
    """Write the project and its labels."""
    folder.mkdir(parents=True, exist_ok=True)
    keys = list(found)
    bib = "".join(entry(key, one["type"], one["fields"]) for key, one in found.items())
    folder.joinpath("refs.bib").write_text(bib, encoding="utf-8")
    cites = "".join(f"A sentence \\cite{{{','.join(keys[start : start + 4])}}}.\n" for start in range(0, len(keys), 4))
    ending = "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n"
    body = f"\\documentclass{{article}}\n\\begin{{document}}\n{cites}{ending}"
    folder.joinpath("main.tex").write_text(body, encoding="utf-8")
    labels = {key: one["label"] for key, one in found.items()}
    folder.joinpath("labels.json").write_text(json.dumps(labels, indent=1), encoding="utf-8")


def main() -> int:
    """Write one labelled bibliography."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--n", type=int, default=300, help="entries (default 300)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    write(options.folder, references(options.n, options.seed, world()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
