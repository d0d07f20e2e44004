"""Progress of long work: one line on standard error, only on a terminal, and only after half a second.

with Progress("Checking", len(pages)) as progress:
    for page in pages:
        progress.step(page)
        ...
        with progress.paused():
            ...  # write lines; the bar is hidden
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from types import TracebackType

from refrakt.hosts.cli.colors import is_terminal

AFTER = 0.5
"""Seconds before the bar appears."""
EVERY = 0.1
"""Seconds between updates."""
_WIDTH = 24
_CLEAR = "\r\033[K"


class Progress:
    """A progress bar; without a total it shows the elapsed time."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._name = ""
        self._began = time.monotonic()
        self._shown = False
        self._lock = threading.RLock()
        self._done_event = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Progress:
        if is_terminal(sys.stderr):
            self._thread = threading.Thread(target=self._draw, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done_event.set()
        if self._thread is not None:
            self._thread.join()
        with self.paused():
            pass

    def step(self, name: str) -> None:
        """Start the next item."""
        self._done += 1
        self._name = name if name.isprintable() else ascii(name)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """Hide the bar while lines are written."""
        with self._lock:
            if self._shown:
                self._write(_CLEAR)
                self._shown = False
            yield

    def picture(self, columns: int) -> str:
        """The bar, cut to the number of columns."""
        if self._total is None:
            line = f"{self._what} ({time.monotonic() - self._began:.0f} s)"
        else:
            # The current item is not done yet.
            done = max(self._done - 1, 0)
            full = _WIDTH * done // max(self._total, 1)
            line = f"{self._what} [{'=' * full}{' ' * (_WIDTH - full)}] {done}/{self._total} {self._name}"
        return line[: columns - 1]

    def _draw(self) -> None:
        pause = AFTER
        while not self._done_event.wait(pause):
            pause = EVERY
            with self._lock:
                self._write(_CLEAR + self.picture(shutil.get_terminal_size().columns))
                self._shown = True

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):  # the terminal is gone
            sys.stderr.write(text)
            sys.stderr.flush()
