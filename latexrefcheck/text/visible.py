"""Untrusted text made harmless: titles, keys, paths and source lines come from strangers.

A terminal obeys escape sequences, a log viewer obeys bidirectional controls, the runner of a CI job obeys lines like
``::error::`` and ``##[group]``, and XML has no way to write most control characters. In reports each bad character
becomes one visible character, so columns stay exact.
"""

from __future__ import annotations

import re

from latexrefcheck.text.patterns import lazy

# C0 and C1 controls, DEL, bidirectional controls, line and paragraph separators, the byte-order mark,
# tag characters, lone surrogates and noncharacters.
_BAD = (
    r"\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    r"\U000e0000-\U000e007f" + "".join(f"\\U{plane:04x}fffe\\U{plane:04x}ffff" for plane in range(1, 17))
)
_UNSAFE = lazy(rf"[\x00-\x1f{_BAD}]")
_UNSAFE_BLOCK = lazy(rf"[\x00-\x08\x0b-\x1f{_BAD}]")
_SPACES = lazy(r"[\t\n\v\f\r\x85\u2028\u2029]+ *")
_UNSAFE_JSON = lazy(rf"[{_BAD}]")


def _visible(match: re.Match[str]) -> str:
    code = ord(match.group())
    if code < 0x20:
        return chr(0x2400 + code)  # the control picture: ESC shows as ␛
    return "\u2421" if code == 0x7F else "\ufffd"


def printable(text: str) -> str:
    """``text`` with every control character replaced by one visible character; the length stays."""
    return text if text.isprintable() else _UNSAFE.sub(_visible, text)


def line(text: str) -> str:
    """``text`` on one line: line ends and tabs become one blank, other controls visible characters."""
    # A printable text has no control, format or surrogate character; most texts take this quick way.
    return (text if text.isprintable() else _UNSAFE.sub(_visible, _SPACES.sub(" ", text))).strip()


def block(text: str) -> str:
    """``text`` with its line feeds and tabs kept, other controls made visible; valid in XML 1.0."""
    return _UNSAFE_BLOCK.sub(_visible, text.replace("\r\n", "\n").replace("\r", "\n"))


def _escape(match: re.Match[str]) -> str:
    code = ord(match.group())
    if 0xD800 <= code < 0xE000:
        return "\ufffd"
    return "".join(f"\\u{int.from_bytes(unit, 'big'):04x}" for unit in _units(match.group().encode("utf-16-be")))


def _units(data: bytes) -> list[bytes]:
    return [data[at : at + 2] for at in range(0, len(data), 2)]


def json_text(text: str) -> str:
    """JSON ``text`` with the characters that a terminal or log viewer obeys written as escapes, so that it says the same.

    JSON itself wants that only of the C0 controls. Lone surrogates, which UTF-8 cannot hold, are replaced.
    """
    return text if text.isascii() and "\x7f" not in text else _UNSAFE_JSON.sub(_escape, text)


# GitHub's runner obeys ::command:: at the start of a line and its old form ##[command] anywhere in one, Azure's
# ##vso[command] and TeamCity's ##teamcity[command].
_COMMAND = lazy(r"##(?=[\w.-]*\[)|^(\s*):(?=:)")


def unobeyed(text: str) -> str:
    """One line that no runner of a CI job takes for a command to itself."""
    return _COMMAND.sub(lambda match: "#\\x23" if match[1] is None else f"{match[1]}\\x3a", text)


def escaped(text: str) -> str:
    """``text`` as one line for people, with what a terminal or a runner would obey written as escapes (``\\x1b``)."""
    return unobeyed(controls_escaped(text))


def controls_escaped(text: str, kept: str = "") -> str:
    """``text`` with what a terminal would obey written as escapes, but for the characters of ``kept``."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in kept else f"\\x{ord(char):02x}" for char in text)


NAMED = 100
"""Most characters of a key that a message names."""


def shortened(text: str, most: int) -> str:
    """``text``, with its middle left out if it has more than ``most`` characters."""
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end - 1]}…{text[-end:]}"
