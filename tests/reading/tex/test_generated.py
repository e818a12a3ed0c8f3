"""Small documents made at random, read by us and by real pdfLaTeX: the keys must be the same.

Six documents with a fixed seed run by default where pdfLaTeX is installed; ``LATEXREFCHECK_GENERATED=2000`` runs so many,
``LATEXREFCHECK_GENERATED_SEED`` begins elsewhere.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess

import pytest

from latexrefcheck.reading import project

COUNT = int(os.environ.get("LATEXREFCHECK_GENERATED", "6"))
SEED = int(os.environ.get("LATEXREFCHECK_GENERATED_SEED", "1"))
pytestmark = pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdfLaTeX is not installed")


class Maker:
    """One document with its files: groups, definitions, switches, conditionals, macros with arguments, inputs."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.files: dict[str, str] = {}
        self.keys = 0
        self.macros: dict[str, int] = {}
        self.switches: list[str] = []

    def key(self) -> str:
        self.keys += 1
        return f"k{self.keys}"

    def cite(self) -> str:
        written = self.random.choice(["\\cite{%s}", "\\cite[p.~1]{%s}", "\\nocite{%s}", "\\cite{%s,%s}"])
        return re.sub("%s", lambda _: self.key(), written)

    def name(self, prefix: str) -> str:
        return prefix + self.random.choice("abcde")

    def test(self) -> str:
        choices = ["\\iftrue", "\\iffalse", f"\\ifx\\{self.name('m')}\\undefined", f"\\ifdefined\\{self.name('m')}"]
        choices += [f"\\ifnum{self.random.randint(0, 3)}<{self.random.randint(0, 3)} "]
        choices += [f"\\if{self.name('s')}"] * 3
        choices += [f"\\ifx\\{self.name('m')}\\{self.name('m')}", "\\unless\\iffalse", "\\ifodd\\value{cnt} "]
        choices += [f"\\expandafter\\ifx\\csname {self.name('m')}\\endcsname\\relax"]
        return self.random.choice(choices)

    def definition(self, depth: int) -> str:
        name = self.name("m")
        arguments = self.random.choice([0, 0, 1, 2])
        body = self.text(depth + 2, arguments, calls=False)
        how = self.random.choice(["\\def\\{n}{p}{{{b}}}", "\\gdef\\{n}{p}{{{b}}}", "\\long\\def\\{n}{p}{{{b}}}"])
        self.macros.setdefault(name, arguments)
        arguments = self.macros[name]
        body = re.sub(r"#(\d)", lambda found: found[0] if int(found[1]) <= arguments else "", body)
        return how.format(n=name, p="".join(f"#{number}" for number in range(1, arguments + 1)), b=body)

    def call(self, depth: int) -> str:
        name = self.name("m")
        if name not in self.macros:
            return "word"
        inside = "".join(f"{{{self.text(depth + 2, 0, calls=False)}}}" for _ in range(self.macros[name]))
        return f"\\ifdefined\\{name}\\{name}{inside or ' '}\\fi "

    def load(self, depth: int) -> str:
        name = f"f{len(self.files)}"
        self.files[name + ".tex"] = ""
        self.files[name + ".tex"] = self.text(depth + 1, 0) + self.random.choice(["", "\n", "\\endinput\n\\cite{no}\n"])
        return self.random.choice(
            [f"\\input{{{name}}}", f"\\input {name} ", f"\\InputIfFileExists{{{name}}}{{}}{{\\cite{{no}}}}"]
        )

    def piece(self, depth: int, arguments: int, calls: bool) -> str:
        choices = ["cite", "cite", "word", "switch", "comment", "count"]
        if arguments:
            choices += ["argument"] * 2
        if depth < 4:
            choices += ["if", "if", "group", "case", "environment"]
            choices += ["define", "define", "call", "call", "input"] if calls else []
        match self.random.choice(choices):
            case "cite":
                return self.cite()
            case "argument":
                return f"#{self.random.randint(1, arguments)}"
            case "switch":
                return self.random.choice(["", "\\global"]) + f"\\{self.name('s')}{self.random.choice(['true', 'false'])} "
            case "count":
                return (
                    self.random.choice(["\\stepcounter{cnt}", "\\setcounter{cnt}{4}", "\\addtocounter{cnt}{3}"]) if calls else ""
                )
            case "comment":
                return "% \\cite{no}\n"
            case "if":
                other = f"\\else {self.text(depth + 1, arguments, calls)}" if self.random.random() < 0.6 else ""
                return f"{self.test()}{self.text(depth + 1, arguments, calls)}{other}\\fi "
            case "case":
                branches = "\\or ".join(self.text(depth + 2, arguments, calls) for _ in range(3))
                return f"\\ifcase{self.random.randint(0, 3)} {branches}\\else {self.text(depth + 2, arguments, calls)}\\fi "
            case "group":
                opening, closing = self.random.choice([("{", "}"), ("\\begingroup ", "\\endgroup "), ("\\bgroup ", "\\egroup ")])
                return f"{opening}{self.text(depth + 1, arguments, calls)}{closing}"
            case "environment":
                return f"\\begin{{center}}{self.text(depth + 1, arguments, calls)}\\end{{center}}"
            case "define":
                return self.definition(depth)
            case "call":
                return self.call(depth)
            case "input":
                return self.load(depth)
        return "word "

    def text(self, depth: int, arguments: int, calls: bool = True) -> str:
        return " ".join(self.piece(depth, arguments, calls) for _ in range(self.random.randint(1, 4)))

    def document(self) -> dict[str, str]:
        preamble = "".join(f"\\newif\\ifs{letter}\n" for letter in "abcde") + "\\newcounter{cnt}\n"
        body = "\n".join(self.text(0, 0) for _ in range(4))
        main = f"\\documentclass{{article}}\n{preamble}\\begin{{document}}\n{body}\n\\end{{document}}\n"
        return {"main.tex": main, **self.files}


def written_by_tex(folder):
    command = ["pdflatex", "-draftmode", "-interaction=nonstopmode", "-no-shell-escape", "main.tex"]
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
    keys = re.findall(r"\\citation\{([^}]*)\}", (folder / "main.aux").read_text("latin-1"))
    errors = re.findall(rb"^! (.*)", done.stdout, re.M)
    return sorted({key for group in keys for key in group.split(",")}), errors


@pytest.mark.parametrize("seed", range(SEED, SEED + COUNT))
def test_the_keys_are_those_of_pdftex(seed, tmp_path):
    for name, text in Maker(seed).document().items():
        (tmp_path / name).write_text(text)
    expected, errors = written_by_tex(tmp_path)
    if errors:
        pytest.skip(f"LaTeX has an error in it: {errors[0]!r}")
    read = project.load([tmp_path / "main.tex"], tmp_path, project.Options(build="off", tex_tree=False)).documents[0]
    assert sorted({citation.key for citation in read.citations}) == expected
    assert all(citation.certain for citation in read.citations)
