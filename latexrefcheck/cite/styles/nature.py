"""Nature: the journals of the Nature family."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("nature", "Nature", "nature.csl")
