"""Every option declared once; defaults < profile < configuration file < environment < flags."""

from __future__ import annotations

from latexrefcheck.settings.load import load
from latexrefcheck.settings.options import GROUPS, OPTIONS, Settings, of_group
from latexrefcheck.settings.rules import rule_options, severities

__all__ = ["GROUPS", "OPTIONS", "Settings", "load", "of_group", "rule_options", "severities"]
