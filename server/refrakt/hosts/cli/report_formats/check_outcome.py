"""The outcome of `refrakt check`, which the output formats print."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from refrakt.hosts.cli.source_files import STDIN_NAME
from refrakt.services.check import CheckReport
from refrakt.services.reported_problem import ReportedProblem


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """The report of a check, without the problems of the baseline."""

    report: CheckReport
    fingerprints: Mapping[int, str]
    """The fingerprint of each problem, by its index in the report."""
    files: tuple[str, ...]
    """Every checked file, as a path in the project."""
    texts: Mapping[str, str]
    """The texts of files with problems."""
    root: Path
    base: Path
    """The folder that printed paths are relative to."""
    most_warnings: int | None = None
    """The limit of warnings; None without a limit."""
    unnamed: str | None = None
    """The path that stands for standard input, if the command line has none for it."""

    @property
    def problems(self) -> list[ReportedProblem]:
        return self.report.problems

    @property
    def too_many_warnings(self) -> bool:
        return self.most_warnings is not None and self.report.counts.get("warning", 0) > self.most_warnings

    @property
    def passed(self) -> bool:
        return self.report.ok is not False and not self.too_many_warnings and self.report.indexing is None

    def fails(self, problem: ReportedProblem) -> bool:
        """Whether the check fails because of it."""
        return problem.severity == "error" or (problem.severity == "warning" and self.too_many_warnings)

    def name(self, path: str) -> str:
        """The printed path of a file of the project."""
        if path == self.unnamed:
            return STDIN_NAME
        try:
            return Path(os.path.relpath(self.root / path, self.base)).as_posix()
        except ValueError:  # on another drive
            return (self.root / path).as_posix()
