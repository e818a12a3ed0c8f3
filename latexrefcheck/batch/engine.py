"""Where the tasks of a batch run: in processes of this machine, or on a Dask cluster that is there already."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from typing import TypeVar

from latexrefcheck.errors import ConfigError, UsageError
from latexrefcheck.text.terms import VERSION

Made = TypeVar("Made")
SCHEDULER_SECONDS = 15


def local(processes: int) -> Executor:
    """Processes of this machine, which begin anew: what the parent has open is not theirs."""
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"))


def cluster(address: str) -> Executor:
    """The workers of the Dask scheduler at ``address``, which see the papers at the same places as this machine.

    Raises UsageError without the package, ConfigError where no scheduler answers or a worker has another version.
    """
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        raise UsageError("--scheduler needs the package distributed; install latexrefcheck[cluster]") from error
    try:
        client = distributed.Client(address, timeout=SCHEDULER_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise ConfigError(f"no Dask scheduler answers at {address!r}; what the batch has done so far is kept") from error
    try:
        versions = set(client.run(version).values())
    except Exception as error:  # whatever a worker raised, it has not our package
        raise ConfigError(f"the workers at {address!r} cannot run latexrefcheck ({type(error).__name__}: {error})") from error
    if versions - {VERSION}:
        raise ConfigError(f"the workers at {address!r} have latexrefcheck {', '.join(sorted(versions))}, this machine {VERSION}")
    executor: Executor = client.get_executor(pure=False)
    return executor


def version() -> str:
    """The version that a worker has."""
    return VERSION


class Engine:
    """Runs tasks in other processes; one that ends its process fails alone.

    ``begin`` makes the executor, again after a process was lost.
    """

    def __init__(self, begin: Callable[[], Executor]) -> None:
        self._begin = begin
        self._executor = begin()

    def close(self) -> None:
        """End the processes; what is under way is lost."""
        if isinstance(self._executor, ProcessPoolExecutor):
            self._executor.shutdown(wait=False, cancel_futures=True)
        else:
            self._executor.shutdown(wait=False)

    def start(self, task: Callable[..., Made], calls: Sequence[tuple[object, ...]]) -> list[Future[Made] | None]:
        """Begin calls; None for one that could not be begun."""
        begun: list[Future[Made] | None] = []
        for call in calls:
            try:
                begun.append(self._executor.submit(task, *call))
            except Exception:  # the executor's; no task has run yet
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
            except Exception:  # a task raises nothing: its process has ended, or its scheduler has
                yield self._again(task, call)

    def _again(self, task: Callable[..., Made], call: tuple[object, ...]) -> Made | None:
        self.close()
        self._executor = self._begin()
        try:
            return self._executor.submit(task, *call).result()
        except Exception:  # as above
            self._executor = self._begin()
            return None
