"""The real server, spoken to as an editor does: a process, standard input and output. All works are invented."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.lsp.client import LanguageClient

from latexrefcheck import pipeline, settings

BIB = """@article{abel2019, author = {Abel, Ann}, title = {Slow Rivers of the North}, journal = {Water}, year = 2019}
@article{brook2020, author = {Brook, Bo}, title = {Lamps along \U0001f30a Rivers}, journal = {Light}, year = 2020}
"""
TEX = (
    "\\documentclass{article}\n\\begin{document}\n\U0001f600\U0001f600 Rivers \\cite{abel2019} and \\cite{nobody}.\n"
    "\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n"
)


class Editor(LanguageClient):
    """A client that keeps what it is shown."""

    def __init__(self) -> None:
        super().__init__("test", "1")
        self.shown: dict[str, list[types.Diagnostic]] = {}
        self.count = 0

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.shown[params.uri] = list(params.diagnostics)
            self.count += 1

        @self.feature(types.WINDOW_LOG_MESSAGE)
        def logged(params: types.LogMessageParams) -> None:
            self.count += 1

        @self.feature(types.WINDOW_WORK_DONE_PROGRESS_CREATE)
        def created(params: types.WorkDoneProgressCreateParams) -> None: ...

        @self.feature(types.PROGRESS)
        def progressed(params: types.ProgressParams) -> None: ...

    async def until(self, holds: Callable[[], bool], seconds: float = 60) -> None:
        """Wait until something holds: the machine may be busy."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"it did not come: {self.codes()}"
            await asyncio.sleep(0.05)

    def codes(self) -> dict[str, list[str]]:
        """The rules of what is shown, by file."""
        return {Path(uri).name: sorted(str(one.code) for one in told) for uri, told in self.shown.items()}


Talk = Callable[[Editor, Path], Coroutine[Any, Any, None]]


def speak(folder: Path, talk: Talk, options: object = None, tex: str = TEX, bib: str = BIB) -> Editor:
    """Start a server on a paper, talk to it, end it; nothing may stand on its standard error."""
    (folder / "main.tex").write_bytes(tex.encode("utf-8"))
    (folder / "refs.bib").write_bytes(bib.encode("utf-8"))

    async def all_of_it() -> Editor:
        editor = Editor()
        environ = {**os.environ, "LATEXREFCHECK_CACHE": str(folder / "cache"), "PYTHONWARNINGS": "ignore"}
        await editor.start_io(sys.executable, "-m", "latexrefcheck", "lsp", env=environ)
        try:
            await editor.initialize_async(
                types.InitializeParams(
                    types.ClientCapabilities(), process_id=os.getpid(), root_uri=folder.as_uri(), initialization_options=options
                )
            )
            editor.initialized(types.InitializedParams())
            await talk(editor, folder)
            await editor.shutdown_async(None)
            editor.exit(None)
        finally:
            if sys.exc_info()[0] is not None and editor._server is not None:
                editor._server.kill()  # it would wait for the end of what failed
            await editor.stop()
        return editor

    return asyncio.run(all_of_it())


def at(text: str, what: str, more: int = 1) -> types.Position:
    """The position of ``what`` in a text, as the protocol counts."""
    before = text[: text.index(what) + more]
    line = before.rpartition("\n")[2]
    return types.Position(before.count("\n"), len(line.encode("utf-16-le")) // 2)


def document(folder: Path, name: str = "main.tex") -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier((folder / name).as_uri())


pytestmark = pytest.mark.filterwarnings("ignore")


def test_what_is_found_is_shown_and_goes_when_it_is_mended(tmp_path: Path) -> None:
    async def talk(editor: Editor, folder: Path) -> None:
        uri = (folder / "main.tex").as_uri()
        await editor.until(lambda: "undefined-citation" in editor.codes().get("main.tex", []))
        (found,) = [one for one in editor.shown[uri] if one.code == "undefined-citation"]
        assert found.range.start == at(TEX, "nobody", 0)  # behind two characters of two units each
        assert (found.severity, found.source) == (types.DiagnosticSeverity.Error, "latexrefcheck")
        editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "latex", 1, TEX)))
        place = types.Range(at(TEX, "nobody", 0), at(TEX, "nobody", 6))
        change = types.TextDocumentContentChangePartial(place, "brook2020")
        editor.text_document_did_change(
            types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(2, uri), [change])
        )
        await editor.until(lambda: "undefined-citation" not in editor.codes()["main.tex"])
        assert "nobody" in (folder / "main.tex").read_text(encoding="utf-8"), "nothing was saved"
        editor.text_document_did_close(types.DidCloseTextDocumentParams(document(folder)))
        await editor.until(lambda: "undefined-citation" in editor.codes()["main.tex"])

    speak(tmp_path, talk)


def test_questions_about_a_key(tmp_path: Path) -> None:
    async def talk(editor: Editor, folder: Path) -> None:
        await editor.until(lambda: bool(editor.shown))
        here, there = document(folder), document(folder, "refs.bib")
        told = await editor.text_document_hover_async(types.HoverParams(here, at(TEX, "abel2019")))
        assert told is not None
        assert isinstance(told.contents, types.MarkupContent)
        assert "**Slow Rivers of the North**" in told.contents.value
        assert "Abel, Ann, 2019, Water" in told.contents.value
        nothing = await editor.text_document_hover_async(types.HoverParams(here, at(TEX, "nobody")))
        assert nothing is not None
        assert await editor.text_document_hover_async(types.HoverParams(here, types.Position(0, 3))) is None
        found = await editor.text_document_definition_async(types.DefinitionParams(here, at(TEX, "abel2019")))
        assert isinstance(found, list)
        assert [(Path(one.uri).name, one.range.start) for one in found] == [("refs.bib", at(BIB, "abel2019", 0))]
        where = types.ReferenceParams(types.ReferenceContext(True), there, at(BIB, "abel2019"))
        spots = await editor.text_document_references_async(where)
        assert spots is not None
        assert sorted(Path(one.uri).name for one in spots) == ["main.tex", "refs.bib"]
        outline = await editor.text_document_document_symbol_async(types.DocumentSymbolParams(there))
        assert outline is not None
        assert [one.name for one in outline] == ["abel2019", "brook2020"]

    speak(tmp_path, talk)


def test_completion_renaming_and_fixes(tmp_path: Path) -> None:
    bib = BIB.replace("journal = {Water}", "journal = {Water}, pages = {1-9}, url = {https://doi.org/10.99999/x}")

    async def talk(editor: Editor, folder: Path) -> None:
        await editor.until(lambda: bool(editor.codes().get("refs.bib")))
        await completed(editor, folder)
        await renamed(editor, folder)
        await mended(editor, folder)

    speak(tmp_path, talk, bib=bib)


async def completed(editor: Editor, folder: Path) -> None:
    """Keys come by key, author, title and year, and nowhere but in a cite command."""
    uri = (folder / "main.tex").as_uri()
    for version, (typed, keys) in enumerate([("", 2), ("abel", 1), ("lamps", 1), ("2020", 1), ("zzz", 0)], 1):
        text = TEX.replace("nobody", typed)
        editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "latex", version, text)))
        where = at(text, f" and \\cite{{{typed}", len(f" and \\cite{{{typed}"))
        found = await editor.text_document_completion_async(types.CompletionParams(document(folder), where))
        assert isinstance(found, types.CompletionList)
        assert len(found.items) == keys
        editor.text_document_did_close(types.DidCloseTextDocumentParams(document(folder)))
    outside = await editor.text_document_completion_async(types.CompletionParams(document(folder), types.Position(0, 4)))
    assert isinstance(outside, types.CompletionList)
    assert not outside.items


async def renamed(editor: Editor, folder: Path) -> None:
    """A key is renamed everywhere or not at all."""
    edit = await editor.text_document_rename_async(types.RenameParams(document(folder), at(TEX, "abel2019"), "abel_2019"))
    assert edit is not None
    assert edit.changes is not None
    assert {Path(uri).name: [one.new_text for one in edits] for uri, edits in edit.changes.items()} == {
        "main.tex": ["abel_2019"],
        "refs.bib": ["abel_2019"],
    }
    for name, said in (("brook2020", "already"), ("a b", "no cite key"), ("", "no cite key"), ("a,b", "no cite key")):
        with pytest.raises(Exception, match=said):
            await editor.text_document_rename_async(types.RenameParams(document(folder), at(TEX, "abel2019"), name))


async def mended(editor: Editor, folder: Path) -> None:
    """Fixes and suppressions are offered for what is found in a range."""
    whole = types.Range(types.Position(0, 0), types.Position(5, 0))
    params = types.CodeActionParams(document(folder, "refs.bib"), whole, types.CodeActionContext([]))
    found = await editor.text_document_code_action_async(params)
    assert found
    assert any(one.title.startswith("Suppress ") for one in found)
    fixing = [one for one in found if isinstance(one, types.CodeAction) and one.title.startswith("[")]
    assert fixing
    assert all(one.edit is not None and one.edit.changes for one in fixing)


def test_settings_of_the_client_count_and_paths_do_not(tmp_path: Path) -> None:
    async def talk(editor: Editor, folder: Path) -> None:
        await editor.until(lambda: editor.count > 0)
        await asyncio.sleep(0.3)
        assert "undefined-citation" not in editor.codes().get("main.tex", [])
        editor.workspace_did_change_configuration(
            types.DidChangeConfigurationParams({"latexrefcheck": {"options": {"paths": ["/nowhere"]}}})
        )
        await editor.until(lambda: "undefined-citation" in editor.codes().get("main.tex", []))

    speak(tmp_path, talk, options={"options": {"ignore": ["undefined-citation"]}})


def test_odd_documents_end_nothing(tmp_path: Path) -> None:
    odd = ("", "\\documentclass{article}", TEX.replace("\n", "\r\n"), "\x00\ud7ff", "\\input{main}" * 50)

    async def talk(editor: Editor, folder: Path) -> None:
        uri = (folder / "main.tex").as_uri()
        for version, tex in enumerate(odd, 1):
            editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "latex", version, tex)))
            await asyncio.sleep(0.3)
            await editor.text_document_hover_async(types.HoverParams(document(folder), types.Position(9, 999)))
            await editor.text_document_document_symbol_async(types.DocumentSymbolParams(document(folder)))
            editor.text_document_did_close(types.DidCloseTextDocumentParams(document(folder)))
        editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem("untitled:1", "latex", 1, TEX)))
        (folder / "refs.bib").unlink()
        gone = types.FileEvent((folder / "refs.bib").as_uri(), types.FileChangeType.Deleted)
        editor.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([gone]))
        await editor.until(lambda: "missing-file" in editor.codes().get("main.tex", []))
        there = types.DocumentSymbolParams(document(folder, "refs.bib"))
        assert await editor.text_document_document_symbol_async(there) in ([], ())

    speak(tmp_path, talk)


def test_the_sources_are_asked_on_the_command_alone(tmp_path: Path) -> None:
    async def talk(editor: Editor, folder: Path) -> None:
        await editor.until(lambda: bool(editor.shown))
        done = await editor.workspace_execute_command_async(types.ExecuteCommandParams("latexrefcheck.verify"))
        assert done == ""

    # Without a network and with one source that is nobody: what could not be asked is no failure of the server.
    speak(tmp_path, talk, options={"options": {"offline": True}})


def test_many_edits_end_in_what_a_fresh_check_finds(tmp_path: Path) -> None:
    async def talk(editor: Editor, folder: Path) -> None:
        import random

        uri, text, rng = (folder / "main.tex").as_uri(), TEX, random.Random(5)
        editor.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "latex", 1, text)))
        for version in range(2, 60):
            start = rng.randrange(len(text) - 40, len(text) - 20)
            piece = rng.choice(["x", "\\cite{abel2019}", "\U0001f600", "\n", "%", ""])
            stop = min(len(text), start + rng.choice([0, 0, 1]))
            place = types.Range(at(text, text[:start], start), at(text, text[:stop], stop))
            change = types.TextDocumentContentChangePartial(place, piece)
            editor.text_document_did_change(
                types.DidChangeTextDocumentParams(types.VersionedTextDocumentIdentifier(version, uri), [change])
            )
            text = text[:start] + piece + text[stop:]
        (folder / "fresh").mkdir()
        (folder / "fresh" / "main.tex").write_bytes(text.encode())
        (folder / "fresh" / "refs.bib").write_bytes(BIB.encode())
        made = settings.load({"paths": [str(folder / "fresh" / "main.tex")], "offline": True}, {}, folder / "fresh")
        fresh = sorted(one.rule for one in pipeline.run(made).report.open if one.location.path.endswith("main.tex"))
        await editor.until(lambda: editor.codes().get("main.tex", []) == fresh)

    speak(tmp_path, talk)
