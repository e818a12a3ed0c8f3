"""The one place that touches the net: cache, rate limits, retries, circuit breaker, deadlines, offline.

``client`` decides whether and when to try, ``limiter`` when a request may leave, ``session`` puts the cache before the
net, ``transport`` sends. One :class:`Exchange` is handed down through them and comes back up with what happened.
"""

from __future__ import annotations

from latexrefcheck.verify.http.address import check_base, public_url
from latexrefcheck.verify.http.client import OFFLINE, Client
from latexrefcheck.verify.http.exchange import PARSED, Exchange, Parse, Reply, Service
from latexrefcheck.verify.http.retry import RetryPolicy

__all__ = ["OFFLINE", "PARSED", "Client", "Exchange", "Parse", "Reply", "RetryPolicy", "Service", "check_base", "public_url"]
