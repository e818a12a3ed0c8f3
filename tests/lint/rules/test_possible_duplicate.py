"""Entries that may be one work."""

from __future__ import annotations

import pytest
from ruleharness import findings, spots

from latexrefcheck.model.finding import Severity

FIRST = "@article{a, author={Doe, Jane and Roe, R.}, title={A Study of Rocks}, journal={J}, year={2005}%s}\n"


@pytest.mark.parametrize(
    ("extra", "second", "expected"),
    [
        ("", "author={J. Doe}, title={A study of {Rocks}.}, booktitle={Proc. X}, year={2004}", [(2, "b")]),
        ("", "author={J. Doe}, title={A study of {Rocks}}, date={2005-01-02}", [(2, "b")]),
        ("", "author={J. Doe}, title={A study of {Rocks}}", [(2, "b")]),
        ("", "author={J. Doe}, title={A study of {Rocks}}, year={1995}", []),
        ("", "author={Poe, Anna}, title={A study of {Rocks}}, year={2005}", []),
        ("", "author={Doe, Jane}, title={A study of {Rocks}, Part II}, year={2005}", []),
        (", volume={1}", "author={Doe, Jane}, title={A Study of Rocks}, year={2005}, volume={2}", []),
        (", volume={1}", "author={Doe, Jane}, title={A Study of Rocks}, year={2005}, volume={abs/0505.12345}", [(2, "b")]),
        (", pages={1--9}", "author={Doe, Jane}, title={A Study of Rocks}, year={2005}, journal={J}, pages={10--19}", []),
        (", doi={10.99999/x}", "author={Doe, Jane}, title={A Study of Rocks}, year={2005}, doi={10.99999/x}", []),
        (", doi={10.99999/x}", "author={Doe, Jane}, title={A Study of Rocks}, year={2005}, doi={10.99999/y}", []),
    ],
)
def test_table(extra: str, second: str, expected: list[tuple[int, str]]) -> None:
    found = findings("possible-duplicate", FIRST % extra + f"@misc{{b, {second}}}")
    assert spots(found) == expected
    assert {f.severity for f in found} <= {Severity.info}


def test_accents_are_compared_as_letters() -> None:
    first = "@misc{a, author={Müller, K.}, title={Über Gödels Fragen}, year={2001}}\n"
    second = '@misc{b, author={M{\\"u}ller, Karl}, title={{\\"U}ber G{\\"o}dels {F}ragen}, year={2001}}'
    assert spots(findings("possible-duplicate", first + second)) == [(2, "b")]
