"""Keys to compare titles by, and the forms in which one title goes around."""

from __future__ import annotations

import re

from latexrefcheck.text.fold import fold, strip_markup
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.tex import text as plain_text

_JOINED = lazy(r"(?<=\w)['_^’]+(?=\w)|['^]")
_NOT_WORD = lazy(r"[\W_]+")
_NOTICE = lazy(
    r"^\W*(?:retracted(?:\s+(?:article|paper|chapter))?|withdrawn(?:\s+article)?|retraction(?:\s+note)?(?:\s+to)?|removed|"
    r"temporary\s+removal|expression\s+of\s+concern|reprint\s+of|republished|erratum(?:\s+to)?|correction(?:\s+to)?|"
    r"corrigendum(?:\s+to)?)\W*[:\]]\s*",
    re.IGNORECASE,
)
_DECORATION = lazy(
    r"\s*(?:\((?:extended|full|short|long|technical|invited|conference|journal|preliminary|draft)[^()]*\)|"
    r"\[(?:invited|retracted|withdrawn|extended abstract|abstract|preprint|in [a-z]+|[^\[\]]*translat[^\[\]]*)[^\[\]]*\])\s*\.?$",
    re.IGNORECASE,
)
_SUBTITLE = lazy(r"\s*(?:[:?!]\s+|\.\s+(?=[^\W\d_])|\s[\u2013\u2014-]{1,3}\s|\u2014)\s*")


def title_key(text: str) -> str:
    """``text`` folded for comparison: words in lower case without accents, TeX, HTML, maths markup and punctuation.

    One blank between words; ``&`` counts as "and". Idempotent.
    """
    text = strip_markup(plain_text(text))
    if "\\" in text:
        text = text.replace("\\", " ")
    text = _JOINED.sub("", fold(text))
    if "&" in text:
        text = text.replace("&", " and ")
    return _NOT_WORD.sub(" ", text).strip()


def title_variants(text: str) -> tuple[str, ...]:
    """Plain forms of one title, the fullest first: as given, without "RETRACTED:" and the like, without subtitle.

    Forms without subtitle are only given when two words or more remain.
    """
    whole = strip_markup(plain_text(text)).strip()
    forms = [whole]
    bare = _NOTICE.sub("", whole)
    if bare:
        forms.append(bare)
    undecorated = _DECORATION.sub("", bare)
    if undecorated:
        forms.append(undecorated)
    main = _SUBTITLE.split(undecorated, maxsplit=1)[0].strip()
    if len(main.split()) > 1:
        forms.append(main)
    return tuple(dict.fromkeys(form for form in forms if form))
