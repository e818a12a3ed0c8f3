"""What kind of file a text without a name is: as pasted, or on standard input."""

from __future__ import annotations

import re

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.reading.references.decoding import decoded
from latexrefcheck.text.patterns import lazy

_SAMPLE = 2_000_000
_SIGNATURES = ((b"%PDF-", ".pdf"), (b"PK\x03\x04", ".docx"))
_FORMS = (
    (lazy(r"^[^%\n]*\\(?:begin\s*\{(?:document|thebibliography)\}|document(?:class|style)\b)", re.M), ".tex"),
    (lazy(r"\A\s*(?:\[\s*\{|\{\s*\"|\[\s*\]\s*\Z)"), ".json"),
    (lazy(r"\A\s*TY  ?- "), ".ris"),
    (lazy(r"^[ \t]*@[ \t]*[A-Za-z]+[ \t]*[{(]", re.M), ".bib"),
    (lazy(r"\A---[ \t]*\r?\n|\[-?@[\w{]|^#{1,6}[ \t]+\S", re.M), ".md"),
    (lazy(r"[^\W\d_]"), ".txt"),
)
"""The first that is found tells; a text without a letter is an empty database."""


def suffix(data: bytes) -> str:
    """The suffix of the kind of file that some bytes are, ``.txt`` for words in no form."""
    for signature, told in _SIGNATURES:
        if data.startswith(signature):
            return told
    try:
        text = decoded("-", data).text[:_SAMPLE]
    except UnreadableInput:
        return ".txt"  # whose reader says what is wrong with it
    return next((told for pattern, told in _FORMS if pattern.search(text)), ".bib")
