"""Reports how many pages of a project are read, while another thread waits for them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from refrakt.project.index.project_index import ProjectIndex

_STEP = 0.5
"""Seconds between two reports."""


@contextmanager
def reported(index: ProjectIndex, report: Callable[[float, float | None, str], None]) -> Iterator[None]:
    """Report the progress of an index as long as the context is open. An index that is complete is not reported."""
    done = threading.Event()

    def watch() -> None:
        last = 0
        while not done.wait(_STEP):
            progress = index.progress
            if progress is not None and progress[0] > last:
                last = progress[0]
                report(*progress, f"{last} of {progress[1]} pages read")

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()
