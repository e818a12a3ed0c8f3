"""Corrections from records, in the habits of the file. The texts are what an author might have."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fixharness import RECORD, differs, findings, fixed

from latexrefcheck.text.person import Person


def entry(**fields: str) -> str:
    rows = "".join(f"  {name} = {value},\n" for name, value in fields.items())
    return f"@article{{k,\n{rows}}}\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{2011}", "{2017}"),
        ('"2011"', '"2017"'),
        ("2011", "2017"),
        ("year2011", "{2017}"),  # a macro says something else now
    ],
)
def test_year(old, new):
    text = "@string{year2011 = {2011}}\n" + entry(title="{Good Predictions of Rivers}", year=old)
    assert fixed("year-mismatch", text, judgements=(differs("year"),)) == text.replace(f"year = {old}", f"year = {new}")


def test_a_date_of_biblatex_keeps_its_name():
    text = entry(title="{Good}", date="{2011-05}")
    assert fixed("year-mismatch", text, "biber", judgements=(differs("year"),)) == text.replace("2011-05", "2017")


@pytest.mark.parametrize(
    ("old", "title", "new"),
    [
        # words that agree keep their case, braces, accents and maths
        ("{Good transformers of rivers}", "Good Predictions of Rivers", "{Good predictions of rivers}"),
        ("{Good Transformers of {Rivers}}", "Good Predictions of Rivers", "{Good Predictions of {Rivers}}"),
        ("{{Good Transformers of Rivers}}", "Good Predictions of Rivers", "{{Good Predictions of Rivers}}"),
        ("{On $L^2$ Bad Spaces}", "On L2 Good Spaces", "{On $L^2$ Good Spaces}"),
        (r"{Der gro{\ss}e Bach}", "Der große Fluss", r"{Der gro{\ss}e Fluss}"),
        # what the file would write is written: TeX accents, escapes, dashes
        (r"{{\"U}ber alte B{\"a}che}", "Über neue Flüsse & Bäche", r"{{\"U}ber neue Fl{\"u}sse \& B{\"a}che}"),
        ('"Good transformers"', 'The "Good" Ones', "\"The ``Good'' Ones\""),
        # formulas that the record has as TeX stay formulas; signs that mean something to TeX are escaped
        ("{Bad Spaces}", "On $L^{2}$ and $x_1$ Spaces", "{On $L^{2}$ and $x_1$ Spaces}"),
        ("{Bad Prices}", "100% of $5 ~ a^b {c} #1 \\\\ <d>", None),
        # nothing in common: the whole title
        ("{Wholly Other Words}", "Good Predictions of Rivers", "{Good Predictions of Rivers}"),
        ("{Predictions}", "Good Predictions of Rivers: A Study", "{Good Predictions of Rivers: A Study}"),
    ],
)
def test_title(old, title, new):
    text = entry(title=old, author='{Kr{\\"u}ger, A.}')
    record = replace(RECORD, titles=(title,))
    found = fixed("title-mismatch", text, record=record, judgements=(differs("title", title),))
    if new is not None:
        assert found == text.replace(old, new)
    else:
        expected = r"{100\% of \$5 \textasciitilde{} a\textasciicircum{}b \{c\} \#1 \textbackslash{}\textbackslash{} $<$d$>$}"
        assert found == text.replace(old, expected)


def test_acronyms_are_braced_where_the_file_does_so():
    text = "@article{a, title = {The {GAN} and the {BERT}}}\n" + entry(title="{A bad net}")
    record = replace(RECORD, titles=("A good CNN net",))
    assert fixed("title-mismatch", text, record=record, judgements=(differs("title", "A good CNN net"),)) == text.replace(
        "{A bad net}", "{A good {CNN} net}"
    )


PEOPLE = (Person("Keller", "Anna"), Person("Müller", "Jörg"), Person("Doe", "Jane Mary"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # replaced, in the form of the others
        ("Keller, Anna and Nemo, Nick and Doe, Jane", r"Keller, Anna and M{\"u}ller, J{\"o}rg and Doe, Jane"),
        ("Anna Keller and Nick Nemo and Jane Doe", r"Anna Keller and J{\"o}rg M{\"u}ller and Jane Doe"),
        ("Keller, A. and Nemo, N. and Doe, J. M.", r"Keller, A. and M{\"u}ller, J. and Doe, J. M."),
        # added
        (
            'Keller, Anna and M{\\"u}ller, J{\\"o}rg and Doe, Jane and Nemo, Nick',
            'Keller, Anna and M{\\"u}ller, J{\\"o}rg and Doe, Jane',
        ),
        # missing, with the line breaks that the others have
        ("Keller, Anna and\n    Doe, Jane", 'Keller, Anna and\n    M{\\"u}ller, J{\\"o}rg and\n    Doe, Jane'),
        # quite other people
        ("Nemo, Nick and Nobody, Nora", 'Keller, Anna and M{\\"u}ller, J{\\"o}rg and Doe, Jane Mary'),
        # a list that is cut stays cut
        ("Keller, Anna and Nemo, Nick and others", 'Keller, Anna and M{\\"u}ller, J{\\"o}rg and others'),
        # an order of the author's own stays
        ("Doe, Jane and Keller, Anna", 'Doe, Jane and Keller, Anna and M{\\"u}ller, J{\\"o}rg'),
    ],
)
def test_authors(old, new):
    text = entry(author=f"{{{old}}}", title="{Good}")
    assert fixed("author-mismatch", text, judgements=(differs("author"),)) == text.replace(old, new)


def test_authors_in_characters_where_the_file_has_them():
    text = "@book{a, author = {Größe, Änne}}\n" + entry(author="{Keller, Anna and Nemo, Nick and Doe, Jane}")
    assert "and Müller, Jörg and" in str(fixed("author-mismatch", text, judgements=(differs("author"),)))


def test_names_in_another_script_are_not_written_into_a_latin_list():
    record = replace(RECORD, authors=(Person("Иванов", "Иван"), Person("Петров", "Пётр")))
    assert fixed("author-mismatch", entry(author="{Okonjo, Marta}"), record=record, judgements=(differs("author"),)) is None
    native = entry(author="{Сидоров, Олег}")
    assert "Иванов, Иван and Петров" in str(fixed("author-mismatch", native, record=record, judgements=(differs("author"),)))


@pytest.mark.parametrize(
    ("person", "last_first", "first_last"),
    [
        (Person("Beethoven", "Ludwig", "van"), "van Beethoven, Ludwig", "Ludwig van Beethoven"),
        (Person("King", "Martin Luther", suffix="Jr."), "King, Jr., Martin Luther", "King, Jr., Martin Luther"),
        (Person("García Márquez", "Gabriel"), "Garc{\\'\\i}a M{\\'a}rquez, Gabriel", "Gabriel {Garc{\\'\\i}a M{\\'a}rquez}"),
        (Person(literal="ATLAS Collaboration"), "{ATLAS Collaboration}", "{ATLAS Collaboration}"),
        (Person("Plato"), "Plato", "Plato"),
    ],
)
def test_forms_of_names(person, last_first, first_last):
    record = replace(RECORD, authors=(Person("Keller", "Anna"), person))
    for old, new in (
        ("Keller, Anna and Nemo, Nick", f"Keller, Anna and {last_first}"),
        ("Anna Keller and Nick Nemo", f"Anna Keller and {first_last}"),
    ):
        text = entry(author=f"{{{old}}}")
        assert fixed("author-mismatch", text, record=record, judgements=(differs("author"),)) == text.replace(old, new)


def test_a_record_that_is_cut_corrects_nobody():
    text = entry(author="{Keller, Anna and Nemo, Nick}")
    assert fixed("author-mismatch", text, record=replace(RECORD, authors_cut=True), judgements=(differs("author"),)) is None


def test_what_a_person_has_confirmed_is_left_alone():
    text = entry(title="{Good}", year="{2011}")
    assert fixed("year-mismatch", text, judgements=(differs("year"),), confirmed_by="seen") is None


def test_venue():
    text = entry(title="{Good}", journal="{Nature}")
    assert fixed("venue-mismatch", text, judgements=(differs("venue", "Journal of Things"),)) == text.replace(
        "Nature", "Journal of Things"
    )


def test_a_venue_of_another_kind_changes_type_and_field():
    text = "@Article{k,\n  Title   = {Good},\n  Journal = {Nature},\n}\n"
    record = replace(RECORD, type="inproceedings", venues=("Proceedings of Things",))
    assert fixed("venue-mismatch", text, record=record, judgements=(differs("venue", "Proceedings of Things"),)) == (
        "@Inproceedings{k,\n  Title   = {Good},\n  Booktitle = {Proceedings of Things},\n}\n"
    )


def test_a_venue_that_is_not_confirmed_is_not_replaced():
    text = entry(title="{Good}", journal="{Nature}")
    assert fixed("venue-mismatch", text, judgements=(differs("venue", "preprint", "unconfirmed"),)) is None


def test_pages_and_volume():
    text = entry(title="{Good}", volume="7", pages="{1--9}")
    assert fixed("pages-mismatch", text, judgements=(differs("pages", "101-109"),)) == text.replace("1--9", "101--109")
    assert fixed("volume-mismatch", text, judgements=(differs("volume", "12"),)) == text.replace("= 7,", "= 12,")


WRONG = {"status": "wrong-identifier", "identifier": ("doi", "10.99999/roads"), "other": replace(RECORD, titles=("Roads",))}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("doi", "10.99999/roads", "10.99999/good"),
        ("doi", "https://doi.org/10.99999/roads", "https://doi.org/10.99999/good"),
        ("DOI", "10.99999/ROADS", "10.99999/good"),
        ("url", "https://doi.org/10.99999/roads", "https://doi.org/10.99999/good"),
    ],
)
def test_a_wrong_doi(name, old, new):
    text = entry(title="{Good}", **{name: f"{{{old}}}"})
    assert fixed("doi-mismatch", text, **WRONG) == text.replace(old, new)


def test_a_doi_that_does_not_exist():
    text = entry(title="{Good}", doi="{10.99999/none}")
    found = fixed("doi-not-found", text, status="identifier-not-found", identifier=("doi", "10.99999/none"))
    assert found == text.replace("none", "good")


def test_a_wrong_doi_of_a_work_without_one_goes():
    text = entry(title="{Good}", doi="{10.99999/roads}", year="2017")
    record = replace(RECORD, identifiers={"arxiv": "1701.00001"})
    assert fixed("doi-mismatch", text, record=record, **WRONG) == (
        "@article{k,\n  title = {Good},\n  year = 2017,\n  eprint = {1701.00001},\n  archiveprefix = {arXiv},\n}\n"
    )


def test_a_wrong_doi_of_an_unknown_work_stays():
    text = entry(title="{Good}", doi="{10.99999/roads}")
    assert fixed("doi-mismatch", text, record=None, **WRONG) is None


def test_a_wrong_arxiv_number():
    text = entry(title="{Good}", eprint="{1701.99999}", archivePrefix="{arXiv}")
    record = replace(RECORD, identifiers={"arxiv": "1701.00001"})
    verdict = {"status": "wrong-identifier", "identifier": ("arxiv", "1701.99999"), "other": RECORD, "record": record}
    assert fixed("arxiv-id-mismatch", text, **verdict) == text.replace("99999", "00001")
    text = entry(title="{Good}", journal="{arXiv preprint arXiv:1701.99999}")
    assert fixed("arxiv-id-mismatch", text, **verdict) == text.replace("99999", "00001")


def test_a_wrong_arxiv_number_of_a_work_with_a_doi():
    text = entry(title="{Good}", eprint="{1701.99999}", archivePrefix="{arXiv}", primaryClass="{cs.LG}")
    verdict = {"status": "wrong-identifier", "identifier": ("arxiv", "1701.99999"), "other": RECORD}
    assert fixed("arxiv-id-mismatch", text, **verdict) == "@article{k,\n  title = {Good},\n  doi = {10.99999/good},\n}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # at the place, in the alignment, spelling, delimiters and end that the others have
        (
            "@article{k,\n  title  = {Good},\n  author = {Keller, Anna},\n  year   = {2017}\n}\n",
            "@article{k,\n  title  = {Good},\n  author = {Keller, Anna},\n  year   = {2017},\n  doi    = {10.99999/good}\n}\n",
        ),
        (
            "@article{k,\n  title =  {Good},\n  author = {Keller, Anna},\n  year =   {2017},\n}\n",
            "@article{k,\n  title =  {Good},\n  author = {Keller, Anna},\n  year =   {2017},\n  doi =    {10.99999/good},\n}\n",
        ),
        (
            '@ARTICLE{k,\r\n\tTITLE="Good",\r\n\tYEAR=2017\r\n}\r\n',
            '@ARTICLE{k,\r\n\tTITLE="Good",\r\n\tYEAR=2017,\r\n\tDOI="10.99999/good"\r\n}\r\n',
        ),
        ("@article{k, title={Good}, year={2017}}", "@article{k, title={Good}, year={2017}, doi={10.99999/good}}"),
        (
            "@article{k\n  , title = {Good}\n  , year = {2017}\n  }\n",
            "@article{k\n  , title = {Good}\n  , year = {2017}\n  , doi = {10.99999/good}\n  }\n",
        ),
        (
            "@article{a, doi = {10.99999/a}, title = {A}}\n@article{k, title = {Good}}\n",
            "@article{a, doi = {10.99999/a}, title = {A}}\n@article{k, doi = {10.99999/good}, title = {Good}}\n",
        ),
        (
            "@article{k,\n   title = {Good},\n  author = {Keller, Anna},\n    year = {2017},\n}\n",
            "@article{k,\n   title = {Good},\n  author = {Keller, Anna},\n    year = {2017},\n     doi = {10.99999/good},\n}\n",
        ),
        ("@article(k,\n  title = {Good},\n)\n", "@article(k,\n  title = {Good},\n  doi = {10.99999/good},\n)\n"),
    ],
)
def test_a_missing_doi_in_the_habits_of_the_file(text, expected):
    assert fixed("missing-doi", text, status="verified") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "@article{k,\n  title   = {Good},\n  journal = {arXiv preprint arXiv:1701.00001},\n  year    = {2016},\n}\n",
            "@article{k,\n  title   = {Good},\n  journal = {Journal of Things},\n"
            "  volume  = {12},\n  number  = {3},\n  pages   = {101--109},\n"
            "  year    = {2017},\n  doi     = {10.99999/good},\n}\n",
        ),
        (
            "@misc{k,\n  title = {Good},\n  year = {2016},\n  eprint = {1701.00001},\n  archivePrefix = {arXiv},\n}\n",
            "@article{k,\n  title = {Good},\n  journal = {Journal of Things},\n"
            "  volume = {12},\n  number = {3},\n  pages = {101--109},\n"
            "  year = {2017},\n  doi = {10.99999/good},\n  eprint = {1701.00001},\n  archivePrefix = {arXiv},\n}\n",
        ),
        (
            "@article{k,\n  title = {Good},\n  journal = {CoRR},\n  volume = {abs/1701.00001},\n  year = {2016},\n}\n",
            "@article{k,\n  title = {Good},\n  journal = {Journal of Things},\n"
            "  volume = {12},\n  number = {3},\n  pages = {101--109},\n"
            "  year = {2017},\n  doi = {10.99999/good},\n}\n",
        ),
    ],
)
def test_the_published_version(text, expected):
    assert fixed("preprint-published", text, status="verified", published=RECORD) == expected


def test_a_published_version_in_proceedings():
    text = "@article{k,\n  title = {Good},\n  journal = {arXiv},\n  year = {2016},\n}\n"
    record = replace(RECORD, type="inproceedings", venues=("Proceedings of Things",), volume="", number="", pages="")
    assert fixed("preprint-published", text, status="verified", published=record) == (
        "@inproceedings{k,\n  title = {Good},\n  booktitle = {Proceedings of Things},\n"
        "  year = {2017},\n  doi = {10.99999/good},\n}\n"
    )


def test_a_published_version_of_which_too_little_is_known():
    text = "@misc{k, title = {Good}, eprint = {1701.00001}}\n"
    record = replace(RECORD, venues=(), years=())
    assert fixed("preprint-published", text, status="verified", published=record) is None


def test_only_the_entry_of_the_finding_is_looked_at():
    text = "@article{one,\n  year = {2011},\n}\n@article{two,\n  year = {2011},\n}\n"
    found = findings("year-mismatch", text, key="one", judgements=(differs("year"),))
    assert [edit.span.start for edit in found[0].fix.edits] == [text.index("2011")]
