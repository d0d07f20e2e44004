"""How far long work has come: one line on standard error, on a terminal only, and only if the work takes long enough to wonder.

with Progress("Checking", len(pages)) as progress:
    for page in pages:
        progress.step(page)
        ...
        with progress.aside():
            ...  # write lines; the bar is out of the way
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import threading
import time
from collections.abc import Iterator
from types import TracebackType

from .paint import is_terminal

AFTER = 0.5
"""Seconds before anything is shown."""
EVERY = 0.1
"""Seconds between two pictures."""
_WIDTH = 24
_CLEAR = "\r\033[K"


class Progress:
    """The bar for one piece of work. Without a total it tells how long the work has taken so far."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self._what = what
        self._total = total
        self._done = 0
        self._name = ""
        self._began = time.monotonic()
        self._shown = False
        self._lock = threading.RLock()
        self._over = threading.Event()
        self._artist: threading.Thread | None = None

    def __enter__(self) -> Progress:
        if is_terminal(sys.stderr):
            self._artist = threading.Thread(target=self._draw, daemon=True)
            self._artist.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._artist is not None:
            self._artist.join()
        with self.aside():
            pass

    def step(self, name: str) -> None:
        """The next item is begun."""
        self._done += 1
        self._name = name if name.isprintable() else ascii(name)

    @contextlib.contextmanager
    def aside(self) -> Iterator[None]:
        """Lines may be written: the bar goes, and comes back by itself."""
        with self._lock:
            if self._shown:
                self._write(_CLEAR)
                self._shown = False
            yield

    def picture(self, columns: int) -> str:
        """The bar as it is now, in as many columns as there are."""
        if self._total is None:
            told = f"{self._what} ({time.monotonic() - self._began:.0f} s)"
        else:
            # What has been begun is not done yet.
            done = max(self._done - 1, 0)
            full = _WIDTH * done // max(self._total, 1)
            told = f"{self._what} [{'=' * full}{' ' * (_WIDTH - full)}] {done}/{self._total} {self._name}"
        return told[: columns - 1]

    def _draw(self) -> None:
        pause = AFTER
        while not self._over.wait(pause):
            pause = EVERY
            with self._lock:
                self._write(_CLEAR + self.picture(shutil.get_terminal_size().columns))
                self._shown = True

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):  # nobody is there to see it any more
            sys.stderr.write(text)
            sys.stderr.flush()
