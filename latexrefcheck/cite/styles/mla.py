"""MLA, 9th edition: the handbook of the Modern Language Association."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("mla", "MLA, 9th edition", "mla.csl", ("mla9", "mla-9"))
