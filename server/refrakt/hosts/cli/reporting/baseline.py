"""Problems that are known and may stay for now, in a file: a project can begin to check before everything is mended.

The file is made to be kept in version control: sorted, and the same for the same problems. What it names is not told; what it
names and is not there any more is stale, and somebody should make it anew.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from refrakt.errors import RefraktError
from refrakt.project.files import read_bytes, reason
from refrakt.rules.finding import SEVERITIES

from .. import files
from .outcome import Outcome

_VERSION = 1
_LARGEST = 64 * 1024 * 1024
"""Bytes of a baseline: some hundred thousand problems."""


class Known(NamedTuple):
    """A problem of a baseline. File and fingerprint identify it; the rest is for those who read the file."""

    path: str
    code: str
    message: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class Baseline:
    """The file, and the problems it names."""

    file: Path
    problems: tuple[Known, ...]

    def without_known(self, outcome: Outcome) -> Outcome:
        """What is left to tell."""
        known = {(each.path, each.fingerprint) for each in self.problems}
        left = [
            (each, outcome.fingerprints[place])
            for place, each in enumerate(outcome.problems)
            if (each.path, outcome.fingerprints[place]) not in known
        ]
        problems = [each for each, _ in left]
        counted = [each.severity for each in problems]
        counts: dict[str, int] = {name: counted.count(name) for name in SEVERITIES if name in counted}
        report = replace(outcome.report, ok="error" not in counts, counts=counts, problems=problems)
        return replace(outcome, report=report, fingerprints=dict(enumerate(mark for _, mark in left)))

    def stale(self, outcome: Outcome, everything: bool) -> list[Known]:
        """What is not there any more. Where only some pages were checked, nobody knows about the others."""
        there = {(each.path, each.fingerprint) for each in found(outcome)}
        checked = frozenset(outcome.files)
        return [
            each
            for each in self.problems
            if (each.path, each.fingerprint) not in there and (everything or each.path in checked)
        ]

    def renewed(self, outcome: Outcome, everything: bool) -> Baseline:
        """The baseline that knows everything that was found, and what it knew of pages that were not checked."""
        checked = frozenset(outcome.files)
        kept = [each for each in self.problems if not everything and each.path not in checked]
        return replace(self, problems=tuple(sorted({*kept, *found(outcome)})))

    def write(self) -> None:
        """Put it where it belongs, all of it or nothing. A file that says the same already is not touched."""
        data = _text(self.problems).encode()
        try:
            if not self.file.exists() or _content(self.file) != data:
                files.write(str(self.file), data)
        except (OSError, files.FileTrouble) as error:
            message = f"the baseline cannot be written: {error}"
            raise RefraktError("INVALID_ARGS", message, "Give --baseline another file.") from error


def found(outcome: Outcome) -> Iterable[Known]:
    """The problems of a run as a baseline names them."""
    return (
        Known(each.path, each.code, each.message, outcome.fingerprints[place])
        for place, each in enumerate(outcome.problems)
    )


def read_baseline(file: Path, may_be_missing: bool) -> Baseline:
    """The baseline in a file. Anything else in its place is refused, also where it would be written over."""
    try:
        data = json.loads(_content(file))
    except FileNotFoundError as error:
        if may_be_missing:
            return Baseline(file, ())
        message = f"there is no baseline at {file}"
        raise RefraktError("NOT_FOUND", message, "Add --update-baseline to write it.") from error
    except (OSError, ValueError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else reason(error)
        raise _unreadable(file, why) from error
    problems = _problems(data)
    if problems is None:
        raise _unreadable(file, "it is no baseline of this version")
    return Baseline(file, problems)


def _content(file: Path) -> bytes:
    """A user has named the file, but a repository may have put a link to a device there."""
    return read_bytes(os.path.realpath(file), _LARGEST)


def _problems(data: Any) -> tuple[Known, ...] | None:
    if not isinstance(data, dict) or data.get("version") != _VERSION or not isinstance(data.get("problems"), list):
        return None
    entries: Collection[Any] = data["problems"]
    fields = Known._fields
    if not all(isinstance(each, dict) and all(isinstance(each.get(name), str) for name in fields) for each in entries):
        return None
    return tuple(Known(*(each[name] for name in fields)) for each in entries)


def _unreadable(file: Path, why: str) -> RefraktError:
    hint = "Give --baseline a file that --update-baseline has written, or remove it."
    return RefraktError("INVALID_ARGS", f"the baseline {file} cannot be read: {why}", hint)


def _text(problems: Iterable[Known]) -> str:
    content = {"version": _VERSION, "problems": [each._asdict() for each in problems]}
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"
