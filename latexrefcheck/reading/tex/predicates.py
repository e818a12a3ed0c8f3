"""The tests of LaTeX packages that take their operands as arguments: ``\\ifdef{\\x}``, ``\\ifstrequal{a}{b}`` and their like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from latexrefcheck.reading.tex.deciding import is_named
from latexrefcheck.reading.tex.macros import Macro
from latexrefcheck.reading.tex.meaning import is_defined, meaning, same
from latexrefcheck.reading.tex.naming import expand_text
from latexrefcheck.reading.tex.numbers import compare, dimension, number
from latexrefcheck.reading.tex.scanner import Scanner

Predicate = Callable[[Scanner, Sequence[str]], "bool | None"]

_LOADED_BY_NAME = frozenset(
    "biblatex natbib subfiles standalone beamerarticle ifdraft chapterbib multibib bibunits mciteplus".split()
)
"""Packages that hardly another one loads: if the document does not load them itself, they are not there."""


def _negated(value: bool | None) -> bool | None:
    return None if value is None else not value


def _control_word(written: str) -> str | None:
    found = re.fullmatch(r"\s*\\([a-zA-Z@_:]+)\s*", written)
    return found[1] if found else None


def _defined(scan: Scanner, given: Sequence[str]) -> bool | None:
    name = _control_word(given[0])
    return None if name is None else _not_relax(scan, name, is_defined(scan, name))


def _named(scan: Scanner, given: Sequence[str]) -> bool | None:
    name = expand_text(scan, given[0].strip())
    return None if name is None else _not_relax(scan, name, is_named(scan, name))


def _not_relax(scan: Scanner, name: str, defined: bool | None) -> bool | None:
    # For these tests what is \let to \relax is undefined too.
    return False if defined and scan.lets.get(name) == "relax" and name not in scan.macros else defined


def _macro(scan: Scanner, name: str | None) -> Macro | None:
    macro = scan.macros.get(name) if name else None
    return macro if isinstance(macro, Macro) and macro.exact and not scan.is_unsure(name or "") else None


def _is_macro(scan: Scanner, given: Sequence[str]) -> bool | None:
    name = _control_word(given[0])
    if name is None:
        return None
    if _macro(scan, name) is not None:
        return True
    return False if is_defined(scan, name) is False else None


def _body(scan: Scanner, name: str | None) -> str | None:
    """The body of a macro without parameters; an empty text for none of that name, None if unknown."""
    macro = _macro(scan, name)
    if macro is not None:
        return None if macro.parameters else macro.body.text
    return "" if name in ("empty", "@empty") else None


def _empty(named: bool, void: bool) -> Predicate:
    def predicate(scan: Scanner, given: Sequence[str]) -> bool | None:
        name = given[0].strip() if named else _control_word(given[0])
        if name is None:
            return None
        defined = is_named(scan, name)
        if defined is False:
            return void
        if void and scan.lets.get(name) == "relax":
            return True
        body = _body(scan, name)
        return None if body is None else not body

    return predicate


def _is_text(named: bool) -> Predicate:
    def predicate(scan: Scanner, given: Sequence[str]) -> bool | None:
        name = given[0].strip() if named else _control_word(given[0])
        if name is not None and is_named(scan, name) is False:
            return False
        body = _body(scan, name)
        return None if body is None or "#" in given[1] else body == given[1]

    return predicate


def _same_texts(named: bool) -> Predicate:
    def predicate(scan: Scanner, given: Sequence[str]) -> bool | None:
        bodies = [_body(scan, one.strip() if named else _control_word(one)) for one in given[:2]]
        return None if None in bodies else bodies[0] == bodies[1]

    return predicate


def _same_meaning(named: bool) -> Predicate:
    def predicate(scan: Scanner, given: Sequence[str]) -> bool | None:
        tokens = ["\\" + one.strip() if named else one.strip() for one in given[:2]]
        if not all(re.fullmatch(r"\\[a-zA-Z@]+", token) for token in tokens):
            return None
        return same(*(meaning(scan, token) for token in tokens))

    return predicate


def _equal_strings(scan: Scanner, given: Sequence[str]) -> bool | None:
    return None if "#" in given[0] + given[1] else given[0] == given[1]


def _equal_expanded(scan: Scanner, given: Sequence[str]) -> bool | None:
    return equal(scan, given[0], given[1])


def _contains(scan: Scanner, given: Sequence[str]) -> bool | None:
    first, second = expand_text(scan, given[0]), expand_text(scan, given[1])
    return None if first is None or second is None or "#" in first + second else second in first


def equal(scan: Scanner, first: str, second: str) -> bool | None:
    """Whether two texts are the same when expanded."""
    one, two = expand_text(scan, first), expand_text(scan, second)
    return None if one is None or two is None or "#" in one + two else one == two


def _blank(scan: Scanner, given: Sequence[str]) -> bool | None:
    return None if "#" in given[0] else not given[0].strip()


def _empty_string(scan: Scanner, given: Sequence[str]) -> bool | None:
    return None if "#" in given[0] else not given[0]


def _numbers(sign: str) -> Predicate:
    return lambda scan, given: compare(number(scan, given[0]), sign, number(scan, given[1]))


def _compared(scan: Scanner, given: Sequence[str]) -> bool | None:
    sign = given[1].strip()
    return compare(number(scan, given[0]), sign, number(scan, given[2])) if sign in ("<", "=", ">") else None


def _odd(scan: Scanner, given: Sequence[str]) -> bool | None:
    value = number(scan, given[0])
    return None if value is None else bool(value % 2)


def _lengths(sign: str) -> Predicate:
    def predicate(scan: Scanner, given: Sequence[str]) -> bool | None:
        first, second = dimension(scan, given[0], 0), dimension(scan, given[1], 0)
        return compare(first[0], sign, second[0]) if first and second else None

    return predicate


def _lengths_compared(scan: Scanner, given: Sequence[str]) -> bool | None:
    sign = given[1].strip()
    return _lengths(sign)(scan, (given[0], given[2])) if sign in ("<", "=", ">") else None


def _loaded(scan: Scanner, given: Sequence[str]) -> bool | None:
    wanted = given[0].strip()
    if wanted in scan.packages:
        return True
    if scan.unknown_class or (scan.opaque and wanted not in _LOADED_BY_NAME):
        return None
    return False


def _is_class(scan: Scanner, given: Sequence[str]) -> bool | None:
    wanted = given[0].strip()
    if wanted in (scan.document_class, *scan.classes):
        return True
    return None if scan.unknown_class else False


def _has_option(*options: str) -> Predicate:
    def predicate(scan: Scanner, given: Sequence[str]) -> bool | None:
        wanted = options or (given[0].strip(),)
        written = ",".join((scan.class_options, scan.packages.get("ifdraft", "")))
        present = [option.strip() for option in written.split(",") if option.strip() in ("draft", "final")]
        return bool(present) and present[-1] in wanted

    return predicate


def _subfile(scan: Scanner, given: Sequence[str]) -> bool | None:
    return scan.document_class == "subfiles"


def _engine(engine: str) -> Predicate:
    return lambda scan, given: None if not scan.engine_now() else scan.engine_now() == engine


PREDICATES: dict[str, tuple[int, Predicate]] = {
    "@ifundefined": (1, lambda scan, given: _negated(_named(scan, given))),
    "ifdef": (1, _defined),
    "ifundef": (1, lambda scan, given: _negated(_defined(scan, given))),
    "ifcsdef": (1, _named),
    "ifcsundef": (1, lambda scan, given: _negated(_named(scan, given))),
    "ifdefmacro": (1, _is_macro),
    "ifcsmacro": (1, lambda scan, given: _is_macro(scan, ["\\" + given[0].strip()])),
    "ifdefempty": (1, _empty(named=False, void=False)),
    "ifcsempty": (1, _empty(named=True, void=False)),
    "ifdefvoid": (1, _empty(named=False, void=True)),
    "ifcsvoid": (1, _empty(named=True, void=True)),
    "ifdefstring": (2, _is_text(named=False)),
    "ifcsstring": (2, _is_text(named=True)),
    "ifdefstrequal": (2, _same_texts(named=False)),
    "ifcsstrequal": (2, _same_texts(named=True)),
    "ifdefequal": (2, _same_meaning(named=False)),
    "ifcsequal": (2, _same_meaning(named=True)),
    "ifstrequal": (2, _equal_strings),
    "ifstrempty": (1, _empty_string),
    "ifblank": (1, _blank),
    "ifnotblank": (1, lambda scan, given: _negated(_blank(scan, given))),
    "notblank": (1, lambda scan, given: _negated(_blank(scan, given))),
    "ifnumequal": (2, _numbers("=")),
    "ifnumgreater": (2, _numbers(">")),
    "ifnumless": (2, _numbers("<")),
    "ifnumcomp": (3, _compared),
    "ifnumodd": (1, _odd),
    "ifdimequal": (2, _lengths("=")),
    "ifdimgreater": (2, _lengths(">")),
    "ifdimless": (2, _lengths("<")),
    "ifdimcomp": (3, _lengths_compared),
    "IfStrEq": (2, _equal_expanded),
    "ifstr": (2, _equal_expanded),
    "Ifstr": (2, _equal_expanded),
    "IfSubStr": (2, _contains),
    "@ifpackageloaded": (1, _loaded),
    "IfPackageLoadedTF": (1, _loaded),
    "ifpackageloaded": (1, _loaded),
    "@ifclassloaded": (1, _is_class),
    "IfClassLoadedTF": (1, _is_class),
    "ifdraft": (0, _has_option("draft")),
    "ifoptiondraft": (0, _has_option("draft")),
    "ifoptionfinal": (0, _has_option("final")),
    "ifSubfilesClassLoaded": (0, _subfile),
    "@ifpackagelater": (2, lambda scan, given: True),
    "@ifclasslater": (2, lambda scan, given: True),
    "@ifl@t@r": (2, lambda scan, given: True),
    "IfPackageAtLeastTF": (2, lambda scan, given: True),
    "IfFormatAtLeastTF": (1, lambda scan, given: True),
    "tl_if_empty:nTF": (1, _empty_string),
    "tl_if_blank:nTF": (1, _blank),
    "tl_if_empty:NTF": (1, _empty(named=False, void=False)),
    "cs_if_exist:NTF": (1, _defined),
    "str_if_eq:nnTF": (2, _equal_strings),
    "int_compare:nNnTF": (3, _compared),
    "sys_if_engine_luatex:TF": (0, _engine("luatex")),
    "sys_if_engine_pdftex:TF": (0, _engine("pdftex")),
    "sys_if_engine_xetex:TF": (0, _engine("xetex")),
}
"""Name -> (how many arguments are operands, the test). Packages are taken to be new."""


def ask(scan: Scanner, name: str, given: Sequence[str]) -> bool | None:
    """The truth of the test ``\\name`` with its operands, None if it cannot be known."""
    found = PREDICATES.get(name)
    return None if found is None or len(given) < found[0] else found[1](scan, given)
