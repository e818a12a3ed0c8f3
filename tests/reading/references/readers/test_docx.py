"""Lists in Word documents: paragraphs, tables, links, tracked changes, notes, fields; and what is refused."""

from __future__ import annotations

import base64
import io
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from latexrefcheck import api
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


def field(paragraph: Any, code: str) -> None:
    from docx.oxml import parse_xml

    text = code.replace("&", "&amp;").replace("<", "&lt;")
    paragraph._p.append(parse_xml(f'<w:r {W}><w:instrText xml:space="preserve">{text}</w:instrText></w:r>'))


ITEM = {"type": "book", "title": "On Rivers", "DOI": "10.99999/x", "author": [{"family": "Abel", "given": "A."}]}
RECORD = (
    '<EndNote><Cite><Author>Abel</Author><record><ref-type name="Book">6</ref-type><contributors><authors><author>'
    '<style face="normal">Abel, A.</style></author></authors></contributors><titles><title><style face="normal">On Rivers'
    "</style></title></titles><dates><year>2017</year></dates><electronic-resource-num>10.99999/x</electronic-resource-num>"
    "</record></Cite></EndNote>"
)


def tagged(document: Any, tag: str) -> None:
    from docx.oxml import parse_xml

    content = "<w:sdtContent><w:r><w:t>(Abel)</w:t></w:r></w:sdtContent>"
    document.add_paragraph()._p.append(parse_xml(f'<w:sdt {W}><w:sdtPr><w:tag w:val="{tag}"/></w:sdtPr>{content}</w:sdt>'))


def by_mendeley_cite(document: Any) -> None:
    data = json.dumps({"citationItems": [{"id": "1", "itemData": ITEM}]}).encode()
    tagged(document, "MENDELEY_CITATION_v3_" + base64.b64encode(data).decode())


def by_endnote(document: Any) -> None:
    field(document.add_paragraph(), f" ADDIN EN.CITE {RECORD}")


def by_endnote_with_data(document: Any) -> None:
    from docx.oxml import parse_xml

    data = base64.b64encode(RECORD.encode()).decode()
    data = "\n".join(data[at : at + 76] for at in range(0, len(data), 76))
    document.add_paragraph()._p.append(
        parse_xml(f'<w:r {W}><w:fldChar w:fldCharType="begin"><w:fldData>{data}</w:fldData></w:fldChar></w:r>')
    )


def part(document: Any, name: str, kind: str, xml: str, of_package: bool = False) -> None:
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    package = document.part.package
    made = Part(PackURI(name), "application/xml", xml.encode(), package)
    (package if of_package else document.part).relate_to(
        made, f"http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}"
    )


def by_bookmark_of_zotero(document: Any) -> None:
    from docx.oxml import parse_xml

    text = "ZOTERO_ITEM CSL_CITATION " + json.dumps({"citationItems": [{"itemData": ITEM}]})
    pieces = "".join(
        f'<property pid="{number + 2}" name="ZOTERO_BREF_a1B_{number + 1}"><vt:lpwstr>{text[at : at + 40]}</vt:lpwstr></property>'
        for number, at in enumerate(range(0, len(text), 40))
    )
    spaces = 'xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="urn:vt"'
    part(document, "/docProps/custom.xml", "custom-properties", f"<Properties {spaces}>{pieces}</Properties>", True)
    paragraph = document.add_paragraph()._p
    paragraph.append(parse_xml(f'<w:bookmarkStart {W} w:id="1" w:name="ZOTERO_BREF_a1B"/>'))


B = "http://schemas.openxmlformats.org/officeDocument/2006/bibliography"
SOURCE = (
    f'<b:Sources xmlns:b="{B}"><b:Source><b:Tag>Abe17</b:Tag><b:SourceType>Book</b:SourceType><b:Author><b:Author><b:NameList>'
    "<b:Person><b:Last>Abel</b:Last><b:First>A.</b:First></b:Person></b:NameList></b:Author></b:Author>"
    "<b:Title>On Rivers</b:Title><b:Year>2017</b:Year><b:DOI>10.99999/x</b:DOI></b:Source>"
    "<b:Source><b:Tag>Left</b:Tag><b:Title>Never cited</b:Title></b:Source></b:Sources>"
)


def by_word(document: Any) -> None:
    part(document, "/customXml/item7.xml", "customXml", SOURCE)
    field(document.add_paragraph(), r" CITATION Abe17 \l 1033 ")


def by_word_with_more(document: Any) -> None:
    part(document, "/customXml/item7.xml", "customXml", SOURCE)
    field(document.add_paragraph(), r" CITATION Gone \l 1033  \m Abe17 ")


@pytest.mark.parametrize(
    "cite", [by_mendeley_cite, by_endnote, by_endnote_with_data, by_bookmark_of_zotero, by_word, by_word_with_more]
)
def test_data_of_reference_managers(tmp_path: Path, cite: Callable[[Any], None]) -> None:
    document = paper(COLE)
    cite(document)
    (found,) = read(tmp_path, document)
    assert found.work is not None
    assert (found.work.title, found.work.identifiers) == ("On Rivers", {"doi": "10.99999/x"})
    assert [one.text for one in found.work.authors] in (["A. Abel"], ["Abel, A."])


@pytest.mark.parametrize(
    "spoil",
    [
        lambda document: tagged(document, "MENDELEY_CITATION_v3_!!!"),
        lambda document: tagged(document, "MENDELEY_CITATION_v3_" + base64.b64encode(b"[1, 2]").decode()),
        lambda document: field(document.paragraphs[0], "ADDIN EN.CITE <EndNote><Cite></EndNote>"),
        lambda document: field(document.paragraphs[0], "ADDIN CSL_CITATION {" + "[" * 100_000),
        lambda document: field(document.paragraphs[0], 'ADDIN CSL_CITATION {"citationItems": [1, {"itemData": 2}]}'),
        lambda document: field(document.paragraphs[0], "CITATION Gone"),
        lambda document: part(document, "/customXml/item7.xml", "customXml", "<no xml"),
    ],
)
def test_spoilt_data_leave_the_list(tmp_path: Path, spoil: Callable[[Any], None]) -> None:
    document = paper(ABEL, COLE)
    spoil(document)
    assert [one.words for one in read(tmp_path, document)] == [ABEL, COLE]


def test_numbers_that_word_makes(tmp_path: Path) -> None:
    document = paper()
    for text in (ABEL, COLE, ABEL.replace("Abel", "Dorn")):
        document.add_paragraph(text, style="List Number")
    document.paragraphs[1].text = "Words [1, 2] and [3], see [4]."
    found = read(tmp_path, document)
    assert [one.key for one in found] == ["[1]", "[2]", "[3]"]
    assert found[0].words == ABEL
    report = api.check(tmp_path / "paper.docx", verify=False)
    assert [(one.rule, one.key, one.location.line) for one in report.findings] == [("undefined-citation", "[4]", 3)]


def test_what_nobody_cites_and_what_is_not_there(tmp_path: Path) -> None:
    document = paper(*(f"[{number}] {ABEL.replace('2017', str(2000 + number))}" for number in range(1, 6)))
    document.paragraphs[1].text = "Words [1]–[3], [5] and [7]."
    document.save(tmp_path / "paper.docx")
    report = api.check(tmp_path / "paper.docx", verify=False)
    assert {(one.rule, one.key) for one in report.findings} == {("undefined-citation", "[7]"), ("unused-entry", "[4]")}


MARKDOWN = (
    "# A Paper\n\nWords [1, 2] and [3].[^1]\n\n[^1]: A note [2].\n\n# References\n\n"
    f"[1] {ABEL}\n\n[2] {COLE}\n\n[3] {ABEL.replace('Abel', 'Dorn')}\n"
)


@pytest.mark.skipif(shutil.which("pandoc") is None, reason="pandoc is not installed")
@pytest.mark.parametrize("numbers", [True, False])
def test_as_pandoc_writes_them(tmp_path: Path, numbers: bool) -> None:
    text = MARKDOWN if numbers else MARKDOWN.replace("\n[1] ", "\n1. ").replace("\n[2] ", "\n2. ").replace("\n[3] ", "\n3. ")
    subprocess.run(["pandoc", "-f", "markdown-smart", "-o", "paper.docx"], input=text.encode(), cwd=tmp_path, check=True)
    found = read(tmp_path, (tmp_path / "paper.docx").read_bytes())
    assert [(one.key, one.words) for one in found][:2] == [("[1]", ABEL), ("[2]", COLE)]
    assert not api.check(tmp_path / "paper.docx", verify=False).findings


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
def test_as_libreoffice_writes_them(tmp_path: Path) -> None:
    listed = "".join(f"<li>{text}</li>" for text in (ABEL, COLE, ABEL.replace("Abel", "Dorn")))
    html = f"<html><body><h1>A Paper</h1><p>Words [1, 2] and [3].</p><h1>References</h1><ol>{listed}</ol></body></html>"
    (tmp_path / "paper.html").write_text(html, encoding="utf-8")
    command = ["soffice", f"-env:UserInstallation=file://{tmp_path}/profile", "--headless", "--infilter=HTML (StarWriter)"]
    subprocess.run([*command, "--convert-to", "docx:Office Open XML Text", "paper.html"], cwd=tmp_path, check=True, timeout=120)
    found = read(tmp_path, (tmp_path / "paper.docx").read_bytes())
    assert [(one.key, one.words) for one in found][:2] == [("[1]", ABEL), ("[2]", COLE)]
    assert not api.check(tmp_path / "paper.docx", verify=False).findings


def test_numbers_behind_soft_breaks(tmp_path: Path) -> None:
    found = read(tmp_path, paper(f"[1] {ABEL}\n[2] {COLE}\n[3] {ABEL}"))
    assert [one.key for one in found] == ["[1]", "[2]", "[3]"]
    assert [one.words for one in read(tmp_path, paper(ABEL.replace(" ", "\n", 1), COLE))] == [ABEL, COLE]
