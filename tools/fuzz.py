"""Feed damaged and invented inputs to every reader, to whole projects and to the command line.

    python tools/fuzz.py [--cases 100000] [--commands 5000] [--seed 1] [--jobs 2] [--only NAME,…]

A case is a good input with something done to it: bytes flipped, pieces repeated, cut, swapped with those of another
input, marks that mean something put in. What may come out is a result or an error of ours, with a sentence; a traceback,
a case over five seconds or a process over one gigabyte is a fault, which is printed with the input in a file. Exit status 1
if there was one. The inputs are drawn from a seed, so that a fault can be had again.
"""

# ruff: noqa: E501  (inputs are as long as they are)
from __future__ import annotations

import argparse
import contextlib
import io
import json
import multiprocessing
import random
import resource
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from latexrefcheck.errors import RefcheckError

ROOT = Path(__file__).resolve().parents[1]
SLOW = 5.0
"""Seconds of processor time that one case may take."""
MOST_MEMORY = 1 << 30
MARKS = [
    *(
        "{",
        "}",
        "[",
        "]",
        "\\",
        "%",
        "#",
        "@",
        "$",
        "&",
        "~",
        "^",
        "_",
        '"',
        "'",
        ",",
        ";",
        ":",
        "=",
        "(",
        ")",
        "<",
        ">",
        "|",
        "`",
    ),
    *("\\begin{", "\\end{", "\\input{", "\\cite{", "\\def\\x", "\\ifx", "\\else", "\\fi", "\\csname", "\\endcsname", "\\verb|"),
    *(
        "\\bibitem{",
        "@article{",
        "@string{",
        "@comment",
        "doi:10.1/",
        "https://",
        "arXiv:",
        "et al.",
        " and ",
        "\n\n",
        "\r\n",
        "\t",
    ),
    *(
        "\0",
        "\u202e",
        "\ufeff",
        "\u2028",
        "é",
        "张三",
        "\U0001f600",
        "9" * 40,
        " " * 200,
        "(" * 50,
        "{" * 300,
        "a" * 3000,
        "::warning::",
    ),
]
TEXT = """Abel, A., & Brook, B. (2017). Measuring the slow flow of invented rivers. Journal of Water, 4(2), 1-9. doi:10.99999/flow
[2] C. Cole, "Roads of the invented north," Road, vol. 4, no. 2, pp. 1-9, 2018. arXiv:2401.00001
[3] 张三, 李四. 河流的缓慢流动[J]. 水利学报, 2017, 4(2): 1-9.
Müller H, O'Neill S, et al. Lamps. J Light 2011;4(2):1–9. https://example.org/a_b(c)?d=e#f
"""
TEX = r"""\documentclass{article}
\usepackage{natbib}\newcommand{\mycite}[2][x]{\cite[#1]{#2}}\newif\ifdraft\drafttrue
\begin{document}
\section{One} \mycite{a} \ifdraft\citep[see][p.~2]{b,c}\else\cite{d}\fi \input{part} \verb|\cite{no}| % \cite{no}
\ifx\foo\undefined\nocite{*}\fi \expandafter\def\csname x\endcsname{\cite{e}} \begin{verbatim}\cite{no}\end{verbatim}
\begin{thebibliography}{9}\bibitem[A(17)]{a} A. Abel. \emph{Rivers}. 2017. \doi{10.99999/flow} \bibitem{b} B. Brook.
\end{thebibliography}\bibliographystyle{plain}\bibliography{refs}
\end{document}
"""
BIB = r"""@string{water = "Journal of Water"}
@article{a, author = {Abel, Ann and {\"O}stlund, Bo and others}, title = {Measuring {R}ivers $x^2$}, journal = water, year = 2017,
  doi = {10.99999/flow}, pages = {1--9}, crossref = {b}}
@inproceedings(b, author = "Brook, B." # { and Cole, C.}, booktitle = {Proc.}, year = "2018", url = {https://example.org/a_b})
@comment{nothing} @preamble{"\newcommand{\x}{y}"} @misc{c, eprint = {2401.00001}, archiveprefix = {arXiv}, title = {Lamps}}
"""
BBL = r"""\begin{thebibliography}{9}
\bibitem[{\citenamefont {Abel}(2017)}]{a}\BibitemOpen \bibfield {author} {\bibinfo {author} {\bibfnamefont {A.}~\bibnamefont {Abel}}, }
\href {https://doi.org/10.99999/flow} {\bibinfo {journal} {Water} \textbf {4}, \bibinfo {pages} {1} (\bibinfo {year} {2017})}\BibitemShut
\end{thebibliography}
\entry{b}{article}{}\name{author}{1}{}{{{hash=00}{family={Brook},given={Bo}}}}\field{title}{Roads}\field{year}{2018}\endentry
"""
MARKDOWN = """---
bibliography: refs.bib
nocite: "@*"
---
# Title
Some words [@a, p. 3; see -@b] and @c. `@code` me@example.org {@fig-x}

## References
1. Abel, A. (2017). *Measuring rivers*. [link](https://doi.org/10.99999/flow)
2. Brook, B. _Roads_. 2018.
"""
RIS = "TY  - JOUR\nAU  - Abel, Ann\nTI  - Measuring rivers\nJO  - Water\nPY  - 2017/05/01\nSP  - 1\nEP  - 9\nDO  - 10.99999/flow\nER  - \n"
ITEM = {
    "id": "a",
    "type": "article-journal",
    "title": "Measuring <i>rivers</i> “slowly”",
    "author": [{"family": "van der Abel", "given": "Ann-Marie", "suffix": "Jr."}, {"literal": "Water Board"}],
    "container-title": "Water",
    "volume": "4",
    "page": "1-9",
    "issued": {"date-parts": [[2017, 5, 1], [2018]]},
    "DOI": "10.99999/flow",
}
CONFIG = """profile: strict
policy: {order: true, years: {from: 2000}, venues: [Water]}
rules:
  year-mismatch: {severity: error}
suppress:
  - {rule: unused-entry, key: a, reason: because}
thresholds: {title_similarity: 0.9}
source: {crossref: {contact: a@example.org}}
report: [text, json:out.json]
"""
CSL = (ROOT / "latexrefcheck/cite/data/apa.csl").read_text("utf-8")
BST = "ENTRY { author title year } {} { label } INTEGERS { n } FUNCTION {article} { author write$ title write$ newline$ } READ ITERATE {call.type$}\n"
LOG = 'This is BibTeX\nWarning--I didn\'t find a database entry for "a"\n--line 3 of file refs.bib\n'
AUX = "\\relax\n\\citation{a,b}\n\\bibstyle{plain}\n\\bibdata{refs}\n\\@input{part.aux}\n"
BCF = '<?xml version="1.0"?><bcf:controlfile xmlns:bcf="https://sourceforge.net/projects/biblatex"><bcf:section number="0"><bcf:citekey order="1">a</bcf:citekey></bcf:section></bcf:controlfile>'
LATEXMKRC = "$out_dir = 'build';\n$ENV{'BIBINPUTS'} = './bib//:' . $ENV{'BIBINPUTS'};\n@default_files = ('main.tex');\nensure_path('TEXINPUTS', './tex//');\n"


def docx() -> bytes:
    """A small Word document, as its parts."""
    body = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in ("References", *TEXT.replace("&", "and").splitlines()))
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    parts = {
        "[Content_Types].xml": '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.'
        'document.main+xml"/></Types>',
        "_rels/.rels": '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
        'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<?xml version="1.0"?><w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>',
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


Case = Callable[[random.Random, Path], object]


def damaged(rng: random.Random, *texts: str) -> str:
    """A text with something done to it, now and then a good deal."""
    text = rng.choice(texts)
    for _ in range(rng.choice((1, 1, 2, 3, 8, 30))):
        at = rng.randrange(len(text) + 1) if text else 0
        size = rng.choice((1, 2, 5, 20, 100))
        match rng.randrange(8):
            case 0:
                text = text[:at] + rng.choice(MARKS) + text[at:]
            case 1:
                text = text[:at] + text[at + size :]
            case 2:
                text = text[:at] + text[at : at + size] * rng.choice((2, 3, 30)) + text[at:]
            case 3:
                other = rng.choice(texts)
                start = rng.randrange(len(other) + 1)
                text = text[:at] + other[start : start + 5 * size] + text[at:]
            case 4:
                text = text[:at]
            case 5:
                text = text[:at] + chr(rng.choice((rng.randrange(32, 127), rng.randrange(0xA0, 0x3000), 0x4E00, 0xD7FF, 0)))
            case 6:
                text = text[:at] + text[at : at + size].swapcase()[::-1] + text[at + size :]
            case _:
                text = text[:at] + rng.choice(MARKS) + text[at : at + size] + rng.choice(MARKS) + text[at + size :]
        text = text[:60_000]
    return text


def flipped(rng: random.Random, data: bytes) -> bytes:
    """Bytes with some of them changed, taken away or doubled."""
    made = bytearray(data)
    for _ in range(rng.choice((1, 2, 5, 40))):
        at = rng.randrange(len(made) + 1)
        match rng.randrange(3):
            case 0:
                made[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del made[at : at + rng.choice((1, 4, 200))]
            case _:
                made[at:at] = made[at : at + rng.choice((1, 4, 50))]
    return bytes(made)


def reader(suffix: str, *texts: str, binary: Callable[[], bytes] | None = None) -> Case:
    """A case that reads a file of references."""

    def case(rng: random.Random, folder: Path) -> object:
        from latexrefcheck.reading.references import reading

        data = flipped(rng, binary()) if binary else damaged(rng, *texts).encode("utf-8", "surrogatepass")
        if not binary and rng.random() < 0.1:
            data = flipped(rng, data)
        return reading.read(folder / f"a{suffix}", f"a{suffix}", data)

    return case


def project(*names: str) -> Case:
    """A case that reads a project whose files of these names are damaged."""

    def case(rng: random.Random, folder: Path) -> object:
        from latexrefcheck.reading import project as reading

        write(rng, folder, names)
        return reading.load([folder / "main.tex"], folder, reading.Options(tex_tree=False))

    return case


FILES: Mapping[str, str] = {
    "main.tex": TEX,
    "part.tex": "Words \\cite{b}.",
    "refs.bib": BIB,
    "main.bbl": BBL,
    "main.aux": AUX,
    "main.blg": LOG,
    "main.bcf": BCF,
    "main.fls": "PWD /tmp\nINPUT main.tex\nINPUT refs.bib\n",
    "latexmkrc": LATEXMKRC,
    "local.sty": "\\newcommand{\\mine}[1]{\\cite{#1}}\\DeclareCiteCommand{\\other}{}{}{}{}",
    "Makefile": "export TEXINPUTS = .:tex//\nall:\n\tlatexmk main\n",
}


def write(rng: random.Random, folder: Path, names: tuple[str, ...]) -> None:
    """The files of a project, some of them damaged."""
    for name, text in FILES.items():
        if name in names or rng.random() < 0.3 or name.startswith(("main.tex", "refs")):
            wrong = name in names or rng.random() < 0.1
            made = damaged(rng, text, TEX, BIB, BBL) if wrong else text
            (folder / name).write_bytes(made.encode("utf-8", "surrogatepass"))


def bib(rng: random.Random, folder: Path) -> object:
    """The parser of databases, in both dialects."""
    from latexrefcheck.model.document import SourceFile
    from latexrefcheck.reading import bib as reading

    return reading.parse(SourceFile("refs.bib", damaged(rng, BIB, TEXT)), rng.choice(("bibtex", "biber")))


def words(rng: random.Random, folder: Path) -> object:
    """All that reads a reference in words, and lays it beside a record."""
    from latexrefcheck.cite import telling
    from latexrefcheck.model.csl import from_csl
    from latexrefcheck.model.record import Record
    from latexrefcheck.reading.references import fields
    from latexrefcheck.repair.line import corrected
    from latexrefcheck.settings.thresholds import Thresholds
    from latexrefcheck.text import identifiers
    from latexrefcheck.verify import alignment, worded, words

    line = " ".join(damaged(rng, TEXT, *TEXT.splitlines()).split())[:3000]
    worded.reference("a", line)
    identifiers.find(line)
    telling.told(line)
    fields.work(line)
    work = from_csl(ITEM)
    record = Record(source="crossref", titles=work.titles, authors=work.authors, years=work.years, venues=work.venues, volume="4")
    parts = alignment.cut(line, record)
    if parts is not None:
        words.compare(parts, record, Thresholds())
    return corrected(line, ITEM, rng.choice(("apa", "ieee", "gb-t-7714", "mla")), {"title": "", "author": "", "year": "2017"})


def style(rng: random.Random, folder: Path) -> object:
    """A damaged style sets an item, and a good one a damaged item."""
    from latexrefcheck.cite import choosing, entries, notation

    item = json.loads(json.dumps(ITEM))
    for name in list(item):
        if name != "type" and rng.random() < 0.3:
            item[name] = rng.choice(
                (None, 3, "", [], {}, [[]], damaged(rng, TEXT)[:200], {"date-parts": [[damaged(rng, "2017")]]})
            )
    if rng.random() < 0.5:
        runs = choosing.chosen(rng.choice(("apa", "ieee", "mla", "chicago", "gb-t-7714", "acs"))).references([item])[0]
        return [write(runs) for write in notation.WRITTEN.values()], entries.written(
            [item], rng.choice(("bibtex", "ris", "csl-json"))
        )
    kind, text = rng.choice((("csl", CSL), ("csl", CSL), ("bst", BST)))
    (folder / f"a.{kind}").write_bytes(damaged(rng, text).encode("utf-8", "surrogatepass"))
    return choosing.chosen(str(folder / f"a.{kind}")).references([ITEM])


def settings(rng: random.Random, folder: Path) -> object:
    """A damaged configuration file."""
    from latexrefcheck.settings import load

    (folder / "main.tex").write_text(TEX)
    (folder / ".latexrefcheck.yml").write_bytes(damaged(rng, CONFIG).encode("utf-8", "surrogatepass"))
    return load({"paths": [str(folder / "main.tex")]}, {}, folder)


def lock(rng: random.Random, folder: Path) -> object:
    """A damaged lock."""
    from latexrefcheck.verify.lock.book import Lock

    good = '{"version": 1}\n{"key": "a", "fingerprint": "00", "status": "verified", "checked": "2026-01-01", "record": {"title": "x"}}\n'
    (folder / "latexrefcheck.lock").write_bytes(damaged(rng, good).encode("utf-8", "surrogatepass"))
    return Lock.read(folder / "latexrefcheck.lock").text()


CASES: Mapping[str, Case] = {
    "bib": bib,
    "words": words,
    "style": style,
    "lock": lock,
    "settings": settings,
    "text": reader(".txt", TEXT),
    "markdown": reader(".md", MARKDOWN, TEXT),
    "ris": reader(".ris", RIS, RIS * 3),
    "json": reader(".json", json.dumps([ITEM, ITEM])),
    "docx": reader(".docx", binary=docx),
    "tex": project("main.tex", "part.tex"),
    "package": project("local.sty", "main.tex"),
    "build": project("main.aux", "main.blg", "main.bcf", "main.fls", "main.bbl"),
    "makers": project("latexmkrc", "Makefile"),
    "database": project("refs.bib"),
}


def command(rng: random.Random, folder: Path) -> object:
    """One command line on a damaged project; its exit status says that it came to an end."""
    from latexrefcheck.cli import run

    write(rng, folder, tuple(rng.sample(sorted(FILES), 2)))
    (folder / "refs.txt").write_text(damaged(rng, TEXT), "utf-8", "surrogatepass")
    (folder / "paper.md").write_text(damaged(rng, MARKDOWN), "utf-8", "surrogatepass")
    target = str(folder / rng.choice(("main.tex", "refs.bib", "refs.txt", "paper.md", ".")))
    report = rng.choice(("text", "json", "html", "sarif", "junit", "markdown", "gitlab", "github", "rdjsonl", "checkstyle"))
    lines = [
        ["check", target, "--no-verify", "--report", report, "--all"],
        ["check", target, "--offline", "--cache", str(folder / "cache"), "--report", report],
        ["fix", target],
        ["cite", str(folder / "refs.bib"), "--style", rng.choice(("apa", "ieee", "acm"))],
        ["dedupe", target, "--offline"],
        ["config", target],
    ]
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as told:
        status = run(rng.choice(lines))
    if status not in (0, 1, 2, 3) or "Traceback" in told.getvalue():
        raise AssertionError(f"status {status}: {told.getvalue()[-2000:]}")
    return status


def one(job: tuple[str, int, int]) -> tuple[int, list[str]]:
    """Cases ``first`` to ``first + 100`` of a kind: how many, and the faults."""
    name, seed, first = job
    case = command if name == "command" else CASES[name]
    faults = []
    count = 20 if name == "command" else 100
    for number in range(first, first + count):
        rng = random.Random(f"{seed} {name} {number}")
        with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
            began = time.process_time()
            try:
                case(rng, Path(place))
            except RefcheckError:
                pass
            except BaseException:  # a fault is what is looked for
                faults.append(f"{name} {seed} {number}\n{traceback.format_exc(limit=-6)}")
            spent = time.process_time() - began
            if spent > SLOW:
                faults.append(f"{name} {seed} {number}: {spent:.1f} s")
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 > MOST_MEMORY:
        faults.append(f"{name} {seed} {first}: over a gigabyte")
    return count, faults


def jobs(options: argparse.Namespace) -> Iterator[tuple[str, int, int]]:
    """What to run, kinds in turns."""
    names = options.only.split(",") if options.only else [*CASES, "command"]
    parsers = [name for name in names if name != "command"]
    each = options.cases // max(1, len(parsers))
    for first in range(0, each, 100):
        yield from ((name, options.seed, first) for name in parsers)
    if "command" in names:
        yield from (("command", options.seed, first) for first in range(0, options.commands, 20))


def main() -> int:
    """Run the cases; the faults on standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=100_000)
    parser.add_argument("--commands", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    done = 0
    kinds: dict[str, int] = {}
    with multiprocessing.get_context("spawn").Pool(options.jobs, maxtasksperchild=50) as pool:
        for count, faults in pool.imap_unordered(one, list(jobs(options))):
            done += count
            for fault in faults:
                mark = fault.splitlines()[-1]
                kinds[mark] = kinds.get(mark, 0) + 1
                if kinds[mark] <= 2:
                    print(fault, flush=True)
    print(f"{done} cases, {sum(kinds.values())} faults of {len(kinds)} kinds")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
