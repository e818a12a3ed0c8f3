"""Reading: a LaTeX project, its .tex and .bib files and what they mean to TeX, BibTeX and biber, with spans."""
