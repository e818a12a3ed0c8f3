"""The cache beside the papers: what the sources said about one identifier or title, and the raw responses below it.

One SQLite file holds both. The *record store* answers per (source, query), so that adding one entry
to a library of 300 costs the requests of one; the *response store* is the shelf that
:mod:`latexrefcheck.verify.http` puts under requests-cache. Nothing in it names a key or an address of the user.
"""

from __future__ import annotations

from latexrefcheck.verify.cache.database import FILE_NAME, Database, default_directory
from latexrefcheck.verify.cache.manage import Summary, clear, info, path, prune
from latexrefcheck.verify.cache.records import ABSENT, FOUND, Row, Store, lifetimes
from latexrefcheck.verify.cache.responses import ResponseTable

__all__ = [
    "ABSENT",
    "FILE_NAME",
    "FOUND",
    "Database",
    "ResponseTable",
    "Row",
    "Store",
    "Summary",
    "clear",
    "default_directory",
    "info",
    "lifetimes",
    "path",
    "prune",
]
