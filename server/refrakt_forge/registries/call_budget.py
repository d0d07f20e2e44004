"""The time that all requests of one call share. It starts with the first request, so local work does not shorten it."""

from __future__ import annotations

import threading
from time import monotonic

from refrakt_forge import limits


class CallBudget:
    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = limits.CALL_SECONDS if seconds is None else seconds
        self._end: float | None = None
        self._lock = threading.Lock()

    def remaining(self) -> float:
        """Seconds that are left; 0 when the time is over."""
        with self._lock:
            now = monotonic()
            if self._end is None:
                self._end = now + self._seconds
            return max(0.0, self._end - now)
