"""``claim`` and ``claims`` on the command line, and ``check`` with ``claims``. All works are invented."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from jsonschema import Draft202012Validator

from latexrefcheck import cli
from latexrefcheck.claims import listed, shown, works
from latexrefcheck.claims import texts as texts_module
from latexrefcheck.claims.asked import CitedWork, Claim
from latexrefcheck.claims.codes import ClaimCode
from latexrefcheck.claims.deciding import Depth, decide
from latexrefcheck.claims.texts import Attempt, Held
from latexrefcheck.errors import UnreadableInput
from latexrefcheck.model.claims import Stand

SCHEMA = json.loads(Path(shown.__file__).with_name("claims.schema.json").read_text(encoding="utf-8"))
SENTENCE = "Rivers of the north are slower than rivers of the south."
HOSTILE = "<script>alert(1)</script> | **x** \x1b[31m ::error::no"


class Had:
    """Texts that are there without asking."""

    def __init__(self, held: Held) -> None:
        self.held = held
        self.requests = 2

    def of(self, asked: list[CitedWork], whole: object = ()) -> dict[str, Held]:
        return {work.name: self.held for work in asked}

    def wholes(self, asked: list[CitedWork], held: dict[str, Held]) -> dict[str, Held]:
        return {work.name: self.held for work in asked}


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> SimpleNamespace:
    """A work with an abstract, however it is named."""
    told = SimpleNamespace(held=Held("Slow rivers", SENTENCE, "crossref", attempts=(Attempt("crossref", None),)), notices=())
    monkeypatch.setattr(texts_module, "Texts", lambda *_: Had(told.held))
    monkeypatch.setattr(
        works,
        "works_of",
        lambda names, settings: {
            name: CitedWork(name, {"doi": "10.99999/flow"}, "Slow rivers", "found", "", told.notices) for name in names
        },
    )
    monkeypatch.chdir(tmp_path)
    return told


def run(*arguments: str) -> int:
    return cli.run([*arguments, "--offline"])


def test_a_claim_that_is_borne_out(world: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("claim", "doi:10.99999/flow", "--claim", SENTENCE) == 0
    out = capsys.readouterr().out
    assert "SUPPORTED: a passage says it (headline)" in out
    assert f"    passage  {SENTENCE}  [abstract, Crossref]" in out


def test_json_keeps_its_schema(world: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("claim", "doi:10.99999/flow", "--claim", SENTENCE, "--claim", "Nothing of that is here at all.", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    Draft202012Validator(SCHEMA).validate(told)
    assert [one["verdict"] for one in told["claims"]] == ["SUPPORTED", "UNVERIFIABLE"]
    assert told["claims"][0]["source_attempts"] == [{"source": "crossref", "code": "OK", "reason": ""}]


@pytest.mark.parametrize(("how", "status"), [("info", 0), ("strict", 1)])
def test_a_contradiction_fails_only_where_that_is_asked_for(how: str, status: int, world: SimpleNamespace) -> None:
    claim = SENTENCE.replace("slower", "faster")
    assert run("claim", "doi:10.99999/flow", "--claim", claim, "--claims", how) == status


def test_an_outage_is_no_verdict(world: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    world.held = Held("Slow rivers", attempts=(Attempt("crossref", ClaimCode.SOURCE_TIMEOUT, "no answer in 20 s"),))
    assert run("claim", "doi:10.99999/flow", "--claim", SENTENCE, "--claims", "strict") == 3
    out = capsys.readouterr().out
    assert "a source did not answer in time" in out
    assert "Crossref: SOURCE_TIMEOUT (no answer in 20 s)" in out


def test_a_retraction_stands_above_every_sentence(world: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    world.notices = ("retraction (doi:10.99999/gone)",)
    run("claim", "doi:10.99999/flow", "--claim", SENTENCE)
    assert "retraction (doi:10.99999/gone): every sentence below leans on it" in capsys.readouterr().out


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_nothing_of_a_text_is_obeyed(form: str, world: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    world.held = Held(HOSTILE, f"{HOSTILE} rivers of the north.", "crossref", attempts=(Attempt("crossref", None, HOSTILE),))
    run("claim", "doi:10.99999/flow", "--claim", f"{HOSTILE} rivers of the north", "--format", form)
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\n::error" not in f"\n{out}"
    assert form in ("text", "json") or "<script>" not in out


def test_a_page_is_written_whole(world: SimpleNamespace, tmp_path: Path) -> None:
    assert run("claim", "doi:10.99999/flow", "--claim", SENTENCE, "--format", "html", "--output", "page.html") == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "default-src 'none'" in page
    assert SENTENCE in page


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["claim", "doi:10.99999/flow", "--claim", "..."], "a claim is a sentence"),
        (["claim", "doi:10.99999/flow", "--claim", "x y", "--depth", "deep"], "--depth"),
        (["claim", "doi:10.99999/flow", "--claim", "x y", "--format", "pdf"], "--format"),
        (["claim", "doi:10.99999/flow", "--claim", "x y", "--source", "nobody"], "unknown source 'nobody'"),
        (["claim", "doi:10.99999/flow", "--claim", "x y", "--pdfs", "none"], "no folder of PDFs"),
        (["claim", "doi:10.99999/flow", "--claim", "x y", "--model", "none"], "holds no model.onnx"),
        (["claims", "none.csv"], "none.csv"),
        (["claims", "a.jsonl", "main.tex"], "not both"),
    ],
)
def test_what_cannot_be_meant_is_one_sentence(
    arguments: list[str], said: str, world: SimpleNamespace, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == 2
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


def test_claims_of_a_file(world: SimpleNamespace, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        {"doi": "10.99999/flow", "claim": SENTENCE},
        {"id": "doi:10.99999/flow", "text": "Lakes are deep and cold in winter."},
    ]
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n\n", encoding="utf-8")
    (tmp_path / "c.csv").write_text(f'Work,Claim\n10.99999/flow,"{SENTENCE}"\n', encoding="utf-8-sig")
    assert run("claims", "c.jsonl", "c.csv", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert [(one["verdict"], one["location"]["path"], one["location"]["line"]) for one in told["claims"]] == [
        ("SUPPORTED", "c.jsonl", 1),
        ("UNVERIFIABLE", "c.jsonl", 2),
        ("SUPPORTED", "c.csv", 2),
    ]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("c.jsonl", '{"claim": "x"}', "line 1: the row has no work"),
        ("c.jsonl", '\n{"doi": "10.99999/x"}', "line 2: the row has no claim"),
        ("c.jsonl", "[1]", "line 1: this is no JSON object"),
        ("c.jsonl", "[" * 100_000, "line 1: this is no JSON object"),
        ("c.csv", "work,claim\n10.99999/x,\n", "line 2: the row has no claim"),
        ("c.csv", "a,b\n1,2\n", "line 2"),
    ],
)
def test_a_row_that_is_none_is_named(name: str, text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableInput, match=said):
        listed.claims(tmp_path / name)


def test_check_holds_the_sentences_of_a_paper(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from latexrefcheck.pipeline import leaning

    monkeypatch.setattr(leaning, "Texts", lambda *_: Had(Held("Slow rivers", SENTENCE, "crossref")))
    (tmp_path / "refs.bib").write_text(
        "@misc{flow, title = {Slow rivers}, doi = {10.99999/flow}, year = 2019}\n", encoding="utf-8"
    )
    body = f"{SENTENCE.replace('slower', 'faster')[:-1]} \\cite{{flow}}. Lakes are deep and cold in every winter \\cite{{flow}}."
    text = (
        "\\documentclass{article}\\bibliographystyle{plain}\n\\begin{document}\n"
        + body
        + "\n\\bibliography{refs}\n\\end{document}\n"
    )
    (tmp_path / "main.tex").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run("main.tex", "--claims", "strict", "--report", "json") == 1
    found = {one["rule"]: one for one in json.loads(capsys.readouterr().out)["findings"]}
    assert (found["claim-contradicted"]["severity"], found["claim-not-found"]["severity"]) == ("error", "warning")
    assert "faster" in found["claim-contradicted"]["message"]
    run("main.tex", "--claims", "info", "--report", "json")
    found = {one["rule"]: one for one in json.loads(capsys.readouterr().out)["findings"]}
    assert found["claim-contradicted"]["severity"] == "info"
    run("main.tex", "--report", "json")
    assert "claim-contradicted" not in capsys.readouterr().out


# --- a model of the user's


def make_model(folder: Path, bias: tuple[float, float, float]) -> Path:
    """A tiny ONNX model that gives the same three labels for everything, and a tokenizer of single words."""
    import numpy
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    folder.mkdir()
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["batch", "length"])
    out = helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, 3])
    constant = numpy_helper.from_array(numpy.array([bias], dtype=numpy.float32), "bias")
    nodes = [
        helper.make_node("Cast", ["input_ids"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("ReduceSum", ["floats"], ["sum"], keepdims=0),
        helper.make_node("Mul", ["sum", "zero"], ["nothing"]),
        helper.make_node("Add", ["bias", "nothing"], ["logits"]),
    ]
    zero = numpy_helper.from_array(numpy.array(0, dtype=numpy.float32), "zero")
    graph = helper.make_graph(nodes, "entail", [ids], [out], [constant, zero])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.save(model, str(folder / "model.onnx"))
    tokenizer = Tokenizer(WordLevel({"[UNK]": 0, "rivers": 1}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("bias", "claim", "stand"),
    [
        ((0.0, 0.0, 5.0), SENTENCE, Stand.SUPPORTED),
        ((5.0, 0.0, 0.0), SENTENCE, Stand.PARTIAL),
        ((0.0, 0.0, 5.0), "Lakes are deep and cold in winter.", Stand.UNVERIFIABLE),
    ],
)
def test_a_model_may_lower_and_never_raises(bias: tuple[float, float, float], claim: str, stand: Stand, tmp_path: Path) -> None:
    from latexrefcheck.claims.model import load

    rank = load(make_model(tmp_path / "model", bias))
    (answer,) = decide(
        [Claim("flow", claim, claim)],
        {"flow": CitedWork("flow", {"doi": "10.99999/flow"})},
        Had(Held("Slow rivers", SENTENCE, "crossref")),  # type: ignore[arg-type]
        Depth.QUICK,
        rank,
    )
    assert answer.stand is stand


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(
    ("config", "said"),
    [
        ('{"id2label": {"0": "entailment", "1": "neutral", "2": "contradiction"}}', ""),
        ('{"id2label": {"0": "yes", "1": "no"}}', "one label for entailment"),
        ("{", "names no labels"),
    ],
)
def test_the_labels_of_a_model(config: str, said: str, tmp_path: Path) -> None:
    from latexrefcheck.claims.model import load
    from latexrefcheck.errors import UsageError

    folder = make_model(tmp_path / "model", (5.0, 0.0, 0.0))
    (folder / "config.json").write_text(config, encoding="utf-8")
    if said:
        with pytest.raises(UsageError, match=said):
            load(folder)
    else:
        assert load(folder)("rivers", ["rivers"])[0] > 0.9


def test_a_model_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    from latexrefcheck.claims.model import load
    from latexrefcheck.errors import UsageError

    (tmp_path / "model.onnx").write_bytes(b"no model")
    (tmp_path / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot be loaded"):
        load(tmp_path)
