"""What the words of a reference say that its work is, where indexes hold only a part of such works."""

from __future__ import annotations

import re

from latexrefcheck.text import identifiers

_ALWAYS = (
    (
        "thesis",
        r"\b(?:ph\.?\s?d|master'?s?|bachelor'?s?|doctoral|diploma|m\.?sc\.?)[\s.]*(?:thes[ie]s|dissertation)"
        r"|\b(?:thesis|dissertation|diplomarbeit|habilitation)\b|\[D\]|学位论文",
    ),
    (
        "techreport",
        r"\btech(?:nical|\.)?\s+rep(?:ort|\.)|\bwhite\s?paper\b|\bworking paper\b|\bRFC\s?\d{2,5}\b|\bresearch report\b|\[R\]",
    ),
)
_UNLESS_PUBLISHED = (
    ("standard", r"\b(?:ISO|IEC|ANSI|DIN|ASTM|IEEE Std)[\s/-]?[\w./-]{0,20}\d|\[S\]"),
    ("patent", r"\b(?:US|U\.S\.|European|EP|WO|CN)\s+patent\b|\bpatent (?:no|appl)|\[P\]"),
    (
        "software",
        r"\[(?:computer )?software\]|\bsoftware\b.{0,30}\bversion\b|\bR package\b|github\.com/|\[CP\]|\[comput\w{1,10} program",
    ),
    ("dataset", r"\[data ?sets?\]|\[DS\]|\[DB"),
    ("unpublished", r"\bunpublished\b|\bmanuscript in preparation\b|\bpersonal communication\b|\bin preparation\b"),
    ("online", r"\[EB/OL\]|\bweb ?site\b|\bblog\b|\bpress release\b"),
)
"""Signs that a line with volume and pages, or with the name of a meeting, may bear without being such a work."""
_PATTERNS = {
    name: re.compile(pattern, 0 if name == "standard" else re.IGNORECASE) for name, pattern in (*_ALWAYS, *_UNLESS_PUBLISHED)
}
_ADDRESS = re.compile(r"https?://\S+", re.I)
_PUBLISHED = re.compile(
    r"\b\d+\s*\(\d+\)|\bvol(?:ume)?\.?\s*\d|\bpp?\.\s*\d|\d+\s*[-–]\s*\d+|\bproc(?:eedings|\.)|\bjournal\b|\bconference\b", re.I
)


def type_of(text: str) -> str:
    """The entry type that a text says; ``article`` where it says nothing, or has what papers have."""
    for name, _ in _ALWAYS:
        if _PATTERNS[name].search(text):
            return name
    bare = _ADDRESS.sub(" ", text)
    if _PUBLISHED.search(bare):
        return "article"
    for name, _ in _UNLESS_PUBLISHED:
        if _PATTERNS[name].search(text):
            return name
    return "online" if any(not identifiers.find(one) for one in _ADDRESS.findall(text)) else "article"
