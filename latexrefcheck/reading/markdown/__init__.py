"""Markdown that pandoc, Quarto or R Markdown turns into a paper: its citations and the databases that it names.

:func:`documents` is the way in. What is said here of the syntax was tried with pandoc (manual, § Citation syntax).
"""

from latexrefcheck.reading.markdown.document import SUFFIXES, cites, documents, in_folder

__all__ = ["SUFFIXES", "cites", "documents", "in_folder"]
