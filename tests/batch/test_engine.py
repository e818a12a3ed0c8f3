"""A batch on a Dask cluster of separate processes: the same results, and a worker that is killed costs nothing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from latexrefcheck.batch.engine import Engine, cluster, version
from latexrefcheck.errors import ConfigError
from latexrefcheck.text.terms import VERSION

pytest.importorskip("distributed")


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, local_directory=str(tmp_path), silence_logs=50
    ) as made:
        yield made.scheduler_address


def double(number: int) -> int:
    return 2 * number


def die_once(mark: str) -> str:
    path = Path(mark)
    if not path.exists():
        path.write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


@pytest.mark.filterwarnings("ignore")
def test_tasks_run_on_the_workers(scheduler: str, tmp_path: Path) -> None:
    engine = Engine(lambda: cluster(scheduler))
    try:
        calls = [(number,) for number in range(20)]
        assert list(engine.ended(double, calls, engine.start(double, calls))) == [2 * number for number in range(20)]
        call = [(str(tmp_path / "mark"),)]
        assert list(engine.ended(die_once, call, engine.start(die_once, call))) == ["alive"]
    finally:
        engine.close()


@pytest.mark.filterwarnings("ignore")
def test_no_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("latexrefcheck.batch.engine.SCHEDULER_SECONDS", 1)
    with pytest.raises(ConfigError, match="no Dask scheduler answers"):
        cluster("tcp://127.0.0.1:9")
    assert version() == VERSION
