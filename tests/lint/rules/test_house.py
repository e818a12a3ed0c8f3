"""House rules and the ``policy:`` that switches them on; papers and lists are invented."""

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
    house = {one.rule for one in policy.NAMES.values()}
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
        ("  style: true", {("mixed-styles", "c")}),
    ],
)
def test_a_list_of_items(tmp_path: Path, capsys: pytest.CaptureFixture[str], rules: str, expected: set[tuple[str, str]]) -> None:
    (tmp_path / "main.tex").write_text(PAPER % r"Rivers \cite{b}, roads \cite{a} and \cite{c}.", encoding="utf-8")
    assert found(tmp_path, rules, capsys) == expected


@pytest.mark.parametrize("text", [r"\cite{a,b,c}", r"\cite{a} \nocite{c} \cite{b,c}", "Nothing.", r"\cite{a} \cite{c}"])
def test_the_order_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (tmp_path / "main.tex").write_text(PAPER % text, encoding="utf-8")
    expected = {("citation-order", "b")} if "nocite" in text else set()
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
        ({"years": {"frm": 3}}, "did you mean 'from'"),
        ({"order": 3}, "the house rule order is true or false, not 3"),
    ],
)
def test_what_a_policy_may_not_say(said: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        policy.rules(said, {"policy": "here.yml:1"})


def test_a_severity_of_the_rules_wins(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "main.tex").write_text(PAPER % r"\cite{b} \cite{a} \cite{c}", encoding="utf-8")
    (tmp_path / ".latexrefcheck.yml").write_text("policy: {order: true}\nrules: {citation-order: error}\n", encoding="utf-8")
    assert cli.run(["check", str(tmp_path / "main.tex"), "--no-verify", "--build", "off"]) == 1
    assert "error [citation-order]" in capsys.readouterr().out


def test_nothing_is_asked_by_default(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "main.tex").write_text(PAPER % r"\cite{b} \cite{a} \cite{c}", encoding="utf-8")
    assert found(tmp_path, "  {}", capsys) == set()
