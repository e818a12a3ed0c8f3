"""From an entry to what is looked up: the work that it cites, and a fingerprint of all that is compared."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import fields, replace
from html import unescape

from latexrefcheck.model.document import Entry
from latexrefcheck.model.record import Reference
from latexrefcheck.model.references import Worded
from latexrefcheck.reading import works

_SPACES = re.compile(r"\s+")
_EDGES = re.compile(r"\s*\0\s*")
_DASHES = re.compile(r"\s*[-\u2010-\u2015\u2212]+\s*")


def read(entry: Entry, lookup: works.Lookup) -> Reference:
    """The reference of an entry. ``lookup`` finds an entry of the same bibliography by key, for crossref and xdata."""
    if isinstance(entry, Worded):
        return _worded(entry)
    value = works.values(entry, lookup)
    found, places, malformed = works.identified(value)
    reference = works.work(
        entry.type, value, Reference, key=entry.key, identifiers=found, identifier_fields=places, malformed=malformed
    )
    return replace(reference, fingerprint=fingerprint(reference))


def _worded(entry: Worded) -> Reference:
    """The reference of one that is no entry: from its data, or from its words."""
    if entry.work is None:
        from latexrefcheck.verify import worded

        made = worded.reference(entry.key, entry.words)
    else:
        parts = {part.name: getattr(entry.work, part.name) for part in fields(entry.work)}
        made = Reference(key=entry.key, **parts)
    return replace(made, fingerprint=fingerprint(made))


def fingerprint(reference: Reference) -> str:
    """A hash over what is checked, in canonical form.

    Braces, order of fields, TeX accents, HTML entities and dashes do not count, so that a safe fix leaves
    a verdict in the lock, and a person's confirmation, as they are.
    """
    people = [person.text for person in (*reference.authors, *reference.editors)]
    parts = (
        reference.type,
        reference.title,
        *people,
        f"{len(reference.authors)}{reference.authors_cut}",
        str(reference.year or ""),
        reference.venue,
        reference.series,
        reference.volume,
        reference.number,
        reference.pages,
        *((reference.words,) if reference.words else ()),
        *(f"{kind}:{value}" for kind, value in sorted(reference.identifiers.items())),
    )
    return hashlib.sha256(_canonical("\0".join(parts)).encode("utf-8", "replace")).hexdigest()[:16]


def _canonical(parts: str) -> str:
    """The canonical form of all parts at once, each between zeros: one look for each kind of sign takes a tenth of many."""
    plain = unescape(parts) if "&" in parts else parts
    plain = _SPACES.sub(" ", _DASHES.sub("-", plain))
    if not plain.isascii():
        plain = unicodedata.normalize("NFKC", plain)
    return _EDGES.sub("\0", plain).strip()
