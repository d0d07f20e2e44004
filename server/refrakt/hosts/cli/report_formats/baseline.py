"""Baselines: files that record known problems, so that a project can start to check before it has fixed everything.

The file belongs into version control: it is sorted and deterministic. Recorded problems are ignored; those that no longer exist are
stale.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from refrakt.errors import RefraktError
from refrakt.hosts.cli import source_files
from refrakt.hosts.cli.report_formats.check_outcome import CheckOutcome
from refrakt.project.files import read_bytes, reason
from refrakt.rules.problem import SEVERITIES

_VERSION = 1
_LARGEST = 64 * 1024 * 1024
"""Bytes of a baseline: some hundred thousand problems."""


class BaselineProblem(NamedTuple):
    """A recorded problem. File and fingerprint identify it; the rest is for readers of the file."""

    path: str
    code: str
    message: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """A baseline file and its problems."""

    file: Path
    problems: tuple[BaselineProblem, ...]

    def without_known(self, outcome: CheckOutcome) -> CheckOutcome:
        """The outcome without the recorded problems."""
        known = {(each.path, each.fingerprint) for each in self.problems}
        left = [
            (each, outcome.fingerprints[index])
            for index, each in enumerate(outcome.problems)
            if (each.path, outcome.fingerprints[index]) not in known
        ]
        problems = [each for each, _ in left]
        counted = [each.severity for each in problems]
        counts: dict[str, int] = {name: counted.count(name) for name in SEVERITIES if name in counted}
        report = replace(outcome.report, ok="error" not in counts, counts=counts, problems=problems)
        return replace(outcome, report=report, fingerprints=dict(enumerate(fingerprint for _, fingerprint in left)))

    def stale(self, outcome: CheckOutcome, everything: bool) -> list[BaselineProblem]:
        """The recorded problems that no longer exist. Without `everything`, only those of checked pages."""
        existing = {(each.path, each.fingerprint) for each in found(outcome)}
        checked = frozenset(outcome.files)
        return [
            each
            for each in self.problems
            if (each.path, each.fingerprint) not in existing and (everything or each.path in checked)
        ]

    def renewed(self, outcome: CheckOutcome, everything: bool) -> Baseline:
        """The baseline with all problems of an outcome, and the recorded ones of pages that were not checked."""
        checked = frozenset(outcome.files)
        kept = [each for each in self.problems if not everything and each.path not in checked]
        return replace(self, problems=tuple(sorted({*kept, *found(outcome)})))

    def write(self) -> None:
        """Write the file atomically, if it changes."""
        data = _text(self.problems).encode()
        try:
            if not self.file.exists() or _content(self.file) != data:
                source_files.write(str(self.file), data)
        except (OSError, source_files.FileError) as error:
            message = f"cannot write the baseline: {error}"
            raise RefraktError("INVALID_ARGS", message, "Pass another file to --baseline.") from error


def found(outcome: CheckOutcome) -> Iterable[BaselineProblem]:
    """The problems of an outcome as a baseline records them."""
    return (
        BaselineProblem(each.path, each.code, each.message, outcome.fingerprints[index])
        for index, each in enumerate(outcome.problems)
    )


def read_baseline(file: Path, may_be_missing: bool) -> Baseline:
    """Read a baseline; raises for any other file, even if it would be overwritten."""
    try:
        data = json.loads(_content(file))
    except FileNotFoundError as error:
        if may_be_missing:
            return Baseline(file, ())
        message = f"no baseline at {file}"
        raise RefraktError("NOT_FOUND", message, "Add --update-baseline to write it.") from error
    except (OSError, ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else reason(error)
        raise _unreadable(file, why) from error
    problems = _problems(data)
    if problems is None:
        raise _unreadable(file, "not a baseline of this version")
    return Baseline(file, problems)


def _content(file: Path) -> bytes:
    """Read the file; the repository may have a link to a device existing."""
    return read_bytes(os.path.realpath(file), _LARGEST)


def _problems(data: Any) -> tuple[BaselineProblem, ...] | None:
    if not isinstance(data, dict) or data.get("version") != _VERSION or not isinstance(data.get("problems"), list):
        return None
    entries: Collection[Any] = data["problems"]
    fields = BaselineProblem._fields
    if not all(isinstance(each, dict) and all(isinstance(each.get(name), str) for name in fields) for each in entries):
        return None
    return tuple(BaselineProblem(*(each[name] for name in fields)) for each in entries)


def _unreadable(file: Path, why: str) -> RefraktError:
    hint = "Pass a file that --update-baseline has written, or remove it."
    return RefraktError("INVALID_ARGS", f"cannot read the baseline {file}: {why}", hint)


def _text(problems: Iterable[BaselineProblem]) -> str:
    content = {"version": _VERSION, "problems": [each._asdict() for each in problems]}
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
