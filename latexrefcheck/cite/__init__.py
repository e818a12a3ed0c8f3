"""Set references in a citation style: :func:`references` makes them, :mod:`latexrefcheck.cite.notation` writes them down.

Items are those of CSL-JSON; :func:`latexrefcheck.model.csl.to_csl` makes one of a work. Styles are plug-ins
(:data:`latexrefcheck.registry.styles`); :func:`latexrefcheck.cite.choosing.chosen` finds one by name or file.
"""
