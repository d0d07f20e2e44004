"""Time and memory of other processes. Only on Linux; elsewhere these benchmarks are skipped."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest


def resident(process: int) -> float:
    """The memory of a process, in MiB."""
    _linux_only()
    status = Path(f"/proc/{process}/status").read_text()
    (line,) = (each for each in status.splitlines() if each.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def processor_time(process: int) -> float:
    """The seconds a process has computed, in all its threads. A busy machine makes others wait, but hardly adds to this."""
    _linux_only()
    # The number of the clock of a process, as clock_getcpuclockid(3) makes it.
    return time.clock_gettime((~process << 3) | 2)


def _linux_only() -> None:
    if sys.platform != "linux":
        pytest.skip("this system does not report the use of resources")
