"""What the caller decides about reading a project, as plain values."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from latexrefcheck.files import MAX_BYTES


class Options(NamedTuple):
    """How to read a project.

    ``aux`` is an .aux or .bcf of the build to believe and ``fls`` its recorder file; ``build`` is ``auto``
    or ``off`` (ignore what builds left); ``out_dir`` and ``aux_dir`` say where builds write, relative to the
    root document. ``cite_commands`` maps names to signatures as the tables of ``commands/`` write them.
    ``extra_bib`` and ``shared`` are globs relative to the base: libraries to read in addition, and libraries
    whose uncited entries are counted, not listed. ``bibinputs`` and ``texinputs`` are the values of the
    environment variables, and may lead out of the project because the user set them. ``backend``
    overrides ``bibtex`` or ``biber``; ``main`` names root documents relative to the base; ``exclude`` holds
    globs of files that are never taken as roots. ``tex_tree`` allows to ask ``kpsewhich`` about
    files that the project does not have.
    """

    aux: Path | None = None
    fls: Path | None = None
    build: str = "auto"
    out_dir: str = ""
    aux_dir: str = ""
    cite_commands: Mapping[str, str] = {}
    extra_bib: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    bibinputs: str = ""
    texinputs: str = ""
    backend: str = ""
    max_file_size: int = MAX_BYTES
    main: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    tex_tree: bool = True


class LatexmkSettings(NamedTuple):
    """``searches`` maps BIBINPUTS and TEXINPUTS to their folders; the rest is named as in latexmk."""

    default_files: tuple[str, ...] = ()
    out_dir: str = ""
    aux_dir: str = ""
    bibinputs: tuple[str, ...] = ()
    texinputs: tuple[str, ...] = ()
    engine: str = ""
