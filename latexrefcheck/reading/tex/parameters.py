"""The parameters that a definition declares."""

from __future__ import annotations

import re
from functools import lru_cache

from latexrefcheck.reading.tex.arguments import Argument, skip_space
from latexrefcheck.reading.tex.buffer import Buffer
from latexrefcheck.reading.tex.macros import Parameter
from latexrefcheck.text.patterns import lazy

_DIGIT = lazy(r"\s*\[\s*(\d)\s*\]")


def latex_parameters(buffer: Buffer, at: int) -> tuple[list[Parameter], int]:
    """``[2][default]`` of ``\\newcommand``."""
    count = _DIGIT.match(buffer.text, at)
    if count is None:
        return [], at
    at = count.end()
    parameters = [Parameter("m")] * int(count[1])
    here = skip_space(buffer.text, at)
    if buffer.text[here : here + 1] == "[":
        end = buffer.close_optional(here)
        if end >= 0 and parameters:
            parameters = [Parameter("o", "", buffer.text[here + 1 : end]), *parameters[1:]]
            at = end + 1
    return parameters, at


def xargs(buffer: Buffer, parameters: list[Parameter], at: int) -> tuple[list[Parameter], int]:
    """``[1=default, 3=default]`` of xargs' ``\\newcommandx``: which parameters are optional."""
    here = skip_space(buffer.text, at)
    if buffer.text[here : here + 1] != "[":
        return parameters, at
    end = buffer.close_optional(here)
    if end < 0:
        return parameters, at
    for found in re.finditer(r"(\d)\s*=\s*(\{[^{}]*\}|[^,]*)", buffer.text[here + 1 : end]):
        if 0 < int(found[1]) <= len(parameters):
            parameters[int(found[1]) - 1] = Parameter("o", "", found[2].strip("{}"))
    return parameters, end + 1


_NUMBER = lazy(r"#(\d)")
_JOINT = lazy(r"\s*%[^\n\r]*[\n\r]?[ \t]*")
_WORD_BLANK = lazy(r"(\\[a-zA-Z@]+)\s+")


@lru_cache(maxsize=1024)
def primitive_parameters(written: str) -> tuple[Parameter, ...]:
    """The parameters of ``\\def``, with the texts between them: what stands before the brace that begins the body."""
    if not written:
        return ()
    written = _JOINT.sub("", written)
    brace = written.endswith("#")
    parts = _NUMBER.split(written.removesuffix("#"))
    parameters = []
    first = _WORD_BLANK.sub(r"\1", parts[0]).lstrip()
    if first:
        parameters.append(Parameter("x", first))
    for delimiter in parts[2::2]:
        delimiter = re.sub(r"\s+", " ", _WORD_BLANK.sub(r"\1", delimiter))
        parameters.append(Parameter("u", delimiter) if delimiter else Parameter("m"))
    if brace and parameters and parameters[-1].letter == "m":
        parameters[-1] = Parameter("u", "{")
    return tuple(parameters)


def document_parameters(buffer: Buffer, argument: Argument) -> tuple[Parameter, ...]:
    """The parameters that an xparse specification describes."""
    parameters = []
    for found in _XPARSE.finditer(buffer.text, argument.start, argument.end):
        groups = found.groupdict()
        if groups["s"] or groups["t"]:
            parameters.append(Parameter("s", groups["token"] or ""))
        elif groups["m"]:
            parameters.append(Parameter("m"))
        elif groups["o"] or groups["default"] is not None:
            parameters.append(Parameter("o", "", groups["default"]))
        elif groups["d"] or groups["open2"]:
            pair = (groups["open"] or groups["open2"]) + (groups["close"] or groups["close2"])
            parameters.append(Parameter("o", pair, groups["default2"]))
    return tuple(parameters)


_XPARSE = lazy(
    r">\s*\{(?:[^{}]|\{[^{}]*\})*\}|[+!>\s]|\{[^{}]*\}|(?P<s>s)|(?P<t>t)(?P<token>.)|(?P<m>[mv])|(?P<o>o)|O\{(?P<default>[^{}]*)\}|"
    r"(?P<d>[dr])(?P<open>.)(?P<close>.)|[DR](?P<open2>.)(?P<close2>.)\{(?P<default2>[^{}]*)\}|[eE]\{[^{}]*\}(?:\{[^{}]*\})?|(?P<b>b)|[gGlu]"
)
