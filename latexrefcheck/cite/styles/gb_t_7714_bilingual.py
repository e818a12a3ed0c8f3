"""GB/T 7714-2015, by language: the Chinese national standard with its words in the language of each work (等, et al.)."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped(
    "gb-t-7714-bilingual",
    "GB/T 7714-2015, by language",
    "gb-t-7714.csl",
    ("gb-t-7714-en", "gbt7714-bilingual"),
    other="en-US",
)
