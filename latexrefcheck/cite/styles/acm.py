"""ACM: the reference format of the Association for Computing Machinery."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("acm", "ACM", "acm.csl", ("association-for-computing-machinery",))
