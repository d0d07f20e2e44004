"""What all requests of one call share: its time, the bytes of their answers, and the reports of its progress.

The time starts with the first request, so local work does not shorten it.
"""

from __future__ import annotations

import threading
from time import monotonic

from refrakt.plugins import Progress
from refrakt_forge import limits


class CallBudget:
    def __init__(self, progress: Progress | None = None, seconds: float | None = None) -> None:
        self._progress = progress
        self._seconds = limits.CALL_SECONDS if seconds is None else seconds
        self._end: float | None = None
        self._requests = 0
        self._bytes = 0
        self._lock = threading.Lock()

    def remaining(self) -> float:
        """Seconds that are left; 0 when the time is over."""
        with self._lock:
            now = monotonic()
            if self._end is None:
                self._end = now + self._seconds
            return max(0.0, self._end - now)

    def accepts(self, count: int) -> bool:
        """Whether one more answer with this number of bytes can be used."""
        with self._lock:
            self._bytes += count
            return self._bytes <= limits.CALL_BYTES

    def report_request(self, registry: str) -> None:
        """Report that a request is made. How many there will be is not known."""
        with self._lock:
            self._requests += 1
            if self._progress is not None:
                self._progress(self._requests, None, f"request {self._requests} to registry {registry}")
