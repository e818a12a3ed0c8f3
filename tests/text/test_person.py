"""The words that names are made of."""

from __future__ import annotations

import pytest

from latexrefcheck.text.person import Person, is_initials, is_lineage, is_organisation, is_others, is_suffix, without_homonym


def test_display_form() -> None:
    assert Person("Berg", "Jo", "van der", "Jr.").text == "Jo van der Berg, Jr."
    assert Person(literal="ATLAS Collaboration").text == "ATLAS Collaboration"


@pytest.mark.parametrize(
    "name",
    [
        "The ATLAS Collaboration",
        "World Health Organization",
        "Qwen Team",
        "OpenAI",
        "Universität Wien",
        "Institut Pasteur",
        "International Frog Society",
        "Matplotlib Developers",
        "World Bank",
        "Bank of England",
        "Framingham Heart Study",
        "Bundesgesellschaft Institut für Wälder",
        "清华大学",
        "日本物理学会",
    ],
)
def test_organisations(name: str) -> None:
    assert is_organisation(name)


@pytest.mark.parametrize(
    "name",
    [
        "Randolph E. Bank",
        "William H. Press",
        "Eduard Study",
        "Thierry Bureau",
        "Meta Holmberg",
        "Doe, Jane",
        "Groupil",
        "Incera",
        "",
    ],
)
def test_people_with_such_names_are_none(name: str) -> None:
    assert not is_organisation(name)


@pytest.mark.parametrize("name", ["others", "{others}", "et al.", "al. et", "et al", "Et al.", "and others", "…", r"\ldots"])
def test_others(name: str) -> None:
    assert is_others(name)


@pytest.mark.parametrize("name", ["Al", "Etal", "Other", "Et", ""])
def test_not_others(name: str) -> None:
    assert not is_others(name)


@pytest.mark.parametrize(
    ("given", "expected"),
    [("J.", True), ("J. K.", True), ("J.-P.", True), ("J K", True), ("Jo K.", False), ("", False)],
)
def test_initials(given: str, expected: bool) -> None:
    assert is_initials(given) is expected


def test_suffixes() -> None:
    assert is_suffix("Jr.") and is_suffix("III") and not is_suffix("V")
    assert is_lineage(" Jr. ") and is_lineage("V") and is_lineage("Ph.D.") and not is_lineage("Jane")


def test_homonyms() -> None:
    assert without_homonym("Wei Wang 0001") == "Wei Wang"
    assert without_homonym("Web 2.0") == "Web 2.0"
