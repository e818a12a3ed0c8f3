"""One module per report format: ``ID`` and ``render(report) -> str``."""
