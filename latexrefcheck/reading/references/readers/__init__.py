"""Readers of references, one module per kind of file; see :class:`latexrefcheck.plugins.Reader`."""
