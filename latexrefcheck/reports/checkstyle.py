"""Checkstyle XML, for Jenkins' warnings plug-in, SonarQube, reviewdog and others that read it.

One `file` per path with one `error` per finding that counts, with line, column, severity, message and the rule
as `source`. Columns count code points from 1. Characters that XML cannot hold are made visible.
"""

from __future__ import annotations

from latexrefcheck.model.finding import Finding, Report
from latexrefcheck.reports import _words as words
from latexrefcheck.text.visible import block, line

ID = "checkstyle"
ENTRIES = False

VERSION = "4.3"
"""The form that every reader understands; later versions of Checkstyle changed nothing in it."""


def render(report: Report) -> str:
    """The open findings as one Checkstyle XML document."""
    import xml.etree.ElementTree as ET

    root = ET.Element("checkstyle", {"version": VERSION})
    files: dict[str, ET.Element] = {}
    for found in report.open:
        path = line(found.location.path)
        if path not in files:
            files[path] = ET.SubElement(root, "file", {"name": path})
        ET.SubElement(files[path], "error", _attributes(found))
    ET.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _attributes(found: Finding) -> dict[str, str]:
    place = found.location
    origin = str((found.evidence or {}).get("verdict", ""))
    message = [line(words.headline(found)), f"(the verdict is {line(origin)})" if origin else "", line(found.help)]
    return {
        "line": str(max(place.line, 1)),
        "column": str(max(place.column, 1)),
        "severity": found.severity.name,
        "message": block(" ".join(filter(None, message))),
        "source": f"latexrefcheck.{found.rule}",
    }
