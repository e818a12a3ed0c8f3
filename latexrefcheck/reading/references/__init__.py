"""References that stand in files of other programs: one module a form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.files import read_bytes


def items(path: Path) -> list[Mapping[str, object]]:
    """The items of CSL-JSON that a ``.json`` or ``.ris`` holds, in its order."""
    from latexrefcheck.reading.references import csl_json, ris

    data = read_bytes(path)
    try:
        text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UnreadableInput(f"{path}:{line}: not UTF-8; save it as UTF-8") from error
    if path.suffix.lower() == ".ris":
        return ris.items(text, str(path))
    return csl_json.items(text, str(path))
