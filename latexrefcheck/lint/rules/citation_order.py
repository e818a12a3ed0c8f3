"""House rules on numbered lists of references: their order, and their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from latexrefcheck.lint import Context
from latexrefcheck.model.document import BibItem, Bibliography, Document, Entry, Project
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.visible import NAMED, shortened

OFF = {"lenient": "off", "default": "off", "strict": "off"}
LEAST = 3
"""References in a list from which its numbers mean something."""
SHOWN = 5
"""References that a message names."""
_LABEL = lazy(r"\[(\d{1,4})\](?: \(\d+\))?")
_OWN_LABEL = lazy(r"\\bibitem\s*\[((?:[^\[\]]|\[[^\]]*\])*)\]\s*\{\s*\Z")
_BETWEEN = lazy(r"[\s,;，；、\d–—−-]*")
LONGEST_LABEL = 300


class CitationOrder:
    """References are not in the order in which they are cited first.

    ## What it does
    Compares the items of a `thebibliography`, or of a numbered list in a text that cites by number, with the order in which
    they are cited first, and names the first item that is out of order; keys of one citation have no order among themselves.
    Items that nothing cites are told in one finding. Lists with labels (authors and years) are passed over. Off unless asked
    for: `policy: {order: true}`.

    ## Why it matters
    Numbers that jump in the text make readers search, and editors send such papers back.

    ## Example
    ```tex
    Rivers \\cite{b}, then roads \\cite{a}.
    \\begin{thebibliography}{9}
    \\bibitem{a} A. Abel. Roads.
    \\bibitem{b} B. Brook. Rivers.
    \\end{thebibliography}
    ```
    ## Use instead
    ```tex
    Rivers \\cite{b}, then roads \\cite{a}.
    \\begin{thebibliography}{9}
    \\bibitem{b} B. Brook. Rivers.
    \\bibitem{a} A. Abel. Roads.
    \\end{thebibliography}
    ```
    """

    ID = "citation-order"
    SCOPE = "document"
    SEVERITY = OFF

    def check(self, document: Document, context: Context) -> Iterator[Draft]:
        """One draft at the first item that stands before one which is cited earlier, one at the first that nothing cites."""
        if document.backend != "manual" or not document.complete or len(document.sections) > 1:
            return
        items = [item for item in document.bibitems if not item.generated]
        if any(_labelled(item) for item in items):
            return
        yield from _jump(document, items)
        yield from _orphans(document, items)


class CitationNumbers:
    """The numbers of a list have a gap, or one stands twice.

    ## What it does
    Follows the numbers of a list of references in a text, Markdown or Word document: they have to go from 1 on, one by one.
    Lists that count by themselves have nothing to tell; of a PDF no gap is told, because an item may have been lost when it
    was read. Off unless asked for: `policy: {order: true}`.

    ## Why it matters
    A gap is a reference that was taken out, and citations behind it may now mean another one.

    ## Example
    ```text
    [1] Abel, A. (2017). Rivers of the north. Water, 4, 1-9.
    [2] Brook, B. (2018). Rivers of the south. Water, 4, 1-9.
    [4] Cole, C. (2019). Rivers of the west. Water, 4, 1-9.
    ```
    ## Use instead
    ```text
    [1] Abel, A. (2017). Rivers of the north. Water, 4, 1-9.
    [2] Brook, B. (2018). Rivers of the south. Water, 4, 1-9.
    [3] Cole, C. (2019). Rivers of the west. Water, 4, 1-9.
    ```
    """

    ID = "citation-numbers"
    SCOPE = "project"
    SEVERITY = OFF

    def check(self, project: Project, context: Context) -> Iterator[Draft]:
        """One draft at each item whose number is not the next."""
        citing = {document.root.path for document in project.documents}
        for listed in project.worded:
            yield from _numbers(listed, told=listed.source.path in citing)


def _jump(document: Document, items: list[BibItem]) -> Iterator[Draft]:
    first = _first(document)
    for one, other in pairwise(item for item in items if item.key in first):
        if first[one.key] > first[other.key]:
            message = f"{one.key!r} stands before {other.key!r}, which is cited earlier: the numbers jump in the text"
            yield Draft(one.span, message, one.key, related=(("cited earlier", other.span),))
            return


def _first(document: Document) -> Mapping[str, int]:
    """The number of the citation that cites each key first; keys of one citation share it, what TeX may skip has none."""
    found: dict[str, int] = {}
    unsure: set[str] = set()
    number = 0
    last = None
    for citation in document.citations:
        span = citation.span
        together = last is not None and last.source is span.source and 0 <= span.start - last.end < LONGEST_LABEL
        if last is None or not together or not _BETWEEN.fullmatch(span.source.text, last.end, span.start):
            number += 1
        last = span
        if citation.certain:
            found.setdefault(citation.key, number)
        elif citation.key not in found:
            unsure.add(citation.key)
    return {key: number for key, number in found.items() if key not in unsure}


def _orphans(document: Document, items: list[BibItem]) -> Iterator[Draft]:
    if any(section.nocite_all is not None for section in document.sections):
        return
    cited = {citation.key for citation in document.citations}
    lost = [item for item in items if item.key not in cited and not item.span.source.path.endswith(".bbl")]
    if lost and cited:
        keys = ", ".join(shortened(item.key, NAMED) for item in lost[:SHOWN])
        more = f" and {len(lost) - SHOWN} more" if len(lost) > SHOWN else ""
        what = "1 reference is" if len(lost) == 1 else f"{len(lost)} references are"
        yield Draft(lost[0].span, f"{what} never cited: {keys}{more}", lost[0].key)


def _labelled(item: BibItem) -> bool:
    """Whether a ``\\bibitem`` has a label that is no number: its list is in the order of its authors."""
    start = item.span.start
    label = _OWN_LABEL.search(item.span.source.text, max(0, start - LONGEST_LABEL), start)
    return label is not None and not label[1].strip(" []()").isdigit()


def _numbers(listed: Bibliography, told: bool) -> Iterator[Draft]:
    """The numbers that are not the next; with ``told`` those that stand twice are the business of ``duplicate-bibitem``."""
    labels = [_LABEL.fullmatch(entry.key) for entry in listed.entries]
    numbers = [int(label[1]) for label in labels if label is not None]
    lost = listed.source.path.lower().endswith(".pdf")
    if len(numbers) < max(LEAST, len(labels)) or _counts_itself(listed):
        return
    for before, number, entry in zip((0, *numbers), numbers, listed.entries, strict=False):
        if number == before + 1:
            continue
        if number == before:
            message = "" if told else f"the number [{number}] stands twice"
        elif number < before:
            message = f"[{number}] stands behind [{before}]"
        elif lost:
            message = ""
        elif before:
            message = f"behind [{before}] comes [{number}]: {_missing(before + 1, number - 1)}"
        else:
            message = f"the list begins with [{number}]"
        if message:
            yield Draft(entry.head, message, entry.key)


def _missing(first: int, last: int) -> str:
    return f"[{first}] is missing" if first == last else f"[{first}] to [{last}] are missing"


def _counts_itself(listed: Bibliography) -> bool:
    """Whether the list is one of Markdown that is numbered when it is shown, whatever its numbers are."""
    if not listed.source.path.lower().endswith((".md", ".markdown", ".qmd", ".rmd")):
        return False
    return not any(_bracketed(entry) for entry in listed.entries)


def _bracketed(entry: Entry) -> bool:
    return entry.source.text[entry.start : entry.start + 40].lstrip(" \t>*_-")[:1] in ("[", "［", "【", "(", "（")


RULES = (CitationOrder(), CitationNumbers())
