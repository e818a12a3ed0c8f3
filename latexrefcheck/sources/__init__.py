"""One sans-I/O module per scholarly source; see :mod:`latexrefcheck.record` for their form."""
