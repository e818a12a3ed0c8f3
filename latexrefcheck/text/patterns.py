"""Regular expressions that are compiled when they are first used.

Compiling all patterns of the package takes as long as reading a short paper, and a run uses a quarter of
them: most stand behind a quicker look that finds nothing.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, cast


class _Lazy:
    """Stands for a compiled pattern; its methods are the pattern's from the first use on."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self._pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        found = getattr(re.compile(self._pattern, self._flags), name)
        self.__dict__[name] = found  # so that this method is asked once per name
        return found


def lazy(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """As ``re.compile``, but later; a faulty pattern raises ``re.error`` where it is first used.

    The result has a pattern's methods and attributes, but is not one for the functions of ``re``.
    """
    return cast("re.Pattern[AnyStr]", _Lazy(pattern, flags))
