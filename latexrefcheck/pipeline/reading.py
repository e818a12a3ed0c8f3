"""From settings to the project that they name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from latexrefcheck.errors import UnreadableInput, UsageError
from latexrefcheck.model.document import Project
from latexrefcheck.reading import project
from latexrefcheck.settings import Settings

_CHECKOUTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")
"""Variables that name the checkout in CI."""


def load(settings: Settings, overlay: Mapping[str, bytes] = {}) -> Project:
    """The project that the settings name, with the files of ``overlay`` read as it says."""
    options = project.Options(
        aux=settings.aux,
        fls=settings.fls,
        build=settings.build,
        out_dir=settings.out_dir,
        aux_dir=settings.aux_dir,
        cite_commands=settings.cite_commands,
        extra_bib=_patterns(settings.extra_bib),
        shared=_patterns(settings.shared),
        bibinputs=settings.environ.get("BIBINPUTS", ""),
        texinputs=settings.environ.get("TEXINPUTS", ""),
        backend="" if settings.backend == "auto" else settings.backend,
        max_file_size=settings.max_file_size,
        exclude=settings.exclude,
        tex_tree=settings.tex_tree,
    )
    read = project.load(settings.paths, base_directory(settings), options, overlay)
    if not read.documents and not read.bibliographies and not read.worded:
        where = ", ".join(repr(path.as_posix()) for path in settings.paths) or "the current directory"
        near = [root for path in settings.paths or (Path.cwd(),) for root in project.roots_nearby(path, base_directory(settings))]
        shown = ", ".join(os.path.relpath(root) for root in dict.fromkeys(near))
        if large := project.too_large(settings.paths or (base_directory(settings),), settings.max_file_size):
            raise UnreadableInput(large)
        raise UnreadableInput(
            f"no root document (a .tex with \\documentclass and \\begin{{document}}) was found in {where}; name one"
            + (f": {shown} includes files from there" if shown else "")
        )
    return read


def _patterns(paths: Sequence[Path]) -> tuple[str, ...]:
    """Globs that mean the same from every base."""
    return tuple(path.absolute().as_posix() for path in paths)


def base_directory(settings: Settings) -> Path:
    """The directory that reported paths are relative to.

    In CI that is the checkout, because annotations and SARIF need paths from there even if the check
    runs in a sub-directory; elsewhere the current directory, so that an editor can follow them.
    """
    here = Path.cwd()
    if settings.base is not None:
        if not settings.base.is_dir():
            raise UsageError(f"--base must be a directory, and {str(settings.base)!r} is none")
        return settings.base.absolute()
    for variable in _CHECKOUTS:
        checkout = settings.environ.get(variable, "")
        if checkout and here.is_relative_to(checkout):
            return Path(checkout)
    return here
