import pytest

from latexrefcheck.text.deposited import indexed, organisation, person, whole
from latexrefcheck.text.person import Person


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        (("Plas", "Lonne van der"), Person("Plas", "Lonne", "van der")),
        (("van der Walt", "Stéfan J."), Person("Walt", "Stéfan J.", "van der")),
        (("VAN DER BERG", "JOHANNA"), Person("Berg", "Johanna", "van der")),
        (("O'BRIEN-SMITH", "J K"), Person("O'Brien-Smith", "J K")),
        (("LI", "WEI"), Person("Li", "WEI")),
        (("Hora", "Donald", "Jr."), Person("Hora", "Donald", "", "Jr.")),
        (("Smith III", "Bo"), Person("Smith", "Bo", "", "III")),
        (("Harding", "C. V."), Person("Harding", "C. V.")),
        (("Okafor", "Jo Jr."), Person("Okafor", "Jo", "", "Jr.")),
        (("García Márquez", "Gabriel"), Person("García Márquez", "Gabriel")),
        (("De Freitas", "Nando"), Person("De Freitas", "Nando")),
        (("Doantam Phan", ""), Person("Phan", "Doantam")),
        (("van Gogh", ""), Person("Gogh", "", "van")),
        (("조혜린", ""), Person("조혜린")),
        (("Stan&#225;k", "Jan"), Person("Stanák", "Jan")),
        (("", "Suharto"), Person("Suharto")),
        (("", ""), None),
        ((" : ", None), None),
        (("Genome Consortium", ""), Person(literal="Genome Consortium")),
    ],
)
def test_parts(parts, expected):
    assert person(*parts) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ludwig van Beethoven", Person("Beethoven", "Ludwig", "van")),
        ("Murray-Smith, Roderick", Person("Murray-Smith", "Roderick")),
        ("King, Jr., Martin Luther", Person("King", "Martin Luther", "", "Jr.")),
        ("Bo Smith Jr.", Person("Smith", "Bo", "", "Jr.")),
        ("Wei Wang 0001", Person("Wang", "Wei")),
        (" The LIGO Scientific Collaboration", Person(literal="The LIGO Scientific Collaboration")),
        (" :", None),
        (",LAGEP, 24 rue Alain, Lyon", Person(literal="LAGEP, 24 rue Alain, Lyon")),
        ("DeepSeek-AI", Person("DeepSeek-AI")),
        ("van Gogh", Person("Gogh", "", "van")),
        ("А.В. Ганичева", Person("Ганичева", "А.В.")),
        ("", None),
    ],
)
def test_whole_names(text, expected):
    assert whole(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Schenck LP", Person("Schenck", "L P")),
        ("van der Berg JA", Person("Berg", "J A", "van der")),
        ("Smith B Jr", Person("Smith", "B", "", "Jr")),
        ("Dennis Ungan", Person("Ungan", "Dennis")),
        ("Madonna", Person("Madonna")),
    ],
)
def test_index_names(text, expected):
    assert indexed(text) == expected


def test_an_organisation_stays_whole():
    assert organisation("Bees, Hives &amp; Sons") == Person(literal="Bees, Hives & Sons")


@pytest.mark.parametrize(
    ("text", "family", "suffix"),
    [
        ("Andrew W. Senior", "Senior", ""),
        ("A. Junior", "Junior", ""),
        ("Robert King Junior", "King", "Junior"),
        ("Robert King, Jr.", "King", "Jr."),
        ("R. K. King III", "King", "III"),
        ("Robert W. Jr.", "W.", "Jr."),
    ],
)
def test_a_name_that_is_a_suffix_of_others(text: str, family: str, suffix: str) -> None:
    found = whole(text)
    assert found is not None and (found.family, found.suffix) == (family, suffix)
