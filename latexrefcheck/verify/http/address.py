"""Which addresses may be asked, what may be shown of a request, and which parts of it are secret."""

from __future__ import annotations

from urllib.parse import quote, quote_plus, urlencode, urlsplit

from latexrefcheck.errors import ConfigError
from latexrefcheck.model.lookup import Request

_PORTS = {"http": 80, "https": 443}
LOOPBACK = frozenset(("127.0.0.1", "localhost", "::1"))


def check_base(source: str, url: str) -> str:
    """``url`` without a final slash if it may be a base URL: https, or http on this machine; raises ConfigError."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    if not host or (parts.scheme != "https" and not (parts.scheme == "http" and host in LOOPBACK)):
        raise ConfigError(f"the base URL of {source}, {url!r}, must begin with https:// (http:// only for this machine)")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError(f"the base URL of {source} must have no user name, password, query or fragment")
    return url.rstrip("/")


def public_url(request: Request) -> str:
    """The URL of a request as it may be shown: with its parameters, without keys and addresses."""
    return request.url + (("&" if "?" in request.url else "?") + urlencode(request.params) if request.params else "")


def host_of(request: Request) -> str:
    """The host that a request goes to, as messages name it."""
    return urlsplit(request.url).hostname or request.source


def same_place(url: str, other: str) -> bool:
    """Whether two URLs lead to the same scheme, host and port."""
    try:
        here, there = (
            (parts.scheme, parts.hostname, parts.port or _PORTS.get(parts.scheme)) for parts in map(urlsplit, (url, other))
        )
    except ValueError:
        return False
    return here == there


def secrets_of(request: Request, contact: str) -> set[bytes]:
    """Every key and address that goes out with ``request``, in each spelling that a URL may give it."""
    plain = {value for _, value in request.secret_params} | set(request.secret_headers.values()) | {contact}
    spellings = {form(value) for value in plain if len(value) >= 4 for form in (str, quote, quote_plus)}
    return {spelling.encode("utf-8", "surrogateescape") for spelling in spellings}


def unsendable(request: Request) -> str:
    """Why a key of ``request`` cannot go into a header, naming the variable that it came from and never its value; else nothing.

    HTTP carries visible ASCII in headers; a pasted key often brings a dash, a quotation mark or a line end of a web page along.
    """
    if all(value.isascii() and value.isprintable() for value in request.secret_headers.values()):
        return ""
    variable = f"LATEXREFCHECK_{request.source.upper()}_KEY"
    return f"its key ({variable}) holds a character that cannot be sent; copy the key again"
