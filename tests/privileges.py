"""What may not be written is refused, also where the tests are run by root, to whom nothing is forbidden.

On Linux it is a capability of the thread that lets root write everywhere, and a thread can give it up.
"""

from __future__ import annotations

import ctypes
import functools
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

import pytest

P = ParamSpec("P")
T = TypeVar("T")

_OVERRIDES = (1, 2, 3)
"""Capabilities to bypass file modes, and to act as the owner of any file."""
_DROP = 24
"""The `prctl` operation that drops a capability for all further programs."""
_VERSION = 0x20080522
"""The layout of the two structures."""


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Data(ctypes.Structure):
    _fields_ = (("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32), ("inheritable", ctypes.c_uint32))


def unprivileged(test: Callable[P, T]) -> Callable[P, T]:
    """Run a test without the privileges that bypass file modes."""

    @functools.wraps(test)
    def run(*argv: P.args, **named: P.kwargs) -> T:
        if not hasattr(os, "geteuid"):
            pytest.skip("this system has no modes of files")
        if os.geteuid() != 0:
            return test(*argv, **named)
        if sys.platform != "linux":
            pytest.skip("root may do everything here")
        # A thread of its own: what it gives up it cannot take back.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(_give_up).result()
            return thread.submit(test, *argv, **named).result()

    return run


def _give_up() -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    header, data = _Header(_VERSION, 0), (_Data * 2)()
    libc.capget(ctypes.byref(header), data)
    for each in _OVERRIDES:
        libc.prctl(_DROP, each, 0, 0, 0)
        data[0].effective &= ~(1 << each)
        data[0].permitted &= ~(1 << each)
    if libc.capset(ctypes.byref(header), data):
        pytest.skip("root cannot give up what root may do")
