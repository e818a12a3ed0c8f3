"""The problems found while one file is read."""

from __future__ import annotations

from latexrefcheck.model.document import Problem

MOST = 1_000
"""Most problems of one kind that are kept for one file; of the others only their number is."""


class Problems:
    """Problems in the order they were found, bounded per kind."""

    def __init__(self) -> None:
        self._kept: list[Problem] = []
        self._counts: dict[str, int] = {}

    def add(self, problem: Problem) -> None:
        """Keep the problem, unless the file has very many of its kind already."""
        self._counts[problem.kind] = count = self._counts.get(problem.kind, 0) + 1
        if count <= MOST:
            self._kept.append(problem)

    def finish(self) -> tuple[Problem, ...]:
        """What was kept; where problems were left out, the last one of their kind says how many."""
        more = {kind: count - MOST for kind, count in self._counts.items() if count > MOST}
        for index in range(len(self._kept) - 1, -1, -1):
            problem = self._kept[index]
            left_out = more.pop(problem.kind, 0)
            if left_out:
                self._kept[index] = problem._replace(message=f"{problem.message}; {left_out} more like this are not listed")
        return tuple(self._kept)
