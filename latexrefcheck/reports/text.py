"""Readable text for a terminal or a log.

Errors come first, then warnings, then infos; within a severity the order is that of the files. The first
line of each finding is `path:line:column: severity [rule] message`, so editors and problem matchers can
jump to it; below it stand the source line with carets under the exact columns, related places, the
evidence (cited and found value, address) and the fix. Many findings of one rule are folded: the first is
shown whole, the others are counted with their keys. A summary closes the report, its numbers add up, and
what makes the run fail is named again where the list is long; a clean run is one line.

Colour is used on a terminal only, and there long lines are wrapped at its width. Control characters,
escape sequences and bidirectional controls in untrusted text are shown as visible characters.

## Options
- `color` (default false): style the text with ANSI sequences
- `width` (default 100): cells that a source line may take
- `wrap` (default false): also break long messages at `width`
- `show` (default info): the mildest severity that is listed; what is milder is counted
- `log` (default false): for the log of a build, write places in words, so that no line is taken for an error of TeX by
  an editor that reads the log
- `verbose` (default false): list every finding whole, also those that do not count, with who was asked
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from latexrefcheck.model.finding import Finding, Report, Severity
from latexrefcheck.reports import _folding as folding
from latexrefcheck.reports import _listing as listing
from latexrefcheck.reports import _words as words
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.visible import line, printable

ID = "text"
ENTRIES = False

REPEAT_ABOVE = 30
"""Lines of findings from which those that make the run fail are named again at the end."""
REPEATED = 20
"""Most that are named again."""

_STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold blue",
    "good": "bold green",
    "place": "bold",
    "file": "bold underline",
    "rule": "magenta",
    "fix": "green",
    "dim": "dim",
}


def render(
    report: Report,
    *,
    color: bool = False,
    width: int = 100,
    verbose: bool = False,
    show: str = "info",
    wrap: bool = False,
    log: bool = False,
) -> str:
    """The report as text, ending with a line feed."""
    text = _text(report, color, width, verbose, show, wrap)
    return "".join(map(_unlike_tex, text.splitlines(keepends=True))) if log else text


def _text(report: Report, color: bool, width: int, verbose: bool, show: str, wrap: bool) -> str:
    paint = _painter() if color else listing.uncoloured
    every = report.findings if verbose else report.open
    if not every:
        return "\n".join(_clean_run(report, paint)) + "\n"
    listed = [found for found in every if found.severity >= Severity[show]]
    style = listing.Style(paint, width, wrap, verbose)
    lines = list(listing.findings(folding.whole(listed) if verbose else folding.folded(listed), style))
    lines += _left_out(every, listed, show)
    repeated = _failing(report, listed) if len(lines) > REPEAT_ABOVE else []
    lines += [*([""] if lines else []), *listing.summary(report, paint), *repeated]
    return "\n".join(lines) + "\n"


_PLACE = lazy(r"^( *[^\s|][^|]*?):(\d+):(\d+)(?=:? |$)")
_NUMBER = lazy(r"(:\d+)(?=:)")


def _unlike_tex(text: str) -> str:
    """A line that is not taken for an error of TeX: these begin with an exclamation mark or hold ``file:line:``.

    That is how LaTeX Workshop reads what latexmk prints, and how TeX writes with -file-line-error.
    """
    text = _PLACE.sub(r"\1, line \2, column \3", text, count=1)
    return _NUMBER.sub(r"\1 ", f" {text}" if text.startswith("!") else text)


def _left_out(every: Sequence[Finding], listed: Sequence[Finding], show: str) -> Iterator[str]:
    """One line about what is milder than ``show``."""
    if len(every) > len(listed):
        kept = {id(found) for found in listed}
        milder = [found for found in every if id(found) not in kept]
        counts = [sum(found.severity is level for found in milder) for level in (Severity.error, Severity.warning, Severity.info)]
        yield from ([""] if listed else [])
        yield f"not listed by --show {show}: {words.severities(*counts)}"


def _failing(report: Report, listed: Sequence[Finding]) -> Iterator[str]:
    """What makes the run fail, a line each: the list above may be longer than a screen."""
    failing = [found for found in listed if words.fails(found, report)] if report.exit_code == 1 else []
    for found in words.worst_first(failing)[:REPEATED]:
        place = found.location
        name = f" {line(found.key)}" if found.key else ""
        yield f"  {printable(place.path)}:{place.line}:{place.column} [{found.rule}]{name}"
    if len(failing) > REPEATED:
        yield f"  and {len(failing) - REPEATED} more"


def _clean_run(report: Report, paint: listing.Paint) -> Iterator[str]:
    """One line for a run without findings, and one more for each thing that the reader must know."""
    names = ", ".join(map(printable, report.documents[:3])) + (", \u2026" if len(report.documents) > 3 else "")
    parts = [words.read(report), words.verdicts(report)]
    beside = words.uncounted(report)
    parts.append(f"not counted: {beside}" if beside else "")
    yield f"{names + ': ' if names else ''}{paint('good', 'no findings')} ({'; '.join(filter(None, parts))})"
    yield from (line(clause) for clause in words.trouble(report))
    yield from (f"note: {line(note)}" for note in words.notes(report))
    if report.exit_code:
        yield paint("error", words.outcome(report))


def _painter() -> listing.Paint:
    """Styles by rich, each worked out once; rich is imported only when colour is wanted."""
    from rich.color import ColorSystem
    from rich.style import Style

    marks = {
        name: Style.parse(style).render("\0", color_system=ColorSystem.STANDARD).split("\0") for name, style in _STYLES.items()
    }

    def paint(style: str, text: str) -> str:
        before, after = marks[style]
        return f"{before}{text}{after}" if text else ""

    return paint
