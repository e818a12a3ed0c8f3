"""TeX to text."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from timing import within

from latexrefcheck.text.keys import title_key
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.tex import to_unicode


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        ("plain text", "plain text"),
        ("  two\n  lines ", "two lines"),
        ("Heged{\\H u}s", "Hegedűs"),
        ('M{\\"u}ller, M\\"uller, M\\"{u}ller', "Müller, Müller, Müller"),
        ("Garc\\'{\\i}a and Garc{\\'\\i}a", "García and García"),
        ("{\\v S}ev\\v{c}{\\'i}k", "Ševčík"),
        ("\\c{c}a va, Fran{\\c c}ois", "ça va, François"),
        ('Stra{\\ss}e, \\O{}rsted, {\\L}ukasiewicz, \\AA ngstr\\"om', "Straße, Ørsted, Łukasiewicz, Ångström"),
        ("Nguy{\\~{\\^e}}n", "Nguyễn"),
        ("CO$_2$ and H$_{2}$O", "CO2 and H2O"),
        ("Ly{\\ensuremath{\\alpha}} and $\\beta$", "Lyα and β"),
        ("UTXO\\({}_{\\mbox{ma}}\\): more", "UTXOma: more"),
        ("\\'{{E}}tudes", "Études"),
        ("$x \\leq y$", "x ≤y"),
        ("a~b", "a b"),
        ("100\\% of A\\&B, C\\#, a\\_b, \\$5", "100% of A&B, C#, a_b, $5"),
        ("an unescaped % does not cut", "an unescaped % does not cut"),
        ("\\emph{The {\\LaTeX} \\textbf{Companion}}", "The LaTeX Companion"),
        ("\\href{https://example.org/a_b}{the text}", "the text"),
        ("\\textcolor{red}{x}\\footnote{gone} y", "x y"),
        ("pages 1--2 --- ``so'' ?`que", "pages 1–2 — “so” ¿que"),
        ("\\unheardof{kept}", "kept"),
        ("{{{{Planning {\\&} Control}}}}", "Planning & Control"),
        ("\\{x\\}", "{x}"),
        ("Schr\u006f\u0308dinger", "Schrödinger"),
        ("", ""),
        ("\\", "\\"),
        ("$unclosed {brace", "$unclosed brace"),
    ],
)
def test_text(tex: str, expected: str) -> None:
    assert to_unicode(tex) == expected


def test_symbols_of_pylatexenc_are_the_last_resort() -> None:
    assert to_unicode("$\\aleph$ and $\\blacktriangle$") == "ℵ and ▴"


def test_usual_values_do_not_import_pylatexenc() -> None:
    code = """
import sys
from latexrefcheck.text.keys import title_key
from latexrefcheck.text.names import parse_names
from latexrefcheck.text.tex import to_unicode
to_unicode('M{\\\\"u}ller \\\\& Co: $\\\\alpha_2$ \\\\emph{x}')
parse_names("A B and C D")
title_key("T")
sys.exit(any(name.startswith("pylatexenc") for name in sys.modules))
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(st.text(alphabet=st.sampled_from("ab\\{}$~'\"`^%_-ßé& \nHuvc"), max_size=60) | st.text(max_size=60))
def test_text_never_raises_and_is_one_line(tex: str) -> None:
    plain = to_unicode(tex)
    assert plain == " ".join(plain.split())


@given(st.text(alphabet=st.characters(blacklist_characters="\\{}$~`'-?!", blacklist_categories=("Cs",)), max_size=60))
def test_text_without_tex_is_stable(plain: str) -> None:
    assert to_unicode(to_unicode(plain)) == to_unicode(plain)


@pytest.mark.parametrize(
    "text",
    ["{" * 50_000, "\\'" * 30_000, "$" * 50_001, "and " * 30_000, ",a" * 30_000, "\\href{" * 5_000, "&" * 50_000, "<i" * 30_000],
)
def test_hostile_text_is_quick(text: str) -> None:
    with within(5):
        to_unicode(text)
        title_key(text)
        parse_names(text)
