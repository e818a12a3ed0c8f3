"""APA, 7th edition: the Publication Manual of the American Psychological Association."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("apa", "APA, 7th edition", "apa.csl", ("apa7", "apa-7", "apa-7th"))
