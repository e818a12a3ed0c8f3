"""Which file of a project says that a build makes a file that does not exist: a Makefile, a script, a .gitignore."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from latexrefcheck import files
from latexrefcheck.errors import UnreadableInput

_NAMES = frozenset(
    """
    makefile gnumakefile latexmkrc .latexmkrc cmakelists.txt dune justfile snakefile dvc.yaml meson.build build.gradle
    build.rs arara.yaml rakefile sconstruct wscript tup tupfile .gitlab-ci.yml
    """.split()
)
_SUFFIXES = (".mk", ".mak", ".sh", ".cmake")
MAX_BYTES = 300_000
MAX_FOLDERS = 5
"""Folders above the root document in which such files are looked for."""
MAX_FILES = 40


class Makers:
    """The build scripts around one root document, read when the first file is missing."""

    def __init__(self, folder: str, allowed: Sequence[str]) -> None:
        self._folder = os.path.abspath(folder)  # noqa: PTH100  lexical, as the names in the scripts are
        self._allowed = allowed
        self._texts: list[tuple[str, str]] | None = None

    def maker(self, name: str) -> str:
        """The name of the script that speaks of the file ``name``, or an empty string."""
        if self._texts is None:
            self._texts = list(self._read())
        bare = PurePosixPath(name).name
        if not bare or "\0" in bare:
            return ""
        names = [bare] if "." in bare else [bare + ".tex", bare]
        for script, text in self._texts:
            if script.endswith(".gitignore"):
                if any(_is_ignored(one, text) for one in names):
                    return script
            elif any(_speaks_of(one, text) for one in names):
                return script
        return ""

    def _read(self) -> list[tuple[str, str]]:
        found: list[tuple[str, str]] = []
        folder = self._folder
        for _ in range(MAX_FOLDERS):
            real = os.path.realpath(folder)
            if not any(real == place or real.startswith(place.rstrip(os.sep) + os.sep) for place in self._allowed):
                break
            try:
                names = sorted(os.listdir(folder))  # noqa: PTH208
            except OSError:
                break
            for name in names:
                if (name.lower() in _NAMES or name.endswith(_SUFFIXES) or name == ".gitignore") and len(found) < MAX_FILES:
                    try:
                        data = files.read_bytes(os.path.join(folder, name), MAX_BYTES)  # noqa: PTH118
                    except UnreadableInput:
                        continue
                    found.append((name, data.decode("utf-8", "replace")))
            folder = os.path.dirname(folder)  # noqa: PTH120
        return found


def _speaks_of(name: str, text: str) -> bool:
    if re.search(r"(?<![\w.-])" + re.escape(name) + r"(?![\w-])", text):
        return True
    # A pattern rule: "%.pdf_tex: %.svg".
    suffix = PurePosixPath(name).suffix
    return suffix not in ("", ".tex", ".bib") and re.search(r"%" + re.escape(suffix) + r"\s*:", text) is not None


def _is_ignored(name: str, text: str) -> bool:
    for line in text.splitlines()[:2000]:
        pattern = line.strip().rpartition("/")[2]
        if pattern and pattern[0] not in "#!" and pattern not in ("*", "*.tex", "*.bib") and fnmatchcase(name, pattern):
            return True
    return False
