"""Every option, declared once: flags, variables, configuration keys, action inputs and docs come from here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from latexrefcheck.files import MAX_BYTES
from latexrefcheck.model.document import Span
from latexrefcheck.settings._option import Found, Option
from latexrefcheck.settings.thresholds import DEFAULTS

INPUT = "Input"
POLICY = "Rules and policy"
REPORTS = "Reports"
VERIFY = "Verification"
NETWORK = "Sources and network"
LOCK = "Lock and evidence"

GROUPS: tuple[str, ...] = (INPUT, POLICY, REPORTS, VERIFY, NETWORK, LOCK)
"""Headings in the order that help and docs show them."""

option: Callable[..., Any] = Option  # object, so that each attribute below has the type that its annotation says


class Declared:
    """The declarations, from which :class:`~latexrefcheck.settings.settings.Settings` has its attributes.

    ``origins`` says for every option (and ``option.name`` for tables) where its value came from.
    """

    paths: tuple[Path, ...] = option(
        (),
        "Root .tex, directory, .aux, .bcf or .bib to check; without one, the root documents of the current directory.",
        INPUT,
        flags=("PATH",),
        split=False,
        action=True,
    )
    base: Path | None = option(
        None,
        "Directory that reported paths are relative to; else the CI checkout or the current directory.",
        INPUT,
        metavar="DIR",
        found=Found.nothing,
    )
    build: str = option(
        "auto", "Whether to use what a LaTeX build left behind (.aux, .bcf, .fls, .blg).", INPUT, choices=("auto", "off")
    )
    aux: Path | None = option(None, "The .aux or .bcf file of the build.", INPUT, metavar="FILE", file=False)
    fls: Path | None = option(None, "The .fls file of the build.", INPUT, metavar="FILE", file=False)
    out_dir: str = option(
        "",
        "latexmk's $out_dir, relative to the root document; else as the latexmkrc says.",
        INPUT,
        metavar="DIR",
        found=Found.inside,
    )
    aux_dir: str = option("", "latexmk's $aux_dir, likewise.", INPUT, metavar="DIR", found=Found.inside)
    extra_bib: tuple[Path, ...] = option(
        (), "More .bib files to read, as if the document loaded them.", INPUT, metavar="FILE", split=False
    )
    shared: tuple[Path, ...] = option(
        (),
        "Libraries (globs) shared by several papers: their uncited entries are counted, not listed.",
        INPUT,
        metavar="GLOB",
        split=False,
    )
    tex_tree: bool = option(True, "Ask kpsewhich about files that the project does not have.", INPUT)
    cite_commands: Mapping[str, str] = option(
        {}, "More cite commands and their arguments, in the form of the tables in commands/.", INPUT, flags=()
    )
    backend: str = option(
        "auto", "Read .bib files as this program does; auto goes by the document.", INPUT, choices=("auto", "bibtex", "biber")
    )
    exclude: tuple[str, ...] = option(
        (), "Files (globs) that are not taken as root documents and whose findings are not reported.", INPUT, metavar="GLOB"
    )
    max_file_size: int = option(MAX_BYTES, "Largest file that is read, in bytes.", INPUT, metavar="BYTES", found=Found.lower)

    profile: str = option(
        "default",
        "lenient, default, strict, or a YAML file of settings of your own.",
        POLICY,
        metavar="NAME",
        action=True,
        found=Found.inside,
    )
    config: Path | None = option(
        None,
        "Configuration file; else the nearest .latexrefcheck.yml or pyproject.toml above the root document.",
        POLICY,
        metavar="FILE",
        file=False,
        action=True,
    )
    fail_on: str = option(
        "error",
        "Lowest severity of a finding that makes the exit status 1.",
        POLICY,
        choices=("info", "warning", "error", "never"),
        action=True,
    )
    select: tuple[str, ...] = option((), "Run only these rules.", POLICY, metavar="RULE")
    ignore: tuple[str, ...] = option((), "Do not run these rules.", POLICY, metavar="RULE")
    rules: Mapping[str, Mapping[str, object]] = option(
        {}, "Severity (off, info, warning, error) or options of single rules.", POLICY, flags=("--rule",), metavar="RULE=SEVERITY"
    )
    policy: Mapping[str, object] = option(
        {},
        "House rules: order, style, years, preprints, venues, self-citations, doi; each true, or its limit.",
        POLICY,
        flags=(),
    )
    suppress: tuple[Mapping[str, object], ...] = option(
        (), "Findings that are accepted: any of rule, key, file and field, and the reason.", POLICY, flags=()
    )
    uncited: str = option(
        "auto",
        "Findings on entries that no document cites: list them, or count them in one line; auto lists them with --all.",
        POLICY,
        choices=("auto", "list", "count"),
    )
    baseline: Path | None = option(None, "File of known findings; only new ones count.", POLICY, metavar="FILE", action=True)
    write_baseline: bool = option(
        False, "Write the findings of this run to the baseline, or to .latexrefcheck-baseline.json.", POLICY, file=False
    )
    require_complete: bool = option(False, "Exit with 3 when not everything could be verified.", POLICY, action=True)
    require_sources: int = option(1, "Sources that have to hold a work for it to be verified: one, or two.", POLICY, metavar="N")
    max_not_found: str = option(
        "",
        "Most works that no source may know: a number, or a share of those looked up (10%); more make the exit status 1.",
        POLICY,
        metavar="N",
        action=True,
    )
    since: str = option(
        "", "Only findings on what changed since this git revision count.", POLICY, metavar="REV", file=False, action=True
    )
    changed_only: bool = option(False, "Only findings on uncommitted changes count.", POLICY, file=False)

    report: tuple[str, ...] = option(
        (),
        "Report format, to standard output or to a file; may be given several times.",
        REPORTS,
        metavar="FORMAT[:FILE]",
        action=True,
        found=Found.inside,
    )
    report_options: Mapping[str, Mapping[str, object]] = option(
        {},
        "Options of single report formats, as their pages list them.",
        REPORTS,
        flags=("--report-option",),
        metavar="FORMAT.NAME=VALUE",
    )
    show: str = option(
        "info",
        "The mildest severity that the text report lists; what is milder is counted.",
        REPORTS,
        choices=("info", "warning", "error"),
    )
    color: str = option("auto", "Colour in the text report.", REPORTS, choices=("auto", "always", "never"))
    quiet: bool = option(False, "Print only the reports that were asked for.", REPORTS, flags=("-q", "--quiet"))
    progress: str = option("auto", "Progress on standard error while sources are asked.", REPORTS, choices=("auto", "on", "off"))

    verify: bool = option(True, "Ask the scholarly sources whether the works exist and agree.", VERIFY, action=True)
    cited_only: bool = option(True, "Verify cited entries only.", VERIFY, opposite="--all", action=True)
    retractions: Path | None = option(
        None, "Retraction Watch CSV to look works up in.", VERIFY, metavar="FILE", found=Found.nothing
    )
    claims: str = option(
        "off",
        "Hold citing sentences against the texts of the cited works; strict makes what is contradicted an error.",
        VERIFY,
        choices=("off", "info", "strict"),
    )
    thresholds: Mapping[str, float] = option(
        DEFAULTS,
        "The figures that decide verdicts: similarities, weights, confidence; see Verification.",
        VERIFY,
        flags=("--threshold",),
        metavar="NAME=NUMBER",
    )

    verbose: bool = option(
        False, "Say more about what is read; log what is asked and what comes.", NETWORK, flags=("-v", "--verbose")
    )
    trace: bool = option(
        False, "Log also what the cache answers, waits, tries and redirects; never a key.", NETWORK, flags=("-vv", "--trace")
    )
    offline: bool = option(False, "Answer from the cache only; ask nothing.", NETWORK, action=True)
    refresh: tuple[str, ...] = option(
        (), "Ask again for these keys, or for all without a value.", NETWORK, metavar="KEY,…", const="*", file=False
    )
    sources: tuple[str, ...] = option((), "Sources to ask, in this order; all without one.", NETWORK, metavar="NAME", action=True)
    without_sources: tuple[str, ...] = option((), "Sources not to ask.", NETWORK, metavar="NAME")
    source: Mapping[str, Mapping[str, str]] = option(
        {}, "url, key and contact of single sources.", NETWORK, flags=(), found=Found.parts
    )
    contact: str = option(
        "", "Mail address that is told to the sources (some then answer quicker).", NETWORK, metavar="ADDRESS", action=True
    )
    cache: Path | None = option(
        None,
        "Directory of the cache; else the user's cache directory.",
        NETWORK,
        metavar="DIR",
        action=True,
        found=Found.nothing,
    )
    index: bool = option(True, "Look works up in the local indexes before the network is asked.", NETWORK)
    index_dir: Path | None = option(
        None,
        "Directory of the local indexes; else in the user's data directory.",
        NETWORK,
        metavar="DIR",
        found=Found.nothing,
    )
    limits: str = option(
        "",
        "Address (redis://…) of a Redis in which several runs, on several machines, count their requests together.",
        NETWORK,
        metavar="ADDRESS",
        secret=True,
        found=Found.nothing,
    )
    timeout: float = option(20.0, "Seconds to wait for one answer.", NETWORK, metavar="SECONDS")
    max_requests: int = option(0, "Most requests in one run; 0 is no limit.", NETWORK, metavar="N", action=True)
    max_seconds: float = option(
        0.0,
        "Most seconds for asking; what is left then is unchecked, and 0 is no limit.",
        NETWORK,
        metavar="SECONDS",
        action=True,
    )
    max_refs: int = option(
        0, "Most references that are looked up; the rest is unchecked, and 0 is no limit.", NETWORK, metavar="N", action=True
    )
    jobs: int = option(0, "Most hosts asked at the same time; 0 is all.", NETWORK, metavar="N")

    lock: Path | None = option(
        None, "Lock file; else latexrefcheck.lock beside the first .bib, if it is there.", LOCK, metavar="FILE"
    )
    write_lock: bool = option(False, "Write what was verified to the lock file.", LOCK, action=True, found=Found.nothing)
    frozen: bool = option(False, "Ask nothing, and fail on entries that the lock does not cover.", LOCK, action=True)
    lock_max_age: int = option(180, "Days for which a verdict in the lock holds.", LOCK, metavar="DAYS")
    confirmations: bool = option(True, "Believe what a person confirmed in the lock.", LOCK)
    evidence: Path | None = option(None, "File to append one JSON line per request to.", LOCK, metavar="FILE", action=True)

    origins: Mapping[str, str]
    environ: Mapping[str, str]
    """The environment variables that reading and telling look at, beside those of ours: none unless the settings were
    loaded as the command line does."""
    rule_profile: str
    """Which column of the rules' severity tables counts: lenient, default or strict."""
    notes: tuple[str, ...]
    """What the reader of the report should know about these settings."""
    suppressed_at: tuple[Span, ...]
    """Where in the configuration file each item of ``suppress`` stands; empty if it came from elsewhere."""


OPTIONS: Mapping[str, Option] = {found.name: found for found in vars(Declared).values() if isinstance(found, Option)}
"""The options by name, in order of declaration."""


def of_group(*groups: str) -> Iterator[Option]:
    """The options under some headings, in order of declaration."""
    return (found for found in OPTIONS.values() if found.group in groups)
