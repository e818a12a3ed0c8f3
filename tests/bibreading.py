"""Short forms of what was read, for tables."""

from latexrefcheck.model.document import Bibliography, SourceFile
from latexrefcheck.reading.bib import parse


def read(text: str, dialect: str = "bibtex") -> Bibliography:
    return parse(SourceFile("refs.bib", text), dialect)


def keys(bibliography: Bibliography) -> list[str]:
    return [entry.key for entry in bibliography.entries]


def problems(bibliography: Bibliography) -> list[tuple[str, int, str | None]]:
    """(kind, line, key) of each problem."""
    position = bibliography.source.position
    return [(problem.kind, position(problem.span.start)[0], problem.key) for problem in bibliography.problems]


def values(bibliography: Bibliography) -> list[dict[str, str]]:
    return [{field.name: field.value for field in entry.fields} for entry in bibliography.entries]
