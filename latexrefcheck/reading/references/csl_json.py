"""CSL-JSON, as Zotero, Mendeley and pandoc write it: a list of items, or an object that holds one."""

from __future__ import annotations

import json
from collections.abc import Mapping

from latexrefcheck.errors import UnreadableInput, reason


def items(text: str, name: str) -> list[Mapping[str, object]]:
    """The items of a file in their order; UnreadableInput says with the line what is no item."""
    try:
        read = json.loads(text)
    except json.JSONDecodeError as error:
        raise UnreadableInput(f"{name}:{error.lineno}: not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableInput(f"{name}: not JSON that can be read: {reason(error)}") from error
    if isinstance(read, dict):
        read = read["items"] if isinstance(read.get("items"), list) else [read]
    if not isinstance(read, list):
        raise UnreadableInput(f"{name}: not CSL-JSON: a list of items is expected")
    for number, item in enumerate(read, 1):
        if not isinstance(item, dict) or not (item.get("type") or item.get("title")):
            raise UnreadableInput(f"{name}: item {number} of {len(read)} is not one of CSL-JSON: it has neither type nor title")
    return read
