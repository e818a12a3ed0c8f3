"""The page itself: a shell that holds no data, with its style and its script inside, and a policy that lets no others in."""

from __future__ import annotations

from functools import cache
from importlib import resources
from string import Template

from starlette.responses import Response

from latexrefcheck.cite.writing import LIBRARY_FORMATS
from latexrefcheck.discover.wanted import MOST, SORTS
from latexrefcheck.reports import html
from latexrefcheck.text.terms import VERSION
from latexrefcheck.web import leaning
from latexrefcheck.web.site import Site

SCRIPTS = ("page.js", "fixes.js", "library.js", "claims.js", "start.js")
"""The scripts in their order, behind that of the report."""


def shell(site: Site) -> Response:
    """The page; its scripts ask the routes for all that it shows."""
    policy = (
        f"default-src 'none'; connect-src 'self'; img-src data:; style-src {html.digest(_style())}; "
        f"script-src {html.digest(_script())}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    text = Template(_asset("page.html")).substitute(
        style=_style(),
        script=_script(),
        version=VERSION,
        most=MOST,
        claims=leaning.MOST,
        sorts="".join(f"<option>{name}</option>" for name in SORTS),
        formats="".join(f"<option>{name}</option>" for name in LIBRARY_FORMATS),
    )
    return Response(text, media_type="text/html", headers={"content-security-policy": policy})


@cache
def _style() -> str:
    return html.asset("style.css") + _asset("page.css")


@cache
def _script() -> str:
    return "\n".join([html.asset("script.js"), *map(_asset, SCRIPTS)])


def _asset(name: str) -> str:
    return resources.files("latexrefcheck.web").joinpath(name).read_text(encoding="utf-8")
