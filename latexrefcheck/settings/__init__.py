"""Every option declared once; defaults < profile < configuration file < environment < flags."""

from __future__ import annotations

from latexrefcheck.settings.options import GROUPS, OPTIONS, of_group
from latexrefcheck.settings.rules import rule_options, severities
from latexrefcheck.settings.settings import Settings, load

__all__ = ["GROUPS", "OPTIONS", "Settings", "load", "of_group", "rule_options", "severities"]
