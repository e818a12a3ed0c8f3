"""Run one rule over a little project written down in a test.

``findings`` for bibliography rules takes the .bib text; the document around it is described by keywords
(``style``, ``engine``, …). With ``tex`` the texts are written to a directory and read as a real project.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from latexrefcheck import lint, registry
from latexrefcheck.model.document import Bibliography, Document, Entry, Project, Resource, Section, SourceFile, Span
from latexrefcheck.model.finding import Finding, Severity
from latexrefcheck.model.record import Record, Verdict
from latexrefcheck.model.states import VerdictStatus
from latexrefcheck.plugins import Rule, options_of_rule
from latexrefcheck.reading import bib as bibreader

PREAMBLE = {
    "bibtex": (
        "\\documentclass{article}\n\\begin{document}\n",
        "\n\\bibliographystyle{plain}\n\\bibliography{refs}\n\\end{document}\n",
    ),
    "biber": (
        "\\documentclass{article}\n\\usepackage{biblatex}\n\\addbibresource{refs.bib}\n\\begin{document}\n",
        "\n\\printbibliography\n\\end{document}\n",
    ),
    "manual": ("\\documentclass{article}\n\\begin{document}\n", "\n\\end{document}\n"),
}
"""What goes around a document body, by dialect; the body starts on line 3 (line 5 for biber)."""


def findings(
    rule_id: str,
    bib: str | Mapping[str, str] = "",
    tex: str | None = None,
    dialect: str = "bibtex",
    options: Mapping[str, Any] | None = None,
    files: Mapping[str, str] | None = None,
    lone: bool = False,
    listed: str = "",
    suffix: str = ".txt",
    **document: Any,
) -> list[Finding]:
    """Findings of the rule ``rule_id`` in file order, at severity error.

    ``bib`` is the text of refs.bib, or texts by file name. ``tex`` is main.tex, or a body that is wrapped
    for ``dialect``; ``files`` are more files of the project. Without ``tex`` the bibliographies belong to a
    document made of the keywords (``style``, ``engine``, ``packages``, ``input_encoding``); with ``lone``
    to none. ``listed`` is the text of a list of references that stands alone, in a file of ``suffix``.
    """
    if listed:
        return run(registry.rules[rule_id], read_list(listed, suffix), options or {})
    texts = {"refs.bib": bib} if isinstance(bib, str) else dict(bib)
    if tex is not None:
        project = read_project(tex, texts, dialect, files or {})
    else:
        bibliographies = [bibreader.parse(SourceFile(name, text), dialect) for name, text in texts.items()]
        project = Project(Path(), loose=tuple(bibliographies)) if lone else around(bibliographies, dialect, **document)
    return run(registry.rules[rule_id], project, options or {})


def run(rule: Rule, project: Project, options: Mapping[str, Any], verdicts: Mapping[Entry, Verdict] = {}) -> list[Finding]:
    """Findings of one rule over every subject of its scope in ``project``."""
    if rule.SCOPE == "policy":
        return run_policy(rule, project)
    subjects: Mapping[str, Sequence[Any]] = {
        "bibliography": project.bibliographies,
        "document": project.documents,
        "project": (project,),
    }
    merged = {**options_of_rule(rule), **options}
    found = lint.run(rule.SCOPE, subjects[rule.SCOPE], project, {rule.ID: Severity.error}, {rule.ID: merged}, verdicts)
    return list(lint.finish(found))


def run_policy(rule: Rule, project: Project) -> list[Finding]:
    """Findings of a rule about suppressions, after the other rules of bibliographies ran at severity error."""
    from latexrefcheck.policy import Policy, Suppressions, decide

    others = {name: other for name, other in registry.rules.items() if other.SCOPE == "bibliography"}
    levels = dict.fromkeys((rule.ID, *others), Severity.error)
    options = {name: options_of_rule(other) for name, other in others.items()}
    found = lint.finish(lint.run("bibliography", project.bibliographies, project, levels, options))
    suppressions = Suppressions()
    suppressions.read_comments(project.sources.values(), project.bibliographies)
    decision = decide(
        Policy(suppressions, ran=frozenset(others)),
        found,
        lambda problems: lint.run("policy", [problems], project, levels, options),
    )
    return [finding for finding in decision.findings if finding.rule == rule.ID]


def around(bibliographies: Sequence[Bibliography], dialect: str, **document: Any) -> Project:
    """A project of one document that loads ``bibliographies``."""
    root = SourceFile("main.tex", "")
    resources = tuple(Resource(b.source.path, Span(root, 0, 0), b) for b in bibliographies)
    values: dict[str, Any] = {"style": "plain" if dialect == "bibtex" else "numeric", **document}
    made = Document(root=root, backend=dialect, sections=(Section("", resources),), **values)
    return Project(Path(), documents=(made,))


def read_project(tex: str, bibs: Mapping[str, str], dialect: str, files: Mapping[str, str]) -> Project:
    """The texts written down and read as the command would read them."""
    from latexrefcheck.reading import project

    before, after = PREAMBLE[dialect]
    main = tex if "\\documentclass" in tex else before + tex + after
    with tempfile.TemporaryDirectory() as directory:
        base = Path(directory)
        for name, text in {"main.tex": main, **bibs, **files}.items():
            path = base / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        return project.load([base / "main.tex"], base)


def with_record(
    rule_id: str, project: Project, record: Record, options: Mapping[str, Any], status: str = "verified"
) -> list[Finding]:
    """Findings of a rule where every reference of a project has ``record``."""
    lists = (*project.bibliographies, *project.worded)
    verdicts = {one: Verdict(one.key, VerdictStatus(status), record=record) for listed in lists for one in listed.entries}
    return run(registry.rules[rule_id], project, options, verdicts)


def read_list(text: str, suffix: str = ".txt") -> Project:
    """A list of references in a text file, as the command would read it."""
    from latexrefcheck.reading import project

    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / f"refs{suffix}"
        path.write_text(text, encoding="utf-8", newline="")
        return project.load([path], Path(directory))


def spots(found: Sequence[Finding]) -> list[tuple[int, str | None]]:
    """(line, key) of each finding: what most test tables compare."""
    return [(finding.location.line, finding.key) for finding in found]
