"""Patterns that are compiled late behave like patterns."""

from __future__ import annotations

import re

import pytest

from latexrefcheck.text.patterns import lazy


def test_methods_are_the_patterns() -> None:
    late, early = lazy(r"(?P<a>b+)c?", re.IGNORECASE), re.compile(r"(?P<a>b+)c?", re.IGNORECASE)
    assert [match.span("a") for match in late.finditer("Bc bb")] == [match.span("a") for match in early.finditer("Bc bb")]
    assert late.sub("x", "abcb") == early.sub("x", "abcb") == "axx"
    assert late.search("zzbc", 3) is None
    assert (late.pattern, late.groupindex) == (early.pattern, early.groupindex)


def test_bytes() -> None:
    assert lazy(rb"\d+").findall(b"1 22") == [b"1", b"22"]


def test_faulty_pattern_is_said_at_first_use() -> None:
    late = lazy("(")
    with pytest.raises(re.error):
        late.search("")
