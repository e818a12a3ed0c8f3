"""What the editor asks about a place: what is cited there, what is known of it, where else it is, what would mend it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lsprotocol import types

from latexrefcheck.editor import places
from latexrefcheck.editor.workspace import Looked
from latexrefcheck.model.document import Bibliography, Citation, Document, Entry, Project, SourceFile, Span
from latexrefcheck.model.finding import Finding, Fix, Severity
from latexrefcheck.model.record import Verdict
from latexrefcheck.model.references import Worded
from latexrefcheck.reports import _words as words
from latexrefcheck.text.fold import fold
from latexrefcheck.text.patterns import lazy
from latexrefcheck.text.tex import to_unicode
from latexrefcheck.text.visible import line

LEVELS = {
    Severity.error: types.DiagnosticSeverity.Error,
    Severity.warning: types.DiagnosticSeverity.Warning,
    Severity.info: types.DiagnosticSeverity.Information,
}
MOST_COMPLETED = 200
"""Entries that one list of completions holds; typing on narrows it."""
_BEFORE = lazy(
    r"\\[A-Za-z]*[cC]ite[A-Za-z]*\*?\s*(?:\[[^\[\]]*\]\s*){0,2}\{[^{}]*\Z"
    r"|(?<![\w@])@[\w:.#$%&+?<>~/-]*\Z|\[[^\[\]]*@[\w:.-]*\Z"
)
"""What stands before a cite key that is being typed: a cite command, an @ of Markdown."""
_KEY = lazy(r"[^\s,{}\[\]@;\\]*\Z")
_IN_KEY = lazy(r"[{}\s,%#\"'=()\\~]")
"""What no program takes in a key."""
_MARKDOWN = lazy(r"([\\`*_\[\]<>|~&$#])")


class Key(NamedTuple):
    """A cite key at a place, where it stands, and the entries that it leads to."""

    name: str
    span: Span
    entries: tuple[Entry, ...]


def diagnostics(looked: Looked, source: SourceFile) -> list[types.Diagnostic]:
    """The open findings of one file."""
    return [_diagnostic(found, source) for found in looked.findings if found.location.path == source.path]


def _diagnostic(found: Finding, source: SourceFile) -> types.Diagnostic:
    address = words.manual(found.rule)
    message = f"{found.message}{f'; {found.help}' if found.help else ''}"
    return types.Diagnostic(
        range=places.range_of_location(source, found.location),
        message=line(message),
        severity=LEVELS.get(found.severity, types.DiagnosticSeverity.Information),
        code=found.rule,
        code_description=types.CodeDescription(address) if address else None,
        source="latexrefcheck",
        tags=[types.DiagnosticTag.Unnecessary] if found.rule == "unused-entry" else None,
    )


def key_at(looked: Looked, source: SourceFile, offset: int) -> Key | None:
    """The cite key at an offset: of a citation, or of an entry."""
    read = looked.project
    if read is None:
        return None
    for document in read.documents:
        for citation in document.citations:
            span = citation.span
            if span.source.path == source.path and span.start <= offset <= span.end:
                return Key(citation.key, span, tuple(_entries(read, document, citation.key)))
    for bibliography in (*read.bibliographies, *read.worded):
        if bibliography.source.path == source.path:
            for entry in bibliography.entries:
                if entry.start <= offset <= entry.end and entry.key:
                    return Key(entry.key, Span(entry.source, entry.key_start, entry.key_end), (entry,))
    return None


def _entries(read: Project, document: Document, key: str) -> Iterator[Entry]:
    for bibliography in (*document.bibliographies, *read.worded):
        entry = bibliography.by_key.get(bibliography.fold(key))
        if entry is not None:
            yield entry


def hover(looked: Looked, source: SourceFile, offset: int) -> types.Hover | None:
    """The work behind a key in readable form, the verdict on it, and what the record has otherwise."""
    key = key_at(looked, source, offset)
    if key is None or looked.outcome is None:
        return None
    if not key.entries:
        return types.Hover(
            types.MarkupContent(types.MarkupKind.Markdown, f"**{_plain(key.name)}** has no entry"), places.range_of(key.span)
        )
    told = "\n\n---\n\n".join(_card(entry, _verdict(looked, entry)) for entry in dict.fromkeys(key.entries))
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, told), places.range_of(key.span))


def _verdict(looked: Looked, entry: Entry) -> Verdict | None:
    verification = looked.outcome.examined.verification if looked.outcome is not None else None
    return verification.verdicts.get(entry) if verification is not None else None


def _card(entry: Entry, verdict: Verdict | None) -> str:
    lines = [f"**{_plain(_title(entry))}**", _plain(_described(entry))]
    if verdict is not None:
        lines.append(f"*{words.VERDICTS.get(verdict.status, verdict.status)}*: {_plain(verdict.reason)}")
        for one in verdict.judgements:
            if one.state == "differ":
                lines.append(f"- {one.field}: cited {_plain(one.cited)}, found {_plain(one.found)}")
        lines += [f"- **{_plain(one.kind.replace('_', ' '))}** {_plain(one.label)}" for one in verdict.notices]
        if verdict.checked:
            lines.append(f"checked {_plain(verdict.checked[:10])}")
    doi = entry.value("doi").strip()
    if doi and "://" not in doi:
        lines.append(f"doi:{_plain(doi)}")
    return "  \n".join(filter(None, lines))


def _title(entry: Entry) -> str:
    return entry.words if isinstance(entry, Worded) else to_unicode(entry.value("title")) or entry.key


def _described(entry: Entry) -> str:
    if isinstance(entry, Worded):
        return ""
    people = to_unicode(entry.value("author") or entry.value("editor")).replace(" and ", "; ")
    year = (entry.value("year") or entry.value("date"))[:4]
    venue = to_unicode(
        entry.value("journal") or entry.value("journaltitle") or entry.value("booktitle") or entry.value("publisher")
    )
    return ", ".join(filter(None, (people, year, venue)))


def _plain(text: str) -> str:
    """A stranger's text in Markdown, of which nothing is obeyed."""
    return _MARKDOWN.sub(r"\\\1", line(text)).replace("://", ":\u200b//")


def definition(looked: Looked, source: SourceFile, offset: int) -> list[types.Location]:
    """Where the entries of a key are."""
    key = key_at(looked, source, offset)
    spans = [Span(one.source, one.key_start, one.key_end) for one in key.entries] if key is not None else []
    return _locations(spans)


def references(looked: Looked, source: SourceFile, offset: int, declared: bool = True) -> list[types.Location]:
    """Where a key is cited, and with ``declared`` where its entries are."""
    key = key_at(looked, source, offset)
    if key is None or looked.project is None:
        return []
    return _locations(_everywhere(looked.project, key, declared))


def _everywhere(read: Project, key: Key, declared: bool = True) -> list[Span]:
    """The places of a key: of its citations in every document that finds the same entries, and of its entries."""
    found: dict[tuple[str, int], Span] = {}
    for document in read.documents:
        for citation in document.citations:
            if _is(citation, key, read, document):
                found[citation.span.source.path, citation.span.start] = citation.span
    for entry in key.entries if declared else ():
        found[entry.source.path, entry.key_start] = Span(entry.source, entry.key_start, entry.key_end)
    return list(found.values())


def _is(citation: Citation, key: Key, read: Project, document: Document) -> bool:
    led = set(_entries(read, document, citation.key))
    return bool(led & set(key.entries)) if key.entries else citation.key == key.name


def _locations(spans: Sequence[Span]) -> list[types.Location]:
    return [
        types.Location(places.uri(span.source.absolute), places.range_of(span))
        for span in spans
        if span.source.absolute is not None
    ]


class NotRenamed(Exception):
    """A key cannot be renamed so; the text says why."""


def rename(looked: Looked, source: SourceFile, offset: int, name: str) -> types.WorkspaceEdit | None:
    """The edits that give a key another name everywhere; NotRenamed for a name that is none or that is taken."""
    key = key_at(looked, source, offset)
    if key is None or looked.project is None:
        return None
    if not name or _IN_KEY.search(name):
        raise NotRenamed(f"{name!r} is no cite key: blanks, commas, braces and the like are not taken")
    taken = [
        one for one in looked.project.bibliographies if one.fold(name) in one.by_key and one.fold(name) != one.fold(key.name)
    ]
    if taken:
        raise NotRenamed(f"{taken[0].source.path} has an entry {name!r} already")
    edits: dict[str, list[types.TextEdit]] = {}
    for span in _everywhere(looked.project, key):
        if span.source.absolute is not None and span.source.text[span.start : span.end] == key.name:
            edits.setdefault(places.uri(span.source.absolute), []).append(types.TextEdit(places.range_of(span), name))
    return types.WorkspaceEdit(changes=edits) if edits else None


def completions(looked: Looked, text: str, name: str) -> list[types.CompletionItem]:
    """The entries that a key that is being typed may mean; ``text`` is what stands before the cursor on its line.

    What is typed is looked for in keys, names, titles and years.
    """
    read = looked.project
    if read is None or not _BEFORE.search(text):
        return []
    match = _KEY.search(text)
    typed = fold(match[0]) if match else ""
    found: dict[str, tuple[int, types.CompletionItem]] = {}
    for bibliography in _of_file(read, name):
        for entry in bibliography.entries:
            if not entry.key or entry.key in found or entry.broken or not entry.fields:
                continue
            rank = _rank(entry, typed)
            if rank is not None:
                found[entry.key] = (rank, _item(entry, rank))
    best = sorted(found.values(), key=lambda one: (one[0], one[1].label))
    return [item for _, item in best[:MOST_COMPLETED]]


def _of_file(read: Project, name: str) -> Sequence[Bibliography]:
    for document in read.documents:
        if any(source.path == name for source in (document.root, *document.sources)):
            return document.bibliographies
    return read.bibliographies


def _rank(entry: Entry, typed: str) -> int | None:
    key = fold(entry.key)
    if not typed or key.startswith(typed):
        return 0
    if typed in key:
        return 1
    told = fold(f"{_title(entry)} {_described(entry)}")
    return 2 if all(word in told for word in typed.split()) else None


def _item(entry: Entry, rank: int) -> types.CompletionItem:
    title, told = line(_title(entry)), line(_described(entry))
    return types.CompletionItem(
        label=entry.key,
        kind=types.CompletionItemKind.Reference,
        detail=told,
        documentation=title,
        filter_text=f"{entry.key} {fold(title)} {fold(told)}",
        sort_text=f"{rank}{entry.key}",
    )


def symbols(looked: Looked, source: SourceFile) -> list[types.DocumentSymbol]:
    """The entries of a database, as an outline."""
    read = looked.project
    found = []
    for bibliography in (*read.bibliographies, *read.worded) if read is not None else ():
        if bibliography.source.path != source.path:
            continue
        for entry in bibliography.entries:
            if entry.key and entry.end > entry.start:
                whole = places.range_of(Span(entry.source, entry.start, entry.end))
                own = places.range_of(Span(entry.source, entry.key_start, max(entry.key_start, entry.key_end)))
                found.append(types.DocumentSymbol(entry.key, types.SymbolKind.Key, whole, own, line(_title(entry))[:100]))
        break  # a file that two programs read is listed once
    return found


def actions(looked: Looked, source: SourceFile, wanted: types.Range) -> list[types.CodeAction]:
    """What would mend the findings in a range: fixes, unsafe ones marked, and a comment that suppresses with a reason."""
    found = []
    for one in looked.findings:
        if one.location.path != source.path:
            continue
        place = places.range_of_location(source, one.location)
        if (place.end.line, place.end.character) < (wanted.start.line, wanted.start.character) or (
            place.start.line,
            place.start.character,
        ) > (wanted.end.line, wanted.end.character):
            continue
        about = [_diagnostic(one, source)]
        if one.fix is not None and (edit := _edit(one.fix)) is not None:
            title = line(one.fix.message if one.fix.safe else f"{one.fix.message} (unsafe: it may change what is cited)")
            found.append(
                types.CodeAction(f"[{one.rule}] {title}", types.CodeActionKind.QuickFix, about, one.fix.safe or None, edit=edit)
            )
        if source.absolute is not None:
            found.append(_suppressing(one, source, place, about))
    return found


def _edit(fix: Fix) -> types.WorkspaceEdit | None:
    edits: dict[str, list[types.TextEdit]] = {}
    for edit in fix.edits:
        if edit.span.source.absolute is None:
            return None
        edits.setdefault(places.uri(edit.span.source.absolute), []).append(types.TextEdit(places.range_of(edit.span), edit.text))
    return types.WorkspaceEdit(changes=edits) if edits else None


def _suppressing(found: Finding, source: SourceFile, place: types.Range, about: list[types.Diagnostic]) -> types.CodeAction:
    assert source.absolute is not None  # noqa: S101  asked before
    start = types.Position(place.start.line, 0)
    text = f"% latexrefcheck: ignore[{found.rule}] say why\n"
    edit = types.WorkspaceEdit(changes={places.uri(source.absolute): [types.TextEdit(types.Range(start, start), text)]})
    return types.CodeAction(f"Suppress {found.rule} here, with a reason", types.CodeActionKind.QuickFix, about, edit=edit)
