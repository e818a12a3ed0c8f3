"""``latexrefcheck explain RULE|KEY``: the manual page of a rule, or why the verdict on an entry is what it is."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from latexrefcheck import plugins, registry
from latexrefcheck.cli import _arguments, _output, _references
from latexrefcheck.errors import RefcheckError, UsageError, nearest, unknown
from latexrefcheck.settings.options import NETWORK, VERIFY

if TYPE_CHECKING:
    from latexrefcheck.model.record import Judgement, Record
    from latexrefcheck.verify.explained import Compared, Explanation

NAME = "explain"
HELP = "Explain a rule, or the verdict on an entry: every record beside it, every score, what decided, what would change it."


def arguments(parser: argparse.ArgumentParser) -> None:
    """The ids of rules or keys of entries, and where the bibliography is."""
    parser.add_argument("names", nargs="+", metavar="RULE|KEY", help="id of a rule as in the report, or the key of an entry")
    parser.add_argument("--json", action="store_true", help="as JSON (keys only)")
    _references.add_project(parser)
    _arguments.add_options(parser, (VERIFY, NETWORK), paths=False, only={"thresholds"})


def run(args: argparse.Namespace) -> int:
    """Print the pages and explanations."""
    rules = [name for name in args.names if name in registry.rules]
    keys = [name for name in args.names if name not in registry.rules]
    if rules and args.json:
        raise UsageError(f"the page of the rule {rules[0]!r} is text; --json is for keys of entries")
    sys.stdout.write("\n".join(page(name) for name in rules))
    if keys:
        found = list(_explanations(args, keys))
        if args.json:
            _output.say_json([_plain(one) for one in found])
        else:
            for one in found:
                for line in _text(one):
                    _output.say(line)
    return 0


def page(name: str) -> str:
    """The manual page of one rule, in Markdown."""
    rule = registry.rules[name]
    first, _, rest = plugins.page(rule).partition("\n")
    levels = ", ".join(f"{profile} {severity}" for profile, severity in rule.SEVERITY.items())
    return f"# {rule.ID}\n\n{first}\n\nSeverity: {levels}\n{rest.rstrip()}\n"


def _explanations(args: argparse.Namespace, keys: list[str]) -> Iterator[Explanation]:
    from latexrefcheck.settings import thresholds
    from latexrefcheck.verify import asking, explained

    settings = _arguments.settings(args)
    try:
        book = _references.open_book(settings)
        wanted = [_references.find(book, key) for key in keys]
    except RefcheckError as error:
        # A slip in the id of a rule is likelier than an entry of that key in a project that is not there.
        for name in keys:
            if nearest(name, registry.rules):
                raise UsageError(unknown("rule", name, registry.rules)) from error
        raise
    limits = thresholds.chosen(settings)
    resolution, _, _, verdicts = asking.ask(wanted, settings)
    for reference in wanted:
        yield explained.explain(reference, verdicts[reference.key], resolution.evidence.get(reference.key, ()), limits)


def _text(one: Explanation) -> Iterator[str]:
    from latexrefcheck.reports._words import standing

    verdict = one.verdict
    yield f"{one.reference.key}: {standing(verdict.status, verdict.agreement, verdict.word)}"
    yield f"  level {verdict.level.value}, score {verdict.score:.2f}: {verdict.reason}"
    for record in one.records:
        yield ""
        yield f"  {registry.source_name(record.source)} ({record.query}), score {record.score:.2f}"
        yield from map(_line, record.judgements)
    silent = [e for e in one.evidence if e.outcome != "found"]
    for evidence in silent:
        reason = f" ({evidence.reason})" if evidence.reason else ""
        yield f"  {registry.source_name(evidence.source)} ({evidence.query.kind}): {evidence.outcome}{reason}"
    if one.deciding:
        yield ""
        yield "  what decided:"
        yield from (f"    {sentence}" for sentence in one.deciding)
    yield ""
    yield "  what would change it:" if one.changes else "  no threshold by itself would change it"
    for change in one.changes:
        yield f"    {change.threshold} {change.value:g} instead of {change.now:g}: {change.status}"


def _line(judgement: Judgement) -> str:
    cited, found = judgement.cited or "(not given)", judgement.found or "(not in the record)"
    beside = cited if judgement.state == "agree" and cited == found else f"{cited} | {found}"
    return f"    {judgement.field:<7}{judgement.state:<8}{judgement.score:.2f}  {beside}"


def _plain(one: Explanation) -> dict[str, object]:
    verdict = one.verdict
    return {
        "key": one.reference.key,
        "status": verdict.status,
        "level": verdict.level.value,
        "score": verdict.score,
        "agreement": verdict.agreement,
        "word": verdict.word.value,
        "reason": verdict.reason,
        "records": [_beside(record) for record in one.records],
        "asked": [
            {"source": e.source, "query": e.query.kind, "value": e.query.value, "outcome": e.outcome, "reason": e.reason}
            for e in one.evidence
        ],
        "deciding": list(one.deciding),
        "changes": [change._asdict() for change in one.changes],
    }


def _beside(record: Compared) -> dict[str, object]:
    return {
        "source": record.source,
        "query": record.query,
        "score": record.score,
        "record": _record(record.record),
        "fields": [judgement._asdict() for judgement in record.judgements],
    }


def _record(record: Record) -> dict[str, object]:
    return {
        "title": record.title,
        "authors": [person.text for person in record.authors],
        "years": list(record.years),
        "venues": list(record.venues),
        "identifiers": dict(record.identifiers),
    }
