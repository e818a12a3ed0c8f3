"""Which keys a document knows and which entries it uses: shared by the rules about citations."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from latexrefcheck.model.document import Bibliography, Document, Entry, Section
from latexrefcheck.text.terms import LINKS


class Known(NamedTuple):
    """The keys of one section: ``entries`` by folded key or alias, ``items`` the keys of a .bbl or thebibliography."""

    entries: dict[str, Entry]
    items: frozenset[str]
    folds: bool

    def fold(self, key: str) -> str:
        """The key as the backend compares keys: biber takes composed and decomposed letters for the same."""
        if self.folds:
            return key.lower()
        return key if key.isascii() else _composed(key)

    def has(self, key: str) -> bool:
        """Whether a citation of ``key`` finds a work."""
        return self.fold(key) in self.entries or key in self.items


def _composed(key: str) -> str:
    import unicodedata  # imported late: most keys are ASCII

    return unicodedata.normalize("NFC", key)


def split(value: str) -> list[str]:
    """The keys of a comma list."""
    return [key.strip() for key in value.split(",") if key.strip()]


@lru_cache(maxsize=64)
def aliases(bibliography: Bibliography) -> dict[str, Entry]:
    """The ``ids`` of a bibliography (biber only) with their entries."""
    if bibliography.dialect != "biber":
        return {}
    return {alias: entry for entry, found in bibliography.fields("ids") for alias in split(found.value)}


@lru_cache(maxsize=64)
def known(document: Document, section: int) -> Known:
    """The keys that a section of a document can cite."""
    entries: dict[str, Entry] = {}
    folds = document.backend == "bibtex"
    for resource in document.sections[section].resources if document.sections else ():
        if resource.bibliography is not None:
            for key, entry in (*resource.bibliography.by_key.items(), *aliases(resource.bibliography).items()):
                entries.setdefault(key if key.isascii() or folds else _composed(key), entry)
    return Known(entries, frozenset(item.key for item in document.bibitems), folds)


def links(bibliography: Bibliography) -> dict[int, list[str]]:
    """Keys that an entry pulls in, by the identity of the entry."""
    found: dict[int, list[str]] = {}
    for entry, field in bibliography.fields(*LINKS):
        found.setdefault(id(entry), []).extend(split(field.value))
    return found


@lru_cache(maxsize=16)
def used(document: Document) -> frozenset[int]:
    """Identities of the entries that a document uses: cited, or pulled in by one that is."""
    found: set[int] = set()
    for index, section in enumerate(document.sections):
        table = known(document, index)
        cited = {citation.key for citation in document.citations if citation.section == index}
        waiting = [table.fold(key) for key in cited]
        if section.nocite_all is not None:
            waiting += table.entries
        _follow(section, table, waiting, found)
    return frozenset(found)


def _follow(section: Section, table: Known, waiting: list[str], found: set[int]) -> None:
    pulled: dict[int, list[str]] = {}
    for resource in section.resources:
        if resource.bibliography is not None:
            pulled.update(links(resource.bibliography))
    while waiting:
        entry = table.entries.get(waiting.pop())
        if entry is not None and id(entry) not in found:
            found.add(id(entry))
            waiting += [table.fold(key) for key in pulled.get(id(entry), ())]


@lru_cache(maxsize=64)
def used_keys(document: Document, bibliography: Bibliography) -> frozenset[str]:
    """Folded keys of the entries of a bibliography that a document uses; repeated keys count together."""
    everything = used(document)
    names: set[str] = set()
    for index, section in enumerate(document.sections):
        if any(resource.bibliography is not None for resource in section.resources):
            table = known(document, index)
            keys = [entry.key for entry in table.entries.values() if id(entry) in everything]
            names.update(map(str.lower, keys) if table.folds else keys)
    return frozenset(names & bibliography.by_key.keys())
