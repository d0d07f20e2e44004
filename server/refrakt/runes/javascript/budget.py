"""Limits of an evaluation, so that a hostile or very large schema costs a bounded amount of time and memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one `ModuleGraph`. The largest schema of a public site takes about 2% of the steps."""

    steps: int = 100_000
    shared_steps: int = 20_000
    """The steps for one of several modules that may have a config, see `Budget.share`."""
    depth: int = 200
    """Nested evaluations. Each takes two to three frames of Python's stack, which has a thousand."""
    file_bytes: int = 160_000
    """The size of a module, which is about how much the parser recovers from syntax errors in a second."""
    json_bytes: int = 1_000_000
    total_bytes: int = 2_000_000
    parse_seconds: float = 0.4
    """The processor time of all parsing after which no other module is parsed."""
    text_length: int = 20_000
    """The length of a computed text."""
    items: int = 5_000
    """The length of a computed array."""


class OutOfBudget(Exception):
    """The evaluation has used all its steps. Only the public functions of the package catch it."""


class Budget:
    """What is left of the limits. Once the steps are used up, every further evaluation raises `OutOfBudget`."""

    __slots__ = ("bytes", "depth", "limits", "parse_seconds", "steps")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.steps = limits.steps
        self.bytes = limits.total_bytes
        self.parse_seconds = limits.parse_seconds
        self.depth = 0

    def spend(self, steps: int = 1) -> None:
        self.steps -= steps
        if self.steps < 0:
            raise OutOfBudget

    @contextmanager
    def share(self) -> Iterator[None]:
        """Leave steps for other modules: `OutOfBudget` is raised inside, after a part of the steps that are left."""
        kept = max(self.steps - self.limits.shared_steps, 0)
        self.steps -= kept
        try:
            yield
        finally:
            self.steps = max(self.steps, 0) + kept

    @property
    def too_deep(self) -> bool:
        return self.depth >= self.limits.depth
