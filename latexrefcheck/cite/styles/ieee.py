"""IEEE: the reference guide of the Institute of Electrical and Electronics Engineers."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("ieee", "IEEE", "ieee.csl", ("ieeetr", "ieeetran"))
