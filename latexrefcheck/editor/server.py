"""The server: what the editor sends goes to the workspace, what the workspace finds goes to the editor.

Checks run in one thread beside the loop; a burst of keystrokes makes one. Nothing is asked of the sources but on the command
``latexrefcheck.verify`` (or with ``verifyOnSave``).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from latexrefcheck.editor import answers, places
from latexrefcheck.editor.workspace import Looked, Workspace
from latexrefcheck.model.document import SourceFile
from latexrefcheck.text.terms import VERSION

QUIET = 0.15
"""Seconds without a keystroke after which a check begins."""
VERIFY = "latexrefcheck.verify"
OWN = ("options", "verifyOnSave")
"""What the client may set: options by their names in the configuration file, and whether saving asks the sources."""
NOT_FROM_CLIENTS = frozenset(("paths", "config"))
log = logging.getLogger(__name__)


class Server(LanguageServer):
    """One editor's server. ``workspaces`` by the folder that the editor opened."""

    def __init__(self) -> None:
        super().__init__("latexrefcheck", VERSION, text_document_sync_kind=types.TextDocumentSyncKind.Incremental)
        self.space: Workspace | None = None
        self.on_save = False
        self.given: object = None
        self._shown: set[str] = set()
        self._due: asyncio.Task[None] | None = None
        self._pool = ThreadPoolExecutor(1, "check")

    def configure(self, told: object) -> None:
        """Take settings of the client; what is none of ours is passed over, and said."""
        if self.space is None or not isinstance(told, Mapping):
            return
        told = told.get("latexrefcheck", told)
        if not isinstance(told, Mapping):
            return
        options = told.get("options")
        if isinstance(options, Mapping):
            self.space.options = {str(name): value for name, value in options.items() if name not in NOT_FROM_CLIENTS}
        self.on_save = told.get("verifyOnSave") is True

    def found(self, address: str) -> tuple[Looked, SourceFile] | None:
        """What the last check knows of a file."""
        if self.space is None:
            return None
        looked = self.space.looked
        source = looked.sources.get(address) or next(
            (one for name, one in looked.sources.items() if places.same(name, address)), None
        )
        return (looked, source) if source is not None else None

    def soon(self, online: bool = False) -> None:
        """Check when nothing more is typed."""
        if self._due is not None and not self._due.done():
            self._due.cancel()
        self._due = asyncio.ensure_future(self._later(online))

    async def _later(self, online: bool) -> None:
        await asyncio.sleep(0 if online else QUIET)
        await self.look(online)

    async def look(self, online: bool = False) -> None:
        """Check, and show what was found."""
        if self.space is None:
            return
        looked = await asyncio.get_running_loop().run_in_executor(self._pool, self.space.check, online)
        if looked.trouble:
            log.info("%s", looked.trouble)
            self.window_log_message(types.LogMessageParams(types.MessageType.Info, looked.trouble))
        self.show(looked)

    def show(self, looked: Looked) -> None:
        """Publish the findings file by file; files that have none any more get none."""
        shown = set()
        for address, source in looked.sources.items():
            told = answers.diagnostics(looked, source)
            if told or address in self._shown:
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(address, told))
            if told:
                shown.add(address)
        for address in self._shown - looked.sources.keys():
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(address, []))
        self._shown = shown


def make() -> Server:
    """A server with all that it answers."""
    server = Server()
    _life(server)
    _questions(server)
    _changes(server)
    return server


def _life(server: Server) -> None:
    """What the editor tells: that it began, what is typed, saved, set."""

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        root = server.workspace.root_path
        server.space = Workspace(Path(root) if root else Path.cwd())
        server.configure(server.given)
        server.soon()

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.given = params.initialization_options

    def typed(address: str, text: str | None) -> None:
        path = places.path_of(address)
        if server.space is not None and path is not None:
            server.space.typed(path, text)
            server.soon()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        typed(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        typed(params.text_document.uri, server.workspace.get_text_document(params.text_document.uri).source)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        typed(params.text_document.uri, None)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.soon(online=server.on_save)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def moved(params: types.DidChangeWatchedFilesParams) -> None:
        server.soon()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: types.DidChangeConfigurationParams) -> None:
        server.configure(params.settings)
        server.soon()


def _questions(server: Server) -> None:
    """What the editor asks and nothing changes by."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        known = server.found(params.text_document.uri)
        return answers.hover(*known, places.offset(known[1], params.position)) if known else None

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> list[types.Location]:
        known = server.found(params.text_document.uri)
        return answers.definition(*known, places.offset(known[1], params.position)) if known else []

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        known = server.found(params.text_document.uri)
        declared = params.context.include_declaration
        return answers.references(*known, places.offset(known[1], params.position), declared) if known else []

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["{", ",", "@"]))
    def completion(params: types.CompletionParams) -> types.CompletionList:
        known = server.found(params.text_document.uri)
        document = server.workspace.get_text_document(params.text_document.uri)
        lines = document.lines
        text = lines[params.position.line] if params.position.line < len(lines) else ""
        before = text.encode("utf-16-le", "surrogatepass")[: 2 * params.position.character].decode("utf-16-le", "ignore")
        looked = known[0] if known else server.space.looked if server.space else Looked()
        items = answers.completions(looked, before, known[1].path if known else "")
        return types.CompletionList(len(items) >= answers.MOST_COMPLETED, items)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        known = server.found(params.text_document.uri)
        return answers.symbols(*known) if known else []


def _changes(server: Server) -> None:
    """What the editor asks for to change something by it."""

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        await server.look()  # places of a moment ago would be wrong ones
        known = server.found(params.text_document.uri)
        try:
            return answers.rename(*known, places.offset(known[1], params.position), params.new_name) if known else None
        except answers.NotRenamed as error:
            raise JsonRpcInvalidParams(message=str(error)) from error

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(params: types.PrepareRenameParams) -> types.Range | None:
        known = server.found(params.text_document.uri)
        key = answers.key_at(*known, places.offset(known[1], params.position)) if known else None
        return places.range_of(key.span) if key is not None else None

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        await server.look()
        known = server.found(params.text_document.uri)
        return answers.actions(*known, params.range) if known else []

    @server.command(VERIFY)
    async def verify() -> str:
        token = "latexrefcheck/verify"  # noqa: S105  a name of the protocol's
        await server.work_done_progress.create_async(token)
        server.work_done_progress.begin(token, types.WorkDoneProgressBegin(title="Verifying references", cancellable=False))
        try:
            await server.look(online=True)
        finally:
            server.work_done_progress.end(token, types.WorkDoneProgressEnd(message="done"))
        return server.space.looked.trouble if server.space is not None else ""
