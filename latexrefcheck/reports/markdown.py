"""Markdown, for the step summary of GitHub Actions and for comments on pull requests.

Counts, a table of verdicts, the entries that need attention with cited and found values side by
side, then every finding with its source line; a fix is shown as a suggestion of whole lines.
Untrusted text is escaped, so that it can neither format nor link nor notify anyone. GitHub refuses
summaries over 1 MiB: the text stops before that and says how many findings are left out.

## Options
- `limit` (default 900000): longest text, in bytes of UTF-8
- `link` (default none): what the address of a file begins with, e.g. `https://github.com/me/paper/blob/main/`; places are
  then links to their lines
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from urllib.parse import quote

from latexrefcheck.model.finding import EntryReport, Finding, Fix, Location, PaperReport, Report
from latexrefcheck.registry import source_name
from latexrefcheck.reports import _words as words
from latexrefcheck.reports._edits import Change, changes
from latexrefcheck.reports._evidence import corrected, facts, record_url, remarks, web
from latexrefcheck.reports._excerpt import marked
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.visible import block, line

ID = "markdown"
ENTRIES = True

LIMIT = 900_000
SIGNS = {"error": "\U0001f534", "warning": "\U0001f7e1", "info": "\U0001f535"}
"""A coloured circle per severity: Markdown has no colour of its own."""

_SPECIAL = lazy(r"[\\`*_\[\]<>|~&$@#]|://|\bwww\.|^[-+=]|(?<=^\d)[.)]")
_REFERENCES = {
    **{"<": "&lt;", ">": "&gt;", "&": "&amp;", "$": "&#36;", "://": "&#58;//", "www.": "www&#46;"},
    # A zero-width space: GitHub looks for mentions and issue numbers in the rendered text.
    **{"@": "@&#8203;", "#": "\\#&#8203;"},
}
_TICKS = lazy(r"`+")
_LONGEST_CELL = 300


def render(report: Report, *, limit: int = LIMIT, link: str = "") -> str:
    """The report as GitHub-flavoured Markdown of at most ``limit`` bytes; ``link`` begins the addresses of files."""
    head = "\n".join(_head(report))
    room = limit - len(head.encode("utf-8")) - 300  # for the line about what is left out
    doubtful = list(_doubtful(report))
    entries, left_entries, room = _fitting(("\n".join(_rows(entry, link)) for entry in doubtful), len(doubtful), room)
    findings = words.worst_first(report.open)  # so that a cut takes the mildest
    blocks, left, _ = _fitting(("\n".join(_finding(found, link)).rstrip() + "\n" for found in findings), len(findings), room)
    parts = [head]
    if entries:
        parts.append("### Entries to look at\n\n| entry | verdict | field | cited | found |\n| --- | --- | --- | --- | --- |")
        parts.append("\n".join(entries) + "\n")
    if left_entries:
        parts.append(
            f"*{words.plural(left_entries, 'more entry', 'more entries')} left out: the text is limited to {limit} bytes.*\n"
        )
    if blocks:
        parts += ["### Findings\n", "\n".join(blocks)]
    if left:
        parts.append(f"*{words.plural(left, 'more finding')} left out: the text is limited to {limit} bytes.*\n")
    return "\n".join(parts)


def _fitting(blocks: Iterable[str], total: int, room: int) -> tuple[list[str], int, int]:
    """(blocks that fit in ``room`` bytes, how many of ``total`` do not, room left)."""
    kept: list[str] = []
    for text in blocks:
        size = len(text.encode("utf-8")) + 1
        if size > room:
            break
        kept.append(text)
        room -= size
    return kept, total - len(kept), room


def _head(report: Report) -> Iterator[str]:
    yield f"## latexrefcheck: {words.tally(report)}\n"
    if report.documents:
        names = ", ".join(map(code, report.documents[:5])) + (", \u2026" if len(report.documents) > 5 else "")
        yield f"{names}: {words.read(report)}.\n"
    else:
        yield f"{words.read(report)}.\n"
    beside = words.uncounted(report)
    lines = [f"Not counted: {beside}." if beside else "", words.fixable(report.open), words.outcome(report)]
    lines += [words.sentence(clause) for clause in words.trouble(report)] + [f"Note: {note}" for note in words.notes(report)]
    told = [f"- {escaped(text)}" for text in lines if text]
    if told:
        yield "\n".join(told) + "\n"
    if report.papers:
        yield "| document | errors | warnings | info | entries | verdicts |\n| --- | ---: | ---: | ---: | ---: | --- |"
        yield "\n".join(map(_paper, report.papers)) + "\n"
    counts = list(words.verdict_counts(report))
    if counts:
        yield "| verdict | entries |\n| --- | ---: |"
        yield "\n".join(f"| {words.VERDICTS.get(status, status)} | {count} |" for status, count in counts) + "\n"
        yield f"{escaped(words.verdicts(report))}\n"


def _paper(one: PaperReport) -> str:
    states = ", ".join(f"{count} {words.VERDICTS.get(status, status)}" for status, count in one.verdicts.items())
    return f"| {code(one.path, cell=True)} | {one.error} | {one.warning} | {one.info} | {one.entries} | {states} |"


def _doubtful(report: Report) -> Iterator[EntryReport]:
    """The entries whose verdict is not plainly good."""
    for entry in report.entries:
        verdict = entry.verdict
        if verdict is not None and (verdict.status not in ("verified", "unverifiable") or verdict.notices):
            yield entry


def _rows(entry: EntryReport, link: str) -> Iterator[str]:
    verdict = entry.verdict
    assert verdict is not None  # noqa: S101  for the type checker
    label = words.standing(verdict.status, verdict.agreement, verdict.word)
    record = verdict.record or verdict.other
    url = record_url(record)
    source = f" [{escaped(source_name(record.source))}](<{url}>)" if url and record else ""
    said = "; ".join(remarks(verdict))
    named = _linked(code(entry.key, cell=True), entry.location, link)
    yield f"| {named} | {label}{source} | | {_cell(said)} | |"
    for one in verdict.judgements:
        if one.state == "differ":
            yield f"| | | {escaped(one.field)} {one.score:.2f} | {_cell(one.cited)} | {_cell(one.found)} |"


def _cell(text: str) -> str:
    return escaped(text if len(text) <= _LONGEST_CELL else text[:_LONGEST_CELL] + "\u2026")


def _linked(text: str, place: Location, link: str) -> str:
    """``text`` as a link to the line of ``place``, if files have addresses."""
    return f"[{text}](<{link}{quote(place.path.removeprefix('./'))}#L{place.line}>)" if link else text


def _place(place: Location, link: str) -> str:
    return _linked(code(f"{place.path}:{place.line}:{place.column}"), place, link)


def _finding(found: Finding, link: str) -> Iterator[str]:
    place = found.location
    where = _place(place, link)
    sign = SIGNS.get(found.severity.name, "")
    yield f"- {sign} **{found.severity.name}** {where} {code(found.rule)}: {escaped(words.headline(found))}"
    source = marked(found.excerpt, place, 100, found.excerpt_start)
    if source is not None:
        yield from _fenced("\n".join(source), "text")
    for other in found.related:
        yield f"  - {_place(other.location, link)} {escaped(other.message)}"
    for name, value in facts(found):
        link = web(value) if name == "url" else ""
        yield f"  - {escaped(name)}: " + (f"<{link}>" if link else escaped(value))
    if found.help:
        yield f"  - {escaped(found.help)}"
    if right := corrected(found):
        yield "  - should read:"
        yield from _fenced(right, "text")
    if found.fix:
        yield from _fix(found.fix)


def _fix(fix: Fix) -> Iterator[str]:
    kind = "safe" if fix.safe else "unsafe"
    yield f"  - fix ({kind}): {escaped(fix.message)}"
    for change in changes(fix)[:5]:
        yield from _suggestion(change)


def _suggestion(change: Change) -> Iterator[str]:
    lines = f"line {change.first}" if change.first == change.last else f"lines {change.first} to {change.last}"
    yield f"  - {code(change.path)}, {lines}:"
    yield from _fenced(change.new, "suggestion")


def _fenced(text: str, language: str) -> Iterator[str]:
    """A fenced block inside a list item; the fence is longer than any run of backticks in the text."""
    text = block(text)
    fence = "`" * max(3, *(len(run) + 1 for run in _TICKS.findall(text)), 0)
    yield f"\n  {fence}{language}"
    yield from (f"  {row}" for row in text.split("\n"))
    yield f"  {fence}\n"


def escaped(text: str) -> str:
    """``text`` on one line with nothing in it that Markdown or GitHub would act on."""
    return _SPECIAL.sub(lambda match: _REFERENCES.get(match.group(), f"\\{match.group()}"), line(text))


def code(text: str, cell: bool = False) -> str:
    """``text`` as a code span; ``cell`` for one in a table, where a bar must be escaped even there."""
    text = line(text) or "\u00a0"
    ticks = "`" * (max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    pad = " " if "`" in text else ""
    span = f"{ticks}{pad}{text}{pad}{ticks}"
    return span.replace("|", "\\|") if cell else span
