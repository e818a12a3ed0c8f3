"""Write the reference pages docs/rules.md, docs/options.md and docs/reports.md, and the README's example, from the code.

``python docs/generate.py`` writes them; with ``--check`` it only says which are out of date and exits with 1.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

from latexrefcheck import registry
from latexrefcheck.plugins import PROFILES, page
from latexrefcheck.settings import GROUPS, OPTIONS, Settings, of_group
from latexrefcheck.settings._option import Option
from latexrefcheck.settings.policy import NAMES as HOUSE_RULES
from latexrefcheck.settings.schema import schema
from latexrefcheck.settings.thresholds import MEANING

HERE = Path(__file__).parent
README = HERE.parent / "README.md"
EXAMPLE = "latexrefcheck check --frozen fixtures/projects/example"
SCOPES = {
    "project": "all files together",
    "document": "each root document",
    "bibliography": "each .bib file",
    "verdict": "each verified entry",
    "claim": "each citing sentence",
    "policy": "suppressions and baseline",
}
TYPES = {
    "bool": "true or false",
    "str": "text",
    "int": "whole number",
    "float": "number",
    "Path | None": "path",
    "tuple[str, ...]": "list",
    "tuple[Path, ...]": "list of paths",
    "Mapping": "table",
    "tuple[Mapping[str, object], ...]": "list of tables",
}
NOTE = "<!-- Written by docs/generate.py; change the code instead. -->"


HOUSE = """`policy:` in the configuration holds what a journal or a group asks of a list of references. Each name switches on a
rule, which is off otherwise; `true` takes it as it is, a value sets its limit, a table any of its options and its `severity`
(`warning` if nothing is said). They work for entries of a `.bib` and for references in words (`thebibliography`, text, Markdown,
Word, PDF); what a reference does not tell is taken from its record if it was verified.

```yaml
policy:
  order: true                # numbers in the order of first citation, without gaps, doubles and orphans
  style: apa                 # one citation style for a list in words; true: that of most
  years: {from: 2015}        # from, to, or a number: so many years back
  preprints: 30%             # at most this share, also 0.3
  venues:                    # a list alone: the venues that are wanted
    unwanted: [Journal of Paid Pages, "Paid Letters *"]
  self-citations: {most: 20%, authors: [Ann Abel]}   # without authors: those of \\author
  doi: {severity: error}     # a DOI wherever the work has one
```
"""


def rules_page() -> Iterator[str]:
    """One section per rule, with the manual page that `latexrefcheck explain` prints."""
    yield "# Rules"
    yield (
        "`latexrefcheck explain RULE` prints the page of one rule, `latexrefcheck rules` lists them with their severity\n"
        "under your configuration. A rule is set with `--rule ID=SEVERITY` or in the configuration:"
    )
    yield "```yaml\nrules:\n  duplicate-field: off\n  unused-entry: error\n```"
    rows = ["| rule | looks at | lenient | default | strict |", "|---|---|---|---|---|"]
    for rule in registry.rules.values():
        levels = " | ".join(rule.SEVERITY[profile] for profile in PROFILES)
        rows.append(f"| [{rule.ID}](#{rule.ID}) | {SCOPES[rule.SCOPE]} | {levels} |")
    yield "\n".join(rows)
    for rule in registry.rules.values():
        yield f"## {rule.ID}"
        yield demoted(page(rule))


def demoted(page: str) -> str:
    """A manual page with its headings one level deeper, but not what looks like one inside a code block."""
    parts = re.split(r"(^```.*?^```$)", page, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else re.sub(r"^#", "##", part, flags=re.M) for part in parts).strip()


def options_page() -> Iterator[str]:
    """One table per group of options."""
    yield "# Options"
    yield (
        "Later ones override earlier ones: declared defaults, the profile, the configuration file, environment variables,\n"
        "flags. `latexrefcheck config` shows every value and where it came from. The configuration file is the nearest\n"
        "`.latexrefcheck.yml`, or `pyproject.toml` with a table `tool.latexrefcheck`, from the directory of the root document\n"
        "up to the top of the git work tree. An option that does not exist is an error.\n\n"
        "A file that is found so came with the paper, and whoever sends a pull request can write it. The last column says what\n"
        "it may set: *yes*; *in the project*, paths there only; *lower*, no more than the default; *contact*, nothing else of a\n"
        "source; or *no*. Flags, variables and a file named with `--config` or `--profile` may set everything\n"
        "([SECURITY.md](../SECURITY.md))."
    )
    for group in GROUPS:
        yield f"## {group}"
        rows = [
            "| key in the file | flag | variable | type | default | meaning | beside a paper |",
            "|---|---|---|---|---|---|---|",
        ]
        rows += [row(option) for option in of_group(group)]
        yield "\n".join(rows)
    yield "## Thresholds"
    yield (
        "`thresholds:` in the configuration or `--threshold NAME=NUMBER`. Hyphens may stand for underscores, and the names\n"
        "`title`, `author`, `year`, `verified`, `partial` and `low` of earlier versions are understood. How they decide is in\n"
        "[Verification](verification.md#scores-and-levels)."
    )
    yield "\n".join(thresholds())
    yield "## Single sources"
    yield (
        "`source:` sets `url`, `key` and `contact` of one scholarly source; so do the variables `LATEXREFCHECK_<SOURCE>_URL`,\n"
        "`LATEXREFCHECK_<SOURCE>_KEY` and `LATEXREFCHECK_<SOURCE>_CONTACT`. Keys belong in variables, not in files;\n"
        "addresses are taken from variables and from a file that is named with `--config`."
    )
    yield "```yaml\nsource:\n  crossref:\n    url: https://crossref-mirror.example.org\n```"
    yield "## Suppressions"
    yield (
        "In a `.tex` or `.bib` file, on the line or alone above it (above an entry or a field: all of it):\n\n"
        "```tex\n% latexrefcheck: ignore[rule-id, other-rule] the reason\n"
        "% latexrefcheck: ignore-file[rule-id] the reason\n```\n\n"
        "In the configuration, with any of `rule`, `key`, `file` and `field` (globs), and always a reason:"
    )
    yield "```yaml\nsuppress:\n  - rule: unused-entry\n    file: lib/*.bib\n    reason: shared with the other papers\n```"
    yield "Suppressions that nothing needs are reported by [unused-suppression](rules.md#unused-suppression)."
    yield "## House rules"
    yield HOUSE.rstrip()
    yield "The rules behind the names:"
    rows = ["| name | rules | a value alone sets |", "|---|---|---|"]
    for name, house in HOUSE_RULES.items():
        links = ", ".join(f"[{rule}](rules.md#{rule})" for rule in house.rules)
        rows.append(f"| `{name}` | {links} | {f'`{house.alone}`' if house.alone else ''} |")
    yield "\n".join(rows)


def thresholds() -> Iterator[str]:
    """The table of thresholds with their value in each profile."""
    yield "| name | lenient | default | strict | meaning |"
    yield "|---|---|---|---|---|"
    held = {profile: Settings(profile=profile).thresholds for profile in PROFILES}
    for name, meaning in MEANING.items():
        yield f"| `{name}` | {' | '.join(f'{held[profile][name]:g}' for profile in PROFILES)} | {meaning} |"


def row(option: Option) -> str:
    """One line of an options table."""
    flags = list(option.flags)
    if option.type == "bool":
        flags += [flag.replace("--", "--no-", 1) for flag in option.flags if flag.startswith("--")]
    flags += [option.opposite] if option.opposite else []
    words = " ".join(f"`{flag}`" for flag in flags)
    kind = ", ".join(f"`{choice}`" for choice in option.choices) or TYPES[option.kind]
    default = option.default
    empty = default is None or default in ("", (), {}) or option.is_mapping
    shown = "" if empty else f"`{str(default).lower() if isinstance(default, bool) else default}`"
    cells = (
        f"`{option.name}`" if option.file else "",
        words,
        f"`{option.variable}`",
        kind,
        shown,
        option.help,
        option.found.value,
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def reports_page() -> Iterator[str]:
    """One section per report format."""
    yield "# Reports"
    yield (
        "`--report FORMAT` writes to standard output, `--report FORMAT:FILE` to a file; several may be given. Without one,\n"
        "`text` is printed, and in GitHub Actions `github` beside it."
    )
    yield (
        "The options of a format are set with `--report-option FORMAT.NAME=VALUE`, in `LATEXREFCHECK_REPORT_OPTIONS`\n"
        "(`junit.positions=false,github.limit=20`) or in the configuration:"
    )
    yield "```yaml\nreport: [junit:out.xml]\nreport-options:\n  junit:\n    positions: false\n```"
    for name, report in registry.reports.items():
        yield f"## {name}"
        yield demoted(page(report))


GIVEN = {
    "bool": "bool",
    "str": "str",
    "int": "int",
    "float": "float",
    "Path | None": "StrPath | None",
    "tuple[str, ...]": "Sequence[str]",
    "tuple[Path, ...]": "StrPath | Sequence[StrPath]",
    "Mapping": "Mapping[str, object]",
    "tuple[Mapping[str, object], ...]": "Sequence[Mapping[str, object]]",
}
"""What the constructor of settings takes for an option of each type."""


def given_module() -> str:
    """The module that types the options of the Python API."""
    lines = [
        '"""The options as keyword arguments of the Python API. Written by docs/generate.py; change options.py instead."""',
        "",
        "from __future__ import annotations",
        "",
        "from collections.abc import Mapping, Sequence",
        "from os import PathLike",
        "from typing import Literal, TypedDict",
        "",
        "StrPath = str | PathLike[str]",
        "",
        "",
        "class Options(TypedDict, total=False):",
        '    """What settings and the functions of the API take by keyword; docs/options.md has the defaults."""',
        "",
    ]
    for option in OPTIONS.values():
        choices = ", ".join(f'"{choice}"' for choice in option.choices)
        lines.append(f"    {option.attribute}: {f'Literal[{choices}]' if choices else GIVEN[option.kind]}")
        lines += textwrap.wrap(f'"""{option.help}"""', 126, initial_indent="    ", subsequent_indent="    ")
    return "\n".join(lines) + "\n"


GIVEN_MODULE = HERE.parent / "latexrefcheck" / "settings" / "given.py"
PAGES: dict[str, Callable[[], Iterator[str]]] = {
    "rules.md": rules_page,
    "options.md": options_page,
    "reports.md": reports_page,
}


def man_page() -> str:
    """The manual page, latexrefcheck(1), from the parsers of all commands."""
    from argparse_manpage.manpage import Manpage

    from latexrefcheck.cli import _arguments

    os.environ["COLUMNS"] = "100"
    parser = _arguments.whole()
    parser.man_short_description = "check the citations and the bibliography of a LaTeX project"  # type: ignore[attr-defined]
    text = str(Manpage(parser))
    # The day on which it was made says nothing, and would differ from run to run.
    return re.sub(r'^(\.TH \S+ "?1"? )"[^"]*"', r'\1"latexrefcheck"', text, count=1, flags=re.M).rstrip() + "\n"


def json_schema() -> str:
    """The JSON Schema of the configuration file."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


FILES: dict[str, Callable[[], str]] = {"latexrefcheck.schema.json": json_schema, "latexrefcheck.1": man_page}


def render(name: str) -> str:
    """The text of one page."""
    if name in FILES:
        return FILES[name]()
    head, *rest = PAGES[name]()
    return "\n\n".join([head, NOTE, *rest]) + "\n"


def readme() -> str:
    """The README with what its example prints now, between ``EXAMPLE`` and the end of that block."""
    text = README.read_text("utf-8")
    before, command, rest = text.partition(f"```\n{EXAMPLE}\n```\n")
    words, _, block = rest.partition("```\n")
    _, _, after = block.partition("\n```\n")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("LATEXREFCHECK", "GITHUB_", "CI"))}
    called = [sys.executable, "-m", *EXAMPLE.split()]
    done = subprocess.run(
        called, cwd=HERE.parent, env=environment, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    return f"{before}{command}{words}```\n{done.stdout.rstrip()}\n```\n{after}"


def main(arguments: list[str]) -> int:
    """Write the pages, or with --check compare them."""
    stale = [name for name in (*PAGES, *FILES) if not (HERE / name).is_file() or (HERE / name).read_text("utf-8") != render(name)]
    if "--check" in arguments:
        for name in stale:
            sys.stdout.write(f"docs/{name} is out of date; run python docs/generate.py\n")
        return 1 if stale else 0
    for name in stale:
        (HERE / name).write_text(render(name), "utf-8")
        sys.stdout.write(f"wrote docs/{name}\n")
    if (text := given_module()) != (GIVEN_MODULE.read_text("utf-8") if GIVEN_MODULE.is_file() else ""):
        GIVEN_MODULE.write_text(text, "utf-8")
        sys.stdout.write(f"wrote {GIVEN_MODULE.relative_to(HERE.parent)}\n")
    if (text := readme()) != README.read_text("utf-8"):
        README.write_text(text, "utf-8")
        sys.stdout.write("wrote README.md\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
