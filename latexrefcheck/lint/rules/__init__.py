"""One module per rule; see :mod:`latexrefcheck.lint` for their form."""
