"""The databases of a Markdown document: .bib as biblatex reads it (pandoc does), CSL-JSON, CSL-YAML, RIS, its own metadata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.document import BibItem, Bibliography, Problem, Resource, SourceFile, Span
from latexrefcheck.model.references import WORDS, Worded
from latexrefcheck.reading.markdown.metadata import Named
from latexrefcheck.reading.project.library import Finder, Library

_ITEMS = (".json", ".ris")
_YAML = (".yaml", ".yml")
_OTHERS = (".xml", ".nbib", ".enl", ".mods", ".copac", ".wos", ".medline")
"""Forms that pandoc reads or has read, and this package does not."""


def _dated(item: Mapping[str, object]) -> dict[str, object]:
    """An item of CSL-YAML as one of CSL-JSON: a date there may be a plain one, or a list of parts with names."""
    made = dict(item)
    for variable in ("issued", "accessed"):
        told = made.get(variable)
        first = told[0] if isinstance(told, list) and told else told
        if isinstance(first, Mapping) and "year" in first:
            made[variable] = {"date-parts": [[first[part] for part in ("year", "month", "day") if part in first]]}
        elif told is not None and not isinstance(told, Mapping | list):
            made[variable] = {"raw": str(told)}
    return made


class Databases:
    """Collects what one document loads."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.resources: list[Resource] = []
        self.items: list[BibItem] = []
        self.problems: list[Problem] = []
        self.complete = True
        self._lists: list[Bibliography] = []

    @property
    def keys(self) -> frozenset[str]:
        """Every key that can be cited, aliases included."""
        keys = {item.key for item in self.items}
        for resource in self.resources:
            if resource.bibliography is not None:
                keys |= resource.bibliography.by_key.keys()
                for _, field in resource.bibliography.fields("ids"):
                    keys.update(part.strip() for part in field.value.split(","))
        return frozenset(keys)

    def worded(self, cited: set[str] | None) -> Iterator[Bibliography]:
        """The references that are no entries of a .bib, those of ``cited`` keys, all for None."""
        for listed in self._lists:
            kept = tuple(one for one in listed.entries if cited is None or one.key in cited)
            if kept:
                yield Bibliography(listed.source, WORDS, kept)

    def add(self, finder: Finder, named: Named) -> None:
        """Load a database as a document or its project names it."""
        name, span = named
        if not name or name.startswith(("http://", "https://")) or name.lower().endswith(_OTHERS):
            self.resources.append(Resource(name, span, None, "remote" if name else "generated"))
            self.complete = False
            return
        paths, reason = finder.bib(name)
        if not paths:
            self._absent(finder, named, reason)
        for path in paths:
            self.take(path, span, name)

    def take(self, path: str, span: Span, name: str = "") -> None:
        """Load the database in a file."""
        if any(one.bibliography is not None and one.bibliography.source.absolute == Path(path) for one in self.resources):
            return
        suffix = Path(path).suffix.lower()
        try:
            if suffix in _ITEMS:
                from latexrefcheck.reading.references import reading

                data = self.library.overlay.get(self.library.real(path))
                self._list(reading.read(Path(path), self.library.report_path(path), data, self.library.max_bytes))
                return
            source = self.library.read(path)
            if isinstance(source, str):
                raise UnreadableInput(source)
            if suffix in _YAML:
                self._of_yaml(source, source.text)
                return
        except UnreadableInput as error:
            self._missing(span, f"the database {name or path!r} is not read: {error}", name or path)
            return
        self.resources.append(Resource(name or source.path, span, self.library.parse(source, "biber")))

    def inline(self, source: SourceFile, items: Sequence[Named]) -> None:
        """The references that the metadata of a document hold themselves."""
        if items:
            from latexrefcheck.reading.markdown.prose import prose

            for block in prose(source.text).metadata:
                self._of_yaml(source, source.text[slice(*block)], block[0])

    def _of_yaml(self, source: SourceFile, text: str, start: int = 0) -> None:
        import yaml

        from latexrefcheck.reading.references import data

        try:
            told = yaml.safe_load(text)
        except (yaml.YAMLError, RecursionError, ValueError) as error:
            raise UnreadableInput(f"{source.path!r} is no YAML that can be read") from error
        listed = told.get("references") if isinstance(told, Mapping) else told
        items = [_dated(one) for one in listed if isinstance(one, Mapping)] if isinstance(listed, list) else []
        items = [one for one in items if one.get("type") or one.get("title")]
        places, place = [], 0
        for item in items:
            found = text.find(str(item.get("id", "")), place)
            place = max(found, place)
            places.append(start + place)
        self._list(Bibliography(source, WORDS, data.worded(source, items, places)))

    def _list(self, listed: Bibliography) -> None:
        self._lists.append(listed)
        self.items += [
            BibItem(one.key, Span(listed.source, one.start, min(one.start + len(one.key), one.end)))
            for one in listed.entries
            if isinstance(one, Worded)
        ]

    def _absent(self, finder: Finder, named: Named, reason: str) -> None:
        name, span = named
        near = finder.near(name, (), Path(name).suffix or ".bib") if reason == "missing" else ""
        hint = f"; did you mean {near!r}?" if near else ""
        said = "lies outside of the project and is not read; --extra-bib FILE or --base DIR allows it"
        said = said if reason == "outside" else f"does not exist{hint}" if reason == "missing" else f"is not read: {reason}"
        self.resources.append(Resource(name, span, None))
        self._missing(span, f"the database {name!r} {said}", name, near)

    def _missing(self, span: Span, message: str, name: str, near: str = "") -> None:
        data = {"what": "bib", "near": near, "section": 0, "certain": True}
        self.problems.append(Problem("missing-file", span, message, name, (), data))
        self.complete = False
