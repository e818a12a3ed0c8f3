"""What kind of statement a claim is: one that an abstract would make, or one that only the paper itself can bear out.

An abstract says what was found. How it was done, with which settings, by what mechanism and what stands in a table is the
business of the text; a claim of that kind is not borne out by an abstract that sounds alike.
"""

from __future__ import annotations

from enum import StrEnum

from latexrefcheck.text.patterns import lazy


class Kind(StrEnum):
    """What kind of statement a claim is."""

    HEADLINE = "headline"
    MECHANISM = "mechanism"
    METHOD = "method"
    PARAMETER = "parameter"
    TABLE = "table"


_SIGNALS = (
    (Kind.TABLE, lazy(r"\b(?:in |see |\()?(?:(?:supplementary|extended data|suppl\.?) )?(?:tables?|tab\.|figures?|figs?\.|appendix|supplement(?:ary)?(?: (?:material|information))?) ?S?\d|\bappendix [A-Z]\b|\brows? \d+ of\b|\bsupplementary (?:table|figure|material)", 0x2)),  # noqa: E501
    (
        Kind.PARAMETER,
        lazy(
            r"\b(?:learning rates?|batch sizes?|weight decay|dropout (?:rate )?(?:of|=)|warm-?up (?:steps|epochs)|hyper-?parameters? (?:were|was|are|is|of|set|values)|random seeds? (?:of|were|was|are)|step size (?:of|=)|momentum of"  # noqa: E501
            r"|\d+ (?:epochs|hidden units|attention heads|training steps|iterations|layers of)|epochs of training|temperature of \d"  # noqa: E501
            r"|(?:set|fixed|kept|held|adjusted|tuned|initiali[sz]ed) (?:to|at) (?:about |around )?\d"
            r"|\d+(?:\.\d+)?\s?(?:\u00b0\s?[CFK]\b|degrees (?:celsius|fahrenheit|kelvin)|rpm\b|\u03bcM\b|\u00b5M\b|mM\b|nM\b|mg/ml|\u03bcg/ml|\u00b5g/ml|\u00d7 ?g\b)[^.]{0,60}\b(?:for|at|before|overnight)\b"  # noqa: E501
            r"|(?:diluted|incubated|centrifuged|annealed|stirred|heated|cooled|dried|washed|autoclaved|sintered)\b[^.]{0,60}\d"
            r"|p-?value threshold|cut-?off (?:of|at|was) \d|window size of|kernel size|stride of)",
            0x2,
        ),
    ),
    (
        Kind.METHOD,
        lazy(
            r"\b(?:ablat\w+|protocols?\b|the procedure (?:has|consists|is|begins|starts|involves)|(?:first|second|third|last|final) (?:step|stage) (?:of the|is to|consists|discards|removes|applies|was)"  # noqa: E501
            r"|stages?; the|was implemented (?:using|with|in|on)|were (?:implemented|randomi[sz]ed|annotated by|labell?ed by|trained (?:with|for|using|on)|split into|sampled from|collected (?:from|using|with|at|by))"  # noqa: E501
            r"|inclusion criteria|exclusion criteria|(?:loss|objective) function (?:is|was|consists|combines)|optimi[sz]ed (?:with|using) (?:adam\w*|sgd|stochastic)|pseudo-?code|algorithm \d|implemented in (?:python|pytorch|tensorflow|matlab|c\+\+|r\b)"  # noqa: E501
            r"|annotators?\b|inter-?annotator|cross-?validat\w+|held-?out (?:set|split)|grid search|hyper-?parameter search|double-?blind(?:ed)?|western blots?|qpcr|rt-?pcr|elisa|immunoblot\w*|were stained|sham)",  # noqa: E501
            0x2,
        ),
    ),
    (
        Kind.MECHANISM,
        lazy(
            r"\b(?:mechanisms? (?:by which|is|was|through|involves?)|mechanistically|(?:is|are|was|were) mediated (?:by|through|via)|by (?:binding|blocking|inhibiting|phosphorylating|competing|recruiting|cleaving|degrading)\b"  # noqa: E501
            r"|through (?:the )?(?:binding|phosphorylation|inhibition|activation|recruitment|cleavage|interaction) (?:of|with|to)|via (?:the )?[\w-]+(?: [\w-]+)? (?:pathway|axis|signal\w*)|acts? (?:by|through|via)\b|works? because|because (?:the|its|their|it) [\w-]+ (?:layer|module|component|term|gradient|loss|receptor|channel|enzyme)"  # noqa: E501
            r"|the (?:gain|effect|improvement|benefit)s? (?:is|are|comes?|stems?) (?:due to|from|because)|dephosphorylat\w+|phosphorylat\w+|ubiquitinat\w+)",  # noqa: E501
            0x2,
        ),
    ),
)  # fmt: skip


def kind_of(claim: str) -> Kind:
    """The kind of a claim, told by its words; a headline without any that speak against it."""
    return next((kind for kind, signals in _SIGNALS if signals.search(claim)), Kind.HEADLINE)


def signals_of(claim: str) -> list[str]:
    """The words that make a claim more than a headline."""
    return [found[0] for _, signals in _SIGNALS for found in signals.finditer(claim)]
