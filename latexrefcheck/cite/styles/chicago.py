"""Chicago, author-date: the Chicago Manual of Style, 18th edition, with author and date."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("chicago", "Chicago, author-date", "chicago.csl", ("chicago-author-date", "turabian"))
