"""TeX to text, title keys, and the parts of names."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latexrefcheck import text as normalize
from latexrefcheck.model.record import Person
from latexrefcheck.text import Name


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
    assert normalize.text(tex) == expected


def test_symbols_of_pylatexenc_are_the_last_resort() -> None:
    assert normalize.text("$\\aleph$ and $\\blacktriangle$") == "ℵ and ▴"


def test_usual_values_do_not_import_pylatexenc() -> None:
    code = """
import sys
from latexrefcheck import text as normalize
normalize.text('M{\\\\"u}ller \\\\& Co: $\\\\alpha_2$ \\\\emph{x}')
normalize.people("A B and C D")
normalize.title_key("T")
sys.exit(any(name.startswith("pylatexenc") for name in sys.modules))
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@given(st.text(alphabet=st.sampled_from("ab\\{}$~'\"`^%_-ßé& \nHuvc"), max_size=60) | st.text(max_size=60))
def test_text_never_raises_and_is_one_line(tex: str) -> None:
    plain = normalize.text(tex)
    assert plain == " ".join(plain.split())


@given(st.text(alphabet=st.characters(blacklist_characters="\\{}$~`'-?!", blacklist_categories=("Cs",)), max_size=60))
def test_text_without_tex_is_stable(plain: str) -> None:
    assert normalize.text(normalize.text(plain)) == normalize.text(plain)


@pytest.mark.parametrize(
    "forms",
    [
        ("Cats &amp; Dogs", "Cats \\& Dogs", "Cats & Dogs", "cats and dogs", "Cats &amp;amp; Dogs", "{Cats} {\\&} {Dogs}"),
        ("CO$_2$ emissions", "CO<sub>2</sub> emissions", "CO₂ emissions", "CO_2 Emissions", "co2 emissions"),
        ("Ly{\\ensuremath{\\alpha}} lines", "Ly-α lines", "Ly α lines", "Ly alpha lines"),
        ('{\\"U}ber B{\\"a}ume', "Über Bäume", "UBER BAUME"),
        ("Real-time systems", "Real–Time Systems", "real time systems."),
        ("Won't it?", "Won’t it", "Wont it"),
        ("<i>E. coli</i>: a <jats:italic>study</jats:italic>", "E. coli: A Study"),
        ("<mml:math><mml:mi>x</mml:mi></mml:math>-rays", "x-rays"),
        ("Война и мир", "Voina i mir"),
        ("The \\TeX book", "The TeXbook"),
    ],
)
def test_title_key_folds(forms: tuple[str, ...]) -> None:
    assert len({normalize.title_key(form) for form in forms}) == 1


@pytest.mark.parametrize(("one", "other"), [("Part I", "Part II"), ("On Trees", "On Graphs"), ("数学", "物理")])
def test_title_key_tells_apart(one: str, other: str) -> None:
    assert normalize.title_key(one) != normalize.title_key(other)


@given(st.text(max_size=60))
def test_title_key_is_stable(title: str) -> None:
    key = normalize.title_key(title)
    assert normalize.title_key(key) == key


@pytest.mark.parametrize(
    ("title", "variants"),
    [
        ("On Trees", ("On Trees",)),
        ("On Trees: A Study", ("On Trees: A Study", "On Trees")),
        ("Trees: A Study", ("Trees: A Study",)),
        ("On Trees -- A Study", ("On Trees – A Study", "On Trees")),
        ("RETRACTED: On Trees: A Study", ("RETRACTED: On Trees: A Study", "On Trees: A Study", "On Trees")),
        ("[Retracted] On Trees", ("[Retracted] On Trees", "On Trees")),
        ("On Trees (Extended Abstract)", ("On Trees (Extended Abstract)", "On Trees")),
        ("", ()),
    ],
)
def test_title_variants(title: str, variants: tuple[str, ...]) -> None:
    assert normalize.title_variants(title) == variants


def test_name_has_the_fields_of_person() -> None:
    assert Name._fields == Person._fields


@pytest.mark.parametrize(
    ("value", "expected", "cut"),
    [
        ("", [], False),
        ("Doe, Jane and Richard Roe", [Name("Doe", "Jane"), Name("Roe", "Richard")], False),
        ("Plato", [Name("Plato")], False),
        ("Ludwig van Beethoven", [Name("Beethoven", "Ludwig", "van")], False),
        ("de la Vall{\\'e}e Poussin, Charles", [Name("Vallée Poussin", "Charles", "de la")], False),
        ("King, Jr., Martin", [Name("King", "Martin", "", "Jr.")], False),
        (
            "{Ministry of Trees and Rivers} and {Bureau, The}",
            [Name(literal="Ministry of Trees and Rivers"), Name(literal="Bureau, The")],
            False,
        ),
        ("{von Deimel}, Andreas", [Name("von Deimel", "Andreas")], False),
        ("{{von Deimel}, Andreas}", [Name("von Deimel", "Andreas")], False),
        (
            "family=Freitas, given=Nando, prefix=de, useprefix=true and Doe, Jane",
            [Name("Freitas", "Nando", "de"), Name("Doe", "Jane")],
            False,
        ),
        ('given={Jean Pierre}, family="Roe"', [Name("Roe", "Jean Pierre")], False),
        ("Doe, Jane and others", [Name("Doe", "Jane")], True),
        ("Doe, Jane and {others}", [Name("Doe", "Jane")], True),
        ("Doe, Jane et al.", [Name("Doe", "Jane")], True),
        ("Doe, Jane and et al.", [Name("Doe", "Jane")], True),
        ("Doe, J.~et~al.", [Name("Doe", "J.")], True),
        ("Doe, Jane; Roe, Richard", [Name("Doe", "Jane"), Name("Roe", "Richard")], False),
        ("Doe, Jane, Roe, Richard", [Name("Doe", "Jane"), Name("Roe", "Richard")], False),
        ("M&uuml;ller, Jane", [Name("Müller", "Jane")], False),
        ("Doe,\n  Jane\n  AND Roe, Richard", [Name("Doe", "Jane"), Name("Roe", "Richard")], False),
        ("{\\OE}uvre, X.", [Name("Œuvre", "X.")], False),
        ("Al, Jane", [Name("Al", "Jane")], False),
        ("王小明 and 김철수", [Name("王小明"), Name("김철수")], False),
        ("Doe, Jane,", [Name("Doe", "Jane")], False),
        ("J. Doe, A. Roe and D. Poe", [Name("Doe", "J."), Name("Roe", "A."), Name("Poe", "D.")], False),
        ("Doe, J. A. and Roe, B. Anna", [Name("Doe", "J. A."), Name("Roe", "B. Anna")], False),
        ("R. Doe, A.~Roe, and S. Poe", [Name("Doe", "R."), Name("Roe", "A."), Name("Poe", "S.")], False),
        ("Jean--Paul Roe and Ju\u0308rgen Doe", [Name("Roe", "Jean-Paul"), Name("Doe", "Jürgen")], False),
    ],
)
def test_people(value: str, expected: list[Name], cut: bool) -> None:
    assert normalize.people(value) == (tuple(expected), cut)


WORDS = st.sampled_from(
    [
        "Jean",
        "de",
        "la",
        "van",
        "Knuth",
        "O'Neill",
        "Mc{D}onald",
        "{\\'E}cole",
        "{\\'e}cole",
        "{von Neumann}",
        "al-Din",
        "Łoś",
        "d'Arcy",
    ]
)
PART = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
NAME = st.lists(PART, min_size=1, max_size=3).map(", ".join)


@given(st.lists(NAME, min_size=1, max_size=4).map(" and ".join))
def test_names_are_split_as_pybtex_does(value: str) -> None:
    from pybtex.bibtex.utils import split_name_list
    from pybtex.database import Person as Reference

    expected = []
    for name in split_name_list(value):
        if name.startswith("{") and name.endswith("}") and name.count("{") == 1 and "\\" not in name:
            continue  # a name that is one group is a literal here
        reference = Reference(name)
        parts = (
            reference.last_names,
            [*reference.first_names, *reference.middle_names],
            reference.prelast_names,
            reference.lineage_names,
        )
        expected.append(tuple(normalize.text(" ".join(part)) for part in parts))
    found, _ = normalize.people(value)
    assert [tuple(name[:4]) for name in found if not name.literal] == expected


@given(st.text(alphabet=st.sampled_from("aB,.{}\\'=;&~ and"), max_size=60) | st.text(max_size=60))
def test_people_never_raises(value: str) -> None:
    names, _ = normalize.people(value)
    assert all(isinstance(name, Name) for name in names)


def test_people_is_quick() -> None:
    value = "Smith, John A. and M{\\\"u}ller, Karl and Garc{\\'i}a, Ana"
    start = time.process_time()
    for _ in range(5000):
        normalize.people(value)
    # 0.06 s on one core of 2024; the bound is for slow machines.
    assert time.process_time() - start < 0.6


@pytest.mark.parametrize(
    "names",
    [
        (Name("Müller"), Name("Mueller"), Name("Muller"), Name("MÜLLER")),
        (Name("Ødegård"), Name("Odegard"), Name("Oedegaard")),
        (Name("O'Neill"), Name("O’Neill"), Name("ONeill")),
        (Name("Smith-Jones"), Name("Smith Jones")),
        (Name("Gold 0001"), Name("Gold")),
        (Name("Weiß"), Name("Weiss")),
        (Name("Łukasiewicz"), Name("Lukasiewicz")),
        (Name("Колмогоров"), Name("Kolmogorov")),
    ],
)
def test_surname_key_folds(names: tuple[Name, ...]) -> None:
    assert len({normalize.surname_key(name) for name in names}) == 1


def test_surname_keys_know_particles_and_double_names() -> None:
    assert normalize.surname_keys(Name("Plas", "Lonne", "van der")) >= {"plas", "vanderplas"}
    assert normalize.surname_keys(Name("García Márquez", "Gabriel")) >= {
        normalize.surname_key(Name(part)) for part in ("García Márquez", "García", "Márquez")
    }
    assert "ministryoftrees" in normalize.surname_keys(Name(literal="Ministry of Trees"))


@pytest.mark.parametrize(
    ("given_names", "expected"),
    [
        ("Anna Maria", "AM"),
        ("A. M.", "AM"),
        ("A.M.", "AM"),
        ("AM", "AM"),
        ("Jean-Pierre", "JP"),
        ("Élodie", "E"),
        ("", ""),
        ("ALEXANDER", "A"),
    ],
)
def test_initials(given_names: str, expected: str) -> None:
    assert normalize.initials(given_names) == expected


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        (Name("Wang", "Xiaoming"), (Name("Wang", "Xiaoming"), Name("Xiaoming", "Wang"))),
        (Name("王小明"), (Name("王小明"), Name("王", "小明"))),
        (Name(literal="欧阳娜娜"), (Name(literal="欧阳娜娜"), Name("欧阳", "娜娜"))),
        (Name(literal="Ministry"), (Name(literal="Ministry"),)),
        (Name("Plato"), (Name("Plato"),)),
    ],
)
def test_orders(name: Name, orders: tuple[Name, ...]) -> None:
    assert normalize.orders(name) == orders


@pytest.mark.parametrize(
    "text",
    ["{" * 50_000, "\\'" * 30_000, "$" * 50_001, "and " * 30_000, ",a" * 30_000, "\\href{" * 5_000, "&" * 50_000, "<i" * 30_000],
)
def test_hostile_text_is_quick(text: str) -> None:
    start = time.process_time()
    normalize.text(text)
    normalize.title_key(text)
    normalize.title_variants(text)
    normalize.people(text)
    assert time.process_time() - start < 5
