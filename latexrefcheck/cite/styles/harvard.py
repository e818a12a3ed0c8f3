"""Harvard (Cite Them Right): the Harvard style of Cite Them Right, 12th edition."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("harvard", "Harvard (Cite Them Right)", "harvard.csl", ("harvard-cite-them-right", "cite-them-right"))
