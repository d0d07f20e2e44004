"""What a problem is known by when the lines around it have moved: its code, its message, the text of its line.

Two that are alike in all of these are told apart by their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from hashlib import sha256

from refrakt.markdoc.text import line_starts
from refrakt.services.check import CheckProblem

_DIGITS = 32


def fingerprints(problems: Iterable[CheckProblem], texts: Mapping[str, str]) -> dict[int, str]:
    """The fingerprint of each problem, by its place in the list. Within a file they are all different."""
    starts: dict[str, list[int]] = {}
    seen: Counter[tuple[str, ...]] = Counter()
    found: dict[int, str] = {}
    # In the order of the text, so that the order in which problems are told does not matter.
    numbered = sorted(enumerate(problems), key=lambda each: (each[1].path, each[1].line, each[1].column))
    for place, problem in numbered:
        text = texts[problem.path]
        lines = starts.get(problem.path) or starts.setdefault(problem.path, line_starts(text))
        line = text[lines[problem.line - 1] : lines[problem.line] if problem.line < len(lines) else None]
        alike = problem.code, " ".join(line.split()), problem.message
        known = "\0".join([*alike, str(seen[problem.path, *alike])])
        seen[problem.path, *alike] += 1
        found[place] = sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
    return found
