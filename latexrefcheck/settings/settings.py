"""What one run is asked to do, and how the command line comes by it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from latexrefcheck.settings.layers import config_file, environment, flagged, given_values, layered, merge, profile
from latexrefcheck.settings.options import Declared

if TYPE_CHECKING:
    from latexrefcheck.settings.given import Options


class Settings(Declared):
    """What one run is asked to do. Read-only; :meth:`replace` makes a changed copy.

    ``Settings(profile="strict", fail_on="error")`` takes the values of the profile, then those given.
    """

    def __init__(self, **given: Unpack[Options]) -> None:
        vars(self).update(layered(given))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"settings are read-only; use replace({name}=…)")

    def __getstate__(self) -> dict[str, object]:
        """What other processes get of it: the environment as it was."""
        return {**vars(self), "environ": dict(self.environ)}

    def replace(self, **changes: Unpack[Options]) -> Settings:
        """A copy with other values, parsed as in the constructor; the profile's values stay as they are."""
        copy = object.__new__(Settings)
        vars(copy).update(vars(self))
        vars(copy).update(given_values(changes))
        vars(copy)["origins"] = {**self.origins, **dict.fromkeys(changes, "given")}
        return copy


def load(flags: Mapping[str, object], environ: Mapping[str, str], cwd: Path | None = None) -> Settings:
    """The settings of one run from the command line's values (by option name) and the environment.

    Raises ConfigError or UsageError with one sentence that names the file and line, variable or flag.
    """
    upper = [environment(environ), flagged(flags)]
    layers = [*config_file(upper, cwd or Path.cwd()), *upper]
    settings: Settings = object.__new__(Settings)
    vars(settings).update(merge([*profile(layers), *layers]), environ=environ)
    return settings
