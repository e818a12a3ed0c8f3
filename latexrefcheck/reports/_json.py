"""JSON that is both quick to write and pleasant to read and compare: small things on one line each.

The standard encoder with indentation is written in Python and takes seconds for a large report;
without indentation it is C.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from latexrefcheck.text.visible import json_text


def written(value: object, depth: int) -> str:
    """``value`` as JSON: containers of the first ``depth`` levels over several lines, the rest on one line each."""
    return json_text(_written(value, depth, "\n")) + "\n"


def compact(value: object) -> str:
    """``value`` as JSON on one line."""
    return json_text(_compact(value))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _written(value: object, depth: int, newline: str) -> str:
    if not depth or not value or not isinstance(value, (Mapping, list)):
        return _compact(value)
    inner = newline + " "
    if isinstance(value, Mapping):
        items = [f"{_compact(name)}: {_written(item, depth - 1, inner)}" for name, item in value.items()]
        return "{" + inner + ("," + inner).join(items) + newline + "}"
    return "[" + inner + ("," + inner).join(_written(item, depth - 1, inner) for item in value) + newline + "]"
