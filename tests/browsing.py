"""A real browser for tests: Debian's Chromium by playwright, and what is asked of every page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()


def chromium() -> Iterator[Any]:
    """Headless Chromium, or a skipped test where it is not installed."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra: browser)")
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not installed")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS, headless=True)
        yield started
        started.close()


CONTRAST = """() => {
  const numbers = (color) => (color.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const c = numbers(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const element of document.querySelectorAll("main *, header *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !element.checkVisibility() || element.closest("svg") || element.matches(".arrow")) continue;
    const [a, b] = [light(numbers(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) low.push(`${element.className || element.tagName}: ${ratio.toFixed(2)}`);
  }
  return low;
}"""
"""Elements whose text has less contrast than WCAG AA wants."""
