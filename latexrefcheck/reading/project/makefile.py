"""The search paths that a Makefile sets for TeX; nothing in it is run."""

from __future__ import annotations

import re
from pathlib import Path

from latexrefcheck import files
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.reading.project.options import LatexmkSettings
from latexrefcheck.text.patterns import lazy

NAMES = ("GNUmakefile", "makefile", "Makefile")
"""As GNU make looks for them (GNU make manual, § 3.2)."""

_SET = lazy(r"\b(BIBINPUTS|TEXINPUTS)\s*(?:::?:?|\?|\+)?=[ \t]*(\"[^\"\n]{0,1000}\"|'[^'\n]{0,1000}'|[^\s;&|]{0,1000})")
_HERE = lazy(r"\$[({](?:CURDIR|PWD|shell pwd)[)}]|\$\$PWD|`pwd`")


def joined(folder: Path, settings: LatexmkSettings) -> LatexmkSettings:
    """The settings of a latexmkrc with the search paths of the Makefile beside it; what latexmk sets comes first."""
    name = next((name for name in NAMES if files.is_file(folder / name)), "")
    if not name:
        return settings
    try:
        text = files.read_bytes(folder / name, 1_000_000).decode("utf-8", "replace")
    except UnreadableInput:
        return settings
    found = parse(text)
    return settings._replace(
        bibinputs=(*settings.bibinputs, *found["BIBINPUTS"]), texinputs=(*settings.texinputs, *found["TEXINPUTS"])
    )


def parse(text: str) -> dict[str, list[str]]:
    """The folders that a Makefile puts into the variables; those that other variables name are left out."""
    told: dict[str, list[str]] = {"BIBINPUTS": [], "TEXINPUTS": []}
    for line in text.replace("\\\n", " ").split("\n"):
        if line.lstrip().startswith("#"):
            continue
        for found in _SET.finditer(line):
            value = _HERE.sub(".", found[2].strip("\"'"))
            parts = [part for part in re.split("[:;]", value) if part and "$" not in part and part not in ("./", ".//")]
            told[found[1]] += parts
    return told
