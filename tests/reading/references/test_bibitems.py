r"""The items of thebibliography, and of a .bbl that stands in for a missing database."""

from __future__ import annotations

from pathlib import Path

import pytest

from latexrefcheck.model.references import Worded
from latexrefcheck.reading import project
from latexrefcheck.reading.references.bibitems import plain

BODY = "\\documentclass{article}\n\\begin{document}\n\\cite{a}\n%s\n\\end{document}\n"


def listed(folder: Path, items: str, bbl: str = "") -> list[Worded]:
    (folder / "main.tex").write_text(BODY % items)
    if bbl:
        (folder / "main.bbl").write_text(bbl)
    read = project.load([folder / "main.tex"], folder)
    return [entry for one in read.worded for entry in one.entries if isinstance(entry, Worded)]


def test_each_item_has_its_words_and_place(tmp_path: Path) -> None:
    found = listed(
        tmp_path,
        "\\begin{thebibliography}{9}\n\\bibitem{a} A.~Abel. \\newblock {\\em On Rivers}. % a note\n J. of Water {\\bf 4}, "
        "1--9 (2017).\n\n"
        '\\bibitem[B(18)]{b}\nB. \\"{O}stl. Seas. \\url{https://example.org/a_b\\_c}.\n'
        "\\bibitem{empty}\n\\end{thebibliography}\nText behind.",
    )
    assert [(one.key, one.words) for one in found] == [
        ("a", "A. Abel. On Rivers. J. of Water 4, 1–9 (2017)."),
        ("b", "B. Östl. Seas. https://example.org/a_b_c ."),
    ]
    assert [one.source.position(one.start) for one in found] == [(5, 1), (8, 1)]
    assert found[0].head.text == "\\bibitem{a"


@pytest.mark.parametrize(
    ("tex", "words"),
    [
        (r"\bibinfo {author} {A. Abel}, \bibinfo {title} {On Rivers}", "A. Abel, On Rivers"),
        (r"\href{https://doi.org/10.99999/a\_b}{J. Water}", "https://doi.org/10.99999/a_b J. Water"),
        (r"\doi{10.99999/ab}", "doi:10.99999/ab"),
        (r"\href@noop {} {\emph {On Rivers}}", "On Rivers"),
        ("50\\% of rivers % never\nflow", "50% of rivers flow"),
        (r"M\"uller, J.\ and \'Alvarez", "Müller, J. and Álvarez"),
        (r"On $\alpha$-rivers", "On α-rivers"),
        ("On Rivers}.\\hskip 1em plus 0.5em minus 0.4em\\relax Delft: Delta Press", "On Rivers. Delft: Delta Press"),
        ("On Rivers.\\hskip 1em plus\n  0.5em minus 0.4em\\relax Delta", "On Rivers. Delta"),
        (r"a\kern.1em b\hspace*{1em}c\vspace{2pt} d", "a b c d"),
        (r"On Rivers, translated in \cite{Cole1999}, and \citep[p.~3]{a,b}.", "On Rivers, translated in , and ."),
        (r"\citenamefont{Abel}, On Rivers", "Abel, On Rivers"),
        (r"\href{https://x.org/On%20Rivers.pdf}{On Rivers}, 2017", "https://x.org/On%20Rivers.pdf On Rivers, 2017"),
        ("\\url{https://x.org/a%\n  b%20c}, 2017 % \\url{never}", "https://x.org/ab%20c , 2017"),
    ],
)
def test_text_of_an_item(tex: str, words: str) -> None:
    assert " ".join(plain(tex).split()) == words


def test_a_bbl_in_place_of_a_missing_database(tmp_path: Path) -> None:
    bbl = "\\begin{thebibliography}{1}\n\\bibitem{a} A. Abel. On rivers. 2017.\n\\end{thebibliography}\n"
    (found,) = listed(tmp_path, "\\bibliographystyle{plain}\\bibliography{gone}", bbl)
    assert (found.key, found.words, found.source.path) == ("a", "A. Abel. On rivers. 2017.", "main.bbl")


def test_labels_with_accents_in_their_groups(tmp_path: Path) -> None:
    bbl = (
        '\\begin{thebibliography}{1}\n\\bibitem [{\\citenamefont {G{\\"{o}}del}\\ \\emph {et~al.}(1931)}]{a}%\n'
        "  \\BibitemOpen On rivers. 1931.\\BibitemShut {NoStop}%\n\\bibitem[{[1]}]{b} On seas. 1932.\n\\end{thebibliography}\n"
    )
    found = listed(tmp_path, "\\bibliographystyle{plain}\\bibliography{gone}", bbl)
    assert [(one.key, one.words) for one in found] == [("a", "On rivers. 1931."), ("b", "On seas. 1932.")]


def test_a_bbl_beside_its_database_is_not_read_twice(tmp_path: Path) -> None:
    (tmp_path / "there.bib").write_text("@misc{a, title = {T}}\n")
    bbl = "\\begin{thebibliography}{1}\n\\bibitem{a} A. Abel. On rivers. 2017.\n\\end{thebibliography}\n"
    assert listed(tmp_path, "\\bibliographystyle{plain}\\bibliography{there}", bbl) == []


BIBLATEX = r"""\refsection{0}
  \datalist[entry]{nty/global//global/global}
    \entry{a}{article}{}
      \name{author}{2}{}{%
        {{hash=0a1}{%
           family={Berg},
           familyi={B\bibinitperiod},
           given={Jo\bibnamedelima Ann},
           giveni={J\bibinitperiod\bibinitdelim A\bibinitperiod},
           prefix={van\bibnamedelima der},
           prefixi={v\bibinitperiod\bibinitdelim d\bibinitperiod}}}%
        {{hash=0b2}{%
           family={Roe},
           familyi={R\bibinitperiod}}}%
      }
      \list{publisher}{1}{%
        {Delta Press}%
      }
      \field{journaltitle}{Journal of Water}
      \field{title}{On {\'E}tudes of Rivers}
      \field{volume}{4}
      \field{year}{2017}
      \field{pages}{1\bibrangedash 9}
      \verb{doi}
      \verb 10.99999/flow_1
      \endverb
    \endentry
  \enddatalist
\endrefsection
"""


def test_the_fields_of_biblatex(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(
        "\\documentclass{article}\\usepackage{biblatex}\\addbibresource{gone.bib}\\begin{document}\\cite{a}\\end{document}"
    )
    (tmp_path / "main.bbl").write_text(BIBLATEX)
    read = project.load([tmp_path / "main.tex"], tmp_path)
    ((found,),) = [one.entries for one in read.worded]
    assert isinstance(found, Worded) and found.work is not None
    work = found.work
    assert (work.title, work.venue, work.year, work.volume) == ("On Études of Rivers", "Journal of Water", 2017, "4")
    assert [person.text for person in work.authors] == ["Jo Ann van der Berg", "Roe"]
    assert (work.identifiers, work.publisher) == ({"doi": "10.99999/flow_1"}, "Delta Press")
