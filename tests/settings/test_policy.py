"""``policy:`` switches house rules on, end to end; papers and lists are invented."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck import cli
from latexrefcheck.errors import ConfigError
from latexrefcheck.settings import policy

PAPER = r"""\documentclass{article}
\author{Ann Abel\thanks{Delft} \and Bo {\"O}stlund}
\begin{document}
%s
\begin{thebibliography}{9}
\bibitem{a} A. Abel. Roads of the invented north. arXiv:2401.00001, 2024.
\bibitem{b} B. \"Ostlund. Rivers of the invented south. \emph{Journal of Water}, 4:1--9, 1987.
\bibitem{c} Cole, C. (2011). Lamps of the world. Journal of Paid Pages, 4(2), 1--9.
\end{thebibliography}
\end{document}
"""
BIB = """@article{old, author = {Cole, C.}, title = {Old Lamps of the World}, journal = {Light}, year = {1950}}
@misc{pre, author = {Abel, Ann}, title = {New Lamps of the World}, eprint = {2401.00001}, archiveprefix = {arXiv}, year = {2024}}
@inproceedings{conf, author = {Dunn, D.}, title = {Lamps}, booktitle = {Proceedings of Paid Pages}, year = {2020}}
@article{unused, author = {Cole, C.}, title = {Never Cited}, journal = {Light}, year = {1900}}
"""


def found(folder: Path, rules: str, capsys: pytest.CaptureFixture[str], target: str = "main.tex") -> set[tuple[str, str]]:
    """(rule, key) of the findings of house rules under a policy."""
    (folder / ".latexrefcheck.yml").write_text(f"policy:\n{rules}\n", encoding="utf-8")
    cli.run(["check", str(folder / target), "--no-verify", "--build", "off", "--report", "json:-"])
    import json

    told = json.loads(capsys.readouterr().out)
    house = {rule for one in policy.NAMES.values() for rule in one.rules}
    return {(one["rule"], one["key"]) for one in told["findings"] if one["rule"] in house}


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("  order: true", {("citation-order", "a")}),
        ("  order: false", set()),
        ("  years: {from: 2000}", {("year-outside", "b")}),
        ("  years: {to: 2000}", {("year-outside", "a"), ("year-outside", "c")}),
        ("  years: {from: 1980, to: 2030}", set()),
        ("  preprints: 0.1", {("preprint-share", "a")}),
        ("  preprints: 0.4", set()),
        ("  venues: {unwanted: [journal of paid pages]}", {("venue-unwanted", "c")}),
        ("  venues: {unwanted: [Pages of]}", set()),
        ("  venues: [Journal of Water]", {("venue-unwanted", "c")}),
        ("  self-citations: 0.5", {("self-citation-share", "a")}),
        ("  self-citations: {most: 0.5, authors: ['Cole, Cy']}", set()),
        ("  style: apa", {("mixed-styles", "a"), ("mixed-styles", "b")}),
        ("  style: true", set()),
    ],
)
def test_a_list_of_items(tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, expected: set[tuple[str, str]]) -> None:
    (tmp_path / "main.tex").write_text(PAPER % r"Rivers \cite{b}, roads \cite{a} and \cite{c}.", encoding="utf-8")
    assert found(tmp_path, rules, capsys) == expected


@pytest.mark.parametrize("text", [r"\cite{a,b,c}", r"\cite{a} \nocite{c} \cite{b,c}", "Nothing.", r"\cite{a} \cite{c}"])
def test_the_order_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (tmp_path / "main.tex").write_text(PAPER % text, encoding="utf-8")
    # In the second c is cited before b, in the last b is not cited at all.
    expected = {("citation-order", "b")} if "nocite" in text or ("b" not in text and "{c}" in text) else set()
    assert found(tmp_path, "  order: true", capsys) == expected


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("  years: {from: 2000}", {("year-outside", "old")}),
        ("  preprints: 0.3", {("preprint-share", "pre")}),
        ("  venues: {unwanted: [Proceedings of Paid Pages]}", {("venue-unwanted", "conf")}),
        ("  self-citations: {authors: [Ann Abel, A. Dunn], most: 0}", {("self-citation-share", "pre")}),
    ],
)
def test_entries_of_a_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, expected: set[tuple[str, str]]
) -> None:
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    text = "\\documentclass{article}\\begin{document}\\cite{old,pre,conf}\\bibliographystyle{plain}\\bibliography{refs}"
    text += "\\end{document}"
    (tmp_path / "main.tex").write_text(text, encoding="utf-8")
    assert found(tmp_path, rules, capsys) == expected


def test_a_page_of_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    apa = "Abel, A., & Brook, B. (2017). Rivers of the invented north. Water, 4, 1–9.\n\n"
    other = "C. Cole, “Roads of the invented south,” Road, vol. 4, no. 2, pp. 1–9, 2018.\n"
    (tmp_path / "refs.txt").write_text(f"{apa}{apa.replace('Abel', 'Dunn')}{apa.replace('Abel', 'Ek')}{other}", encoding="utf-8")
    assert found(tmp_path, "  style: true", capsys, "refs.txt") == {("mixed-styles", "C 2018")}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"ordr": True}, "did you mean 'order'"),
        ({"self_citations": 0.1}, "did you mean 'self-citations'"),
        ({"years": {"frm": 3}}, "did you mean 'from'"),
        ({"order": 3}, "the house rule order is true or false, not 3"),
        ({"doi": "10.5555/x"}, "the house rule doi is true or false"),
        ({"years": 2015}, "for a year write {from: 2015}"),
        ({"years": -3}, "how many years back"),
        ({"years": "2015"}, "for a year write {from: 2015}"),
        ({"years": {"from": "2020", "to": "2010"}}, "goes from 2020 to 2010"),
        ({"years": {"from": 2020, "to": 2010}}, "goes from 2020 to 2010, and no year is in that"),
        ({"preprints": 30}, "needs a share .0.2 or 20%., not 30"),
        ({"preprints": "-1%"}, "needs a share"),
        ({"preprints": {"most": True}}, "needs a share"),
        ({"preprints": "nan"}, "needs a share"),
        ({"self-citations": "Ann Abel"}, "needs a share"),
        ({"self-citations": {"authors": [["Ann"]]}}, "authors of the house rule self-citations must be names"),
        ({"style": "nosuch"}, "unknown style 'nosuch'"),
        ({"style": "../../secret.csl"}, "unknown style"),
        ({"style": "gb-t-7714-bilingual"}, "unknown style"),
        ({"venues": [1, 2]}, "wanted of the house rule venues must be names"),
    ],
)
def test_what_a_policy_may_not_say(said: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message) as told:
        policy.rules(said, {"policy": "here.yml:1"})
    assert str(told.value).startswith("here.yml:1: ") and "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("said", "rule", "options"),
    [
        ({"preprints": "30%"}, "preprint-share", {"most": 0.3}),
        ({"preprints": 0}, "preprint-share", {"most": 0.0}),
        ({"preprints": True}, "preprint-share", {}),
        ({"years": 5}, "year-outside", {"window": 5}),
        ({"venues": "Water"}, "venue-unwanted", {"wanted": ["Water"]}),
        ({"venues": {"unwanted": "Water"}}, "venue-unwanted", {"unwanted": ["Water"]}),
        ({"self-citations": {"authors": "Ann Abel"}}, "self-citation-share", {"authors": ["Ann Abel"]}),
        ({"style": "apa"}, "mixed-styles", {"style": "apa"}),
        ({"doi": True}, "missing-doi", {}),
        ({"order": True}, "citation-numbers", {}),
        ({"order": "yes"}, "citation-order", {}),
        ({"style": "true"}, "mixed-styles", {}),
        ({"years": "5"}, "year-outside", {"window": "5"}),
    ],
)
def test_what_a_policy_stands_for(said: dict[str, object], rule: str, options: dict[str, object]) -> None:
    assert policy.rules(said, {})[rule] == {"severity": "warning", **options}


@pytest.mark.parametrize(
    "said", ["policy: true", "policy: [order]", "policy: {years: {from: soon}}", "policy: {order: {severity: loud}}"]
)
def test_what_is_no_policy_is_one_sentence_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], said: str) -> None:
    (tmp_path / "main.tex").write_text(PAPER % "x", encoding="utf-8")
    (tmp_path / ".latexrefcheck.yml").write_text(f"{said}\n", encoding="utf-8")
    assert cli.run(["check", str(tmp_path / "main.tex"), "--no-verify", "--build", "off"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and ".latexrefcheck.yml:1" in told


def test_a_style_is_no_file_in_the_rules_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A paper's own settings must not make the check open a file of their choice."""
    (tmp_path / "main.tex").write_text(PAPER % "x", encoding="utf-8")
    (tmp_path / "own.csl").write_text("no style", encoding="utf-8")
    text = f"rules: {{mixed-styles: {{severity: warning, style: '{tmp_path}/own.csl'}}}}\n"
    (tmp_path / ".latexrefcheck.yml").write_text(text, encoding="utf-8")
    assert cli.run(["check", str(tmp_path / "main.tex"), "--no-verify", "--build", "off"]) == 2
    assert "unknown style" in capsys.readouterr().err


def test_a_variable_says_it_too(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "main.tex").write_text(PAPER % r"\cite{b} \cite{a} \cite{c}", encoding="utf-8")
    monkeypatch.setenv("LATEXREFCHECK_POLICY", "order=true,years=off,preprints=10%")
    cli.run(["check", str(tmp_path / "main.tex"), "--no-verify", "--build", "off"])
    told = capsys.readouterr().out
    assert "[citation-order]" in told and "[preprint-share]" in told and "[year-outside]" not in told


def test_every_name_is_in_the_schema() -> None:
    from latexrefcheck.settings.schema import schema

    said = schema()["properties"]["policy"]  # type: ignore[index]
    assert set(said["properties"]) == set(policy.NAMES) and said["additionalProperties"] is False


def test_a_severity_of_the_rules_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "main.tex").write_text(PAPER % r"\cite{b} \cite{a} \cite{c}", encoding="utf-8")
    (tmp_path / ".latexrefcheck.yml").write_text("policy: {order: true}\nrules: {citation-order: error}\n", encoding="utf-8")
    assert cli.run(["check", str(tmp_path / "main.tex"), "--no-verify", "--build", "off"]) == 1
    assert "error [citation-order]" in capsys.readouterr().out


def test_nothing_is_asked_by_default(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "main.tex").write_text(PAPER % r"\cite{b} \cite{a} \cite{c}", encoding="utf-8")
    assert found(tmp_path, "  {}", capsys) == set()
