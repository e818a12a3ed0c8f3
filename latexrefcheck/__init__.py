"""latexrefcheck: check the citations and the bibliography of a LaTeX project."""

from __future__ import annotations

__version__ = "1.0.0"
