"""One module per report format: ``ID`` and ``render(report) -> str``.

The docstring of a module is its manual page; ``render`` may take keyword options with defaults.
Modules whose name starts with an underscore hold what several formats share.
"""
