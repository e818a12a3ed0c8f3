"""A reference is from a venue that the house does not want, or from none of those that it wants.

## What it does
Compares the journal, proceedings, series and publisher of each reference, and those of its record where it was verified,
with the names in `unwanted` and `wanted`; capitals, accents and punctuation are put aside. An unwanted name has to be the
whole name (`Nature` is not `Nature Communications`), or one with `*` for any words (`Nature *`); its abbreviation
(`J. Paid Pages`) is the same name. For a wanted one it is enough that it stands in the venue. With `wanted`, references
without a venue are passed over. Off unless asked for: `policy: {venues: {unwanted: [Journal of Paid Pages]}}`.

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

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase

from latexrefcheck.lint import Context
from latexrefcheck.lint.rules import _cited
from latexrefcheck.model.document import Project
from latexrefcheck.model.finding import Draft
from latexrefcheck.text.fold import fold, is_cjk
from latexrefcheck.text.patterns import lazy

ID = "venue-unwanted"
SCOPE = "project"
SEVERITY = {"lenient": "off", "default": "off", "strict": "off"}
OPTIONS: dict[str, object] = {"wanted": (), "unwanted": ()}

_SMALL = frozenset("a an and at der des die el et for fur für in la le les of on the und y de der van en und &".split())
"""Words that an abbreviation leaves out."""
_BRACKETS = lazy(r"\s*[\(\[]([^()\[\]]*)[\)\]]")
LEAST = 2
"""Words of a name that can be abbreviated: of one word too little is left."""


def check(project: Project, context: Context) -> Iterator[Draft]:
    """One draft per reference."""
    wanted, unwanted = (_names(context.options.get(name)) for name in ("wanted", "unwanted"))
    if not wanted and not unwanted:
        return
    for one in _cited.cited(context):
        venues = one.venues
        met = next((name for name in unwanted if any(_same(venue, name) for venue in venues)), "")
        if met:
            yield Draft(one.span, f"the venue {met!r} is not wanted", one.entry.key, "journal")
        elif wanted and venues and not any(_holds(venue, name) for venue in venues for name in wanted):
            yield Draft(one.span, f"{venues[0]!r} is none of the wanted venues", one.entry.key, "journal")


def _names(value: object) -> tuple[str, ...]:
    names = value if isinstance(value, list | tuple) else (value,) if value else ()
    return tuple(str(name) for name in names if _words(str(name)))


def _words(text: str, kept: str = "") -> str:
    # Chinese names of one sound are not one name.
    folded = text.casefold() if is_cjk(text) else fold(text)
    return " ".join("".join(one if one.isalnum() or one in kept else " " for one in folded).split())


def _forms(venue: str) -> set[str]:
    """The words of a venue, without what stands in brackets, and that alone: often an acronym."""
    return {_words(venue), _words(_BRACKETS.sub(" ", venue)), *(_words(inner) for inner in _BRACKETS.findall(venue))} - {""}


def _same(venue: str, name: str) -> bool:
    if "*" in name:
        pattern = _words(name.replace("[", " "), kept="*")
        return any(fnmatchcase(form, pattern) for form in _forms(venue))
    return bool(_forms(venue) & _forms(name)) or _abbreviated(venue, name)


def _holds(venue: str, name: str) -> bool:
    return _same(venue, name) or any(f" {form} " in f" {_words(venue)} " for form in _forms(name))


def _abbreviated(one: str, other: str) -> bool:
    """Whether one name is the other with every word but the small ones, or some of them, cut behind a few letters."""
    if "." not in one and "." not in other:
        return False
    left, right = ([word for word in _words(name).split() if word not in _SMALL] for name in (one, other))
    if len(left) != len(right) or len(left) < LEAST:
        return False
    return all(a.startswith(b) or b.startswith(a) for a, b in zip(left, right, strict=True))
