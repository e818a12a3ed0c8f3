"""One budget per host for several runs, on one machine or many: requests are counted in a Redis that all of them reach.

The counting is pyrate-limiter's. Its script counts up to the moment that the caller names, so that two callers a
millisecond apart would not see each other; here the moment is the server's, and is taken and counted under one lock.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, cast

from pyrate_limiter import Rate, RateItem
from pyrate_limiter.buckets.redis_bucket import LuaScript, RedisBucket

from latexrefcheck.errors import ConfigError, UsageError
from latexrefcheck.model.lookup import Limit

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyrate_limiter import AbstractBucket
    from redis import Redis

KEY = "latexrefcheck:limits:"
PATIENCE = 120.0
"""Seconds for which a server that went away is waited for; then the questions fail."""
PAUSE = 0.5
"""Seconds until a server that does not answer is tried again."""
HOLD = 10.0
"""Seconds after which the lock of a process that ended while counting is free again."""


def buckets(address: str) -> Callable[[str, Limit], AbstractBucket]:
    """Makes buckets that count on the server at ``address`` (``redis://…``).

    Raises UsageError without the package, ConfigError where nobody answers; the address may hold a password and is not shown.
    """
    try:
        import redis
    except ImportError as error:
        raise UsageError("--limits needs the package redis; install latexrefcheck[cluster]") from error
    try:
        server = redis.Redis.from_url(address, socket_timeout=HOLD, socket_connect_timeout=HOLD)
        server.ping()
    except (redis.RedisError, ValueError, OSError) as error:
        raise ConfigError(f"no Redis answers at the address of --limits ({type(error).__name__})") from error
    return lambda name, limit: Shared.of(server, name, limit)


class Shared(RedisBucket):
    """The requests to one host and pool, of all who count on the same server."""

    _lost: float | None = None

    @classmethod
    def of(cls, server: Redis, name: str, limit: Limit) -> Shared:
        """The bucket of a limiter."""
        rates = [Rate(limit.count, max(1, int(limit.seconds * 1000)))]
        made = cls.init(rates, server, f"{KEY}{name}")
        if not isinstance(made, Shared):
            raise TypeError("a server that has to be awaited cannot limit threads")
        return made

    def now(self) -> int:
        """Milliseconds by the server's clock; by ours while it does not answer."""
        from redis.exceptions import RedisError

        try:
            seconds, micros = cast(tuple[int, int], self.redis.time())
        except RedisError:
            return time.time_ns() // 1_000_000
        return int(seconds) * 1000 + int(micros) // 1000

    def put(self, item: RateItem) -> bool:
        """Whether one more request may leave now; not while the server is away, which is waited for with patience."""
        from redis.exceptions import NoScriptError, RedisError
        from redis.lock import Lock

        try:
            with Lock(self.redis, f"{self.bucket_key}:lock", timeout=HOLD, blocking_timeout=HOLD):
                try:
                    granted = bool(super().put(self._dated(item)))
                except NoScriptError:  # the server has begun anew
                    self.script_hash = str(cast(str, self.redis.script_load(LuaScript.PUT_ITEM)))
                    granted = bool(super().put(self._dated(item)))
        except RedisError:
            self._lost = self._lost or time.monotonic()
            if time.monotonic() - self._lost > PATIENCE:
                raise
            return False
        self._lost = None
        return granted

    def waiting(self, item: RateItem) -> int:
        """Milliseconds until another try is worth while."""
        from redis.exceptions import RedisError

        try:
            return max(1, int(cast(int, super().waiting(item)))) if self._lost is None else int(PAUSE * 1000)
        except RedisError:
            return int(PAUSE * 1000)

    def leak(self, current_timestamp: int | None = None) -> int:
        """Forget what no window holds any more."""
        from redis.exceptions import RedisError

        try:
            return int(cast(int, super().leak(current_timestamp)))
        except RedisError:
            return 0

    def _dated(self, item: RateItem) -> RateItem:
        return RateItem(item.name, self.now(), item.weight)
