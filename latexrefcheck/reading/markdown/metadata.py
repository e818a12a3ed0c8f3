"""What the YAML of a document or of its project says of databases and citations, at its places in the file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from latexrefcheck.model.document import SourceFile, Span
from latexrefcheck.text.patterns import lazy

if TYPE_CHECKING:
    import yaml

MOST = 400_000
"""Characters of one block of metadata that are read."""
_CITING = frozenset(("abstract", "title", "subtitle", "thanks", "acknowledgements", "acknowledgments", "caption", "summary"))
"""Values that are set as text and may cite."""
_COMPUTED = lazy(r"\A\s*`r\s|\A!expr\b|\A!r\b")


class Named(NamedTuple):
    """A database as it is named; ``name`` is empty where it is worked out when the document is made."""

    name: str
    span: Span


class Metadata(NamedTuple):
    """``nocite`` and ``citing`` are ranges of the text; ``items`` the keys of references that stand in the metadata itself."""

    databases: tuple[Named, ...] = ()
    nocite: tuple[tuple[int, int], ...] = ()
    citing: tuple[tuple[int, int], ...] = ()
    items: tuple[Named, ...] = ()
    fault: tuple[str, Span] | None = None


def read(source: SourceFile, text: str, start: int, end: int) -> Metadata:
    """The metadata in a range of ``text``, which has its characters where ``source`` has them; what is no YAML is a fault."""
    import yaml  # most papers are TeX, and do not pay for it

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    block = text[start : min(end, start + MOST)].replace("\t", " ")
    try:
        root = yaml.compose(block, Loader=loader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        place = min(start + (mark.index if mark is not None else 0), len(source.text))
        told = " ".join(str(getattr(error, "problem", None) or error).split())[:120]
        return Metadata(fault=(told, Span(source, place, place)))
    if not isinstance(root, yaml.MappingNode):
        return Metadata()
    databases: list[Named] = []
    items: list[Named] = []
    ranges: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
    for name, value in root.value:
        key = str(name.value)
        if key == "bibliography" or (key == "book" and isinstance(value, yaml.MappingNode)):
            inner = [value] if key == "bibliography" else [one for told, one in value.value if told.value == "bibliography"]
            databases += (_named(source, text, start, one) for node in inner for one in _scalars(node))
        elif key == "references" and isinstance(value, yaml.SequenceNode):
            items += (_named(source, text, start, one) for one in _identified(value))
        elif key == "nocite" or key in _CITING:
            parts = ((start + one.start_mark.index, start + one.end_mark.index) for one in _scalars(value))
            ranges[key == "nocite"] += parts
    return Metadata(tuple(databases), tuple(ranges[True]), tuple(ranges[False]), tuple(items))


def _scalars(node: yaml.Node) -> Iterator[yaml.Node]:
    """The scalars of a value or of a list."""
    import yaml

    if isinstance(node, yaml.ScalarNode):
        yield node
    elif isinstance(node, yaml.SequenceNode):
        yield from (one for one in node.value if isinstance(one, yaml.ScalarNode))


def _identified(node: yaml.SequenceNode) -> Iterator[yaml.Node]:
    """The ids of a list of references in CSL's form."""
    import yaml

    for one in node.value:
        yield from (value for name, value in one.value if name.value == "id") if isinstance(one, yaml.MappingNode) else ()


def _named(source: SourceFile, text: str, start: int, node: yaml.Node) -> Named:
    """A scalar and where it stands, without its quotation marks."""
    value, tag = str(node.value), str(node.tag)
    first, last = start + node.start_mark.index, start + node.end_mark.index
    at = text.find(value, first, last)
    span = Span(source, at, at + len(value)) if value and at >= 0 else Span(source, first, last)
    computed = tag.startswith("!") or _COMPUTED.match(value) is not None
    return Named("" if computed else value.strip(), span)
