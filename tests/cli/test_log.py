"""The log of a server: complete where it helps, and never endless."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from refrakt.hosts.log import MOST_FRAMES, configure

LOG = logging.getLogger("refrakt.test_log")


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    for each in before:
        root.removeHandler(each)
    yield
    for each in list(root.handlers):
        root.removeHandler(each)
        each.close()
    for each in before:
        root.addHandler(each)
    root.setLevel(level)


def endless() -> None:
    endless()


def test_a_deep_recursion_is_shortened(tmp_path: Path) -> None:
    configure(file=tmp_path / "log")
    try:
        endless()
    except RecursionError:
        LOG.exception("failed")
    lines = (tmp_path / "log").read_text().splitlines()
    assert len(lines) == 2 * MOST_FRAMES + 3
    assert " more" in lines[MOST_FRAMES + 1]
    assert lines[-1].startswith("RecursionError")


def test_an_exception_that_is_its_own_cause_ends(tmp_path: Path) -> None:
    configure(file=tmp_path / "log")
    try:
        first, second = RuntimeError("first"), RuntimeError("second")
        first.__cause__, second.__cause__ = second, first
        raise first
    except RuntimeError:
        LOG.exception("failed")
    text = (tmp_path / "log").read_text()
    assert (text.count("RuntimeError: first"), text.count("RuntimeError: second")) == (1, 1)
