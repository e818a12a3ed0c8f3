"""A claim beside a text: what is said, what is said otherwise, what is not said. All works are invented."""

from __future__ import annotations

import pytest

from latexrefcheck.claims.judging import Text, judge
from latexrefcheck.claims.kinds import Kind, kind_of
from latexrefcheck.claims.quantities import quantities
from latexrefcheck.claims.scope import Mark, part
from latexrefcheck.claims.sentences import sentences
from latexrefcheck.claims.words import abbreviations
from latexrefcheck.model.claims import Stand

ABSTRACT = (
    "Lake temperature drives the growth of freshwater algae, yet long records are rare. "
    "We measured chlorophyll in 42 alpine lakes of Austria over 12 years. "
    "Warming by 1.5 °C increased algal biomass by 23% in shallow lakes, whereas deep lakes showed no significant change. "
    "Dissolved organic carbon (DOC) explained most of the variance between lakes. "
    "The drug melatonin did not improve survival in mice. "
    "Our results suggest that small lakes are more sensitive to heat than large reservoirs."
)
TEXT = Text(ABSTRACT, "Algae of warm lakes")


def stand(claim: str) -> Stand:
    return judge(claim, TEXT).stand


@pytest.mark.parametrize("claim", [one.text for one in sentences(ABSTRACT)])
def test_what_stands_there_word_by_word_is_supported(claim: str) -> None:
    found = judge(claim, TEXT)
    assert found.stand is Stand.SUPPORTED
    assert found.passages[0].sentence.text == claim, "quoted verbatim"


@pytest.mark.parametrize(
    "claim",
    [
        "Abel et al. measured chlorophyll in 42 alpine lakes of Austria over 12 years.",
        "They recorded chlorophyll in 42 alpine lakes of Austria for 12 years.",
        "Dissolved organic carbon explained most of the variance between lakes [3].",
        "DOC explained most of the variance between the lakes (Abel et al., 2019).",
        "The authors show that warming by 1.5 °C raised algal biomass by 23 percent in shallow lakes.",
        "Small lakes are more sensitive to heat than big reservoirs.",
    ],
)
def test_what_is_said_in_other_words_is_supported(claim: str) -> None:
    assert stand(claim) is Stand.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "told"),
    [
        ("Warming by 1.5 °C increased algal biomass by 32% in shallow lakes.", "32%"),
        ("Warming by 15 °C increased algal biomass by 23% in shallow lakes.", "15"),
        ("Warming by 1.5 °C decreased algal biomass by 23% in shallow lakes.", "decreased"),
        ("Warming by 1.5 °C reduced algal biomass by 23% in shallow lakes.", "reduced"),
        ("Warming by 1.5 °C did not increase algal biomass by 23% in shallow lakes.", "denies"),
        ("We measured chlorophyll in 24 alpine lakes of Austria over 12 years.", "24"),
        ("We measured chlorophyll in 42 alpine lakes of Austria over 12 months.", "12"),
        ("The drug melatonin improved survival in mice.", "denies"),
        ("Small lakes are less sensitive to heat than large reservoirs.", "less"),
    ],
)
def test_what_is_said_otherwise_is_a_contradiction(claim: str, told: str) -> None:
    found = judge(claim, TEXT)
    assert found.stand is Stand.CONTRADICTED
    assert told in "; ".join(found.against)


@pytest.mark.parametrize(
    "claim",
    [
        "The drug melatonin did not improve survival in rats.",
        "We measured chlorophyll in 42 alpine lakes of Norway over 12 years.",
        "We measured oxygen in 42 alpine lakes of Austria over 12 years.",
        "Dissolved organic nitrogen explained most of the variance between lakes.",
        "Warming by 1.5 °C increased algal toxicity by 23% in shallow lakes.",
        "Warming by 1.5 °C increased algal biomass by 23% in shallow lakes and doubled the catch of fish.",
        "The alpine lakes of Austria freeze every winter.",
        "Neural networks translate between English and French.",
        "This has been shown before.",
        "Lakes.",
        "...",
    ],
)
def test_nothing_else_is_supported(claim: str) -> None:
    assert stand(claim) is not Stand.SUPPORTED


def test_a_sentence_of_another_paper_is_not_there() -> None:
    assert stand("Contrastive pretraining improves retrieval of legal documents on three benchmarks.") is Stand.UNVERIFIABLE


def test_the_nearest_passage_goes_first() -> None:
    found = judge("Organic carbon explains the differences between lakes.", TEXT)
    assert found.passages[0].sentence.text.startswith("Dissolved organic carbon")


def test_what_is_missing_is_told() -> None:
    found = judge("We measured chlorophyll and plutonium in alpine lakes of Austria.", TEXT)
    assert found.stand is Stand.PARTIAL
    assert "plutonium" in found.missing


@pytest.mark.parametrize("text", ["", "   ", "12.", "\x00\x1b[2J"])
def test_a_text_without_sentences_says_nothing(text: str) -> None:
    assert judge("Rivers are slow.", Text(text)).stand is Stand.UNVERIFIABLE


def test_abbreviations_that_the_paper_defines() -> None:
    assert abbreviations("A convolutional neural network (CNN) and the World Health Organization (WHO).") == {
        "CNN": ("convolutional neural network",),
        "WHO": ("world health organization",),
    }
    assert abbreviations("as others (Abel) said; (see Fig. 2)") == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("by 23% and 1,234 lakes", [(23, "percent"), (1234, "lake")]),
        ("about 5 × 10−3 mg", [(0.005, "milligram")]),
        ("a two-fold rise, 2-fold", [(2, "times"), (2, "times")]),
        ("in 2019, GPT-4 and p53 of Fig. 3 [12]", []),
        ("3·7 kg", [(3.7, "kilogram")]),
        ("ten percent", [(10, "percent")]),
        ("10 000 km", [(10000, "kilometre")]),
    ],
)
def test_figures_and_their_units(text: str, found: list[tuple[float, str]]) -> None:
    assert [(one.value, one.unit) for one in quantities(text)] == [(pytest.approx(value), unit) for value, unit in found]


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("Residual networks are easier to optimize.", Kind.HEADLINE),
        ("Warming increased biomass by 23%.", Kind.HEADLINE),
        ("They used a learning rate of 0.01.", Kind.PARAMETER),
        ("Samples were incubated at 37 °C overnight in 5% CO2.", Kind.PARAMETER),
        ("The ablation shows that the second stage matters.", Kind.METHOD),
        ("Following the protocol of Abel, cells were randomized into two groups.", Kind.METHOD),
        ("The drug acts by blocking the receptor.", Kind.MECHANISM),
        ("This is mediated by the second messenger.", Kind.MECHANISM),
        ("As Table 3 shows, the gain is small.", Kind.TABLE),
    ],
)
def test_kinds_of_claims(claim: str, kind: Kind) -> None:
    assert kind_of(claim) is kind


def marked(text: str) -> tuple[str, list[Mark]]:
    """A sentence in which @ is the work in question and # another."""
    return text, [Mark(at, at + 1, letter == "@") for at, letter in enumerate(text) if letter in "@#"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Rivers are slow in the north @, and lakes are deep in the south #.", "Rivers are slow in the north"),
        ("Rivers are slow in the north #, and lakes are deep in the south @.", "lakes are deep in the south"),
        ("Abel et al. @ measured the flow of rivers, unlike #.", "Abel et al. measured the flow of rivers, unlike"),
        ("Rivers are slow in the north @.", "Rivers are slow in the north."),
        ("See # and @.", "See and."),
    ],
)
def test_what_of_a_sentence_leans_on_a_work(text: str, said: str) -> None:
    assert part(*marked(text)) == said


def test_sentences_keep_their_places() -> None:
    text = "First, e.g. by A. Abel et al. in Fig. 2, it rained.  Then it did not!\n\nA heading\n\n雨が降った。風が吹いた。"
    found = sentences(text)
    assert [one.text for one in found][:2] == ["First, e.g. by A. Abel et al. in Fig. 2, it rained.", "Then it did not!"]
    assert all(" ".join(text[one.start : one.end].split()) == one.text for one in found)
    assert len(found) == 5


def test_long_texts_take_no_time_that_grows_faster_than_they_do() -> None:
    assert judge("a b c", Text("a" * 200_000)).stand is Stand.UNVERIFIABLE
    assert judge("word " * 20_000, Text("word " * 20_000)).stand is not Stand.CONTRADICTED
    assert quantities("1" * 100_000 + " " + "1," * 50_000) is not None
    assert abbreviations("(" * 50_000 + "A)" * 20_000) is not None
