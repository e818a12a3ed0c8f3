"""One module per report format; :class:`latexrefcheck.plugins.Report` says what it has.

Modules whose name starts with an underscore hold what several formats share.
"""
