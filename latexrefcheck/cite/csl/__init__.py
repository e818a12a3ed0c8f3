"""The Citation Style Language 1.0.2 for bibliographies: a style and an item make one reference.

:func:`~latexrefcheck.cite.csl.style.load` reads a style, :meth:`~latexrefcheck.cite.csl.style.Style.reference` sets an item.
"""
