"""Where the tasks of a batch run: in processes of this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

Made = TypeVar("Made")


def local(processes: int) -> Executor:
    """Processes of this machine, which begin anew: what the parent has open is not theirs."""
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"))


class Engine:
    """Runs tasks in other processes; one that ends its process fails alone.

    ``begin`` makes the executor, again after a process was lost.
    """

    def __init__(self, begin: Callable[[], Executor]) -> None:
        self._begin = begin
        self._executor = begin()

    def close(self) -> None:
        """End the processes; what is under way is lost."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def start(self, task: Callable[..., Made], calls: Sequence[tuple[object, ...]]) -> list[Future[Made] | None]:
        """Begin calls; None for one that could not be begun."""
        begun: list[Future[Made] | None] = []
        for call in calls:
            try:
                begun.append(self._executor.submit(task, *call))
            except (BrokenExecutor, RuntimeError):
                begun.append(None)
        return begun

    def ended(
        self, task: Callable[..., Made], calls: Sequence[tuple[object, ...]], begun: Sequence[Future[Made] | None]
    ) -> Iterator[Made | None]:
        """The results in order; None for a call that ended its process twice, the second time alone."""
        for call, future in zip(calls, begun, strict=True):
            try:
                if future is None:
                    raise BrokenExecutor
                yield future.result()
            except BrokenExecutor:
                yield self._again(task, call)

    def _again(self, task: Callable[..., Made], call: tuple[object, ...]) -> Made | None:
        self.close()
        self._executor = self._begin()
        try:
            return self._executor.submit(task, *call).result()
        except BrokenExecutor:
            self._executor = self._begin()
            return None
