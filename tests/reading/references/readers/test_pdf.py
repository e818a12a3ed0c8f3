"""Lists in PDF: numbered and by author, one column and two, and what is refused."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from latexrefcheck import api
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import reading
from latexrefcheck.reading.references.readers import pdf

pypdf = pytest.importorskip("pypdf")
pytest.importorskip("pypdfium2")

NAMES = "Abel Brook Cole Dorn Eliot Frey Gould Hale Ilic Juhl Kern Lund".split()
WORK = "%s, A. %d. On the slow and quite remarkable flow of invented rivers number %d in the far north. Journal of Water %d:1-9."
WORKS = [WORK % (name, 2001 + number, number, number) for number, name in enumerate(NAMES, 1)]


def page(lines: list[tuple[float, float, str]]) -> bytes:
    """A PDF of one page with lines of text at places."""
    shown = "".join(f"BT /F1 9 Tf {x} {y} Td ({text.replace('(', '').replace(')', '')}) Tj ET\n" for x, y, text in lines)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        f"<< /Length {len(shown)} >>\nstream\n{shown}endstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    made, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    start = len(made)
    made += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n"
    return f"{made}startxref\n{start}\n%%EOF\n".encode("latin-1")


def set_out(entries: list[str], width: int, x: float, hang: float, top: float = 760) -> list[tuple[float, float, str]]:
    """Entries in lines of so many characters, the further lines hanging."""
    lines, y = [], top
    for entry in entries:
        words, line, first = entry.split(), "", True
        for word in [*words, ""]:
            if line and (not word or len(line) + len(word) > width):
                lines.append((x if first else x + hang, y, line))
                line, first, y = "", False, y - 11
            line = f"{line} {word}".strip()
    return lines


def read(tmp_path: Path, data: bytes) -> list[str]:
    (tmp_path / "paper.pdf").write_bytes(data)
    return [entry.words for entry in reading.read(tmp_path / "paper.pdf", "paper.pdf").entries if isinstance(entry, Worded)]


HEAD = [(72.0, 780.0, "References")]


def test_hanging_indents(tmp_path: Path) -> None:
    assert read(tmp_path, page(HEAD + set_out(WORKS, 70, 72, 12))) == WORKS


def test_two_columns(tmp_path: Path) -> None:
    lines = set_out(WORKS[:6], 45, 72, 10) + set_out(WORKS[6:], 45, 320, 10)
    assert read(tmp_path, page(HEAD + lines)) == WORKS


def test_numbers(tmp_path: Path) -> None:
    numbered = [f"[{number}] {work}" for number, work in enumerate(WORKS, 1)]
    assert read(tmp_path, page(HEAD + set_out(numbered, 70, 72, 14))) == WORKS


def test_what_stands_behind_the_list_is_none_of_it(tmp_path: Path) -> None:
    lines = [
        *HEAD,
        *set_out(WORKS, 70, 72, 12),
        (72.0, 120.0, "Appendix A"),
        (72.0, 100.0, "More words of 2019, and further ones."),
    ]
    assert read(tmp_path, page(lines)) == WORKS


def test_pypdf_reads_where_pdfium_is_absent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    numbered = [f"[{number}] {work}" for number, work in enumerate(WORKS, 1)]
    assert read(tmp_path, page(HEAD + set_out(numbered, 70, 72, 14))) == WORKS


def encrypted() -> bytes:
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(page(HEAD + set_out(WORKS, 70, 72, 12))))
    writer.encrypt("secret", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (page([]), "a scan"),
        (page([(72.0, 700.0, "Cover")]), "a scan"),
        (
            page([(72.0, 700.0 - 11 * n, "Words of a paper without any list at all, again and again.") for n in range(9)]),
            "no list",
        ),
        (b"%PDF-1.4\nbroken", "no PDF that can be read"),
        (b"", "no PDF that can be read"),
        (b"words", "no PDF that can be read"),
    ],
)
@pytest.mark.parametrize("absent", ["", "pypdfium2"])
def test_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes, told: str, absent: str) -> None:
    if absent:
        monkeypatch.setitem(sys.modules, absent, None)
    with pytest.raises(UnreadableInput, match=told) as error:
        read(tmp_path, data)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("absent", ["", "pypdfium2"])
def test_encrypted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, absent: str) -> None:
    if absent:
        monkeypatch.setitem(sys.modules, absent, None)
    with pytest.raises(UnreadableInput, match="encrypted"):
        read(tmp_path, encrypted())


def test_without_a_reader_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pypdfium2", "pypdf"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(UnreadableInput, match=r"pip install 'latexrefcheck\[pdf\]'"):
        read(tmp_path, page(HEAD))


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdfLaTeX is not installed")
@pytest.mark.parametrize("options", ["11pt", "twocolumn"])
@pytest.mark.parametrize("style", ["", "\\usepackage{natbib}"])
def test_as_latex_prints_them(tmp_path: Path, options: str, style: str) -> None:
    items = "\n".join(
        f"\\bibitem{'[' + name + f'({2000 + number})]' if style else ''}{{k{number}}} {WORKS[number - 1]}"
        for number, name in enumerate(NAMES, 1)
    )
    text = f"\\documentclass[{options}]{{article}}{style}\\begin{{document}}Words \\cite{{k1}} and some more of them.\n"
    text += f"\\begin{{thebibliography}}{{99}}\n{items}\n\\end{{thebibliography}}\n"
    text += "\\appendix\\section{More} And words.\\end{document}\n"
    (tmp_path / "paper.tex").write_text(text)
    for _ in range(2):
        subprocess.run(["pdflatex", "-interaction=batchmode", "paper.tex"], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    found = reading.read(tmp_path / "paper.pdf", "paper.pdf").entries
    shown = [entry.words.replace("–", "-").replace(" ", "") for entry in found if isinstance(entry, Worded)]
    assert shown == [work.replace(" ", "") for work in WORKS]


def typeset(tmp_path: Path, body: str, options: str = "11pt", kind: str = "article") -> list[Worded]:
    text = f"\\documentclass[{options}]{{{kind}}}\\usepackage[T1]{{fontenc}}\\begin{{document}}\n{body}\n\\end{{document}}\n"
    (tmp_path / "paper.tex").write_text(text)
    for _ in range(2):
        subprocess.run(["pdflatex", "-interaction=batchmode", "paper.tex"], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    return [one for one in reading.read(tmp_path / "paper.pdf", "paper.pdf").entries if isinstance(one, Worded)]


def bare(words: str) -> str:
    return "".join(filter(str.isalnum, words))


latex = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdfLaTeX is not installed")


@latex
@pytest.mark.parametrize("options", ["11pt", "10pt,twocolumn"])
def test_labels_in_words(tmp_path: Path, options: str) -> None:
    labels = ["cpp", "ERC", "Costello", "AKS17", "Müller", "3", "7", "8", "Kern+12", "a.b", "IETF", "x"]
    items = "".join(f"\\bibitem[{label}]{{k{label}}} {work} [Online]\n" for label, work in zip(labels, WORKS, strict=True))
    found = typeset(tmp_path, f"Words.\\begin{{thebibliography}}{{Costello}}{items}\\end{{thebibliography}}", options)
    assert [bare(one.words) for one in found] == [bare(work + "Online") for work in WORKS]
    assert [one.key for one in found] == [f"[{label}]" for label in labels]


@latex
def test_what_is_set_larger_ends_the_list(tmp_path: Path) -> None:
    items = "".join(f"\\bibitem{{k{number}}} {work}\n" for number, work in enumerate(WORKS))
    body = (
        f"Words.\\begin{{thebibliography}}{{99}}{items}\\end{{thebibliography}}\\section*{{Proofs left out}}And words of 2019.\n"
    )
    assert [bare(one.words) for one in typeset(tmp_path, body)] == [bare(work) for work in WORKS]


@latex
@pytest.mark.parametrize("style", ["", "\\usepackage{natbib}"])
def test_lists_over_pages_with_running_heads(tmp_path: Path, style: str) -> None:
    works = [WORK % (f"{name}{chr(97 + number)}", 2001, number, number) for number in range(9) for name in NAMES]
    label = "[{0}(2001)]" if style else ""
    items = "".join(f"\\bibitem{label.format(work.split(',')[0])}{{k{n}}} {work}\n" for n, work in enumerate(works))
    body = f"\\chapter{{One}}Words.\\begin{{thebibliography}}{{999}}{items}\\end{{thebibliography}}\\chapter{{Notes}}Of 2019."
    found = typeset(tmp_path, body, "11pt", f"book}}{style}\\pagestyle{{headings" if style else "book")
    assert [bare(one.words) for one in found] == [bare(work) for work in works]
    pages = [one.source.position(one.start)[0] for one in found]
    assert pages == sorted(pages)
    assert len(set(pages)) >= 3


@latex
def test_exponents(tmp_path: Path) -> None:
    works = [work.replace("remarkable", "remarkable Ext$^n_m$ and H$^{2}$") for work in WORKS]
    items = "".join(f"\\bibitem[{name}(2001)]{{k{name}}} {work}\n" for name, work in zip(NAMES, works, strict=True))
    found = typeset(
        tmp_path, f"Words.\\begin{{thebibliography}}{{99}}{items}\\end{{thebibliography}}", kind="article}\\usepackage{natbib"
    )
    assert len(found) == len(WORKS)


def test_places_are_pages(tmp_path: Path) -> None:
    (tmp_path / "paper.pdf").write_bytes(page(HEAD + set_out(WORKS, 70, 72, 12)))
    found = reading.read(tmp_path / "paper.pdf", "paper.pdf")
    line, column = found.source.position(found.entries[2].start)
    assert line == 1
    assert found.source.excerpt(line, column, 400)[1].startswith("Cole, A. 2004.")


def test_citations_by_number(tmp_path: Path) -> None:
    numbered = [f"[{number}] {work}" for number, work in enumerate(WORKS, 1)]
    body = [(72.0, 760.0, "Rivers [1, 2] flow [3-10], as [12] and [13] say, on [0, 1].")]
    lines = [*body, (72.0, 740.0, "References"), *set_out(numbered, 70, 72, 14, 720)]
    (tmp_path / "paper.pdf").write_bytes(page(lines))
    report = api.check(tmp_path / "paper.pdf", verify=False)
    assert {(one.rule, one.key, one.location.line) for one in report.findings} == {
        ("undefined-citation", "[13]", 1),
        ("unused-entry", "[11]", 1),
    }


@pytest.mark.parametrize("count", [1, 2, 3])
def test_a_page_of_few_references_is_no_scan(tmp_path: Path, count: int) -> None:
    numbered = [f"[{number}] {work}" for number, work in enumerate(WORKS[:count], 1)]
    assert read(tmp_path, page(HEAD + set_out(numbered, 70, 72, 14))) == WORKS[:count]


@pytest.mark.parametrize(
    ("drawn", "read_as"),
    [
        ("Franc\u00b8ois Nicol`o Beno\u02c6\u0131t Bo\u02c7zi\u00b4c", "Fran\u00e7ois Nicol\u00f2 Beno\u00eet Bo\u017ei\u0107"),
        ("M\u00a8uller \u02dcnandu A\u02daa", "M\u00fcller \u00f1andu A\u00e5"),
        ("l\u00b4homme `a title' 5\u00b4", "l\u00b4homme `a title' 5\u00b4"),
    ],
)
def test_accents_that_stand_alone_go_on_their_letters(drawn: str, read_as: str) -> None:
    assert pdf._composed(drawn) == read_as


def test_a_book_of_too_many_pages_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MOST_PAGES", 0)
    with pytest.raises(UnreadableInput, match="over the limit of 0"):
        pdf.read("x.pdf", page([(60, 700, "Abel, A. Rivers. 2019.")]))
