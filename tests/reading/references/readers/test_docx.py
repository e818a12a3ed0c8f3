"""Lists in Word documents: paragraphs, tables, links, tracked changes, notes, fields; and what is refused."""

from __future__ import annotations

import io
import json
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.references import Worded
from latexrefcheck.reading.references import reading

docx = pytest.importorskip("docx")

ABEL = "Abel, A. (2017). On the slow flow of rivers. Journal of Water, 4(2), 1-9."
COLE = "Cole, C. (2018). Roads of the north and their makers. Delta Press."
W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def read(tmp_path: Path, document: Any) -> list[Worded]:
    path = tmp_path / "paper.docx"
    if isinstance(document, bytes):
        path.write_bytes(document)
    else:
        document.save(path)
    return [entry for entry in reading.read(path, "paper.docx").entries if isinstance(entry, Worded)]


def paper(*paragraphs: str) -> Any:
    document = docx.Document()
    for text in ("A Paper", "Words [1, 2].", "References", *paragraphs):
        document.add_paragraph(text)
    return document


def test_paragraphs_of_the_list(tmp_path: Path) -> None:
    found = read(tmp_path, paper(ABEL, COLE))
    assert [one.words for one in found] == [ABEL, COLE]
    assert [one.source.position(one.start)[0] for one in found] == [7, 9]


def test_numbers_that_are_typed(tmp_path: Path) -> None:
    found = read(tmp_path, paper(f"[1] {ABEL}", f"[2] {COLE}"))
    assert [(one.key, one.words) for one in found] == [("[1]", ABEL), ("[2]", COLE)]


def test_runs_links_and_tracked_changes(tmp_path: Path) -> None:
    document = paper()
    first = document.add_paragraph("Abel, A. (2017). ")
    first.add_run("On the slow flow").italic = True
    first.add_run(" of rivers. ")
    from docx.oxml import parse_xml

    first._p.append(parse_xml(f'<w:ins {W} w:id="1" w:author="x"><w:r><w:t>Journal of Water</w:t></w:r></w:ins>'))
    first._p.append(parse_xml(f'<w:del {W} w:id="2" w:author="x"><w:r><w:delText>Journal of Frogs</w:delText></w:r></w:del>'))
    first._p.append(parse_xml(f"<w:hyperlink {W}><w:r><w:t>, 4(2), 1-9.</w:t></w:r></w:hyperlink>"))
    document.add_paragraph(COLE)
    assert [one.words for one in read(tmp_path, document)] == [ABEL, COLE]


def test_a_list_in_a_table(tmp_path: Path) -> None:
    document = paper()
    table = document.add_table(rows=2, cols=1)
    table.cell(0, 0).text, table.cell(1, 0).text = ABEL, COLE
    assert [one.words for one in read(tmp_path, document)] == [ABEL, COLE]


@pytest.mark.parametrize("code", ["ADDIN ZOTERO_ITEM CSL_CITATION ", "ADDIN CSL_CITATION "])
def test_fields_hold_exact_data(tmp_path: Path, code: str) -> None:
    from docx.oxml import parse_xml

    item = {
        "id": 7,
        "type": "article-journal",
        "title": "On Rivers",
        "author": [{"family": "Abel", "given": "A."}],
        "DOI": "10.99999/X",
    }
    told = code + json.dumps({"citationItems": [{"id": 7, "itemData": item}, {"itemData": "none"}]})
    document = docx.Document()
    for _ in range(2):  # cited twice
        paragraph = document.add_paragraph("Words ")
        half = len(told) // 2
        for part in (told[:half], told[half:]):
            text = part.replace("&", "&amp;").replace("<", "&lt;")
            paragraph._p.append(parse_xml(f'<w:r {W}><w:instrText xml:space="preserve">{text}</w:instrText></w:r>'))
    (found,) = read(tmp_path, document)
    assert found.work is not None
    assert (found.work.title, found.work.identifiers, found.source.position(found.start)[0]) == (
        "On Rivers",
        {"doi": "10.99999/x"},
        1,
    )


def packed(**parts: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in parts.items():
            made.writestr(name, data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "no Word document"),
        (b"words", "no Word document"),
        (b"PK\x03\x04 broken", "no Word document"),
        (packed(a=b"a"), "no Word document"),
        (packed(bomb=bytes(200 * 1024 * 1024)), "over the limit"),
    ],
)
def test_refused_in_one_sentence(tmp_path: Path, data: bytes, told: str) -> None:
    with pytest.raises(UnreadableInput, match=told) as error:
        read(tmp_path, data)
    assert "\n" not in str(error.value)


def test_without_the_package_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = paper(ABEL)
    document.save(tmp_path / "paper.docx")
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(UnreadableInput, match=r"pip install 'latexrefcheck\[docx\]'"):
        reading.read(tmp_path / "paper.docx", "paper.docx")
