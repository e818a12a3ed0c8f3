"""One page over all papers of a batch for whoever decides what is looked at: the worst first, with a filter.

The page holds everything itself, fetches nothing, and works without its script but for the filter and the copying.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Mapping

from latexrefcheck.batch.tasks import Result
from latexrefcheck.text.visible import block, line

MOST_FINDINGS = 25
"""Findings of one paper that the page shows; the text for the authors has all."""
MOST_TEXT = 20_000
GRAVE = ("not-found", "wrong-identifier", "identifier-not-found", "mismatch")
"""Verdicts that say something against a reference."""

_HEAD = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Triage</title>
<meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy"
content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"><style>
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1b1b;background:#fff}
details{border:1px solid #ccc;border-radius:4px;margin:.4rem 0;padding:.3rem .7rem}summary{cursor:pointer}
.error{color:#a40000}.warning{color:#7a4b00}.info{color:#204a87}.clean{color:#2b6a0b}code{word-break:break-all}
textarea{width:100%;height:12rem;font:13px/1.4 monospace}input{font:inherit;width:100%;padding:.4rem;box-sizing:border-box}
@media (prefers-color-scheme:dark){body{background:#181818;color:#ddd}.error{color:#ff8080}.warning{color:#e8b45a}
.info{color:#8ab4f8}.clean{color:#8fd16a}details{border-color:#555}}
</style></head><body>
"""
_TAIL = """<script>
const all=[...document.querySelectorAll("details.paper")],box=document.getElementById("filter");
box.addEventListener("input",()=>{const words=box.value.toLowerCase().split(/\\s+/).filter(Boolean);
for(const one of all){const text=one.textContent.toLowerCase();one.hidden=!words.every(word=>text.includes(word))}});
document.addEventListener("click",event=>{const button=event.target.closest("button");if(!button)return;
const text=button.parentElement.querySelector("textarea");text.select();navigator.clipboard?.writeText(text.value)});
</script></body></html>
"""


def page(results: Callable[[], Iterable[Result]]) -> Iterator[str]:
    """The page in parts. ``results`` is gone through once for the order and read again for each group of papers."""
    order = [(rank(result), number) for number, result in enumerate(results())]
    order.sort()
    total, bad = len(order), sum(key[0] < 0 for key, _ in order)
    yield _HEAD
    yield f"<h1>{total} paper{'' if total == 1 else 's'}, {bad} to look at</h1>"
    yield '<p><label>Show papers with the words <input id="filter" type="search" placeholder="not-found retracted …"></label></p>'
    places = {number: place for place, (_, number) in enumerate(order)}
    for start in range(0, total, AT_ONCE):
        wanted = {number for number, place in places.items() if start <= place < start + AT_ONCE}
        shown = sorted((places[number], paper(one)) for number, one in enumerate(results()) if number in wanted)
        yield from (text for _, text in shown)
    yield _TAIL


AT_ONCE = 2_000
"""Papers that are held in memory while the page is written."""


def rank(result: Result) -> tuple[int, int, int, int]:
    """The place of a paper: those that could not be read, then by what is held against works, errors, and warnings."""
    grave = sum(result.verdicts.get(name, 0) for name in GRAVE)
    errors, warnings = result.counts.get("error", 0), result.counts.get("warning", 0)
    first = -2 if result.error else -1 if result.exit_code else 0
    return first, -grave, -errors, -warnings


def paper(result: Result) -> str:
    """One paper with its findings."""
    numbers = [
        f'<span class="{name}">{number} {name}{"" if number == 1 else "s"}</span>'
        for name, number in result.counts.items()
        if number
    ]
    verdicts = [f"{number} {name}" for name, number in result.verdicts.items() if name in (*GRAVE, "unchecked")]
    state = (
        f'<span class="error">{_line(result.error)}</span>'
        if result.error
        else ", ".join(numbers) or '<span class="clean">clean</span>'
    )
    told = f" · {_line(', '.join(verdicts))}" if verdicts else ""
    told += f" · {result.suppressed} suppressed in its files" if result.suppressed else ""
    findings = "".join(_finding(found) for found in result.findings[:MOST_FINDINGS])
    more = len(result.findings) - MOST_FINDINGS
    rest = f"<p>and {more} more, which the text has</p>" if more > 0 else ""
    text = html.escape(block(result.text)[:MOST_TEXT])
    letter = (
        f'<div><button type="button">Copy the text for the authors</button><textarea readonly>{text}</textarea></div>'
        if text
        else ""
    )
    return (
        f'<details class="paper"><summary><code>{_line(result.paper)}</code> · {state}{told}</summary>'
        f"<ul>{findings}</ul>{rest}{letter}</details>\n"
    )


def _finding(found: Mapping[str, object]) -> str:
    place = found.get("location")
    where = f"{place.get('path', '')}:{place.get('line', '')}" if isinstance(place, dict) else ""
    severity = str(found.get("severity", ""))
    told = "".join(f"<br>{_line(text)}" for text in _evidence(found.get("evidence")))
    name = severity if severity in ("error", "warning", "info") else "info"
    return (
        f'<li><span class="{name}">{name}</span> [{_line(str(found.get("rule", "")))}] '
        f"<code>{_line(where)}</code> {_line(str(found.get('message', '')))}{told}</li>"
    )


def _evidence(told: object) -> Iterator[str]:
    """What was cited beside what was found, as far as a finding has it."""
    if isinstance(told, dict):
        for name in ("cited", "found", "url", "source"):
            if isinstance(told.get(name), str) and told[name]:
                yield f"{name}: {told[name][:300]}"


def _line(text: str) -> str:
    return html.escape(line(text))
