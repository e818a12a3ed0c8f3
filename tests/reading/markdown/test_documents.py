"""Markdown, Quarto and R Markdown documents beside the databases that they, or their projects, name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from latexrefcheck import api
from latexrefcheck.errors import UnreadableInput

BIB = """@article{abel2017, author = {Abel, Anna}, title = {On the slow flow of rivers}, journal = {J}, year = {2017}}
@article{cole2018, author = {Cole, Carl}, title = {Roads of the north}, journal = {J}, year = {2018}}
"""
JSON = '[{"id": "abel2017", "type": "book", "title": "Rivers"},\n {"id": "cole2018", "type": "book", "title": "Roads"}]\n'
YAML = (
    "references:\n- id: abel2017\n  type: book\n  title: Rivers\n  issued: 2017\n- id: cole2018\n  type: book\n  title: Roads\n"
)
RULES = ("undefined-citation", "unused-entry", "missing-file", "unresolved-input", "no-bibliography")

Check = Callable[..., list[str]]


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Writes files, checks some of them, and returns ``rule key path:line:column`` of what concerns citations."""
    monkeypatch.chdir(tmp_path)

    def run(files: dict[str, str], *paths: str, **options: object) -> list[str]:
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text, encoding="utf-8")
        report = api.check(*(paths or (".",)), verify=False, **options)
        return [
            f"{one.rule} {one.key} {one.location.path}:{one.location.line}:{one.location.column}"
            for one in report.findings
            if one.rule in RULES and one.state == "open"
        ]

    return run


def doc(body: str, head: str = "bibliography: refs.bib") -> str:
    return f"---\ntitle: A paper\n{head}\n---\n\n{body}\n"


@pytest.mark.parametrize("name", ["paper.md", "paper.qmd", "paper.Rmd", "paper.markdown"])
@pytest.mark.parametrize("named", [True, False])
def test_undefined_unused_and_case(check: Check, name: str, named: bool) -> None:
    text = doc("Rivers [see @abel2017, p. 3; -@ghost].\nAs @Cole2018 says, a@b.org `@code`.\n\n# References\n\n::: {#refs}\n:::")
    assert check({"refs.bib": BIB, name: text}, *([name] if named else [])) == [
        f"undefined-citation ghost {name}:6:32",
        f"undefined-citation Cole2018 {name}:7:5",
        "unused-entry cole2018 refs.bib:2:1",
    ]


@pytest.mark.parametrize(
    "head",
    [
        "bibliography: refs.bib",
        "bibliography: 'refs.bib'",
        "bibliography: [refs.bib]",
        'bibliography:\n  - refs.bib\n  - "more/refs.bib"',
        "bibliography: refs",
        "author: '`r Sys.getenv()`'\nbibliography: refs.bib",
        "params: !expr x\nbibliography: refs.bib",
    ],
)
def test_ways_to_name_a_database(check: Check, head: str) -> None:
    text = doc("@abel2017 [@cole2018; @ghost]", head)
    files = {"refs.bib": BIB, "more/refs.bib": "@misc{own, title = {Own}}\n", "p.md": text}
    line = text[: text.index("@ghost")].count("\n") + 1
    wanted = [f"undefined-citation ghost p.md:{line}:24"]
    assert check(files, "p.md") == [*(["unused-entry own more/refs.bib:1:1"] if "more/" in head else []), *wanted]


@pytest.mark.parametrize(("name", "data"), [("refs.json", JSON), ("refs.yaml", YAML)])
def test_databases_of_other_forms(check: Check, name: str, data: str) -> None:
    files = {name: data, "p.md": doc("@abel2017 and @ghost", f"bibliography: {name}")}
    found = check(files, "p.md")
    assert found[0].startswith("undefined-citation ghost p.md:6:16")
    assert [one.split(":")[0] for one in found[1:]] == [f"unused-entry cole2018 {name}"]
    assert [entry.key for entry in api.check("p.md", verify=False).entries] == ["abel2017"]


def test_references_in_the_metadata(check: Check) -> None:
    text = f"@abel2017, @ghost\n\n---\n{YAML}---\n"
    assert check({"p.md": text}, "p.md") == ["undefined-citation ghost p.md:1:13", "unused-entry cole2018 p.md:9:7"]


def test_nocite(check: Check) -> None:
    head = "bibliography: refs.bib\nnocite: |\n  @abel2017, @ghost"
    assert check({"refs.bib": BIB, "p.md": doc("text @cole2018", head)}, "p.md") == ["undefined-citation ghost p.md:5:15"]
    assert check({"refs.bib": BIB, "q.md": doc("text", "bibliography: refs.bib\nnocite: '@*'")}, "q.md") == []


def test_citations_in_the_abstract(check: Check) -> None:
    head = "bibliography: refs.bib\nabstract: >\n  As @abel2017 and @ghost say.\ntwitter: '@somebody'"
    assert check({"refs.bib": BIB, "p.md": doc("@cole2018", head)}, "p.md") == ["undefined-citation ghost p.md:5:21"]


def test_labels_of_elements_are_no_citations_unless_they_are_keys(check: Check) -> None:
    bib = BIB + "@misc{fig-key, title = {A key like a label}}\n"
    text = doc("See @fig-one, @tbl-two, @sec-x, @eq:y and @fig-key [@abel2017; @cole2018].")
    assert check({"refs.bib": bib, "p.qmd": text}, "p.qmd") == []


def test_chunks_may_cite_and_their_code_does_not(check: Check) -> None:
    text = doc('```{r, fig.cap="By @abel2017"}\n#| tbl-cap: "From @cole2018"\nobject@slot\n```')
    assert check({"refs.bib": BIB, "p.Rmd": text}, "p.Rmd") == []


def test_a_missing_database_is_one_finding(check: Check) -> None:
    found = check({"refs.bib": BIB, "p.md": doc("@abel2017 @ghost", "bibliography: ref.bib")}, "p.md")
    assert found == ["missing-file ref.bib p.md:3:15"]
    (one,) = (one for one in api.check("p.md", verify=False).findings if one.rule == "missing-file")
    assert one.fix is not None and "refs.bib" in one.message


@pytest.mark.parametrize("name", ["https://x.org/refs.bib", "`r here('refs.bib')`", "refs.xml"])
def test_databases_that_are_not_read_make_no_alarm(check: Check, name: str) -> None:
    assert check({"p.md": doc("@abel2017", f'bibliography: "{name}"')}, "p.md") == []


def test_nothing_outside_of_the_project_is_read(check: Check, tmp_path: Path) -> None:
    (tmp_path / "secret.bib").write_text(BIB)
    (tmp_path / "in").mkdir()
    files = {"in/p.md": doc("@abel2017 {{< include ../secret.bib >}}", "bibliography: ../secret.bib")}
    found = check(files, "in/p.md", base=tmp_path / "in")
    assert [one.split(":")[0] for one in found] == ["missing-file ../secret.bib p.md", "missing-file ../secret.bib p.md"]


def test_broken_metadata_are_one_sentence(check: Check) -> None:
    text = '---\nbibliography: refs.bib\ntitle: "unclosed\n---\n\n@abel2017\n'
    with pytest.raises(UnreadableInput, match=r"p\.md"):
        check({"refs.bib": BIB, "p.md": text}, "p.md")


def test_a_file_that_cites_and_names_no_database(check: Check) -> None:
    with pytest.raises(UnreadableInput, match="'abel2017' but names no database"):
        check({"refs.bib": BIB, "p.md": "Rivers [@abel2017] and [-@cole2018].\n"}, "p.md")
    assert check({}, "p.md", "refs.bib") == []


def test_quarto_projects(check: Check) -> None:
    files = {
        "_quarto.yml": "project:\n  type: book\nbook:\n  chapters: [a.qmd, b.qmd]\nbibliography: refs.bib\n",
        "refs.bib": BIB,
        "index.qmd": "# Welcome\n",
        "part/a.qmd": "@abel2017 and @ghost\n\n{{< include _more.qmd >}}\n",
        "part/_more.qmd": "@cole2018 and @spirit\n",
    }
    wanted = ["undefined-citation spirit part/_more.qmd:1:16", "undefined-citation ghost part/a.qmd:1:16"]
    assert check(files) == wanted
    assert check(files, "part/a.qmd") == wanted
    assert check({"part/_more.qmd": "nothing\n"}) == [wanted[1], "unused-entry cole2018 refs.bib:2:1"]
    assert check({}, "part/a.qmd") == [wanted[1]]  # another chapter may cite it


def test_books_of_bookdown(check: Check) -> None:
    files = {
        "index.Rmd": doc("# Preface\n\n@abel2017", "site: bookdown::bookdown_site\nbibliography: [refs.bib]"),
        "_bookdown.yml": "book_filename: book\n",
        "01-intro.Rmd": "# Intro\n\nSee \\@ref(fig:one), @cole2018, @ghost.\n",
        "refs.bib": BIB,
    }
    assert check(files) == ["undefined-citation ghost 01-intro.Rmd:3:33"]


def test_children_of_knitr(check: Check) -> None:
    files = {
        "refs.bib": BIB,
        "p.Rmd": doc("@abel2017\n\n```{r, child = c('one.Rmd', \"gone.Rmd\")}\n```"),
        "one.Rmd": "@cole2018 @ghost\n",
    }
    assert check(files, "p.Rmd") == ["undefined-citation ghost one.Rmd:1:12", "missing-file gone.Rmd p.Rmd:8:30"]


def test_folders_with_tex_are_papers_in_tex(check: Check) -> None:
    tex = "\\documentclass{article}\\begin{document}\\cite{abel2017,cole2018}\\bibliography{refs}\\end{document}\n"
    assert check({"refs.bib": BIB, "main.tex": tex, "notes.md": doc("@ghost")}) == []


def test_comments_of_markdown_suppress(check: Check) -> None:
    files = {
        "refs.bib": BIB,
        "p.md": doc(
            "[@abel2017; @cole2018]\n\n<!-- latexrefcheck: ignore[undefined-citation] a friend -->\n"
            "Thanks to @alice.\n\n@bob said."
        ),
    }
    assert check(files, "p.md") == ["undefined-citation bob p.md:11:2"]


def test_hostile_metadata_end(check: Check) -> None:
    bomb = "a: &a [x, x]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20))
    assert check({"refs.bib": BIB, "p.md": doc("[@abel2017; @cole2018]", f"bibliography: refs.bib\n{bomb}")}, "p.md") == []
    deep = "x: " + "[" * 50_000
    with pytest.raises(UnreadableInput):
        check({"q.md": doc("@abel2017", deep)}, "q.md")
