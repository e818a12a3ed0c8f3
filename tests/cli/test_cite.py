"""``latexrefcheck cite``: files, keys, styles, notations, and what is said where something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from latexrefcheck import cli
from latexrefcheck.reading.references import ris

BIB = r"""@article{pond, author = {Moreau, Claire and van der Berg, Jan}, title = {The {DNA} of CO$_2$ in \emph{Salmo} ponds},
  journal = {Pond \& Lake}, year = 2019, month = may, volume = 12, number = 3, pages = {101--119}, doi = {10.5555/pond_1}}
@misc{pre, author = {Wang, Li and others}, title = {Ponds are all you need}, eprint = {2301.01234}, archiveprefix = {arXiv},
  year = 2023}
@misc{who, author = {{World Health Organization}}, title = {Guide}, url = {https://ponds.example/a_b}, year = 2020}
"""
RIS = """TY  - JOUR
AU  - Moreau, Claire
AU  - King, Martin, Jr.
TI  - The ponds
  of winter
T2  - Pond & Lake
PY  - 2019
DA  - 2019/05/03/
VL  - 12
IS  - 3
SP  - 101
EP  - 119
DO  - https://doi.org/10.5555/pond.1
ER  -

TY  - THES
AU  - Okafor, Ngozi
TI  - Ponds
PB  - University of Ponds
PY  - 2012
ER  -
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / "refs.ris").write_text(RIS, encoding="utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.run(["cite", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_bib_in_its_order(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "refs.bib", "--style", "ieee") == (
        0,
        "[1] C. Moreau and J. van der Berg, “The DNA of CO2 in Salmo ponds,” Pond & Lake, vol. 12, no. 3, pp. 101–119, "
        "May 2019, doi: 10.5555/pond_1.\n"
        "[2] L. Wang et al., “Ponds are all you need,” 2023, arXiv: arXiv:2301.01234. [Online]. Available: "
        "https://arxiv.org/abs/2301.01234\n"
        "[3] World Health Organization, “Guide.” [Online]. Available: https://ponds.example/a_b\n",
        "",
    )


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        ("html", "CO<sub>2</sub> in <i>Salmo</i> ponds. <i>Pond &amp; Lake</i>"),
        ("markdown", r"CO<sub>2</sub> in *Salmo* ponds. *Pond & Lake*"),
        ("latex", r"CO\textsubscript{2} in \textit{Salmo} ponds. \textit{Pond \& Lake}"),
        ("bibtex", "@article{moreau2019dna,"),
        ("bibtex", r"  title = {The {DNA} of {CO}\textsubscript{2} in \emph{Salmo} ponds},"),
        ("bibtex", "  author = {Moreau, Claire and van der Berg, Jan},\n"),
        ("bibtex", "  month = may,\n"),
        ("biblatex", "  date = {2019-05},\n"),
        ("biblatex", "  journaltitle = {Pond \\& Lake},\n"),
        ("ris", "SP  - 101\nEP  - 119\n"),
        ("csl-json", '"page": "101-119"'),
    ],
)
def test_notations(capsys: pytest.CaptureFixture[str], form: str, wanted: str) -> None:
    status, out, _ = run(capsys, "refs.bib", "--format", form)
    assert status == 0
    assert wanted in out


def test_what_is_written_is_read_again(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    """Through every form of entries the reference stays the same."""
    wanted = run(capsys, "refs.bib", "--style", "vancouver")[1]
    for form, name in (("bibtex", "b.bib"), ("biblatex", "l.bib"), ("csl-json", "c.json")):
        (folder / name).write_text(run(capsys, "refs.bib", "--format", form)[1], encoding="utf-8")
        assert run(capsys, name, "--style", "vancouver")[1] == wanted, form


def test_ris(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    status, out, err = run(capsys, "refs.ris", "--style", "apa")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "Moreau, C., & King, M., Jr. (2019). The ponds of winter. Pond & Lake, 12(3), 101–119. https://doi.org/10.5555/pond.1",
        "Okafor, N. (2012). Ponds. University of Ponds.",
    ]
    again = ris.items(run(capsys, "refs.ris", "--format", "ris")[1], "x.ris")
    assert [{**one, "id": ""} for one in again] == [{**one, "id": ""} for one in ris.items(RIS, "x.ris")]


def test_keys_of_the_project(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "who", "pond", "--project", "refs.bib", "--style", "nature")[1].startswith("1. World Health")
    status, out, err = run(capsys, "pont", "--project", "refs.bib")
    assert (status, out) == (2, "")
    assert "'pont' is no key of the project, no identifier and no file; did you mean 'pond'?" in err


def test_a_style_of_bibtex(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    (folder / "own.bst").write_text(
        "ENTRY { title year } {} { label }\n"
        'FUNCTION {article} { "\\bibitem{" cite$ * "}" * write$ newline$ "{\\em " title "t" change.case$ * "}, " * year * write$ '
        "newline$ }\n"
        "FUNCTION {misc} { article }\nREAD\nITERATE {call.type$}\n",
        encoding="utf-8",
    )
    status, out, err = run(capsys, "refs.bib", "--style", "own.bst", "--format", "markdown")
    assert (status, err) == (0, "")
    assert [one for one in out.splitlines() if one][1:] == ["*Ponds are all you need*, 2023", "*Guide*, 2020"]
    assert "DNA" in out


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.json", "[{]", "a.json:1: not JSON"),
        ("a.json", "3", "a.json: not CSL-JSON: a list of items is expected"),
        ("a.json", '[{"type": "book"}, {"x": 1}]', "a.json: item 2 of 2 is not one of CSL-JSON"),
        ("a.json", "[" * 100000, "a.json: not JSON"),
        ("a.ris", "AU  - X\n", "a.ris:1: not RIS: a record begins with 'TY  - '"),
        ("a.ris", "\n\n", "a.ris: not RIS"),
        ("a.ris", b"TY  - JOUR\nAU  - \xff\n", "a.ris:2: not UTF-8"),
        ("a.csl", "<style", "a.csl:1: not a CSL style"),
        ("a.bst", "FUNCTION {", "a.bst: this style cannot be run"),
        ("a.bst", "READ", "a.bst: this style cannot be run"),
    ],
)
def test_broken_files(capsys: pytest.CaptureFixture[str], folder: Path, name: str, content: str | bytes, told: str) -> None:
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    arguments = ("refs.bib", "--style", name) if name.endswith(("csl", "bst")) else (name,)
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert told in err
    assert len(err.splitlines()) == 1, err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "say what to cite"),
        (("refs.bib", "--style", "appa"), "unknown style 'appa'; did you mean 'apa'?"),
        (("refs.bib", "--style", "apa", "--format", "ris"), "take --style off"),
        (("gone.bib",), "gone.bib"),
        (("gone.json",), "gone.json"),
        (("refs.bib", "--format", "word"), "--format"),
    ],
)
def test_what_cannot_be_asked(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str) -> None:
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert told in err


def test_nothing_of_a_reference_is_obeyed(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    evil = "</div><script>x</script> *a* [b](javascript:c) \\input{d} \x1b[31m $e$ %f"
    (folder / "e.json").write_text(json.dumps([{"type": "book", "title": evil}]), encoding="utf-8")
    told = {
        form: run(capsys, "e.json", "--format", form)[1] for form in ("text", "html", "markdown", "latex", "bibtex", "biblatex")
    }
    assert all("\x1b" not in text for text in told.values())
    assert "<script" not in told["html"] + told["markdown"].replace("\\<", "")
    assert r"\[b\]" in told["markdown"]
    assert all(r"\textbackslash{}input" in told[form] and r"\%f" in told[form] for form in ("latex", "bibtex", "biblatex"))


def test_styles_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--list-styles")
    assert status == 0
    assert {"apa", "gb-t-7714", "acm"} <= {line.split()[0] for line in out.splitlines()}


@pytest.mark.parametrize("alias", ["APA", "apa7", "gb_t_7714", "GB/T 7714", "chicago-author-date", "cite-them-right"])
def test_what_people_call_a_style(capsys: pytest.CaptureFixture[str], alias: str) -> None:
    assert run(capsys, "refs.bib", "--style", alias)[0] == 0
