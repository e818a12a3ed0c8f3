"""Route about claims: what the paper says of the works that it cites, beside what the works say."""

from __future__ import annotations

from latexrefcheck.claims import shown
from latexrefcheck.claims.deciding import Depth, decide
from latexrefcheck.claims.texts import Texts
from latexrefcheck.discover.wanted import InvalidArgument
from latexrefcheck.errors import unknown
from latexrefcheck.pipeline.leaning import claims_of
from latexrefcheck.web.answers import Busy, Plain, Question
from latexrefcheck.web.site import Site

MOST = 50
"""Claims that are compared without another number: each may cost a request or two."""


def claims(site: Site, asked: Question) -> Plain:
    """Each citing sentence of the last check beside the passage of the cited work; Busy while another tab has that done."""
    last = site.checks.last(asked.number("check"))
    depth, most, key = asked.text("depth", Depth.AUTO.value), asked.number("most", MOST), asked.text("key")
    if depth not in list(Depth):
        raise InvalidArgument(unknown("depth", depth, list(Depth)))
    if most < 1:
        raise InvalidArgument("most is a number of claims, at least 1")
    examined = last.outcome.examined
    found, works = claims_of(examined.project, examined.verification)
    found = [claim for claim in found if claim.work in works and key in ("", claim.work)]
    if not site.comparing.acquire(blocking=False):
        raise Busy("claims are being compared already; wait for the end")
    try:
        texts = Texts(site.settings().replace(progress="off"))
        answers = decide(found[:most], works, texts, Depth(depth)) if found else []
    finally:
        site.comparing.release()
    compared = [{**shown.plain([answer]), "why": shown.why(answer)} for answer in answers]
    return {
        "check": last.number,
        "claims": [{**one["claims"][0], "why": one["why"]} for one in compared if isinstance(one["claims"], list)],
        "left": max(0, len(found) - most),
        "requests": texts.requests,
    }
