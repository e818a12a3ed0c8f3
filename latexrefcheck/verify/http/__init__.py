"""The one place that touches the net: cache, rate limits, retries, circuit breaker, offline."""

from __future__ import annotations

from latexrefcheck.verify.http.client import Client, Service
from latexrefcheck.verify.http.exchange import Parse, Reply, check_base, public_url
from latexrefcheck.verify.http.patience import Patience

__all__ = ["Client", "Parse", "Patience", "Reply", "Service", "check_base", "public_url"]
