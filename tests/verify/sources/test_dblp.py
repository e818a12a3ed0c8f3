from urllib.parse import parse_qs

import pytest

from latexrefcheck.model.record import Query
from latexrefcheck.text.person import Person
from latexrefcheck.verify.sources import dblp

TITLE = Query("title", "Learning to Juggle With Imaginary Gradients")


def test_by_title(ask):
    other, question = Query("title", "Something nobody wrote about imaginary bees"), Query("title", "Do Bees Dream?")
    answer = ask(dblp, [TITLE, other, question], "rows.json")
    assert answer.absent == {other}
    paper, preprint = answer.found[TITLE]
    assert (paper.title, paper.type, paper.years, paper.venues) == (
        "Learning to Juggle with Imaginary Gradients",
        "inproceedings",
        (2024,),
        ("IMAG",),
    )
    assert paper.authors == preprint.authors == (Person("Quill", "Ana"), Person("Wit", "Jan", "de"))
    assert paper.identifiers == {"doi": "10.5555/juggle"}
    assert preprint.preprint and preprint.venues == ("CoRR", "arXiv")
    assert preprint.identifiers == {"arxiv": "2404.54321", "doi": "10.48550/arxiv.2404.54321"}
    assert answer.found[question][0].title == "Do Bees Dream?"


def test_by_doi(ask):
    queries = [Query("doi", value) for value in ("10.5555/juggle", "10.5555/proc", "10.5555/nobody")]
    answer = ask(dblp, queries, "rows.json")
    assert answer.absent == {queries[2]}
    assert answer.found[queries[0]][0].type == "inproceedings"
    proceedings = answer.found[queries[1]][0]
    assert (proceedings.type, proceedings.authors, proceedings.editors) == ("book", (), (Person("Zed", "Zoe"),))


@pytest.mark.parametrize(
    ("status", "reply", "outcome"),
    [
        (200, "none.json", "absent"),
        (400, "error.json", "the request was refused as malformed (HTTP 400)"),
        (200, "error.json", "the answer is no result of a query: bindings are missing"),
        (200, "robot.html", "markup came instead of JSON"),
        (500, "robot.html", "the server failed (HTTP 500)"),
        (404, b"", "the address was not found (HTTP 404)"),
    ],
)
def test_other_replies(ask, status, reply, outcome):
    answer = ask(dblp, [TITLE], reply, status)
    assert answer.absent == {TITLE} if outcome == "absent" else answer.failed == {TITLE: outcome}


def test_a_full_answer_is_no_proof_of_absence(ask, monkeypatch):
    monkeypatch.setattr(dblp, "MOST_ROWS", 3)
    other = Query("title", "Something nobody wrote about imaginary bees")
    answer = ask(dblp, [TITLE, other], "rows.json")
    assert set(answer.found) == {TITLE}
    assert answer.failed == {other: "the answer holds fewer rows than there are"}


def sparql(request):
    return parse_qs(request.body)["query"][0]


def test_requests(build):
    dois = [Query("doi", f"10.1109/cvpr.2016.{number}") for number in range(120)]
    titles = [Query("title", f"Imaginary Question Number {number} of Many Questions") for number in range(45)]
    made = build(dblp, [*dois, *titles, Query("doi", "10.5555/a<b>"), Query("title", "{}")])
    assert [len(request.queries) for request in made] == [100, 20, 20, 20, 5]
    assert all(request.method == "POST" and request.url == "https://sparql.dblp.org/sparql" for request in made)
    assert "<https://doi.org/10.1109/CVPR.2016.0>" in sparql(made[0])
    assert '"Imaginary Question Number 0 of Many Questions."' in sparql(made[2])
    assert (
        'FILTER(?t >= "imaginary question number 0 of many questions" && ?t < "imaginary question number 0 of many questiont")'
        in sparql(made[2])
    )


@pytest.mark.parametrize(
    ("title", "literals", "prefix"),
    [
        ("Do Bees Dream?", ['"Do Bees Dream?"'], ""),
        (
            "Deep Residual Learning for Image Recognition.",
            ['"Deep Residual Learning for Image Recognition."'],
            "deep residual learning for image recognition",
        ),
        ("Bees in a jazz quiz", ['"Bees in a jazz quiz."'], "bees in a jazz qui"),
        ('The "Quoted" Title of a Paper', ['"The \\"Quoted\\" Title of a Paper."'], ""),
        ('A \\" } UNION { ?s ?p ?o . } #', [], ""),
        ("A study of naïve bees and their hives", ['"A study of naïve bees and their hives."'], ""),
        ("An extended study of the naïve bees", ['"An extended study of the naïve bees."'], "an extended study of the na"),
        ("} UNION { ?s ?p ?o . } #", [], ""),
        (
            "FA*IR: A Fair Top-k Ranking",
            ['"FA*IR: A Fair Top-k Ranking."'],
            "fa*ir: a fair top-k ranking",
        ),
        ("", [], ""),
    ],
)
def test_how_a_title_is_asked_for(title, literals, prefix):
    assert (dblp.literals(title), dblp.prefix(title)) == (literals, prefix)
