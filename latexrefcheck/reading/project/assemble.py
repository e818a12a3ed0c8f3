"""From the scan of one root document to its :class:`~latexrefcheck.model.document.Document`."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from latexrefcheck.model.document import (
    BibItem,
    Bibliography,
    Build,
    Citation,
    Document,
    Edit,
    Problem,
    Resource,
    Section,
    SourceFile,
    Span,
)
from latexrefcheck.model.finding import Fix
from latexrefcheck.reading.project.engines import backend_of, engine_of
from latexrefcheck.reading.project.library import Finder
from latexrefcheck.reading.project.makers import Makers
from latexrefcheck.reading.tex import Request, Scanner
from latexrefcheck.reading.tex import commands as tables
from latexrefcheck.text.patterns import lazy

_STYLE = lazy(r"(?:^|[,\s])(?:bib)?style\s*=\s*\{?([\w-]+)")
_GROUP = r"\{[^{}]*+\}"
for _ in range(4):  # REVTeX has an accented name within two macros and a group
    _GROUP = rf"\{{(?:[^{{}}]++|{_GROUP})*+\}}"
_BBL_KEY = lazy(rf"\\bibitem\s*+(?:\[(?:[^\[\]{{}}]++|{_GROUP})*+\]\s*+)?+(?:%\s*+)?+\{{([^{{}}]+)\}}|\\entry\{{([^{{}}]+)\}}")
_PRINTED = ("note", "addendum", "howpublished", "titleaddon")
_FIELD_CITE = lazy(r"\\([A-Za-z]{0,30}cite[A-Za-z]{0,30})\*?\s*+(?:\[[^\]]{0,1000}+\]\s*+)*+\{([^{}]*+)\}")
_EXACT = frozenset(("addbibresource", "addglobalbib", "addsectionbib"))
"""Commands that name a database with its extension."""


class Assembler:
    """Puts one document together; it keeps what the steps share."""

    def __init__(self, scan: Scanner, finder: Finder, root: SourceFile, jobname: str, wanted_backend: str) -> None:
        self.scan = scan
        self.finder = finder
        self.root = root
        self.jobname = jobname
        self.read_as(backend_of(scan, wanted_backend))
        self.problems: list[Problem] = []
        self.makers = Makers(finder.folder, finder.allowed)
        self.bibitems: list[BibItem] = []
        self._bbl: tuple[BibItem, ...] | None = None
        self.bbl_folders: Sequence[str] = (".",)
        self.seen_by_build: Sequence[Path] = ()

    def read_as(self, backend: str) -> None:
        """Take another backend than the source seems to use, because the build used it."""
        self.backend = backend
        self.dialect = "biber" if backend == "biber" else "bibtex"

    def bbl(self) -> tuple[BibItem, ...]:
        """The works that the .bbl of an earlier run lists."""
        if self._bbl is None:
            self._bbl = ()
            for folder in self.bbl_folders:
                path = os.path.join(self.finder.folder, folder, self.jobname + ".bbl")  # noqa: PTH118
                source = self.finder.library.read(path) if os.path.isfile(path) else ""  # noqa: PTH113
                if isinstance(source, SourceFile):
                    self._bbl = tuple(
                        BibItem(key.strip(), Span(source, found.start(group), found.end(group)), generated=True)
                        for found in _BBL_KEY.finditer(source.text)
                        for group, key in ((1 if found[1] else 2, found[1] or found[2]),)
                    )
                    break
        return self._bbl

    def sections(self, extra: Sequence[Bibliography]) -> tuple[Section, ...]:
        """The bibliography units with their databases; a refsection without its own list uses those of section 0."""
        made: list[Section] = []
        common: tuple[tuple[Resource, ...], bool] | None = None
        for index, section in enumerate(self.scan.sections):
            if index and not section.requests and section.kind in ("refsection", "chapter", "unit") and common is not None:
                resources, complete = common
            else:
                resources, complete = self._resources(self._labelled(section.requests))
            if not index:
                common = resources, complete
            added = tuple(Resource(b.source.path, Span(self.root, 0, 0), b) for b in extra)
            made.append(Section(section.name, (*resources, *added), section.nocite_all, complete))
        return tuple(made)

    def _labelled(self, requests: Sequence[Request]) -> list[Request]:
        """The requests with biblatex's labels replaced by the databases that bear them."""
        labels: dict[str, list[Request]] = {}
        for request in self.scan.sections[0].requests:
            if request.label:
                labels.setdefault(request.label, []).append(request)
        return [real._replace(span=r.span) if real is not r else r for r in requests for real in labels.get(r.name, [r])]

    def _resources(self, requests: Sequence[Request]) -> tuple[tuple[Resource, ...], bool]:
        resources: list[Resource] = []
        complete = True
        first = next((request.unit for request in requests if request.certain), 0)
        broken = False
        for request in requests:
            again = request.certain and request.unit != first
            if self.backend == "bibtex" and "biblatex" not in self.scan.packages and again:
                continue  # BibTeX: "Illegal, another \bibdata command"
            if broken:
                if resources[-1].origin != "skipped":
                    self._tell_of_skipping(resources[-1].span)
                resources.append(Resource(request.name, request.span, None, "skipped"))
                continue
            found, fine = self._resource(request)
            resources += found
            complete = complete and fine
            broken = not fine and self.dialect == "bibtex" and bool(request.name) and request.certain
        return tuple(resources), complete

    def _resource(self, request: Request) -> tuple[list[Resource], bool]:
        """The databases of one name, and whether all that it stands for is known."""
        name, span = request.name, request.span
        if request.remote:
            return [Resource(name, span, None, "remote")], False
        if not name:
            return [Resource(name, span, None, "generated")], False
        embedded = self.scan.embedded.find(name, ".bib")
        if embedded is not None:
            return [Resource(name, span, self.finder.library.parse(embedded, self.dialect))], True
        paths, reason = self.finder.bib(name)
        if not paths:
            wanted = name.removesuffix(".bib").rpartition("/")[2] + ".bib"
            paths = [str(path) for path in self.seen_by_build if path.name == wanted][:1]
        if not paths:
            return self._absent(request, reason)
        if self.dialect == "biber" and request.command in _EXACT:
            self._tell_of_name(request, paths)
        resources, fine = [], True
        for path in paths:
            source = self.finder.library.read(path)
            if isinstance(source, str):
                self._missing(request, f"\\{request.command} names {name!r}: {source}")
                fine = False
            else:
                resources.append(Resource(name, span, self.finder.library.parse(source, self.dialect)))
        return resources, fine

    def _tell_of_name(self, request: Request, paths: Sequence[str]) -> None:
        """Say that biber does not find a name without its extension, or a pattern without biblatex's option ``glob``."""
        name, span = request.name, request.span
        command = f"\\{request.command}"
        fix: Fix | None = None
        if any(sign in name for sign in "*?[{"):
            if request.glob:
                return
            message = f"{command} takes {name!r} for the name of a file; with the option glob it is a pattern"
            before = span.source.text[max(0, span.start - len(command) - 1) : span.start]
            if before == command + "{":
                fix = Fix("add the option glob", (Edit(Span(span.source, span.start - 1, span.start - 1), "[glob]"),), safe=True)
        elif os.path.basename(paths[0]) == os.path.basename(name):  # noqa: PTH119
            return
        else:
            whole = name + ".bib"
            message = f"biber wants the whole name of a database: it does not find {name!r}; write {whole!r}"
            fix = Fix(f"write {whole!r}", (Edit(span, whole),), safe=True) if span.text == name else None
        data = {"what": "bib", "fatal": True, "fix": fix, "section": request.section, "certain": request.certain}
        self.problems.append(Problem("missing-file", span, message, name, (), data))

    def _absent(self, request: Request, reason: str) -> tuple[list[Resource], bool]:
        name, span = request.name, request.span
        bare = name.removesuffix(".bib")
        in_tree = self.finder.library.in_tree(bare + ".bib", "bib") if reason == "missing" else ""
        if in_tree:
            known = bare in tables.tree_files("strings-only")
            if not known and in_tree.startswith("/"):
                known = self._take_tree_keys(in_tree, span)
            return [Resource(name, span, None, "tex-tree")], known
        written = self.scan.written.get(bare + ".bib")
        if written is not None:
            self.bibitems += [BibItem(key, span, generated=True) for key in written]
            return [Resource(name, span, None, "generated")], True
        if bare.endswith("Notes") or bare.endswith("-blx"):
            return [Resource(name, span, None, "generated")], True
        standin = self.bbl()
        near = self.finder.near(name, self.finder.bibinputs, ".bib") if reason == "missing" else ""
        hint = f"; did you mean {near!r}?" if near else ""
        reasons = {
            "outside": "lies outside of the project and is not read; --extra-bib FILE or --base DIR allows it",
            "missing": f"does not exist{hint}",
        }
        said = reasons.get(reason) or f"is not read: {reason}"
        if standin:
            said += f"; the keys are taken from {standin[0].span.source.path!r}"
            self.bibitems += [item for item in standin if item not in self.bibitems]
        self._missing(request, f"the database {bare + '.bib'!r} {said}", near, bool(standin), reason == "outside")
        return [Resource(name, span, None, "bbl" if standin else "")], bool(standin)

    def _tell_of_skipping(self, span: Span) -> None:
        """Say at a database that is missing why the entries of those behind it are not looked at either."""
        if self.problems and self.problems[-1].span is span:
            last = self.problems.pop()
            self.problems.append(last._replace(message=f"{last.message}; BibTeX then reads none of those behind it"))

    def _take_tree_keys(self, path: str, span: Span) -> bool:
        source = self.finder.library.read(path)
        if isinstance(source, str):
            return False
        parsed = self.finder.library.parse(source, self.dialect)
        self.bibitems += [BibItem(entry.key, span, generated=True) for entry in parsed.entries]
        return True

    def _missing(self, request: Request, message: str, near: str = "", standin: bool = False, outside: bool = False) -> None:
        data = {"what": "bib", "near": near, "standin": standin, "section": request.section, "certain": request.certain}
        data |= {"outside": True} if outside else {}
        key = request.name if request.name.endswith(".bib") else f"{request.name}.bib"
        self.problems.append(Problem("missing-file", request.span, message, key, (), data))

    def field_citations(self, sections: Sequence[Section], citations: Sequence[Citation]) -> list[Citation]:
        """Citations in printed fields of cited entries (``note = {Replaces \\cite{x}}``), which LaTeX meets in the .bbl."""
        found: list[Citation] = []
        for index, section in enumerate(sections):
            cited = {self._fold(citation.key) for citation in citations if citation.section == index}
            for resource in section.resources:
                bibliography = resource.bibliography
                if bibliography is None or "\\" not in bibliography.source.text or "cite" not in bibliography.source.text:
                    continue
                for entry, field in bibliography.fields(*_PRINTED):
                    if "cite" not in field.value or not (section.nocite_all or self._fold(entry.key) in cited):
                        continue
                    for match in _FIELD_CITE.finditer(bibliography.source.text, field.start, field.end):
                        for key in re.finditer(r"[^\s,][^,]*[^\s,]|[^\s,]", match[2]):
                            at = match.start(2) + key.start()
                            span = Span(bibliography.source, at, at + len(key[0]))
                            found.append(Citation(key[0], span, match[1], match.start(), index))
        return found

    def _fold(self, key: str) -> str:
        return key.lower() if self.dialect == "bibtex" else key

    def _with_maker(self, problem: Problem) -> Problem:
        """A missing file with the script of the project that makes it, if one says so."""
        if problem.kind != "missing-file" or problem.key is None or problem.data.get("fatal"):
            return problem
        return problem._replace(data={**problem.data, "maker": self.makers.maker(problem.key)})

    def _undecided(self, citations: Sequence[Citation]) -> list[Problem]:
        """One note for all that depends on tests which the source does not decide."""
        sure = {(citation.section, citation.key) for citation in citations if citation.certain}
        keys = {citation.key for citation in citations if not citation.certain and (citation.section, citation.key) not in sure}
        named = {request.name for section in self.scan.sections for request in section.requests if not request.certain}
        if self.scan.undecided_at is None or not (keys or named):
            return []
        parts = [f"{len(keys)} {'key is' if len(keys) == 1 else 'keys are'} cited" if keys else ""]
        parts += [f"{len(named)} {'database is' if len(named) == 1 else 'databases are'} loaded" if named else ""]
        message = (
            "what TeX decides here is not known, so both branches are read: "
            f"{' and '.join(part for part in parts if part)} in such branches only"
        )
        return [Problem("unresolved-input", self.scan.undecided_at, message, None, (), {"what": "branch"})]

    def document(
        self, citations: Sequence[Citation], extra: Sequence[Bibliography], build: Build, engine: str, complete: bool
    ) -> Document:
        """The finished document."""
        scan = self.scan
        sections = self.sections(extra)
        style = _STYLE.search(scan.packages.get("biblatex", "")) if "biblatex" in scan.packages else None
        return Document(
            root=self.root,
            backend=self.backend,
            style=style[1] if style else scan.style,
            engine=engine_of(scan, self.root, engine),
            packages=frozenset(scan.packages),
            sources=tuple(source for source in scan.sources.values() if source is not self.root),
            citations=(*citations, *self.field_citations(sections, citations)),
            sections=sections,
            bibitems=(*scan.bibitems, *self.bibitems),
            problems=(*self._undecided(citations), *map(self._with_maker, (*scan.problems, *self.problems))),
            build=build,
            complete=complete,
            input_encoding=scan.input_encoding or "utf-8",
        )
