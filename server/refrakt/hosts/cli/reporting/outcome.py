"""All there is to tell about one run of `refrakt check`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from refrakt.services.check import CheckProblem, CheckReport


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found. A baseline has taken out what it knows."""

    report: CheckReport
    fingerprints: Mapping[int, str]
    """Of each problem, by its place in the report."""
    files: tuple[str, ...]
    """Every file that was checked, below the project's folder."""
    texts: Mapping[str, str]
    """Of those with problems."""
    root: Path
    base: Path
    """The folder from which whoever reads this counts paths."""
    most_warnings: int | None = None
    """How many warnings are still fine; None means any number."""

    @property
    def problems(self) -> list[CheckProblem]:
        return self.report.problems

    @property
    def too_many_warnings(self) -> bool:
        return self.most_warnings is not None and self.report.counts.get("warning", 0) > self.most_warnings

    @property
    def passed(self) -> bool:
        return self.report.ok and not self.too_many_warnings and self.report.indexing is None

    def fails(self, problem: CheckProblem) -> bool:
        """Whether it is a reason not to pass."""
        return problem.severity == "error" or (problem.severity == "warning" and self.too_many_warnings)

    def name(self, path: str) -> str:
        """What a file of the project is called by whoever reads this."""
        try:
            return Path(os.path.relpath(self.root / path, self.base)).as_posix()
        except ValueError:  # on another drive
            return (self.root / path).as_posix()
