"""Vancouver: numbered references of medicine, as Elsevier's journals print them."""

from __future__ import annotations

from latexrefcheck.cite.shipped import Shipped

STYLE = Shipped("vancouver", "Vancouver", "vancouver.csl", ("elsevier-vancouver", "nlm"))
