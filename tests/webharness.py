"""The page of a paper, asked without a socket; what stands in the paper, and how to wait for a check."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from starlette.testclient import TestClient

from latexrefcheck.settings import Settings, load
from latexrefcheck.web import Site, application

TOKEN, PORT = "token-of-the-test", 8765
TEX = r"""\documentclass{article}
\begin{document}
Rivers \cite{keller2017} and what nobody wrote \cite{nobody2020}, and once more \cite{gone}.
\bibliographystyle{plain}
\bibliography{refs}
\end{document}
"""
BIB = r"""@article{keller2017,
  author  = {Keller, Anna and M{\"u}ller, J{\"o}rg},
  title   = {Good Predictions of Rivers},
  journal = {Journal of Things},
  year    = {2017},
  pages   = {101-109},
  doi     = {https://doi.org/10.99999/GOOD},
}

@article{nobody2020,
  author  = {Nobody, Ned},
  title   = {<script>alert("title")</script> & what nobody wrote},
  journal = {"><img src=x onerror=alert(1)>},
  year    = {2020},
}
"""


def settings() -> Settings:
    return load({"paths": ["main.tex"]}, {}).replace(progress="off")


class Page:
    """The routes with the headers that the page sends; answers are their JSON."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.raw = TestClient(application(site, TOKEN, PORT), base_url=f"http://127.0.0.1:{PORT}", raise_server_exceptions=False)
        self.headers = {"Authorization": f"Bearer {TOKEN}"}

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        answer = self.raw.get(path, params=query, headers=self.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def text(self, path: str, **query: Any) -> str:
        answer = self.raw.get(path, params=query, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.text

    def post(self, path: str, status: int = 200, /, **said: Any) -> Any:
        answer = self.raw.post(path, json=said, headers=self.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def check(self, **said: Any) -> Any:
        """Check and wait for the end."""
        self.post("/api/check", **said)
        return ended(lambda: self.get("/api/check"))

    def session(self, name: str = "") -> str:
        return str(self.post("/api/sessions", name=name)["id"])


def ended(look: Callable[[], Any]) -> Any:
    """The state of a check when it has ended."""
    for _ in range(2000):
        now = look()
        if now["phase"] not in ("reading", "asking"):
            return now
        time.sleep(0.01)
    raise AssertionError("the check did not end")
