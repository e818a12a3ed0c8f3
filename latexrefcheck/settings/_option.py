"""One declared option and how its value is read from a flag, a variable or a configuration file.

The type annotation of the attribute that holds an option chooses its parser, so an option's type is
written once, for mypy and for the user's values alike.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

PREFIX = "LATEXREFCHECK_"
"""Start of the name of every environment variable that is ours."""

_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off", ""})
_UNITS = {"k": 1024, "m": 1024**2, "g": 1024**3}


class Found(Enum):
    """What of an option a configuration file may set that came with a paper, so that nobody named it."""

    anything = "yes"
    inside = "in the project"
    lower = "lower"
    parts = "contact"
    nothing = "no"


class Option:
    """The declaration of one option; the attribute that it is assigned to gives name and type.

    ``group`` is the heading that help and docs list it under; ``flags`` the spellings on the command
    line (``--name`` when None, no flag when empty; with ``--no-`` form for a bool); ``metavar`` names
    the value; ``choices`` the words allowed; ``file`` is false for what a configuration file may not
    set; ``split`` is false for lists whose items may hold a comma; ``secret`` values are never shown;
    ``const`` is the value of a flag given without one; ``opposite`` another spelling of ``--no-name``;
    ``action`` is true for an input of the GitHub action; ``found`` what a file that came with a paper may say
    (None: paths inside the project, anything of what is no path).
    """

    def __init__(
        self,
        default: Any,
        help: str,
        group: str,
        flags: tuple[str, ...] | None = None,
        metavar: str = "",
        choices: tuple[str, ...] = (),
        file: bool = True,
        split: bool = True,
        secret: bool = False,
        const: Any = None,
        opposite: str = "",
        action: bool = False,
        found: Found | None = None,
    ) -> None:
        self.default = default
        self.help = help
        self.group = group
        self._flags = flags
        self.metavar = metavar
        self.choices = choices
        self.file = file
        self.split = split
        self.secret = secret
        self.const = const
        self.opposite = opposite
        self.action = action
        self._found = found

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.attribute = attribute
        self.type: str = owner.__annotations__[attribute]
        self.name = attribute.strip("_").replace("_", "-")
        self.variable = PREFIX + attribute.strip("_").upper()
        self.flags = (f"--{self.name}",) if self._flags is None else self._flags

    @property
    def found(self) -> Found:
        """What of it a configuration file may set that came with a paper."""
        if not self.file:
            return Found.nothing
        return self._found or (Found.inside if "Path" in self.type else Found.anything)

    @property
    def kind(self) -> str:
        """Its type, of which tables are read and shown alike whatever is in them."""
        return "Mapping" if self.is_mapping else self.type

    @property
    def is_list(self) -> bool:
        """True if the value has several items."""
        return self.type.startswith("tuple[")

    @property
    def is_mapping(self) -> bool:
        """True if the value is a table of names and values, which layers merge instead of replacing."""
        return self.type.startswith("Mapping[")

    def exact(self, value: object) -> object:
        """``value`` of the command line with texts turned into the paths that they name.

        The shell has split them already, so that commas, newlines and outer blanks belong to the names. Raises as
        :meth:`parse` does.
        """
        _readable(value)
        if self.type == "Path | None" and isinstance(value, str):
            return _named(value)
        if self.type == "tuple[Path, ...]" and isinstance(value, list):
            return [path for item in value if (path := _named(item)) is not None]
        return value

    def parse(self, value: object, base: Path | None = None) -> Any:
        """``value`` (text of a flag or variable, or a YAML or TOML value) in this option's type.

        Relative paths are taken from ``base``. Raises ValueError with the second half of a sentence
        that begins with the option's name.
        """
        parsed = _PARSERS[self.kind](self, _readable(value), base)
        if self.choices:
            for item in parsed if isinstance(parsed, tuple) else (parsed,):
                if item not in self.choices:
                    raise ValueError(f"must be one of {', '.join(self.choices)}, not {item!r}")
        return parsed


def _readable(value: object) -> object:
    """``value`` without what no file can be named and no report can hold; raises ValueError for such a character."""
    texts = value if isinstance(value, list | tuple) else (value,)
    for text in texts:
        if isinstance(text, str) and not text.isprintable():
            if "\0" in text:
                raise ValueError("cannot hold a NUL character")
            try:
                os.fsencode(text)
            except UnicodeEncodeError:
                raise ValueError(f"holds a character that no file system can write: {text[:80]!r}") from None
    return value


def _bool(_option: Option, value: object, _base: Path | None) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word in _TRUE or word in _FALSE:
        return word in _TRUE
    raise ValueError(f"must be true or false, not {value!r}")


def _text(option: Option, value: object, _base: Path | None) -> str:
    if isinstance(value, bool) and option.choices:
        return "on" if value else "off"  # YAML 1.1 reads these two words as true and false
    if isinstance(value, str | int | float):
        return str(value).strip()
    raise ValueError(f"must be text, not {_kind(value)}")


def _integer(_option: Option, value: object, _base: Path | None) -> int:
    text = str(value).strip().lower()
    unit = _UNITS.get(text[-1:], 1)
    digits = text[:-1] if unit > 1 else text
    if isinstance(value, bool) or not (digits.isascii() and digits.isdigit()) or len(digits) > 15:
        raise ValueError(f"must be a whole number from 0 up (K, M and G may follow), not {value!r}")
    return int(digits) * unit


def _number(_option: Option, value: object, _base: Path | None) -> float:
    try:
        number = float(str(value))
    except ValueError:
        number = -1.0
    if isinstance(value, bool) or not 0 <= number < float("inf"):
        raise ValueError(f"must be a number from 0 up, not {value!r}")
    return number


def _texts(option: Option, value: object, _base: Path | None) -> tuple[str, ...]:
    if isinstance(value, str):
        parts = value.replace(",", "\n").split("\n") if option.split else value.split("\n")
        return tuple(part.strip() for part in parts if part.strip())
    if isinstance(value, list | tuple) and all(isinstance(item, str | int | float) for item in value):
        return tuple(item for each in value for item in _texts(option, str(each), None))
    if isinstance(value, list | tuple):
        other = next(item for item in value if not isinstance(item, str | int | float))
        raise ValueError(f"must be a list of texts, without {_kind(other)} in it")
    raise ValueError(f"must be a list of texts, not {_kind(value)}")


def _path(_option: Option, value: object, base: Path | None) -> Path | None:
    if isinstance(value, Path):
        return value
    if not isinstance(value, str):
        raise ValueError(f"must be a path, not {_kind(value)}")
    path = _named(value.strip())
    return base / path if base is not None and path is not None else path


def _named(text: str) -> Path | None:
    """The path that a text is, or None for a blank one."""
    if not text.strip():
        return None
    return Path(os.path.expanduser(text))  # noqa: PTH111  expanduser() of Path raises without a home directory


def _paths(option: Option, value: object, base: Path | None) -> tuple[Path, ...]:
    if isinstance(value, list | tuple) and all(isinstance(item, Path) for item in value):
        return tuple(value)
    found = (_path(option, item, base) for item in _texts(option, value, None))
    return tuple(path for path in found if path is not None)


def _mapping(_option: Option, value: object, _base: Path | None) -> Mapping[str, object]:
    if isinstance(value, Mapping):
        return {str(key): item for key, item in value.items()}
    if not isinstance(value, str | list | tuple):
        raise ValueError(f"must be a table of names and values, not {_kind(value)}")
    pairs: dict[str, object] = {}
    for part in value.replace("\n", ",").split(",") if isinstance(value, str) else value:
        name, equals, text = str(part).partition("=")
        if isinstance(part, str) and not part.strip():
            continue
        if not equals or not isinstance(part, str):
            raise ValueError(f"must have the form NAME=VALUE, not {part!r}")
        pairs[name.strip()] = text.strip()
    return pairs


def _tables(_option: Option, value: object, _base: Path | None) -> tuple[Mapping[str, object], ...]:
    if isinstance(value, list | tuple) and all(isinstance(item, Mapping) for item in value):
        return tuple({str(key): inner for key, inner in item.items()} for item in value)
    raise ValueError(f"must be a list of tables, not {_kind(value)}")


def _kind(value: object) -> str:
    names = {dict: "a table", list: "a list", tuple: "a list", bool: "true or false", type(None): "nothing"}
    return names.get(type(value), repr(value))


_PARSERS: dict[str, Callable[[Option, object, Path | None], object]] = {
    "bool": _bool,
    "str": _text,
    "int": _integer,
    "float": _number,
    "Path | None": _path,
    "tuple[str, ...]": _texts,
    "tuple[Path, ...]": _paths,
    "Mapping": _mapping,
    "tuple[Mapping[str, object], ...]": _tables,
}
