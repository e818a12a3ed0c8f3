"""Make the inputs of the speed benchmark: a thesis, a ten-page paper and growing libraries.

    python benchmarks/make_inputs.py DIR

DIR gets ``thesis/`` (60 chapter files, 1.6 MB of .tex, a 5,000-entry .bib of 3.3 MB, most entries
cited), ``paper/`` (one file of ten pages, 60 entries) and ``library-N/`` for N = 7500, 15000 and 30000
entries (5, 10 and 20 MB, a .tex that cites a hundred of them). Everything is invented and seeded, so
two runs make the same bytes.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

WORDS = (
    "adaptive analysis bounded circuit complex control data decision deep design estimation field flow graph "
    "heat inference inverse kernel large learning limit linear local measure method model motion network noise "
    "optimal order parallel pattern phase planning process random robust sampling signal sparse spectral stable "
    "structure surface system theory transfer transport under uncertain wave"
).split()
FAMILIES = ["Abel", r"Baumg{\"a}rtner", "Castellano", r"{D{\'\i}az Oliva}", "Eriksson", "Fournier", r"H{\o}yland", "Ivanova"]
GIVENS = "Ana Bruno Chiara Dmitri Elise Farid Greta Hugo Ines Jonas Keiko Liam Mara Nils".split()


def title(rng: random.Random, words: int) -> str:
    """A sentence of so many words, capitalised."""
    return " ".join(rng.choice(WORDS) for _ in range(words)).capitalize()


def entry(rng: random.Random, number: int) -> str:
    """One entry of about 660 bytes with ten fields, as reference managers write them."""
    people = " and ".join(
        f"{rng.choice(FAMILIES)}{number % 97 if index else ''}, {rng.choice(GIVENS)}" for index in range(rng.randint(1, 4))
    )
    first = rng.randint(1, 900)
    return (
        f"@{'article' if number % 3 else 'inproceedings'}{{key{number:05d},\n"
        f"  author    = {{{people}}},\n"
        f"  title     = {{{title(rng, 9)} {number}}},\n"
        + (
            f"  journal   = {{Journal of {title(rng, 3)}}},\n  volume    = {{{rng.randint(1, 90)}}},\n"
            f"  number    = {{{number % 12 + 1}}},\n"
            if number % 3
            else f"  booktitle = {{Proceedings of the {title(rng, 4)} Conference}},\n  publisher = {{Example Press}},\n"
        )
        + f"  pages     = {{{first}--{first + rng.randint(2, 20)}}},\n"
        f"  year      = {{{1970 + number % 54}}},\n"
        f"  doi       = {{10.{10000 + number % 7}/ex.{number}.{number * 7 % 1009}}},\n"
        f"  abstract  = {{{title(rng, 38)}.}},\n"
        f"}}\n\n"
    )


def library(path: Path, count: int, seed: int) -> None:
    """Write a .bib of ``count`` entries."""
    rng = random.Random(seed)
    path.write_text("".join(entry(rng, number) for number in range(count)), encoding="utf-8")


def prose(rng: random.Random, size: int, keys: list[str]) -> str:
    """Running text of about ``size`` bytes with a citation every sixty words, a comment and some maths."""
    parts: list[str] = []
    length = 0
    while length < size:
        cite = f"~\\cite{{{keys.pop()},{keys.pop()}}}" if len(keys) > 1 else ""
        line = f"{title(rng, 60)}{cite}. % to do: say more\n"
        if len(parts) % 5 == 4:
            line += (
                f"\\begin{{equation}}\n  a_i = \\frac{{1}}{{2}} \\sum_j b_{{ij}} \\label{{eq:{len(parts)}}}\n\\end{{equation}}\n"
            )
        parts.append(line)
        length += len(line)
    return "".join(parts)


def document(folder: Path, body: str, kind: str = "article", style: str = "plain") -> None:
    """Write main.tex with the given body and a bibliography of refs.bib."""
    folder.joinpath("main.tex").write_text(
        f"\\documentclass{{{kind}}}\n\\begin{{document}}\n{body}\\bibliographystyle{{{style}}}\n\\bibliography{{refs}}\n\\end{{document}}\n",
        encoding="utf-8",
    )


def thesis(folder: Path, entries: int = 5000, chapters: int = 60, size: int = 27_000) -> None:
    """60 chapters in files of their own; nearly every entry is cited once or more."""
    folder.joinpath("chapters").mkdir(parents=True, exist_ok=True)
    library(folder / "refs.bib", entries, 1)
    rng = random.Random(2)
    keys = [f"key{number:05d}" for number in range(entries)] * 2
    rng.shuffle(keys)
    for number in range(chapters):
        text = f"\\chapter{{{title(rng, 4)}}}\n{prose(rng, size, keys)}"
        folder.joinpath("chapters", f"chapter{number:02d}.tex").write_text(text, encoding="utf-8")
    document(folder, "".join(f"\\include{{chapters/chapter{number:02d}}}\n" for number in range(chapters)), "book")


def paper(folder: Path, entries: int = 60) -> None:
    """About ten pages in one file."""
    folder.mkdir(parents=True, exist_ok=True)
    library(folder / "refs.bib", entries, 3)
    document(folder, prose(random.Random(4), 38_000, [f"key{number:05d}" for number in range(entries)]))


def big_library(folder: Path, entries: int) -> None:
    """A shared library of which a hundred entries are cited."""
    folder.mkdir(parents=True, exist_ok=True)
    library(folder / "refs.bib", entries, 5)
    document(folder, prose(random.Random(6), 30_000, [f"key{number:05d}" for number in range(100)]))


def make(target: Path) -> None:
    """Write all inputs below ``target``."""
    thesis(target / "thesis")
    paper(target / "paper")
    for count in (7500, 15000, 30000):
        big_library(target / f"library-{count}", count)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
