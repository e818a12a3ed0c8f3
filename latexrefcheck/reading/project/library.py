"""The files of one run: read once, named for reports, and never outside of what the project may read."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from latexrefcheck import files
from latexrefcheck.errors import NoAnswer, UnreadableInput, nearest
from latexrefcheck.model.document import Bibliography, SourceFile
from latexrefcheck.reading.project.folders import is_within, repository
from latexrefcheck.reading.tex import Lookup
from latexrefcheck.reading.tex import commands as tables

if TYPE_CHECKING:
    from latexrefcheck.reading.project.globbing import Globber
MAX_HINTS = 60
"""Most names of missing files for which one that looks like it is sought; each is compared with a whole folder."""
MAX_QUESTIONS = 40
"""Most calls of kpsewhich per run; each takes about 10 ms."""


class Library:
    """Reads and caches files; ``base`` is what report paths are relative to.

    ``overlay`` holds what some files, named by their real paths, are read as instead of what is in them.
    """

    def __init__(
        self, base: Path, max_bytes: int = files.MAX_BYTES, tex_tree: bool = True, overlay: Mapping[str, bytes] = {}
    ) -> None:
        self.overlay = overlay
        self.base = Path(os.path.realpath(base))
        self.max_bytes = max_bytes
        self.tex_tree = tex_tree
        self._read: dict[str, SourceFile | str] = {}
        self._sources: dict[str, SourceFile | str] = {}
        """By real path: two names of a file are one."""
        self._bibliographies: dict[tuple[int, str], Bibliography] = {}
        self._real: dict[str, str] = {}
        self._tree: dict[str, str] = {}
        self.existing: dict[tuple[str, str], tuple[str, ...]] = {}
        """(folder, name in an input command) -> real paths of the files that it may mean there."""
        self.named: dict[tuple[int, str], tuple[str, ...]] = {}
        """(file, folder of its root) -> real paths of the files that its input commands name."""
        self._kpsewhich: str | None = None

    def report_path(self, path: str) -> str:
        """How reports name the file: POSIX, relative to the base if it lies in it."""
        absolute = os.path.abspath(path)  # noqa: PTH100  lexical: a symbolic link keeps its own name
        base = str(self.base)
        if absolute.startswith(base + os.sep):
            absolute = absolute[len(base) + 1 :]
        return absolute.replace(os.sep, "/")

    def real(self, path: str) -> str:
        """``path`` with symbolic links resolved; a paper's files share few folders, so those are remembered."""
        folder, name = os.path.split(path)
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder)
        resolved = os.path.join(self._real[folder], name)  # noqa: PTH118
        return os.path.realpath(path) if name in ("", ".", "..") or os.path.islink(resolved) else resolved  # noqa: PTH114

    def read(self, path: str) -> SourceFile | str:
        """The file, or one sentence why it cannot be read."""
        known = self._read.get(path)
        if known is None:
            known = self._read[path] = self._read_once(path)
        return known

    def _read_once(self, path: str) -> SourceFile | str:
        real = self.real(path)
        known = self._sources.get(real)
        if known is None:
            try:
                data = self.overlay[real] if real in self.overlay else files.read_bytes(real, self.max_bytes)
                known = SourceFile.decode(self.report_path(path), data, Path(real))
            except UnreadableInput as error:
                known = str(error)
            self._sources[real] = known
        return known

    def parse(self, source: SourceFile, dialect: str) -> Bibliography:
        """The bibliography in a file as one program reads it; parsed once per dialect."""
        key = (id(source), dialect)
        found = self._bibliographies.get(key)
        if found is None:
            from latexrefcheck.reading import bib

            found = self._bibliographies[key] = bib.parse(source, dialect)
        return found

    def in_tree(self, name: str, kind: str) -> str:
        """The path of a file of the TeX distribution, its bare name if it is only known by name, or an empty string."""
        if kind == "tex":
            name = name if "." in name.rpartition("/")[2] else name + ".tex"
        bare = name.removesuffix("." + kind)
        if (
            bare in tables.tree_files(kind)
            or name in tables.tree_files(kind)
            or (kind == "bib" and bare in tables.tree_files("strings-only"))
        ):
            return self._ask(name, kind) or name
        return self._ask(name, kind)

    def _ask(self, name: str, kind: str) -> str:
        if not self.tex_tree or name.startswith("-") or "\0" in name or "/" in name or len(self._tree) >= MAX_QUESTIONS:
            return ""
        if name not in self._tree:
            from latexrefcheck.system import programs

            if self._kpsewhich is None:
                self._kpsewhich = programs.find("kpsewhich")
            self._tree[name] = ""
            if self._kpsewhich:
                try:
                    asked = programs.run([self._kpsewhich, f"-format={kind}", name], os.path.abspath(os.sep), 5)  # noqa: PTH100
                    self._tree[name] = os.fsdecode(asked.stdout).strip()
                except NoAnswer:
                    pass
        return self._tree[name]


class Finder:
    """Where the files of one root document are: the :class:`~latexrefcheck.reading.tex.World` of its scan."""

    def __init__(
        self, library: Library, root: Path, texinputs: Sequence[str], bibinputs: Sequence[str], trusted: Sequence[str]
    ) -> None:
        self.library = library
        self.folder = str(root.parent)
        self.texinputs = list(texinputs)
        self.bibinputs = list(bibinputs)
        self._directories: dict[str, dict[str, str] | None] = {}
        self._searched: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._located: dict[tuple[str, ...], tuple[str, str]] = {}
        self._hints = 0
        self._globber: Globber | None = None
        project = repository(Path(os.path.abspath(root.parent))) or self.folder  # noqa: PTH100  lexical, as TeX reads ".."
        self.allowed = [str(library.base), os.path.realpath(project), *(os.path.realpath(path) for path in trusted)]

    def _locate(self, names: Sequence[str], folders: Sequence[str]) -> tuple[str, str]:
        """(path, reason): the first of the names that exists in the first of the folders; each is sought once."""
        asked = (*names, "", *folders)
        if asked not in self._located:
            self._located[asked] = self._seek(names, folders)
        return self._located[asked]

    def _seek(self, names: Sequence[str], folders: Sequence[str]) -> tuple[str, str]:
        reason = "missing"
        places = [self._split(place, name) for place in self._places(tuple(folders)) for name in names]
        for directory, wanted in places:
            listed = self._listed(directory)
            if listed is not None and wanted.isascii() and wanted.lower() not in listed:
                continue  # in no case: papers ask for many files that they do not have
            path = os.path.join(directory, wanted)  # noqa: PTH118
            try:
                status = os.stat(path)  # noqa: PTH116
            except (OSError, ValueError):
                if "\0" not in path and os.path.islink(path):  # noqa: PTH114
                    reason = self._link_reason(path) or reason
                continue
            if stat.S_ISDIR(status.st_mode):
                continue
            if not is_within(self.library.real(path), self.allowed):
                reason = "outside"
                continue
            return path, ""
        folded = self._folded(places) if reason == "missing" else ""
        return folded, "" if folded else reason

    @staticmethod
    def _split(place: str, name: str) -> tuple[str, str]:
        """The folder and the last part of a name that is sought in a place."""
        return os.path.split(os.path.join(place, name)) if "/" in name or os.sep in name else (place, name)  # noqa: PTH118

    def _places(self, folders: tuple[str, ...]) -> tuple[str, ...]:
        """The folders that a search goes through, once each."""
        if folders not in self._searched:
            places = (self.folder if folder == "." else os.path.join(self.folder, folder) for folder in folders)  # noqa: PTH118
            self._searched[folders] = tuple(dict.fromkeys(places))
        return self._searched[folders]

    def _folded(self, places: Sequence[tuple[str, str]]) -> str:
        """Kpathsea's second try: the name without regard to case (texmf_casefold_search, TeX Live 2018 and later)."""
        for directory, wanted in places:
            real = (self._listed(directory) or {}).get(wanted.lower())
            path = os.path.join(directory, real) if real else ""  # noqa: PTH118
            if path and os.path.isfile(path) and is_within(os.path.realpath(path), self.allowed):  # noqa: PTH113
                return path
        return ""

    def _listed(self, directory: str) -> dict[str, str] | None:
        """The names in a folder by their lower case; None if it lies outside, is not there, or cannot be listed."""
        if directory not in self._directories:
            self._directories[directory] = self._list(directory)
        return self._directories[directory]

    def _list(self, directory: str) -> dict[str, str] | None:
        try:
            if not is_within(os.path.realpath(directory), self.allowed):
                return None
            return {entry.lower(): entry for entry in sorted(os.listdir(directory))}  # noqa: PTH208
        except (OSError, ValueError):
            return None

    def _link_reason(self, path: str) -> str:
        try:
            target = os.path.realpath(path)
        except OSError:
            return ""
        return "" if is_within(target, self.allowed) else "outside"

    def tex(self, name: str, folders: Sequence[str] = (), extension: str = ".tex") -> Lookup:
        """See :class:`latexrefcheck.reading.tex.World`."""
        name = name.strip().strip('"')
        if not name or "\0" in name or len(name) > 1000:
            return Lookup(None, "missing")
        if extension != ".tex":
            names = [name + extension]
        elif name.endswith(".tex"):
            names = [name, name + ".tex"]
        else:
            names = [name + ".tex", name]
        path, reason = self._locate(names, [*folders, ".", *self.texinputs, str(self.library.base)])
        if not path:
            if reason == "missing" and extension == ".tex" and self.library.in_tree(name, "tex"):
                reason = "tree"
            return Lookup(None, reason)
        source = self.library.read(path)
        if isinstance(source, str):
            return Lookup(None, source)
        return Lookup(source)

    def exists(self, name: str, folders: Sequence[str] = ()) -> bool:
        """See :class:`latexrefcheck.reading.tex.World`."""
        if not name or "\0" in name or len(name) > 1000:
            return False
        return bool(self._locate([name, name + ".tex"], [*folders, ".", *self.texinputs])[0])

    def near(self, name: str, folders: Sequence[str] = (), extension: str = ".tex") -> str:
        """See :class:`latexrefcheck.reading.tex.World`."""
        self._hints += 1
        if self._hints > MAX_HINTS:
            return ""
        directory, _, bare = name.rpartition("/")
        suffix = "" if bare.endswith(extension) else extension
        for folder in [*folders, "."]:
            place = os.path.join(self.folder, folder, directory)  # noqa: PTH118
            if not is_within(os.path.realpath(place), self.allowed):
                continue
            try:
                listed = [entry for entry in os.listdir(place) if entry.endswith(extension)]  # noqa: PTH208
            except (OSError, ValueError):
                continue
            found = nearest(bare + suffix, listed[:2000], likeness=0.75)
            if found:
                best = found[0] if not suffix else found[0].removesuffix(extension)
                return f"{directory}/{best}" if directory else best
        return ""

    def bib(self, name: str) -> tuple[list[str], str]:
        """(paths, reason) of a database as BibTeX or biber finds it; several for a glob."""
        name = name.strip().strip('"')
        if not name or "\0" in name or len(name) > 1000:
            return [], "missing"
        places = [".", *self.bibinputs, str(self.library.base)]
        if any(sign in name for sign in "*?[{"):
            return self._glob(name)
        names = [name] if name.endswith(".bib") else [name + ".bib", name]
        path, reason = self._locate(names, places)
        return ([path], "") if path else ([], reason)

    def _glob(self, pattern: str) -> tuple[list[str], str]:
        from latexrefcheck.reading.project import globbing  # imported late: few papers have a pattern

        if self._globber is None:
            self._globber = globbing.Globber(self.folder)
        try:
            found = [path for one in _braces(pattern) for path in self._globber.find(one, self.allowed)]
        except globbing.TooMany:
            return [], f"it leads to more than {globbing.MAX_ENTRIES} files; name the databases"
        return found, "" if found else "missing"


def _braces(pattern: str) -> list[str]:
    """``{a,b}*.bib`` as the patterns that it stands for."""
    start, end = pattern.find("{"), pattern.find("}")
    if start < 0 or end < start:
        return [pattern]
    return [pattern[:start] + part + pattern[end + 1 :] for part in pattern[start + 1 : end].split(",")]
