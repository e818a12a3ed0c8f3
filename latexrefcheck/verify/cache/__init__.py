"""The cache beside the papers: what the sources said about one identifier or title, and the raw responses below it.

One SQLite file holds both. The *record store* answers per (source, query), so that adding one entry to a library of
300 costs the requests of one; it keeps what was read for weeks. The *responses* are those of requests-cache, each for a
day: they spare requests when the same is asked again before its answers were read, or with another reading of them.
Nothing in it names a key or an address of the user.
"""

from __future__ import annotations

from latexrefcheck.verify.cache.database import FILE_NAME, Database, default_directory, opened
from latexrefcheck.verify.cache.manage import Summary, clear, info, path, prune
from latexrefcheck.verify.cache.records import ABSENT, FOUND, Row, Store, lifetimes

__all__ = [
    "ABSENT",
    "FILE_NAME",
    "FOUND",
    "Database",
    "Row",
    "Store",
    "Summary",
    "clear",
    "default_directory",
    "info",
    "lifetimes",
    "opened",
    "path",
    "prune",
]
