"""The authors of a paper, as its settings or its ``\\author`` commands name them, and whether a cited person is one of them."""

from __future__ import annotations

from collections.abc import Iterator

from latexrefcheck.model.document import Project
from latexrefcheck.text.fold import is_cjk, latin
from latexrefcheck.text.given_names import same_given_name
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.person import Person, is_organisation
from latexrefcheck.text.tex import to_unicode

_AUTHOR = lazy(r"\\author\s*(?:\[[^\]]{0,200}\]\s*)?\{")
_NAMES = lazy(r"\\(?:IEEEauthorblockN|name)\s*\{")
_BETWEEN = lazy(r"\\(?:and|And|AND|quad|qquad|hfill)\b|\\\\|[,;，、；]|\s(?:and|und|et|y|e|en|och|i|и)\s|&")
_ASIDE = lazy(
    r"\\(?:thanks|footnote|footnotemark|inst|orcid\w*|affil\w*|email|cor\w*ref|fnref|text(?:superscript|tt)|url|href|IEEEmembership"
    r"|IEEEauthorrefmark|authormark|institute|address|ead|protect)\*?\s*(?:\[[^\]]*\])?\{(?:[^{}]|\{[^{}]*\})*\}|\$[^$]*\$|\[[^\[\]]*\]"
)
_PARTS = lazy(r"\\(?:fnm|spfx|pfx|sur|snm|sfx)\s*\{([^{}]*)\}")
"""Parts of a name in classes of Springer and BioMed Central."""
_COMMENT = lazy(r"(?<!\\)%[^\n]*")
_EDGES = " .{}$^*~†‡§∗0123456789"
LOOKED_AT = 100_000
"""Characters of a file in which its authors stand, if they do."""
LONGEST = 4000
MOST_WORDS = 5
"""Words of a name; what is longer is an address."""


def named(value: object) -> tuple[Person, ...]:
    """The people that an option names."""
    texts = value if isinstance(value, list | tuple) else (value,) if value else ()
    return tuple(person for text in texts for person in parse_names(str(text))[0])


def of_documents(project: Project) -> tuple[Person, ...]:
    """The people in the ``\\author`` commands of the documents."""
    sources = {source.path: source for document in project.documents for source in (document.root, *document.sources)}
    texts = (source.text[:LOOKED_AT] for path, source in sources.items() if path.lower().endswith((".tex", ".ltx", ".rnw")))
    return tuple(dict.fromkeys(person for text in texts for person in _in(_COMMENT.sub("", text))))


def _in(text: str) -> Iterator[Person]:
    for match in _AUTHOR.finditer(text):
        body = _group(text, match.end())
        blocks = [_group(body, block.end()) for block in _NAMES.finditer(body)] or [body.split("\n\n")[0]]
        for block in blocks:
            for part in _BETWEEN.split(_ASIDE.sub(" ", _PARTS.sub(r"\1", block))):
                name = to_unicode(part).strip().strip(_EDGES)
                if _is_name(name):
                    yield from parse_names(name)[0]


def _is_name(text: str) -> bool:
    """Whether something is a name of a person, by what an address or a remark has and a name has not."""
    words = text.split()
    if not (1 < len(words) <= MOST_WORDS or is_cjk(text)):  # Chinese names are one word
        return False
    return "@" not in text and not any(map(str.isdigit, text)) and not is_organisation(text)


def _group(text: str, start: int) -> str:
    """The text of a group up to its closing brace, or as much of it as can be a list of authors."""
    depth = 1
    for index in range(start, min(len(text), start + LONGEST)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if not depth:
            return text[start:index]
    return text[start : start + LONGEST]


def same(one: Person, other: Person) -> bool:
    """Whether two names can be those of one person: the family names agree, and no given name says otherwise."""
    if _folded(one.family or one.literal) != _folded(other.family or other.literal):
        return False
    mine, theirs = _folded(one.given).split(), _folded(other.given).split()
    if not mine or not theirs:
        return not (one.given or other.given)
    first, second = mine[0], theirs[0]
    return first.startswith(second) or second.startswith(first) or same_given_name(first, second)


def _folded(name: str) -> str:
    # Chinese names of one sound are not one name.
    folded = name if is_cjk(name) else latin(name)
    return " ".join("".join(letter if letter.isalnum() else " " for letter in folded).split())
