"""One style a module, which ends in ``STYLE``; found by :data:`latexrefcheck.registry.styles`."""
