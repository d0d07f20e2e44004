"""Fingerprints identify a problem after the lines around it have moved: by its code, its message and the text of its line.

Two problems with the same values are distinguished by their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256

from refrakt.markdoc.text import line_starts
from refrakt.services.reported_problem import ReportedProblem

_DIGITS = 32


def fingerprints(problems: Iterable[ReportedProblem], texts: Mapping[str, str]) -> dict[int, str]:
    """The fingerprint of each problem, by its index; unique within a file."""
    starts: dict[str, list[int]] = {}
    counts: Counter[tuple[str, ...]] = Counter()
    found: dict[int, str] = {}
    # In the order of the text, so that the order of the problems does not matter.
    numbered = sorted(enumerate(problems), key=lambda each: (each[1].path, each[1].line, each[1].column))
    for index, problem in numbered:
        text = texts[problem.path]
        lines = starts.get(problem.path) or starts.setdefault(problem.path, line_starts(text))
        line = text[lines[problem.line - 1] : lines[problem.line] if problem.line < len(lines) else None]
        values = problem.code, " ".join(line.split()), problem.message
        key = "\0".join([*values, str(counts[problem.path, *values])])
        counts[problem.path, *values] += 1
        found[index] = sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    return found
