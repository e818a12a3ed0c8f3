"""The corrected line of a reference, and the edits that write it into text, Markdown and TeX with all else untouched."""

# ruff: noqa: E501  (each text stands beside what it becomes)
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from latexrefcheck.model.document import Entry
from latexrefcheck.model.record import Evidence, Query, Record, Verdict
from latexrefcheck.model.references import Worded
from latexrefcheck.model.states import EvidenceOutcome
from latexrefcheck.reading import project
from latexrefcheck.reading.references import reading
from latexrefcheck.repair.worded import Lines
from latexrefcheck.text.person import Person
from latexrefcheck.verify import worded

RIVERS = Record(
    source="crossref",
    titles=("Measuring the Slow Flow of Invented Rivers",),
    authors=(Person("Müller", "Ann"), Person("Brook", "Bo")),
    years=(2017,),
    venues=("Journal of Invented Hydrology",),
    type="article",
    volume="12",
    pages="101-119",
    identifiers={"doi": "10.99999/flow_1"},
)
APA = (
    "Müller, A., & Brook, B. (2017). Measuring the Slow Flow of Invented Rivers. "
    "Journal of Invented Hydrology, 12, 101–119. https://doi.org/10.99999/flow_1"
)


def judged(entry: Worded, record: Record = RIVERS) -> Verdict:
    looked_up = Evidence("crossref", Query("doi", "10.99999/flow_1"), EvidenceOutcome.FOUND, (record,))
    return worded.Judge().verdict(worded.reference(entry.key, entry.words), [looked_up])


def mended(text: str, entries: list[Worded]) -> tuple[str, list[str]]:
    """The text after all fixes, and the corrected lines."""
    verdicts: dict[Entry, Verdict] = {entry: judged(entry) for entry in entries}
    found = [right for entry in entries if (right := Lines(verdicts).of(entry)) is not None]
    edits = sorted(
        ((edit.span.start, edit.span.end, edit.text) for one in found if one.fix for edit in one.fix.edits), reverse=True
    )
    for start, end, new in edits:
        text = text[:start] + new + text[end:]
    return text, [one.line for one in found]


def read(path: Path, text: str) -> list[Worded]:
    path.write_bytes(text.encode())
    return [one for one in reading.read(path, path.name).entries if isinstance(one, Worded)]


def items(path: Path, text: str) -> list[Worded]:
    path.write_text(f"\\documentclass{{article}}\\begin{{document}}\\cite{{a}}\n{text}\n\\end{{document}}\n", encoding="utf-8")
    found = project.load([path], path.parent)
    return [one for listed in found.worded for one in listed.entries if isinstance(one, Worded)]


@pytest.mark.parametrize(
    ("name", "wrong", "right"),
    [
        ("refs.txt", f"[7] {APA}".replace("2017", "2011"), f"[7] {APA}"),
        ("refs.txt", f"1. {APA}".replace("Brook, B.", "Quist, Q."), f"1. {APA}"),
        # Lines break where they like; those that are right stay broken there.
        (
            "refs.txt",
            "[1] " + APA.replace("2017", "2011").replace("Journal of", "Jour-\nnal of").replace("Slow Flow", "Slow\n   Flow"),
            "[1] " + APA.replace("Journal of", "Jour-\nnal of").replace("Slow Flow", "Slow\n   Flow"),
        ),
        ("refs.txt", f"[7] {APA}\r\n".replace("2017", "2011"), f"[7] {APA}\r\n"),
        ("refs.md", APA.replace("2017", "2011").replace("Slow Flow", "*Slow* Flow"), APA.replace("Slow Flow", "*Slow* Flow")),
        (
            "refs.md",
            APA.replace("Journal of Invented Hydrology", "*Baltic Review of Lamps*"),
            APA.replace("Journal of Invented Hydrology", "*Journal of Invented Hydrology*"),
        ),
        ("refs.md", APA.replace("https://doi.org/10.99999/flow_1", "<https://doi.org/10.99999/flow_1>").replace("2017", "2011"), APA.replace("https://doi.org/10.99999/flow_1", "<https://doi.org/10.99999/flow_1>")),
    ],
)  # fmt: skip
def test_text_and_markdown(tmp_path: Path, name: str, wrong: str, right: str) -> None:
    before = "# Paper\n\nSome words.\n\n# References\n\n" if name.endswith("md") else "References\n\n"
    entries = read(tmp_path / name, before + wrong)
    assert mended(before + wrong, entries)[0] == before + right


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            r"A.~M{\"u}ller and B.~Brook. \newblock {\em Measuring the slow flow of invented rivers}. J. Inv. Hydrol. 12, 2011. \doi{10.99999/flow_1}",
            r"A.~M{\"u}ller and B.~Brook. \newblock {\em Measuring the slow flow of invented rivers}. J. Inv. Hydrol. 12, 2017. \doi{10.99999/flow_1}",
        ),
        (
            r"A.~Müller and B.~Brook. Measuring \emph{quick} flow of invented rivers. \textit{J. Inv. Hydrol.} \textbf{12} (2017). \href{https://doi.org/10.99999/flow_1}{link}",
            r"A.~Müller and B.~Brook. Measuring \emph{the Slow} flow of invented rivers. \textit{J. Inv. Hydrol.} \textbf{12} (2017). \href{https://doi.org/10.99999/flow_1}{link}",
        ),
        (
            "M{\\\"u}ller, A., \\& Quist, Q. (2017). Measuring the slow\n  flow of invented rivers. % a comment\n  \\emph{Journal of Invented Hydrology}, 12, 101--119. \\url{https://doi.org/10.99999/flow_1}",
            "M{\\\"u}ller, A., \\& Brook, B. (2017). Measuring the slow\n  flow of invented rivers. % a comment\n  \\emph{Journal of Invented Hydrology}, 12, 101--119. \\url{https://doi.org/10.99999/flow_1}",
        ),
    ],
)  # fmt: skip
def test_thebibliography(tmp_path: Path, wrong: str, right: str) -> None:
    form = "\\begin{thebibliography}{9}\n\\bibitem{a} %s\n\\bibitem[Label]{b} Other words.\n\\end{thebibliography}"
    path = tmp_path / "main.tex"
    entries = items(path, form.replace("%s", wrong))
    text = path.read_text(encoding="utf-8")
    assert mended(text, entries[:1])[0] == text.replace(wrong, right)


@pytest.mark.parametrize(
    "text",
    [
        APA,  # nothing is wrong
        APA.replace("Measuring the Slow Flow of Invented Rivers", "Lamps of the Far North and the People Who Light Them"),  # another work
    ],
)  # fmt: skip
def test_nothing_to_correct(tmp_path: Path, text: str) -> None:
    entries = read(tmp_path / "refs.txt", text)
    assert mended(text, entries) == (text, [])


def test_a_confirmed_reference_is_left_alone(tmp_path: Path) -> None:
    (entry,) = read(tmp_path / "refs.txt", APA.replace("2017", "2011"))
    assert Lines({entry: replace(judged(entry), confirmed_by="the author")}).of(entry) is None


def test_what_the_file_does_not_hold_is_told_and_not_written(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx")
    document = docx.Document()
    document.add_paragraph("References")
    document.add_paragraph(APA.replace("2017", "2011"))
    document.save(str(tmp_path / "paper.docx"))
    (entry,) = [one for one in reading.read(tmp_path / "paper.docx", "paper.docx").entries if isinstance(one, Worded)]
    found = Lines({entry: judged(entry)}).of(entry)
    assert found is not None and (found.line, found.fix) == (APA, None)
