"""The options as keyword arguments of the Python API. Written by docs/generate.py; change options.py instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Literal, TypedDict

StrPath = str | PathLike[str]


class Options(TypedDict, total=False):
    """What settings and the functions of the API take by keyword; docs/options.md has the defaults."""

    paths: StrPath | Sequence[StrPath]
    """Root .tex, directory, .aux, .bcf or .bib to check; without one, the root documents of the current directory."""
    base: StrPath | None
    """Directory that reported paths are relative to; else the CI checkout or the current directory."""
    build: Literal["auto", "off"]
    """Whether to use what a LaTeX build left behind (.aux, .bcf, .fls, .blg)."""
    aux: StrPath | None
    """The .aux or .bcf file of the build."""
    fls: StrPath | None
    """The .fls file of the build."""
    out_dir: str
    """latexmk's $out_dir, relative to the root document; else as the latexmkrc says."""
    aux_dir: str
    """latexmk's $aux_dir, likewise."""
    extra_bib: StrPath | Sequence[StrPath]
    """More .bib files to read, as if the document loaded them."""
    shared: StrPath | Sequence[StrPath]
    """Libraries (globs) shared by several papers: their uncited entries are counted, not listed."""
    tex_tree: bool
    """Ask kpsewhich about files that the project does not have."""
    cite_commands: Mapping[str, object]
    """More cite commands and their arguments, in the form of the tables in commands/."""
    backend: Literal["auto", "bibtex", "biber"]
    """Read .bib files as this program does; auto goes by the document."""
    exclude: Sequence[str]
    """Files (globs) that are not taken as root documents and whose findings are not reported."""
    max_file_size: int
    """Largest file that is read, in bytes."""
    profile: str
    """lenient, default, strict, or a YAML file of settings of your own."""
    config: StrPath | None
    """Configuration file; else the nearest .latexrefcheck.yml or pyproject.toml above the root document."""
    fail_on: Literal["info", "warning", "error", "never"]
    """Lowest severity of a finding that makes the exit status 1."""
    select: Sequence[str]
    """Run only these rules."""
    ignore: Sequence[str]
    """Do not run these rules."""
    rules: Mapping[str, object]
    """Severity (off, info, warning, error) or options of single rules."""
    policy: Mapping[str, object]
    """House rules: order, style, years, preprints, venues, self-citations, doi; each true, or its limit."""
    suppress: Sequence[Mapping[str, object]]
    """Findings that are accepted: any of rule, key, file and field, and the reason."""
    uncited: Literal["auto", "list", "count"]
    """Findings on entries that no document cites: list them, or count them in one line; auto lists them with --all."""
    baseline: StrPath | None
    """File of known findings; only new ones count."""
    write_baseline: bool
    """Write the findings of this run to the baseline, or to .latexrefcheck-baseline.json."""
    require_complete: bool
    """Exit with 3 when not everything could be verified."""
    require_sources: int
    """Sources that have to hold a work for it to be verified: one, or two."""
    max_not_found: str
    """Most works that no source may know: a number, or a share of those looked up (10%); more make the exit status 1."""
    since: str
    """Only findings on what changed since this git revision count."""
    changed_only: bool
    """Only findings on uncommitted changes count."""
    report: Sequence[str]
    """Report format, to standard output or to a file; may be given several times."""
    report_options: Mapping[str, object]
    """Options of single report formats, as their pages list them."""
    show: Literal["info", "warning", "error"]
    """The mildest severity that the text report lists; what is milder is counted."""
    color: Literal["auto", "always", "never"]
    """Colour in the text report."""
    quiet: bool
    """Print only the reports that were asked for."""
    progress: Literal["auto", "on", "off"]
    """Progress on standard error while sources are asked."""
    verify: bool
    """Ask the scholarly sources whether the works exist and agree."""
    cited_only: bool
    """Verify cited entries only."""
    retractions: StrPath | None
    """Retraction Watch CSV to look works up in."""
    claims: Literal["off", "info", "strict"]
    """Hold citing sentences against the texts of the cited works; strict makes what is contradicted an error."""
    thresholds: Mapping[str, object]
    """The figures that decide verdicts: similarities, weights, confidence; see Verification."""
    verbose: bool
    """Say more about what is read; log what is asked and what comes."""
    trace: bool
    """Log also what the cache answers, waits, tries and redirects; never a key."""
    offline: bool
    """Answer from the cache only; ask nothing."""
    refresh: Sequence[str]
    """Ask again for these keys, or for all without a value."""
    sources: Sequence[str]
    """Sources to ask, in this order; all without one."""
    without_sources: Sequence[str]
    """Sources not to ask."""
    source: Mapping[str, object]
    """url, key and contact of single sources."""
    contact: str
    """Mail address that is told to the sources (some then answer quicker)."""
    cache: StrPath | None
    """Directory of the cache; else the user's cache directory."""
    index: bool
    """Look works up in the local indexes before the network is asked."""
    index_dir: StrPath | None
    """Directory of the local indexes; else in the user's data directory."""
    limits: str
    """Address (redis://…) of a Redis in which several runs, on several machines, count their requests together."""
    timeout: float
    """Seconds to wait for one answer."""
    max_requests: int
    """Most requests in one run; 0 is no limit."""
    max_seconds: float
    """Most seconds for asking; what is left then is unchecked, and 0 is no limit."""
    max_refs: int
    """Most references that are looked up; the rest is unchecked, and 0 is no limit."""
    jobs: int
    """Most hosts asked at the same time; 0 is all."""
    lock: StrPath | None
    """Lock file; else latexrefcheck.lock beside the first .bib, if it is there."""
    write_lock: bool
    """Write what was verified to the lock file."""
    frozen: bool
    """Ask nothing, and fail on entries that the lock does not cover."""
    lock_max_age: int
    """Days for which a verdict in the lock holds."""
    confirmations: bool
    """Believe what a person confirmed in the lock."""
    evidence: StrPath | None
    """File to append one JSON line per request to."""
