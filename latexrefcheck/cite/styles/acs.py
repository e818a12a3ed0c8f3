"""ACS: the style guide of the American Chemical Society."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("acs", "ACS", "acs.csl", ("american-chemical-society",))
