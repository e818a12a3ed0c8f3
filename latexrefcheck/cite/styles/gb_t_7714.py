"""GB/T 7714-2015: the Chinese national standard, numbered; its words are Chinese for works of every language."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("gb-t-7714", "GB/T 7714-2015", "gb-t-7714.csl", ("gb-t-7714-2015", "gbt7714", "gb7714", "gb/t7714", "gb/t-7714"))
