"""Texts from sources and shelves: who is asked, what is bound to which work, what a failure says. All works are invented."""

from __future__ import annotations

import io
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from latexrefcheck.claims.asked import CitedWork, Claim
from latexrefcheck.claims.codes import ClaimCode
from latexrefcheck.claims.deciding import Depth, decide
from latexrefcheck.claims.shelf import Shelf
from latexrefcheck.claims.texts import Texts, pages
from latexrefcheck.errors import UsageError
from latexrefcheck.model.claims import Stand
from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Query, Record
from latexrefcheck.settings import load
from latexrefcheck.verify import asking

DOI = "10.99999/flow"
WORK = CitedWork("flow", {"doi": DOI}, "Slow rivers of the north")
SENTENCE = "Rivers of the north are slower than rivers of the south."
BOTH = "We train for 30 epochs with a batch size of 64."


def record(source: str, abstract: str = "", **identifiers: str) -> Record:
    told = {"abstract": abstract} if abstract else {}
    return Record(source=source, titles=(WORK.title,), identifiers={"doi": DOI, **identifiers}, told=told)


class Sources:
    """What each source answers to a kind of question: a record, nothing (absent), or a code (it failed)."""

    def __init__(self, told: Mapping[tuple[str, str], Record | Code | None]) -> None:
        self.told = told
        self.asked: list[tuple[str, str, str]] = []

    @contextmanager
    def answering(self, sources: object, settings: object) -> Iterator[SimpleNamespace]:
        client = SimpleNamespace(sent=Counter())

        def ask(source: str, queries: Sequence[Query]) -> SimpleNamespace:
            client.sent[source] += 1
            self.asked += [(source, query.kind, query.value) for query in queries]
            return SimpleNamespace(evidence={query: self._of(source, query) for query in queries})

        yield SimpleNamespace(known=lambda source, queries: {}, ask=ask, client=client)

    def _of(self, source: str, query: Query) -> Evidence:
        answer = self.told.get((source, query.kind))
        if isinstance(answer, Record):
            return Evidence(source, query, "found", (answer,))
        if isinstance(answer, Code):
            return Evidence(source, query, "failed", reason="it did not answer", code=answer)
        return Evidence(source, query, "absent")


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], Record | Code | None]:
    """What the sources answer; a test fills it. ``sources[...]`` by (source, kind of question)."""
    told: dict[tuple[str, str], Record | Code | None] = {}
    world = Sources(told)
    monkeypatch.setattr(asking, "answering", world.answering)
    told["world", ""] = world  # type: ignore[assignment]
    return told


def asked(told: Mapping[tuple[str, str], object]) -> list[tuple[str, str, str]]:
    world = told["world", ""]
    assert isinstance(world, Sources)
    return world.asked


def answers(
    claim: str = SENTENCE,
    only: Sequence[str] = (),
    depth: Depth = Depth.QUICK,
    work: CitedWork = WORK,
    shelf: Shelf | None = None,
):
    texts = Texts(load({}, {}), only, shelf)
    (answer,) = decide([Claim("flow", claim, claim)], {"flow": work}, texts, depth)
    return answer


def test_the_first_abstract_settles_it_and_nobody_else_is_asked(sources) -> None:
    sources["crossref", "abstract"] = record("crossref", SENTENCE)
    answer = answers()
    assert (answer.stand, answer.code, answer.abstract_source) == (Stand.SUPPORTED, ClaimCode.CLAIM_SUPPORTED, "crossref")
    assert [source for source, _, _ in asked(sources)] == ["crossref"]


def test_the_next_source_is_asked_where_the_first_has_no_abstract(sources) -> None:
    sources["crossref", "abstract"] = record("crossref")
    sources["openalex", "abstract"] = Code.TIMEOUT
    sources["semanticscholar", "abstract"] = record("semanticscholar", SENTENCE)
    answer = answers()
    assert answer.stand is Stand.SUPPORTED
    assert [(one.source, one.code) for one in answer.attempts] == [
        ("crossref", ClaimCode.NO_ABSTRACT),
        ("openalex", ClaimCode.SOURCE_TIMEOUT),
        ("semanticscholar", None),
    ]


def test_a_work_is_asked_for_once_whatever_is_claimed_of_it(sources) -> None:
    sources["crossref", "abstract"] = record("crossref", SENTENCE)
    claims = [Claim("flow", f"{SENTENCE} {n}", SENTENCE) for n in range(5)]
    decide(claims, {"flow": WORK}, Texts(load({}, {})), Depth.QUICK)
    assert asked(sources) == [("crossref", "abstract", DOI)]


@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (Code.TIMEOUT, ClaimCode.SOURCE_TIMEOUT),
        (Code.RATE_LIMITED, ClaimCode.SOURCE_RATE_LIMITED),
        (Code.BUDGET_SPENT, ClaimCode.SOURCE_RATE_LIMITED),
        (Code.HTTP_5XX, ClaimCode.SOURCE_API_ERROR),
        (Code.BAD_RESPONSE, ClaimCode.SOURCE_API_ERROR),
        (Code.CANNOT_ASK, ClaimCode.SOURCE_UNSUPPORTED),
        (None, ClaimCode.DOI_NOT_FOUND),
    ],
)
@pytest.mark.parametrize("source", ["crossref", "openalex", "semanticscholar", "europepmc"])
def test_a_source_that_fails_alone_says_nothing_about_the_claim(
    source: str, failure: Code | None, code: ClaimCode, sources
) -> None:
    sources[source, "abstract"] = failure
    answer = answers(only=[source])
    assert (answer.stand, answer.code) == (Stand.UNVERIFIABLE, code)
    assert answer.passages == ()
    assert [one.source for one in answer.attempts] == [source]


def test_an_abstract_of_another_doi_is_not_used(sources) -> None:
    sources["crossref", "abstract"] = Record(
        source="crossref", titles=("Others",), identifiers={"doi": "10.99999/other"}, told={"abstract": SENTENCE}
    )
    answer = answers(only=["crossref"])
    assert (answer.stand, answer.code) == (Stand.UNVERIFIABLE, ClaimCode.DOI_MISMATCH)


def test_pubmed_is_asked_for_the_number_first_and_bound_by_the_doi(sources) -> None:
    sources["pubmed", "pmid-of"] = Record(source="pubmed", titles=(), identifiers={"pmid": "7"})
    sources["pubmed", "abstract"] = record("pubmed", SENTENCE, pmid="7")
    assert answers(only=["pubmed"]).stand is Stand.SUPPORTED
    assert [kind for _, kind, _ in asked(sources)] == ["pmid-of", "abstract"]


@pytest.mark.parametrize(
    ("doi", "stand"), [(DOI, Stand.SUPPORTED), ("10.99999/other", Stand.UNVERIFIABLE), ("", Stand.UNVERIFIABLE)]
)
def test_a_record_of_pubmed_without_doi_is_bound_by_its_summary(doi: str, stand: Stand, sources) -> None:
    sources["pubmed", "pmid-of"] = Record(source="pubmed", titles=(), identifiers={"pmid": "7"})
    sources["pubmed", "abstract"] = Record(source="pubmed", titles=("x",), identifiers={"pmid": "7"}, told={"abstract": SENTENCE})
    sources["pubmed", "pmid"] = Record(source="pubmed", titles=("x",), identifiers={"pmid": "7", **({"doi": doi} if doi else {})})
    assert answers(only=["pubmed"]).stand is stand


def test_a_claim_on_a_setting_is_never_borne_out_by_an_abstract(sources) -> None:
    sources["crossref", "abstract"] = record("crossref", BOTH)
    answer = answers(BOTH)
    assert (answer.stand, answer.code) == (Stand.ABSTRACT_ONLY, ClaimCode.CLAIM_NEEDS_FULL_TEXT)
    assert answer.undone


def test_the_whole_text_of_arxiv_bears_it_out(sources) -> None:
    sources["crossref", "abstract"] = record("crossref", "Something else is here.")
    sources["arxiv", "fulltext"] = Record(source="arxiv", titles=(), told={"text": f"Slow rivers\n\f1 Methods\n{BOTH}\nMore."})
    answer = answers(BOTH, depth=Depth.AUTO, work=CitedWork("flow", {"doi": DOI, "arxiv": "2401.00001v2"}, WORK.title))
    assert (answer.stand, answer.passages[0].where, answer.passages[0].source, answer.whole) == (
        Stand.SUPPORTED,
        "page 2",
        "arxiv",
        True,
    )
    assert ("arxiv", "fulltext", "2401.00001") in asked(sources)


def test_a_text_that_cannot_be_had_is_told(sources) -> None:
    sources["crossref", "abstract"] = record("crossref", "Something else is here.")
    sources["arxiv", "fulltext"] = Code.HTTP_4XX
    answer = answers(BOTH, depth=Depth.AUTO, work=CitedWork("flow", {"doi": DOI, "arxiv": "2401.00001"}, WORK.title))
    assert answer.stand is Stand.ABSTRACT_ONLY
    assert ("arxiv", ClaimCode.NO_FULL_TEXT) in [(one.source, one.code) for one in answer.attempts]


def test_nobody_left_to_ask_is_a_sentence() -> None:
    with pytest.raises(UsageError, match="no source that has abstracts"):
        Texts(load({}, {}), ["dblp"])


def test_pages_end_before_the_list_of_references() -> None:
    text = "Title\n\fRivers are slow.\n\fReferences\n" + "\n".join(
        f"[{n}] A. Abel. Flow {n}. Water, 20{n:02}." for n in range(1, 9)
    )
    assert [piece.where for piece in pages(text)] == ["page 1", "page 2"]


# --- shelves


def make_pdf(*sheets: Sequence[str]) -> bytes:
    """A PDF of the given lines, a list for each page."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    kids = []
    for sheet in sheets:
        drawn = "BT /F1 11 Tf 14 TL 60 760 Td\n" + "\n".join(f"({one}) Tj T*" for one in sheet) + "\nET"
        kids.append(len(objects) + 1)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>"
            % (len(objects) + 2)
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn.encode("latin-1")))
    objects[1] = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (b" ".join(b"%d 0 R" % kid for kid in kids), len(kids))
    out, places = io.BytesIO(), []
    out.write(b"%PDF-1.4\n")
    for number, one in enumerate(objects, 1):
        places.append(out.tell())
        out.write(b"%d 0 obj\n%s\nendobj\n" % (number, one))
    start = out.tell()
    out.write(
        b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(b"%010d 00000 n \n" % place for place in places)
    )
    out.write(b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start))
    return out.getvalue()


PAPER = make_pdf(
    [WORK.title, "Ann Abel", f"doi: {DOI}", "Rivers flow, and many people live along them for long."], ["2 Methods", BOTH]
)


def make_zotero(folder: Path, doi: str = DOI, title: str = "Another title", path: str = "storage:flow.pdf") -> Path:
    """A Zotero data directory with one work and its PDF."""
    (folder / "storage" / "ABCD2345").mkdir(parents=True)
    (folder / "storage" / "ABCD2345" / "flow.pdf").write_bytes(PAPER)
    with closing(sqlite3.connect(folder / "zotero.sqlite")) as database:
        database.executescript(
            """
            CREATE TABLE items (itemID INTEGER PRIMARY KEY, key TEXT);
            CREATE TABLE itemAttachments (itemID INTEGER, parentItemID INTEGER, contentType TEXT, path TEXT);
            CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT);
            CREATE TABLE itemData (itemID INTEGER, fieldID INTEGER, valueID INTEGER);
            CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value);
            INSERT INTO items VALUES (1, 'WORK2345'), (2, 'ABCD2345');
            INSERT INTO fields VALUES (1, 'title'), (2, 'DOI');
            INSERT INTO itemData VALUES (1, 1, 1), (1, 2, 2);
            """
        )
        database.execute("INSERT INTO itemDataValues VALUES (1, ?), (2, ?)", (title, doi))
        database.execute("INSERT INTO itemAttachments VALUES (2, 1, 'application/pdf', ?)", (path,))
        database.commit()
    return folder


def shelved(shelf: Shelf, sources) -> object:
    sources["crossref", "abstract"] = record("crossref", "Something else is here.")
    return answers(BOTH, depth=Depth.AUTO, shelf=shelf)


@pytest.mark.parametrize("doi", [DOI, "https://doi.org/10.99999/FLOW", "doi:10.99999/flow"])
def test_the_text_is_in_zotero(doi: str, tmp_path: Path, sources) -> None:
    answer = shelved(Shelf(zotero=make_zotero(tmp_path, doi)), sources)
    assert (answer.stand, answer.passages[0].text, answer.passages[0].source) == (Stand.SUPPORTED, BOTH, "zotero: flow.pdf")


def test_zotero_knows_it_by_its_title(tmp_path: Path, sources) -> None:
    assert shelved(Shelf(zotero=make_zotero(tmp_path, "", "Slow Rivers of the North")), sources).stand is Stand.SUPPORTED


def test_zotero_is_only_read(tmp_path: Path, sources) -> None:
    folder = make_zotero(tmp_path)
    before = (folder / "zotero.sqlite").read_bytes()
    shelved(Shelf(zotero=folder), sources)
    assert (folder / "zotero.sqlite").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["storage", "zotero.sqlite"]


@pytest.mark.parametrize(
    "path", ["storage:../../secret.pdf", "attachments:flow.pdf", "/etc/passwd", "storage:.hidden.pdf", "storage:a\\b.pdf", ""]
)
def test_files_outside_of_the_library_are_not_opened(path: str, tmp_path: Path, sources) -> None:
    (tmp_path / "secret.pdf").write_bytes(PAPER)
    assert shelved(Shelf(zotero=make_zotero(tmp_path / "z", path=path)), sources).stand is Stand.ABSTRACT_ONLY


@pytest.mark.parametrize("name", ["10.99999_flow.pdf", "any.pdf", "Slow rivers of the north.pdf", "deep/down/x.pdf"])
def test_the_text_is_in_a_folder(name: str, tmp_path: Path, sources) -> None:
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / name).write_bytes(PAPER)
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (tmp_path / "other.pdf").write_bytes(make_pdf(["A paper on lakes that nobody asked for, with some words in it."]))
    answer = shelved(Shelf(pdfs=tmp_path), sources)
    assert (answer.stand, answer.passages[0].where) == (Stand.SUPPORTED, "page 2")


def test_shelves_that_are_none_are_a_sentence(tmp_path: Path, sources) -> None:
    with pytest.raises(UsageError, match="no folder"):
        Shelf(pdfs=tmp_path / "none")
    with pytest.raises(UsageError, match=r"no zotero\.sqlite"):
        Shelf(zotero=tmp_path)
    (tmp_path / "zotero.sqlite").write_bytes(b"no database at all, but some text that is long enough to be read as one" * 50)
    with pytest.raises(UsageError, match="cannot be read as a Zotero library"):
        shelved(Shelf(zotero=tmp_path), sources)
