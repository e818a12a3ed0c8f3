"""The styles and locales of the Citation Style Language that are shipped; LICENSE.txt beside them has their terms."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
"""Where the files are."""
