"""One sans-I/O module per scholarly source; see :mod:`latexrefcheck.model.record` for their form."""
