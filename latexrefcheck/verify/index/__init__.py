"""Local indexes of the official dumps: what they hold of a reference is heard before the network is asked.

An index confirms and never accuses. What it does not hold may be younger than its dump, so that nothing follows from it;
and what does not agree with it is looked up over the network as if it was not there.
"""

from __future__ import annotations

from latexrefcheck.verify.index.building import Progress, add
from latexrefcheck.verify.index.database import default_directory, file_of
from latexrefcheck.verify.index.manage import Summary, check, files, remove, summary
from latexrefcheck.verify.index.shelf import Shelf, opened

__all__ = ["Progress", "Shelf", "Summary", "add", "check", "default_directory", "file_of", "files", "opened", "remove", "summary"]
