"""A reference stands in another citation style than its list.

## What it does
Tells the style of each reference in words (APA, IEEE, Nature, Vancouver, GB/T 7714, MLA, Chicago, Harvard, ACS, ACM) by
its look and reports those that are clearly in another one than most of the list, or than `style`. A reference whose style
cannot be told for sure is passed over, as is a list of fewer than four references or one without a style of most; ACM and
Chicago are not told apart. Entries of a database have no style. Off unless asked for: `policy: {style: true}`.

## Why it matters
A list in several styles was pasted together, and was seldom checked.

## Options
- `style` (default "", the style of most): the style wanted: acm, acs, apa, chicago, gb-t-7714, harvard, ieee, mla, nature or
  vancouver.

## Example
```tex
\\begin{thebibliography}{9}
\\bibitem{a} Abel, A. (2017). Rivers of the north. Water, 4, 1--9.
\\bibitem{c} Cole, C. (2019). Lamps of the west. Light, 2, 3--8.
\\bibitem{d} Dunn, D. (2020). Boats of the east. Water, 5, 2--7.
\\bibitem{b} B. Brook, ``Roads of the south,'' Road, vol. 4, pp. 1--9, 2018.
\\end{thebibliography}
```
## Use instead
```tex
\\begin{thebibliography}{9}
\\bibitem{a} Abel, A. (2017). Rivers of the north. Water, 4, 1--9.
\\bibitem{c} Cole, C. (2019). Lamps of the west. Light, 2, 3--8.
\\bibitem{d} Dunn, D. (2020). Boats of the east. Water, 5, 2--7.
\\bibitem{b} Brook, B. (2018). Roads of the south. Road, 4, 1--9.
\\end{thebibliography}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.errors import ConfigError, unknown
from latexrefcheck.lint import Context
from latexrefcheck.model.document import Project
from latexrefcheck.model.finding import Draft
from latexrefcheck.model.references import Worded

ID = "mixed-styles"
SCOPE = "project"
SEVERITY = {"lenient": "off", "default": "off", "strict": "off"}
OPTIONS: dict[str, object] = {"style": ""}

MARGIN = 0.8
"""How much better than that of the list another style has to explain a reference: styles share most of their marks."""

LEAST = 4
"""References of a list that can be said to have one style."""
MOST = 0.6
"""Share of a list that has to be in one style: what is less has a style that is none of those that are known."""
CLEAR = 1.7
"""Score of a style that is told for sure: one mark alone is not enough, it stands in other styles by chance."""
ALIKE = {"acm", "chicago"}
"""Styles that put names, year and title alike; books and reports look the same in both."""


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per reference in another style."""
    wanted = str(context.options.get("style", ""))
    if not project.worded:
        return
    from latexrefcheck import registry
    from latexrefcheck.cite import telling  # imported late: most papers have no such list

    # No file is taken for a style here: a paper's own settings may name one.
    if wanted and wanted not in telling.STYLES:
        raise ConfigError(f"mixed-styles: {unknown('style', wanted, telling.STYLES)}")
    for listed in project.worded:
        lines = [one for one in listed.entries if isinstance(one, Worded) and one.work is None]
        shared = None if wanted or len(lines) < LEAST else telling.of_list((one.words, None) for one in lines)
        style = shared.style if shared is not None and shared.share >= MOST else wanted
        for one in lines if style else ():
            scores = telling.scores(one.words)
            told = max(scores, key=lambda name: scores[name])
            if {told, style} == ALIKE or scores[told] - scores[style] < MARGIN:
                continue
            if scores[told] >= (telling.LEAST if wanted else CLEAR):
                names = registry.styles[told].name, registry.styles[style].name
                of_list = "the style wanted is" if wanted else "most of the list is in"
                yield Draft(one.head, f"the reference is in the style {names[0]}, {of_list} {names[1]}", one.key)
