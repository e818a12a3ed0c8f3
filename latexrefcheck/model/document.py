"""What the author wrote: files, spans, citations, entries and the documents that tie them together.

Everything here is read-only for later stages. Offsets count code points of the decoded text, from 0;
lines and columns count from 1. Spans are half open. The classes are named tuples or slotted classes
and not dataclasses: a thesis has tens of thousands of them, and importing dataclasses alone would
cost a tenth of the time that a short paper may take.
"""

from __future__ import annotations

from latexrefcheck.model.entries import Bibliography, Entry, Field, StringDefinition
from latexrefcheck.model.project import BibItem, Build, Citation, Document, Project, Resource, Section
from latexrefcheck.model.source import Edit, Problem, SourceFile, Span

__all__ = [
    "BibItem",
    "Bibliography",
    "Build",
    "Citation",
    "Document",
    "Edit",
    "Entry",
    "Field",
    "Problem",
    "Project",
    "Resource",
    "Section",
    "SourceFile",
    "Span",
    "StringDefinition",
]
