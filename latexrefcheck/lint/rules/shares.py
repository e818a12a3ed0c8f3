"""House rules on how many references may be of a kind: preprints, works of the authors themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _cited, _own
from latexrefcheck.lint.rules._cited import Cited
from latexrefcheck.model.document import Project
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.visible import NAMED, shortened

OFF = {"lenient": "off", "default": "off", "strict": "off"}
SHOWN = 5
"""References that a message names."""


class PreprintShare:
    """Too many references are preprints.

    ## What it does
    Counts the references that are cited as preprints (arXiv, bioRxiv, SSRN …, without a venue of a publication) and reports
    a share over `most`. Where a reference does not say what it is, its record does. Off unless asked for:
    `policy: {preprints: 0.3}`.

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
    OPTIONS: dict[str, object] = {"most": 0.3}

    def check(self, project: Project, context: Context) -> Iterator[Draft]:
        """One draft at the first preprint."""
        yield from _share(lambda one: one.preprint, context, "is cited as a preprint", "are cited as preprints")


class SelfCitationShare:
    """Too many references are to the authors' own works.

    ## What it does
    Counts references with one of the paper's authors (the names in `authors`, else those of `\\author`) and reports a share
    over `most`. The same family name with given names that do not differ is taken for the same person; where a list of
    authors is cut, the record has the others. Off unless asked for: `policy: {self-citations: 0.2}`.

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
    OPTIONS: dict[str, object] = {"most": 0.3, "authors": ()}

    def check(self, project: Project, context: Context) -> Iterator[Draft]:
        """One draft at the first such reference."""
        own = _own.named(context.options.get("authors")) or _own.of_documents(project)

        def mine(one: Cited) -> bool:
            return any(_own.same(person, author) for person in one.people for author in own)

        if own:
            yield from _share(mine, context, "is to a work of the authors themselves", "are to works of the authors themselves")


def _share(counts: Callable[[Cited], bool], context: Context, one_is: str, some_are: str) -> Iterator[Draft]:
    most = float(str(context.options.get("most", 1)))
    found = list(_cited.cited(context))
    held = [one for one in found if counts(one)]
    if held and len(held) > most * len(found):
        more = f" and {len(held) - SHOWN} more" if len(held) > SHOWN else ""
        keys = ", ".join(shortened(one.entry.key, NAMED) for one in held[:SHOWN]) + more
        share = f"{len(held)} of {len(found)} references ({len(held) / len(found):.0%})"
        message = f"{share} {one_is if len(held) == 1 else some_are}, at most {most:.0%} are wanted: {keys}"
        yield Draft(held[0].span, message, held[0].entry.key)


RULES = (PreprintShare(), SelfCitationShare())
