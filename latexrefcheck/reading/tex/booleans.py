"""Boolean expressions: those of ifthen's ``\\ifthenelse`` and of etoolbox' ``\\ifboolexpr``."""

from __future__ import annotations

from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.meaning import is_defined
from latexrefcheck.reading.tex.numbers import compare, dimension, number, number_at
from latexrefcheck.reading.tex.predicates import PREDICATES, ask, equal
from latexrefcheck.reading.tex.scanner import Scanner
from latexrefcheck.text.patterns import lazy

_IFTHEN_WORD = lazy(r"\s*\\([a-zA-Z]+|[()])\s*")
_BOOLEXPR_WORD = lazy(r"\s*(not|and|or|bool|togl|test|\(|\))\s*(?![a-zA-Z])")
_JOINTS = {"and": "and", "AND": "and", "or": "or", "OR": "or"}
_NAME = lazy(r"\s*\\([a-zA-Z@]+)")
_SIGN = lazy(r"\s*([<>=])")
DEEPEST = 20


class _Unknown(Exception):
    """The expression has something in it whose end cannot be told."""


class _Expression:
    """One expression being read from left to right; both packages give all operators the same precedence."""

    def __init__(self, scan: Scanner, text: str) -> None:
        self.scan = scan
        self.text = text
        self.at = 0

    def whole(self) -> bool | None:
        """The truth of the expression, None if it cannot be known."""
        try:
            return self.joined(0)
        except _Unknown:
            return None

    def joined(self, depth: int) -> bool | None:
        """Operands joined by "and" and "or" up to the end or a closing parenthesis."""
        if depth > DEEPEST:
            raise _Unknown
        value = self.operand(depth)
        while True:
            joint = self.joint()
            if not joint:
                return value
            other = self.operand(depth)
            decisive = joint == "or"
            if value is decisive or other is decisive:
                value = decisive
            else:
                value = None if value is None or other is None else not decisive

    def joint(self) -> str:
        raise NotImplementedError

    def operand(self, depth: int) -> bool | None:
        raise NotImplementedError

    def argument(self) -> str:
        """The text of the braced argument (or the token) that follows."""
        buffer = Buffer(self.text, [])
        start = len(self.text) - len(self.text[self.at :].lstrip())
        if self.text[start : start + 1] != "{":
            raise _Unknown
        end = buffer.close(start)
        if end < 0:
            raise _Unknown
        self.at = end + 1
        return self.text[start + 1 : end]


class _IfThen(_Expression):
    """ifthen: ``\\(\\boolean{a} \\and \\not\\equal{a}{b}\\) \\or 1 < 2``."""

    def joint(self) -> str:
        found = _IFTHEN_WORD.match(self.text, self.at)
        joint = _JOINTS.get(found[1], "") if found else ""
        self.at = found.end() if found and joint else self.at
        return joint

    def operand(self, depth: int) -> bool | None:
        found = _IFTHEN_WORD.match(self.text, self.at)
        word = found[1] if found else ""
        if found and word in ("not", "NOT", "("):
            self.at = found.end()
            if word != "(":
                value = self.operand(depth + 1)
                return None if value is None else not value
            value = self.joined(depth + 1)
            closing = _IFTHEN_WORD.match(self.text, self.at)
            if closing is None or closing[1] != ")":
                raise _Unknown
            self.at = closing.end()
            return value
        if found and word in ("boolean", "equal", "isodd", "isundefined", "lengthtest"):
            self.at = found.end()
            return self._word(word)
        return self._comparison()

    def _word(self, word: str) -> bool | None:
        if word == "boolean":
            return self.scan.switches.get(self.argument().strip())
        if word == "equal":
            return equal(self.scan, self.argument(), self.argument())
        if word == "isodd":
            value = number(self.scan, self.argument())
            return None if value is None else bool(value % 2)
        if word == "isundefined":
            name = _NAME.fullmatch(self.argument().rstrip())
            defined = is_defined(self.scan, name[1]) if name else None
            return None if defined is None else not defined
        inside = self.argument()
        first = dimension(self.scan, inside, 0)
        sign = _SIGN.match(inside, first[1]) if first else None
        second = dimension(self.scan, inside, sign.end()) if sign else None
        return compare(first[0], sign[1], second[0]) if first and sign and second else None

    def _comparison(self) -> bool | None:
        first = number_at(self.scan, self.text, self.at)
        sign = _SIGN.match(self.text, first[1]) if first else None
        second = number_at(self.scan, self.text, sign.end()) if sign else None
        if first is None or sign is None or second is None:
            raise _Unknown
        self.at = second[1]
        return compare(first[0], sign[1], second[0])


class _BoolExpr(_Expression):
    """etoolbox: ``( bool {a} or togl {b} ) and not test {\\ifdef{\\x}}``."""

    def joint(self) -> str:
        found = _BOOLEXPR_WORD.match(self.text, self.at)
        joint = _JOINTS.get(found[1], "") if found else ""
        self.at = found.end() if found and joint else self.at
        return joint

    def operand(self, depth: int) -> bool | None:
        found = _BOOLEXPR_WORD.match(self.text, self.at)
        if found is None:
            raise _Unknown
        self.at = found.end()
        if found[1] == "not":
            value = self.operand(depth + 1)
            return None if value is None else not value
        if found[1] == "(":
            value = self.joined(depth + 1)
            closing = _BOOLEXPR_WORD.match(self.text, self.at)
            if closing is None or closing[1] != ")":
                raise _Unknown
            self.at = closing.end()
            return value
        if found[1] in ("bool", "togl"):
            return self.scan.switches.get(self.argument().strip())
        if found[1] == "test":
            return _test(self.scan, self.argument())
        raise _Unknown


def _test(scan: Scanner, written: str) -> bool | None:
    found = _NAME.match(written)
    if found is None or found[1] not in PREDICATES:
        return None
    expression = _Expression(scan, written)
    expression.at = found.end()
    try:
        given = [expression.argument() for _ in range(PREDICATES[found[1]][0])]
    except _Unknown:
        return None
    return ask(scan, found[1], given)


def if_then(scan: Scanner, written: str) -> bool | None:
    """The truth of a test of ``\\ifthenelse``."""
    return _IfThen(scan, written).whole()


def bool_expr(scan: Scanner, written: str) -> bool | None:
    """The truth of a test of ``\\ifboolexpr``."""
    return _BoolExpr(scan, written).whole()
