"""What the styles know: required fields per entry type, type and field aliases, what a child inherits.

The YAML tables beside this module hold the facts, one per family of BibTeX styles and one for biblatex's
default data model. They are read when first asked for.
"""

from latexrefcheck.reading.datamodel.inheritance import effective
from latexrefcheck.reading.datamodel.models import (
    Model,
    all_types,
    known_fields,
    missing,
    model,
    near,
    spellings,
    verbatim_fields,
)
from latexrefcheck.reading.datamodel.styles import dashes_pages

__all__ = [
    "Model",
    "all_types",
    "dashes_pages",
    "effective",
    "known_fields",
    "missing",
    "model",
    "near",
    "spellings",
    "verbatim_fields",
]
