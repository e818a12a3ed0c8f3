"""Answers to claims as text, Markdown, a web page and JSON: the claim and the passage side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from latexrefcheck import registry
from latexrefcheck.claims.asked import CitedWork
from latexrefcheck.claims.codes import ClaimCode
from latexrefcheck.claims.deciding import Answer, Shown, counted
from latexrefcheck.model.claims import Stand
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.visible import line

_SAID = {
    Stand.SUPPORTED: "a passage says it",
    Stand.CONTRADICTED: "a passage says otherwise",
    Stand.PARTIAL: "part of it is said",
    Stand.UNVERIFIABLE: "no passage says it",
    Stand.ABSTRACT_ONLY: "only the whole text can bear it out, and the abstract is all there is",
}
_NO_TEXT = {
    ClaimCode.NO_ABSTRACT: "no source has its abstract",
    ClaimCode.DOI_NOT_FOUND: "no source has the work",
    ClaimCode.DOI_MISMATCH: "the text that came belongs to another work",
    ClaimCode.SOURCE_TIMEOUT: "a source did not answer in time",
    ClaimCode.SOURCE_RATE_LIMITED: "a source refused for too many requests",
    ClaimCode.SOURCE_API_ERROR: "a source could not be asked",
    ClaimCode.SOURCE_UNSUPPORTED: "no chosen source can be asked about it",
}
_MARKDOWN = lazy(r"([\\`*_\[\]<>|~&$@#])")


def why(answer: Answer) -> str:
    """What the answer rests on, in a clause."""
    if not answer.passages and answer.code in _NO_TEXT:
        return _NO_TEXT[answer.code]
    if not answer.passages and answer.undone:
        return answer.undone
    return _SAID[answer.stand]


def plain(answers: Sequence[Answer], requests: int = 0) -> dict[str, object]:
    """The answers as JSON values (claims.schema.json)."""
    return {
        "claims": [_plain(answer) for answer in answers],
        "counts": {stand.value: count for stand, count in counted(answers).items()},
        "requests": requests,
    }


def _plain(answer: Answer) -> dict[str, object]:
    work, place = answer.work, answer.claim.location
    return {
        "work": work.name,
        "doi": work.doi,
        "title": work.title,
        "existence": {"state": work.state, "reason": work.reason},
        "notices": list(work.notices),
        "claim": answer.claim.text,
        "sentence": answer.claim.sentence,
        "location": {"path": place.path, "line": place.line, "column": place.column} if place is not None else None,
        "kind": answer.kind.value,
        "verdict": answer.stand.value,
        "code": answer.code.value,
        "passages": [one._asdict() for one in answer.passages],
        "missing": list(answer.missing),
        "against": list(answer.against),
        "abstract_source": answer.abstract_source,
        "whole_text": answer.whole,
        "source_attempts": [
            {"source": one.source, "code": one.code.value if one.code else "OK", "reason": one.reason} for one in answer.attempts
        ],
        "undone": answer.undone,
    }


def text(answers: Sequence[Answer]) -> Iterator[str]:
    """The answers as lines for a terminal: a card per work, and a count."""
    for work, own in _by_work(answers):
        yield line(f"{work.name}  {_named(work)}")
        yield from (f"  {line(notice)}: every sentence below leans on it" for notice in work.notices)
        for answer in own:
            place = answer.claim.location
            where = f"{place.path}:{place.line}:{place.column}  " if place is not None else ""
            yield f"  {line(where)}{' ' if where else ''}{answer.stand.value}: {line(why(answer))} ({answer.kind.value})"
            yield from (f"    {name:<8} {line(words)}" for name, words in _below(answer))
        yield ""
    yield _summary(answers)


def _below(answer: Answer) -> Iterator[tuple[str, str]]:
    """The lines below an answer: what they are called, and what they say."""
    yield "claim", answer.claim.text
    for one in answer.passages if answer.stand is not Stand.SUPPORTED else answer.passages[:1]:
        yield "passage", f"{one.text}  [{_place(one)}]"
    yield from (("but", one) for one in answer.against)
    if answer.missing:
        yield "missing", ", ".join(answer.missing)
    if not answer.passages or answer.outage:
        yield from (("asked", _tried(one)) for one in _attempts(answer))
    if answer.undone and answer.passages:
        yield "undone", answer.undone


def _summary(answers: Sequence[Answer]) -> str:
    counts = ", ".join(f"{count} {stand.value}" for stand, count in counted(answers).items() if count)
    return f"{len(answers)} claim{'s' if len(answers) != 1 else ''}: {counts or 'none'}"


def _named(work: CitedWork) -> str:
    told = [work.title, f"doi:{work.doi}" if work.doi else "", work.state and f"{work.state}{_reason(work)}"]
    return "; ".join(filter(None, told))


def _reason(work: CitedWork) -> str:
    return f" ({work.reason})" if work.reason and work.state != "verified" else ""


def _place(one: Shown) -> str:
    return f"{one.where}, {_source(one.source)}"


def _source(name: str) -> str:
    return registry.source_name(name) if name in registry.sources else name


def _attempts(answer: Answer) -> list[tuple[str, str, str]]:
    return [(_source(one.source), one.code.value if one.code else "OK", one.reason) for one in answer.attempts]


def _tried(one: tuple[str, str, str]) -> str:
    source, code, reason = one
    return f"{source}: {code}{f' ({reason})' if reason else ''}"


def _by_work(answers: Iterable[Answer]) -> list[tuple[CitedWork, list[Answer]]]:
    found: dict[str, tuple[CitedWork, list[Answer]]] = {}
    for answer in answers:
        found.setdefault(answer.work.name, (answer.work, []))[1].append(answer)
    return list(found.values())


def markdown(answers: Sequence[Answer]) -> str:
    """The answers as Markdown: a table, then a card for every claim that is not supported."""
    rows = ["| work | claim | verdict | passage |", "| --- | --- | --- | --- |"]
    for answer in answers:
        first = answer.passages[0].text if answer.passages else why(answer)
        cells = (answer.work.name, answer.claim.text, answer.stand.value, first)
        rows.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
    cards = []
    for work, own in _by_work(answers):
        doubtful = [answer for answer in own if answer.stand is not Stand.SUPPORTED]
        if not doubtful and not work.notices:
            continue
        cards.append(f"### {_cell(work.name)}\n\n{_cell(_named(work))}\n")
        cards += [f"**{_cell(notice)}**\n" for notice in work.notices]
        for answer in doubtful:
            cards.append(f"- {answer.stand.value}: {_cell(why(answer))}  \n  claim: {_cell(answer.claim.text)}")
            cards += [f"  - {_cell(one.text)} ({_cell(_place(one))})" for one in answer.passages]
            cards += [f"  - {_cell(one)}" for one in answer.against]
    return "\n".join([f"## Claims\n\n{_summary(answers)}\n", *rows, "", *cards]).rstrip() + "\n"


def _cell(words: str) -> str:
    return _MARKDOWN.sub(r"\\\1", line(words)).replace("\\<", "&lt;").replace("\\>", "&gt;").replace("://", "&#58;//")


_STYLE = """
:root{color-scheme:light dark;--line:#8886;--bad:#c33;--good:#287;--dim:#777}
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}
article{border:1px solid var(--line);border-radius:.5rem;margin:1rem 0;padding:1rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
@media(max-width:40rem){.pair{grid-template-columns:1fr}}
blockquote{margin:.3rem 0;padding-left:.8rem;border-left:3px solid var(--line)}
.CONTRADICTED{color:var(--bad);font-weight:600}.SUPPORTED{color:var(--good);font-weight:600}small{color:var(--dim)}
"""


def page(answers: Sequence[Answer]) -> str:
    """The answers as one page that loads nothing: claim and passages side by side."""
    body = [f"<h1>Claims</h1><p>{escape(_summary(answers))}</p>"]
    for work, own in _by_work(answers):
        body.append(f"<article><h2>{escape(line(work.name))}</h2><p>{escape(line(_named(work)))}</p>")
        body += [f'<p class="CONTRADICTED">{escape(line(notice))}</p>' for notice in work.notices]
        for answer in own:
            place = answer.claim.location
            where = f"<small>{escape(line(f'{place.path}:{place.line}'))}</small> " if place is not None else ""
            head = f'<p>{where}<span class="{answer.stand.value}">{answer.stand.value}</span>: {escape(why(answer))}</p>'
            passages = "".join(
                f"<blockquote>{escape(line(one.text))}<br><small>{escape(line(_place(one)))}</small></blockquote>"
                for one in answer.passages
            )
            told = "".join(f"<p>{escape(line(one))}</p>" for one in answer.against)
            told += f"<p><small>missing: {escape(line(', '.join(answer.missing)))}</small></p>" if answer.missing else ""
            tried = "".join(f"<li>{escape(line(_tried(one)))}</li>" for one in _attempts(answer))
            asked = f"<details><summary>what was asked</summary><ul>{tried}</ul></details>" if tried else ""
            claim = f"<div><h3>The paper says</h3><blockquote>{escape(line(answer.claim.text))}</blockquote></div>"
            work_says = f"<div><h3>The work says</h3>{passages or '<p>nothing that could be had</p>'}{told}</div>"
            body.append(f'<section>{head}<div class="pair">{claim}{work_says}</div>{asked}</section>')
        body.append("</article>")
    meta = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    )
    return f'<!doctype html><html lang="en"><head>{meta}<title>Claims</title><style>{_STYLE}</style></head><body>{"".join(body)}</body></html>\n'  # noqa: E501


FORMS: Mapping[str, str] = {"text": "lines", "markdown": "a table and cards", "html": "a page", "json": "for programs"}
