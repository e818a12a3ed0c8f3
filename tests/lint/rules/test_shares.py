"""How many preprints, and how many works of their own, authors cite."""

from __future__ import annotations

from typing import Any

import pytest
import ruleharness

from latexrefcheck.model.record import Record
from latexrefcheck.text.person import Person

OTHER = "@article{other%d, author = {Cole, Cy}, title = {Roads}, journal = {Road}, year = 2001}\n"


def preprint(entry: str) -> bool:
    return bool(ruleharness.findings("preprint-share", bib=entry + OTHER % 1, options={"most": 0.4}, lone=True))


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("@misc{k, title = {T}, eprint = {2401.00001}, archiveprefix = {arXiv}}", True),
        ("@article{k, title = {T}, journal = {arXiv preprint arXiv:2401.00001}}", True),
        ("@article{k, title = {T}, journal = {CoRR}, volume = {abs/2401.00001}}", True),
        ("@misc{k, title = {T}, publisher = {bioRxiv}, doi = {10.1101/2020.01.01.900001}}", True),
        ("@article{k, title = {T}, doi = {10.2139/ssrn.1234567}}", True),
        ("@unpublished{k, title = {T}, note = {Preprint}}", True),
        ("@article{k, title = {T}, journal = {Water}, eprint = {2401.00001}, archiveprefix = {arXiv}}", False),
        ("@inproceedings{k, title = {T}, booktitle = {Proc. Rivers}, url = {https://arxiv.org/abs/2401.00001}}", False),
        ("@phdthesis{k, title = {T}, school = {Delft}, eprint = {2401.00001}, archiveprefix = {arXiv}}", False),
        ("@article{k, title = {T}, doi = {10.1101/gr.123456.120}}", False),
        ("@misc{k, title = {How arXiv Preprints Spread}, howpublished = {A talk}}", False),
        ("@misc{k, author = {Hal, Ann}, title = {T}, publisher = {Zenodo}, doi = {10.5281/zenodo.1}}", False),
    ],
)
def test_what_is_a_preprint(entry: str, told: bool) -> None:
    assert preprint(entry) == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Abel, A. (2024). Rivers of the invented north. arXiv. https://doi.org/10.48550/arXiv.2401.00001", True),
        ("A. Abel, “Rivers of the invented north,” arXiv preprint arXiv:2401.00001, 2024.", True),
        ("Abel, A. (2024). Rivers of the invented north. Journal of Water, 4, 1-9. arXiv:2401.00001", False),
        ("Abel, A. (2024). Preprints on arXiv and how they age. Journal of Water, 4, 1-9.", False),
        ("Hal, B. (2024). Rivers of the invented north. Journal of Water, 4, 1-9.", False),
    ],
)
def test_what_is_a_preprint_in_words(line: str, told: bool) -> None:
    text = f"References\n\n[1] {line}\n[2] Brook, B. (2018). Roads of the south. Road, 1, 2-3.\n"
    assert bool(ruleharness.findings("preprint-share", listed=text, options={"most": 0.4})) == told


def test_the_share_and_its_limit() -> None:
    bib = "@misc{k, title = {T}, eprint = {2401.00001}, archiveprefix = {arXiv}}\n" + "".join(OTHER % n for n in (1, 2, 3))
    (told,) = ruleharness.findings("preprint-share", bib=bib, options={"most": 0.2}, lone=True)
    assert told.message == "1 of 4 references (25%) is cited as a preprint, at most 20% are wanted: k"
    assert not ruleharness.findings("preprint-share", bib=bib, options={"most": 0.25}, lone=True)
    assert ruleharness.findings("preprint-share", bib=bib, options={"most": 0}, lone=True)
    assert not ruleharness.findings("preprint-share", bib=OTHER % 1, options={"most": 0}, lone=True)


def test_the_record_tells_what_the_reference_does_not() -> None:
    project = ruleharness.read_list("Abel, Ann. Rivers of the invented north. 2024.\n")
    record = Record(source="x", titles=("Rivers",), preprint=True)
    assert ruleharness.with_record("preprint-share", project, record, {"most": 0})
    assert not ruleharness.with_record("preprint-share", project, record, {"most": 0}, "unchecked")


def own(author: str, names: list[str]) -> bool:
    bib = f"@article{{k, author = {{{author}}}, title = {{Rivers}}, journal = {{Water}}, year = 2017}}"
    return bool(ruleharness.findings("self-citation-share", bib=bib, options={"most": 0.5, "authors": names}, lone=True))


@pytest.mark.parametrize(
    ("author", "name", "same"),
    [
        ("Abel, Ann", "Ann Abel", True),
        ("A. Abel", "Abel, Ann", True),
        ("Abel, Anna", "Ann Abel", True),
        ("Abel, Ada", "Ann Abel", False),
        ("Abel, B.", "Ann Abel", False),
        ("Abel, Bob", "Robert Abel", True),
        ("Cole, Cy and Abel, A. B.", "Ann Abel", True),
        ("Abelson, A.", "Ann Abel", False),
        ("van der Berg, Jan", "Jan van der Berg", True),
        (r"{\"O}stlund, Bo", "Bo Östlund", True),
        ("Иванов, Пётр", "Ivanov, Petr", True),
        ("张伟", "张伟", True),
        ("张伟", "李伟", False),
        ("张伟", "章伟", False),
        ("{River Consortium}", "Ann Abel", False),
    ],
)
def test_one_person(author: str, name: str, same: bool) -> None:
    assert own(author, [name]) == same


HEADS = [
    r"\author{Ann Abel \and Bo Brook}",
    r"\author{Bo Brook\thanks{Funded by Ann, of \emph{Delft}} \and Ann Abel$^{1,2}$}",
    r"\author[1]{Ann Abel\corref{cor1}}\author[2]{Bo Brook}",
    r"\author{\IEEEauthorblockN{Bo Brook, Ann Abel} \IEEEauthorblockA{Delft University, Delft, The Netherlands}}",
    r"\author{Ann Abel\inst{1}\orcidID{0000-0000-0000-0001} \and Bo Brook\inst{2}}",
    r"\author{Bo Brook\textsuperscript{1}, Ann~Abel\textsuperscript{2} \\ Delft University \\ \texttt{a@example.org}}",
    r"\author{Bo Brook und Ann Abel}",
    "\\author[\n addressref={a},\n email={a@example.org}\n]{\\fnm{Ann} \\snm{Abel}}\n\\author[2]{\\fnm{Bo} \\sur{Brook}}",
    r"\author{Ann Abel\address[MCSD]{Delft University}, Bo Brook[2]}",
    "\\author{%\n  Bo Brook, % first\n  Ann Abel\n}",
]


@pytest.mark.parametrize("head", HEADS)
def test_authors_of_the_document(head: str) -> None:
    assert _cites(head, "Abel, A.") and _cites(head, "Brook, B.") and not _cites(head, "Cole, C.")


@pytest.mark.parametrize(
    "head", ["", r"% \author{Ann Abel}", r"\author{}", r"\author{The Delft University of Rivers}", r"\author{"]
)
def test_no_author_is_named(head: str) -> None:
    assert not _cites(head, "Abel, A.") and not _cites(head, "Rivers, U.")


def _cites(head: str, author: str) -> bool:
    tex = f"\\documentclass{{article}}\n{head}\n\\begin{{document}}\\cite{{k}}\\bibliography{{refs}}\\end{{document}}\n"
    bib = f"@article{{k, author = {{{author}}}, title = {{Rivers}}, journal = {{Water}}, year = 2017}}"
    return bool(ruleharness.findings("self-citation-share", bib=bib, tex=tex, options={"most": 0.5}))


def test_a_list_that_is_cut_has_the_others_in_the_record() -> None:
    project = ruleharness.read_list("Cole, C., et al. (2017). Rivers of the invented north. Water, 4, 1-9.\n")
    record = Record(source="x", titles=("Rivers",), authors=(Person("Cole", "Cy"), Person("Abel", "Ann")))
    options: dict[str, Any] = {"most": 0, "authors": ["Ann Abel"]}
    assert ruleharness.with_record("self-citation-share", project, record, options)
    assert not ruleharness.with_record("self-citation-share", project, record, options, "unchecked")


@pytest.mark.parametrize("text", ["\\author{" * 3000, "\\author{" + "{" * 5000, "\\author[" * 3000, "\\author{\\thanks{" * 2000])
def test_hostile_authors_end(text: str) -> None:
    _cites(text, "Abel, A.")
