"""Verdicts on references in words: by identifier, by search, against another work, and while sources fail."""

from __future__ import annotations

from dataclasses import replace

import pytest

from latexrefcheck.model.reasons import Code
from latexrefcheck.model.record import Evidence, Notice, Query, Record
from latexrefcheck.model.states import EvidenceOutcome
from latexrefcheck.settings.thresholds import Thresholds
from latexrefcheck.text.person import Person
from latexrefcheck.verify import worded
from latexrefcheck.verify.worded_types import type_of

RIVERS = Record(
    source="crossref",
    titles=("Measuring the Slow Flow of Invented Rivers",),
    authors=(Person("Abel", "Ann"), Person("Brook", "Bo")),
    years=(2017,),
    venues=("Journal of Invented Hydrology",),
    type="article",
    volume="12",
    pages="101-119",
    identifiers={"doi": "10.99999/flow"},
)
ROADS = Record(
    source="crossref",
    titles=("Roads of the North",),
    authors=(Person("Cole", "Cy"),),
    years=(1999,),
    identifiers={"doi": "10.99999/roads"},
)
LINE = "Abel, A., & Brook, B. (2017). Measuring the slow flow of invented rivers. Journal of Invented Hydrology, 12, 101–119."
DOI = " https://doi.org/10.99999/flow"
LOOKED_UP = Evidence("crossref", Query("doi", "10.99999/flow"), EvidenceOutcome.FOUND, (RIVERS,))


def searched(*records: Record, source: str = "crossref") -> Evidence:
    outcome = EvidenceOutcome.FOUND if records else EvidenceOutcome.ABSENT
    return Evidence(source, Query("bibliographic", "words"), outcome, records)


def failed(source: str = "crossref") -> Evidence:
    return Evidence(source, Query("bibliographic", "words"), EvidenceOutcome.FAILED, reason="HTTP 503", code=Code.HTTP_5XX)


def judged(text: str, *evidence: Evidence, limits: Thresholds | None = None) -> tuple[str, list[str]]:
    verdict = worded.Judge(limits).verdict(worded.reference("k", text), evidence)
    return verdict.status, [one.field for one in verdict.judgements if one.state == "differ"]


@pytest.mark.parametrize(
    ("text", "evidence", "expected"),
    [
        (LINE + DOI, [LOOKED_UP], ("verified", [])),
        (LINE, [searched(ROADS, RIVERS)], ("verified", [])),
        (LINE.replace("2017", "2011") + DOI, [LOOKED_UP], ("mismatch", ["year"])),
        (LINE.replace("Brook, B.", "Quist, Q.") + DOI, [LOOKED_UP], ("mismatch", ["author"])),
        (LINE.replace("invented rivers", "invented rivers of frogs in ponds") + DOI, [LOOKED_UP], ("mismatch", ["title"])),
        (LINE.replace("Invented Hydrology", "Frog Studies") + DOI, [LOOKED_UP], ("mismatch", ["venue"])),
        (LINE, [searched(ROADS), searched(ROADS, source="dblp")], ("not-found", [])),
        # Straight single marks, as they are typed, with an apostrophe in the title.
        (
            "Abel, A. and Brook, B. (2017) 'Measuring the slow flow of invented rivers', J. Invented Hydrology, 12, pp. 101-119.",
            [searched(RIVERS)],
            ("verified", []),
        ),
        (
            "Abel, A. and Brook, B. (2017) 'Measuring a river's slow flow in the north', J. Invented Hydrology, 12, pp. 101-119.",
            [searched(replace(RIVERS, titles=("Measuring a River\u2019s Slow Flow in the North",)))],
            ("verified", []),
        ),
        (
            "Abel, A. and Brook, B. (2017) 'Measuring the slow flow of invented rivers and frogs', J. of Invented Hydrology, 12.",
            [searched(RIVERS)],
            ("mismatch", ["title"]),
        ),
        (LINE, [searched(ROADS)], ("unchecked", [])),
        (LINE, [searched(ROADS), failed("dblp")], ("unchecked", [])),
        (LINE, [searched(RIVERS), failed("dblp")], ("verified", [])),
        (LINE.replace("2017", "2011"), [searched(RIVERS), failed("dblp")], ("unchecked", [])),
        # The identifier is another work's.
        ("Cole, C. (1999). Roads of the north and their makers in words." + DOI, [LOOKED_UP], ("wrong-identifier", [])),
        # A title that only begins like another one, in another place, is another work.
        (
            "Quist, Q. (2003). Roads of the North Sea Coast and Count Data. Press of Lamps.",
            [searched(replace(ROADS, venues=("Mountains",))), searched(source="dblp")],
            ("not-found", []),
        ),
        ("Abel, A. Notes on rivers. PhD thesis, Delft, 2017.", [searched(), searched(source="dblp")], ("unverifiable", [])),
        ("The River Panel. Data portal. https://example.org/data (accessed 2020).", [searched()], ("unverifiable", [])),
        ("https://doi.org/10.99999/flow", [LOOKED_UP], ("unverifiable", [])),
    ],
)
def test_verdicts(text: str, evidence: list[Evidence], expected: tuple[str, list[str]]) -> None:
    assert judged(text, *evidence) == expected


def test_a_missing_identifier_does_not_exist() -> None:
    text = LINE.replace("rivers", "lamps") + " doi:10.99999/nothing"
    query = Query("doi", "10.99999/nothing")
    evidence = [
        Evidence("crossref", query, EvidenceOutcome.ABSENT),
        Evidence("doiorg", Query("agency", "10.99999/nothing"), EvidenceOutcome.ABSENT),
    ]
    assert judged(text, *evidence)[0] == "identifier-not-found"


def test_an_identifier_that_another_source_gives_the_work_is_not_called_missing() -> None:
    text = f"{LINE} arXiv:2602.12345"
    absent = [Evidence(source, Query("arxiv", "2602.12345"), EvidenceOutcome.ABSENT) for source in ("arxiv", "datacite")]
    bare = replace(RIVERS, identifiers={})
    named = replace(RIVERS, identifiers={"arxiv": "2602.12345v2"})
    assert judged(text, *absent, searched(bare))[0] == "identifier-not-found"
    assert judged(text, *absent, searched(named))[0] == "verified"
    assert judged(text, *absent, searched(replace(named, titles=("Roads of Quite Other Lamps",))))[0] == "identifier-not-found"


def test_a_retraction_is_told() -> None:
    gone = replace(RIVERS, notices=(Notice("retraction", "10.99999/notice"),))
    verdict = worded.Judge().verdict(worded.reference("k", LINE), [searched(gone)])
    assert [notice.kind for notice in verdict.notices] == ["retraction"]


def test_two_sources_can_be_demanded() -> None:
    limits = Thresholds(require_sources=2)
    assert judged(LINE, searched(RIVERS), limits=limits)[0] == "partial"
    both = (searched(RIVERS), searched(replace(RIVERS, source="dblp"), source="dblp"))
    assert judged(LINE, *both, limits=limits)[0] == "verified"


@pytest.mark.parametrize(
    ("text", "evidence", "kind"),
    [
        (LINE, [], "search"),
        (LINE + DOI, [], "owner"),
        (LINE + DOI, [LOOKED_UP], "enough"),
        (LINE, [searched(RIVERS)], "enough"),
        (LINE, [searched(ROADS)], "second-opinion"),
        (LINE, [searched(ROADS), searched(ROADS, source="dblp")], "enough"),
        (LINE.replace("2017", "2011"), [searched(RIVERS)], "second-opinion"),
    ],
)
def test_what_is_asked_next(text: str, evidence: list[Evidence], kind: str) -> None:
    assert worded.Judge().need(worded.reference("k", text), evidence).kind == kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (LINE, "article"),
        ("Abel, A. On rivers (Doctoral dissertation, Delft). 2017", "thesis"),
        ("张三. 河流研究[D]. 北京大学, 2017.", "thesis"),
        ("Abel A. Slow rivers. Technical Report 12, Delft, 2017.", "techreport"),
        ("Abel A. riverflow: R package version 1.2. 2017.", "software"),
        ("Abel A. Rivers. https://example.org/rivers", "online"),
        ("Abel A. Rivers [EB/OL]. Journal of Water, 12(3), 1-9", "article"),
        ("Abel A. Rivers, Proceedings of the Meeting on Water, https://github.com/abel/rivers", "article"),
        ("Abel A. Rivers. https://arxiv.org/abs/2412.00001", "article"),
    ],
)
def test_what_a_line_says_that_it_is(text: str, expected: str) -> None:
    assert type_of(text) == expected


ONE = "Abel, A. {}(2017). Measuring the slow flow of invented rivers. Journal of Invented Hydrology, 12, 101–119."


@pytest.mark.parametrize(
    "cut",
    "et al.|u. a.|u.a.|et coll.|y otros|y cols.|e outros|и др.|и соавт.|i in.|m. fl.|ym.|e altri|and colleagues|& others|e.a.|vd."
    "|a kol.|és mtsai.".split("|"),
)
def test_a_cut_list_in_any_language_names_nobody_more(cut: str) -> None:
    assert judged(ONE.format(f"{cut} "), searched(RIVERS)) == ("verified", [])


@pytest.mark.parametrize("joined", ["and", "&", "und", "et", "y", "e", "i", "ja", "en", "ve", "og", "och", "és"])
def test_two_people_are_joined_in_any_language(joined: str) -> None:
    assert judged(ONE.format(f"{joined} Brook, B. "), searched(RIVERS)) == ("verified", [])
    assert judged(ONE.format(f"{joined} Quist, Q. "), searched(RIVERS)) == ("mismatch", ["author"])


@pytest.mark.parametrize(
    "looked",
    "besucht am 03. 05. 2024|letzter Zugriff am 3.5.2024|Recuperado el 3 de mayo de 2024|дата обращения: 03.05.2024"
    "|Acesso em: 3 maio 2024|consultato il 3 maggio 2024|geraadpleegd op 3 mei 2024|dostęp: 3 maja 2024".split("|"),
)
def test_the_day_of_a_visit_is_no_date_of_the_work(looked: str) -> None:
    assert judged(f"{LINE} https://water.example/flow ({looked})", searched(RIVERS)) == ("verified", [])
