"""Read the settings of a latexmkrc that say where files are; the Perl in it is never executed."""

from __future__ import annotations

import re
from pathlib import Path

from latexrefcheck import files
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.reading.project.options import LatexmkSettings
from latexrefcheck.text.patterns import lazy

NAMES = ("latexmkrc", ".latexmkrc")
_COMMENT = lazy(r"^[ \t]*+#.*$", re.M)
_STRING = r"""(?:'([^']{0,1000}+)'|"([^"]{0,1000}+)")"""
_SCALAR = lazy(r"\$(out_dir|aux_dir)\s*=\s*" + _STRING)
_FILES = lazy(r"@default_files\s*=\s*\(([^)]{0,2000}+)\)|@default_files\s*=\s*qw\s*[(/]([^)/]{0,2000}+)[)/]")
_SEARCH = lazy(r"\$ENV\{\s*['\"]?(BIBINPUTS|TEXINPUTS)['\"]?\s*\}\s*=\s*([^;]*);?")
_ENSURE = lazy(r"ensure_path\(\s*['\"](BIBINPUTS|TEXINPUTS)['\"]\s*,([^)]{0,2000}+)\)")
_QUOTED = lazy(_STRING)
_MODE = lazy(r"\$pdf_mode\s*=\s*(\d)")
# Lists and strings are bounded: a file full of openings that nothing closes would be searched to its end from each.


def read(folder: Path) -> LatexmkSettings:
    """The settings of the first latexmkrc in ``folder``; empty ones if there is none."""
    for name in NAMES:
        try:
            data = files.read_bytes(folder / name, 1_000_000)
        except UnreadableInput:
            continue
        return parse(data.decode("utf-8", "replace"))
    return LatexmkSettings()


def parse(text: str) -> LatexmkSettings:
    """The settings that plain assignments in ``text`` make."""
    text = _COMMENT.sub("", text)
    scalars = {found[1]: found[2] or found[3] or "" for found in _SCALAR.finditer(text)}
    default: tuple[str, ...] = ()
    for found in _FILES.finditer(text):
        default = tuple(a or b for a, b in _QUOTED.findall(found[1])) if found[1] is not None else tuple(found[2].split())
    search: dict[str, list[str]] = {"BIBINPUTS": [], "TEXINPUTS": []}
    for found in (*_SEARCH.finditer(text), *_ENSURE.finditer(text)):
        for single, double in _QUOTED.findall(found[2]):
            search[found[1]] += [part for part in re.split(r"[:;]", single or double) if part and "$" not in part]
    mode = _MODE.search(text)
    engine = {"4": "luatex", "5": "xetex", "1": "pdftex"}.get(mode[1], "") if mode else ""
    return LatexmkSettings(
        default,
        scalars.get("out_dir", ""),
        scalars.get("aux_dir", ""),
        tuple(search["BIBINPUTS"]),
        tuple(search["TEXINPUTS"]),
        engine,
    )
