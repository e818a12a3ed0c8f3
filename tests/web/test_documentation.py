"""docs/serve.md describes every route, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

from webharness import settings

from latexrefcheck.web import Site
from latexrefcheck.web.routes import routes

PAGE = (Path(__file__).parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")


def test_every_route_has_its_section(paper: Path) -> None:
    described = set(re.findall(r"^### (GET|POST) (\S+)$", PAGE, re.MULTILINE))
    there = {(method, route.path) for route in routes(Site(settings)) for method in route.methods or () if method != "HEAD"}
    assert described == there


def test_every_section_has_an_example() -> None:
    for section in re.split(r"^### ", PAGE, flags=re.MULTILINE)[1:]:
        heading, _, text = section.partition("\n")
        path = heading.split()[1].replace("{number}", "1")
        assert path == "/" or f"$URL{path}" in text, heading
