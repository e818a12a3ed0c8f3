"""What one server knows: how its settings are made, its checks, its sessions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from latexrefcheck.settings import Settings
from latexrefcheck.web.checks import Checks
from latexrefcheck.web.sessions import Sessions


class Site:
    """One project on one page. ``settings`` is asked whenever something is read, so that an edited configuration counts."""

    def __init__(self, settings: Callable[[], Settings], sessions: Path | None = None) -> None:
        self.settings = settings
        self.checks = Checks(settings)
        self.sessions = Sessions(sessions)
        self.writing = Lock()
        """Held by who writes into the project: two tabs that change the same file would each find it changed."""
        self.comparing = Lock()
        """Held while claims are compared with texts: two tabs would ask for the same."""
