"""Fixtures of the tests that use a registry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from forge.registry_server import Project, TestRegistry, running_registry
from refrakt_forge import environment as forge_environment
from refrakt_forge.environment import (
    CACHE_VARIABLE,
    CONFIG_VARIABLE,
    LOOPBACK_VARIABLE,
    STOCKYARD_TOKENS,
    TOKEN_VARIABLE,
)
from refrakt_forge.registries import registry_requests


@pytest.fixture
def registry() -> Iterator[TestRegistry]:
    with running_registry() as found:
        yield found


@pytest.fixture
def second_registry() -> Iterator[TestRegistry]:
    with running_registry() as found:
        yield found


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project whose user allows loopback registries, without pauses between attempts."""
    for each in (CACHE_VARIABLE, CONFIG_VARIABLE, TOKEN_VARIABLE, *STOCKYARD_TOKENS):
        monkeypatch.delenv(each, raising=False)
    monkeypatch.setenv(LOOPBACK_VARIABLE, "1")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setattr(registry_requests, "PAUSES", (0.01, 0.01))
    return Project(tmp_path / "project", tmp_path / "home")


class Clock:
    """The time that Forge sees."""

    def __init__(self) -> None:
        self.offset = 0.0

    def advance(self, seconds: float) -> None:
        self.offset += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    real = forge_environment.time
    monkeypatch.setattr(forge_environment, "time", lambda: real() + made.offset)
    return made
