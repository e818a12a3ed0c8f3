"""URL syntax."""

from __future__ import annotations

import pytest
from ruleharness import findings


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("https://example.org/x_y%20z?a=b#c", None),
        ("http://example.org:8080/~me/", None),
        ("\\url{https://example.org/}", None),
        ("https://en.wikipedia.org/wiki/Łódź", None),
        ("ftp://ftp.example.org/pub", None),
        ("urn:nbn:de:101:1-2", None),
        ("https://[2001:db8::1]/a", None),
        ("", None),
        ("sftp://example.org/a", None),
        ("git://example.org/a", None),
        ("htp://x.org", "“htp” is no scheme; “http” may be meant"),
        ("httsp://x.org", "“httsp” is no scheme; “https” may be meant"),
        ("HTTPP://x.org", "“HTTPP” is no scheme; “http” may be meant"),
        ("www.example.org", "it has no “https://”"),
        ("http:/example.org", "“//” is missing behind “http:”"),
        ("https://exa mple.org", "a URL has no blanks"),
        ("https://", "no host name follows the “://”"),
        ("https://a.org https://b.org", "it holds several URLs"),
    ],
)
def test_url(value: str, reason: str | None) -> None:
    found = findings("bad-url", f"@misc{{k, url = {{{value}}}}}")
    assert [f.message.partition(" is no URL: ")[2] for f in found] == ([reason] if reason else [])
