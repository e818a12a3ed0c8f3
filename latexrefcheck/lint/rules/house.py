"""House rules: what a journal or a group asks of a reference list. All are off until the settings, or ``policy:``, name them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _cited
from latexrefcheck.lint.rules._cited import Cited
from latexrefcheck.model.document import Document, Project
from latexrefcheck.model.finding import Draft
from latexrefcheck.model.references import Worded
from latexrefcheck.text.fold import fold
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.tex import to_unicode

OFF = {"lenient": "off", "default": "off", "strict": "off"}
_AUTHORS = lazy(r"\\author\s*(?:\[[^\]]{0,200}\])?\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\}){0,4000})\}")
_BETWEEN = lazy(r"\\and\b|\\And\b|\\AND\b|\\\\|,|;|\band\b|&")
_COMMANDS = lazy(r"\\(?:thanks|footnote|inst|orcid|affil|email|corref|fnref|texttt|url|href)\*?\s*(?:\[[^\]]*\])?\{[^{}]*\}")


class CitationOrder:
    """References are not in the order in which they are cited first.

    ## What it does
    Compares the items of a `thebibliography` with the order in which the document cites them first, as journals with
    numbered references want it, and names the first item that is out of order. Items that nothing cites are the business
    of `unused-entry`, repeated ones of `duplicate-bibitem`. Off unless asked for.

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
        """One draft at the first item that stands before one which is cited earlier."""
        if document.backend != "manual" or not document.complete:
            return
        first = {citation.key: number for number, citation in reversed(list(enumerate(document.citations)))}
        items = [item for item in document.bibitems if item.key in first and not item.generated]
        for one, other in pairwise(items):
            if first[one.key] > first[other.key]:
                message = f"{one.key!r} stands before {other.key!r}, which is cited earlier: the numbers jump in the text"
                yield Draft(one.span, message, one.key, related=(("cited earlier", other.span),))
                return


class MixedStyles:
    """A reference stands in another citation style than its list.

    ## What it does
    Tells the style of each reference in words (APA, IEEE, Nature, Vancouver, GB/T 7714, MLA, Chicago, Harvard, ACS, ACM) by
    its look and reports those in another one than most of the list, or than `style`. A reference whose style cannot be
    told is passed over. Off unless asked for.

    ## Why it matters
    A list in several styles was pasted together, and was seldom checked.

    ## Options
    - `style` (default "", the style of most): the id of the style wanted, as `latexrefcheck cite --list-styles` lists them.

    ## Example
    ```tex
    \\begin{thebibliography}{9}
    \\bibitem{a} Abel, A. (2017). Rivers of the north. Water, 4, 1--9.
    \\bibitem{c} Cole, C. (2019). Lamps of the west. Light, 2, 3--8.
    \\bibitem{b} B. Brook, ``Roads of the south,'' Road, vol. 4, pp. 1--9, 2018.
    \\end{thebibliography}
    ```
    ## Use instead
    ```tex
    \\begin{thebibliography}{9}
    \\bibitem{a} Abel, A. (2017). Rivers of the north. Water, 4, 1--9.
    \\bibitem{c} Cole, C. (2019). Lamps of the west. Light, 2, 3--8.
    \\bibitem{b} Brook, B. (2018). Roads of the south. Road, 4, 1--9.
    \\end{thebibliography}
    ```
    """

    ID = "mixed-styles"
    SCOPE = "project"
    SEVERITY = OFF
    OPTIONS: Mapping[str, object] = {"style": ""}

    def check(self, project: Project, context: Context) -> Iterator[Draft]:
        """One draft per reference in another style."""
        if not project.worded:
            return
        from latexrefcheck.cite import choosing, telling

        wanted = str(context.options["style"])
        wanted = choosing.chosen(wanted).id if wanted else ""
        for listed in project.worded:
            lines = [one for one in listed.entries if isinstance(one, Worded) and one.work is None]
            shared = telling.of_list((one.words, None) for one in lines)
            style = wanted or (shared.style if shared else "")
            for one in lines if style else ():
                told = telling.told(one.words)
                if told and told != style:
                    names = choosing.chosen(told).name, choosing.chosen(style).name
                    yield Draft(one.head, f"the reference is in the style {names[0]}, the list in {names[1]}", one.key)


class YearOutside:
    """A reference is older, or younger, than the house wants.

    ## What it does
    Reports references whose year is before `from`, behind `to`, or more than `window` years ago. References without a year
    are passed over. Off unless asked for.

    ## Why it matters
    Reviews and calls with a period of literature want it kept.

    ## Options
    - `from` (default 0, no limit): the first year.
    - `to` (default 0, no limit): the last year.
    - `window` (default 0, no limit): so many years back from now.

    ## Example
    ```bib
    @article{k, title = {Rivers}, year = {1987}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Rivers, revisited}, year = {2024}}
    ```
    """

    ID = "year-outside"
    SCOPE = "project"
    SEVERITY = OFF
    OPTIONS: Mapping[str, object] = {"from": 0, "to": 0, "window": 0}

    def check(self, project: Project, context: Context) -> Iterator[Draft]:
        """One draft per reference."""
        first, last, window = (int(str(context.options[name])) for name in ("from", "to", "window"))
        first = max(first, datetime.now(UTC).year - window if window else 0)
        for one in _cited.cited(project):
            year = one.work.year
            if year and (year < first or (last and year > last)):
                bounds = f"from {first} on" if not last else f"up to {last}" if not first else f"from {first} to {last}"
                yield Draft(one.span, f"the year is {year}, wanted are years {bounds}", one.entry.key, "year")


class PreprintShare:
    """Too many references are preprints.

    ## What it does
    Counts the references that are cited as preprints (arXiv, bioRxiv, SSRN …, without a venue of a publication) and reports
    a share over `most`. Off unless asked for.

    ## Why it matters
    Some venues limit literature that nobody reviewed; `upgrade` finds what has been published since.

    ## Options
    - `most` (default 0.3): the largest share that is fine, from 0 to 1.

    ## Example
    ```bib
    @misc{k, title = {Rivers}, eprint = {2412.00001}, archivePrefix = {arXiv}}
    ```
    ## Use instead
    ```bib
    @inproceedings{k, title = {Rivers}, booktitle = {Proceedings of Water}, year = {2025}}
    ```
    """

    ID = "preprint-share"
    SCOPE = "project"
    SEVERITY = OFF
    OPTIONS: Mapping[str, object] = {"most": 0.3}

    def check(self, project: Project, context: Context) -> Iterator[Draft]:
        """One draft at the first preprint."""
        yield from _share(list(_cited.cited(project)), lambda one: one.preprint, context, "preprints")


class VenueUnwanted:
    """A reference is from a venue that the house does not want, or from none of those that it wants.

    ## What it does
    Compares the journal, proceedings or publisher of each reference with the names in `unwanted` and `wanted`; a name counts
    where it stands in the venue as a word or words, capitals and accents put aside. With `wanted`, references without a
    venue are passed over. Off unless asked for.

    ## Why it matters
    Groups keep lists of journals that they do not cite, or of those that a survey covers.

    ## Options
    - `wanted` (default none): venues, of which each reference has to be in one.
    - `unwanted` (default none): venues that none may be in.

    ## Example
    ```bib
    @article{k, title = {Rivers}, journal = {Journal of Paid Pages}}
    ```
    ## Use instead
    ```bib
    @article{k, title = {Rivers}, journal = {Journal of Water}}
    ```
    """

    ID = "venue-unwanted"
    SCOPE = "project"
    SEVERITY = OFF
    OPTIONS: Mapping[str, object] = {"wanted": (), "unwanted": ()}

    def check(self, project: Project, context: Context) -> Iterator[Draft]:
        """One draft per reference."""
        wanted, unwanted = (_names(context.options[name]) for name in ("wanted", "unwanted"))
        for one in _cited.cited(project):
            venues = [venue for venue in (*one.work.venues, one.work.series, one.work.publisher) if venue]
            held = f" {' '.join(_words(venue) for venue in venues)} "
            met = next((name for words, name in unwanted.items() if f" {words} " in held), "")
            if met:
                yield Draft(one.span, f"the venue {met!r} is not wanted", one.entry.key, "journal")
            elif wanted and venues and not any(f" {words} " in held for words in wanted):
                yield Draft(one.span, f"{venues[0]!r} is none of the wanted venues", one.entry.key, "journal")


class SelfCitationShare:
    """Too many references are to the authors' own works.

    ## What it does
    Counts references with one of the paper's authors (the names in `authors`, else those of `\\author`) and reports a share
    over `most`. A family name with the same first initial is taken for the same person. Off unless asked for.

    ## Why it matters
    Editors look at it; so do those who count citations.

    ## Options
    - `most` (default 0.3): the largest share that is fine, from 0 to 1.
    - `authors` (default none): names of the authors, `Ann Abel` or `Abel, Ann`.

    ## Example
    ```bib
    @article{k, author = {Abel, Ann}, title = {Rivers}, year = {2017}}
    ```
    ## Use instead
    ```bib
    @article{k, author = {Brook, Bo}, title = {Rivers}, year = {2017}}
    ```
    """

    ID = "self-citation-share"
    SCOPE = "project"
    SEVERITY = OFF
    OPTIONS: Mapping[str, object] = {"most": 0.3, "authors": ()}

    def check(self, project: Project, context: Context) -> Iterator[Draft]:
        """One draft at the first such reference."""
        own = {_person(name) for name in _texts(context.options["authors"]) or _authors(project)} - {("", "")}
        if not own:
            return

        def mine(one: Cited) -> bool:
            people = (*one.work.authors, *(() if one.work.authors else one.work.editors))
            return any(_person(f"{person.family or person.literal}, {person.given}") in own for person in people)

        yield from _share(list(_cited.cited(project)), mine, context, "to works of the authors themselves")


def _share(found: Sequence[Cited], counts: Any, context: Context, what: str) -> Iterator[Draft]:
    most = float(str(context.options["most"]))
    held = [one for one in found if counts(one)]
    if found and len(held) > most * len(found):
        keys = ", ".join(one.entry.key for one in held[:5]) + (f" and {len(held) - 5} more" if len(held) > 5 else "")
        share = f"{len(held)} of {len(found)} references ({len(held) / len(found):.0%})"
        message = f"{share} are {what}, at most {most:.0%} are wanted: {keys}"
        yield Draft(held[0].span, message, held[0].entry.key)


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, (list, tuple)) else [str(value)] if value else []


def _names(value: object) -> dict[str, str]:
    return {words: name for name in _texts(value) if (words := _words(name))}


def _words(text: str) -> str:
    return " ".join("".join(one if one.isalnum() else " " for one in fold(text)).split())


def _person(name: str) -> tuple[str, str]:
    """The family name and first initial of a person, folded."""
    family, comma, given = name.partition(",")
    if not comma:
        given, _, family = name.strip().rpartition(" ")
    return _words(family), _words(given)[:1]


def _authors(project: Project) -> list[str]:
    """The names in the ``\\author`` commands of the documents."""
    found: Counter[str] = Counter()
    for document in project.documents:
        for source in (document.root, *document.sources):
            for match in _AUTHORS.finditer(source.text[:200_000]):
                for name in _BETWEEN.split(_COMMANDS.sub(" ", match[1])):
                    shown = to_unicode(name.split("\n\n")[0]).strip(" .{}$^*0123456789")
                    if 1 < len(shown.split()) <= 5:
                        found[shown] += 1
    return list(found)


RULES = (CitationOrder(), MixedStyles(), YearOutside(), PreprintShare(), VenueUnwanted(), SelfCitationShare())
