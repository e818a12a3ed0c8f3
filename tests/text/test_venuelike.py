"""Venues that stand in notes: papers dressed as something else, and what is none."""

from __future__ import annotations

import pytest

from latexrefcheck.text.venuelike import dressed_venue, venue_like


@pytest.mark.parametrize(
    "text",
    [
        "Proceedings of the Conference",
        "Proc. of the 12th Int. Conf. on Rivers",
        "In Proceedings of NeurIPS 2019",
        "IEEE Transactions on Rivers",
        "Journal of Things",
        "J. Things",
        "Phys. Rev. Lett.",
        "Pattern Recognition",
        "Nature",
        "ICML",
        "ICML 2019",
        "CVPR'21",
        "Advances in Rivers",
        "Actes du congrès des rivières",
        "Zeitschrift für Flüsse",
        "Revista de Ríos",
        "PLoS ONE",
        "Lecture Notes in Computer Science",
        "ACM Computing Surveys",
        "Journal of Open Source Software",
        "Workshop on Data Release",
        "2015 IEEE Int. Conf. Big Data, Big Data 2015, Santa Clara, CA, USA, October 29 - November 1, 2015",
        "IEEE/CVF Conference on Computer Vision and Pattern Recognition, CVPR 2022, New Orleans, LA, USA, June 18-24, 2022",
    ],
)
def test_venues(text: str) -> None:
    assert venue_like(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://example.org/journal",
        "Accessed: 2020-01-01",
        "GitHub repository",
        "GitHub",
        "Zenodo",
        "Submitted to the Journal of Things",
        "To appear in Proc. of the Conference on Rivers",
        "Talk at the Workshop on Rivers",
        "Slides, Conference on Rivers",
        "Code for the Conference on Rivers",
        "An extended version of a paper in the Journal of Things",
        "R package version 3.4",
        "Blog post",
        "OpenAI",
        "Microsoft Research",
        "MIT Press",
        "Springer",
        "Technical Report",
        "University of Rivers",
        "Second Edition",
        "PhD thesis",
        "To appear",
        "In preparation",
        "Personal communication",
        "Lecture notes",
        "Course Notes, Spring 2020",
        "Equal contribution",
        "Available at example.org",
        "Software available from tensorflow.org",
        "Original work published 1950",
        "the first of two parts",
        "2nd ed.",
        "arXiv preprint arXiv:2412.00001",
        "A long note " + "that goes on " * 16 + "about a Journal of Things",
    ],
)
def test_no_venues(text: str) -> None:
    assert not venue_like(text)


@pytest.mark.parametrize(
    ("kind", "fields", "venue"),
    [
        ("misc", {"howpublished": "Pattern Recognition"}, "Pattern Recognition"),
        ("misc", {"note": "Proceedings of X"}, "Proceedings of X"),
        ("misc", {"note": "Second Edition", "howpublished": "ICML 2019"}, "ICML 2019"),
        ("techreport", {"institution": "MIT"}, ""),
        ("techreport", {"institution": "International Conference on Rivers"}, "International Conference on Rivers"),
        ("book", {"publisher": "Springer"}, ""),
        ("book", {"note": "Rivers"}, ""),
        ("book", {"note": "Proceedings of X"}, "Proceedings of X"),
        ("online", {"note": "Rivers"}, ""),
        ("online", {"note": "Journal of Rivers"}, "Journal of Rivers"),
        ("article", {"note": "Journal of Rivers"}, ""),
        ("phdthesis", {"note": "Journal of Rivers"}, ""),
        ("software", {"note": "Journal of Rivers"}, ""),
    ],
)
def test_the_venue_of_a_dressed_work(kind: str, fields: dict[str, str], venue: str) -> None:
    assert dressed_venue(kind, lambda name: fields.get(name, "")) == venue
