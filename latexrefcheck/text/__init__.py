"""TeX to Unicode text, keys to compare titles and people by, and the parts of personal names."""

from latexrefcheck.text.fold import fold, is_cjk, strip_markup
from latexrefcheck.text.names import Name, people, split_names
from latexrefcheck.text.people_keys import PersonLike, initials, orders, surname_key, surname_keys
from latexrefcheck.text.tex import text
from latexrefcheck.text.titles import title_key, title_variants

__all__ = [
    "Name",
    "PersonLike",
    "fold",
    "initials",
    "is_cjk",
    "orders",
    "people",
    "split_names",
    "strip_markup",
    "surname_key",
    "surname_keys",
    "text",
    "title_key",
    "title_variants",
]
