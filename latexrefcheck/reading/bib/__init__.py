"""Read .bib files with a position for everything, as BibTeX or as biber would; errors are data."""

from latexrefcheck.reading.bib.pieces import Piece, pieces
from latexrefcheck.reading.bib.reader import parse, with_strings

__all__ = ["Piece", "parse", "pieces", "with_strings"]
