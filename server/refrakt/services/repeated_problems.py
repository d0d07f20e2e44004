"""Problems that a whole site repeats, reported once.

If many pages break the same rule of a site's schema in the same way, the schema is probably not what the authors have in mind, and
hundreds of reports would hide the others. Broken links, unknown tags and syntax errors are mistakes of a page, however frequent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from refrakt.project.index.checked_files import CheckedFile
from refrakt.rules.problem import Problem, Related

_LEAST_PROBLEMS = 5
_LEAST_FILES = 3
_MOST_RELATED = 20
_ABOUT_THE_SCHEMA = frozenset(
    {
        *("child-invalid", "coercible-value", "invisible-character", "missing-attribute", "needless-content"),
        *("unknown-attribute", "unknown-variable", "value-not-allowed", "wrong-place", "wrong-type"),
    }
)

_Occurrences = dict[tuple[str, str], list[tuple[str, Problem]]]


def join_repeated(files: Iterable[CheckedFile]) -> tuple[CheckedFile, ...]:
    """The files with each repeated problem once, at its first location, with the others as related locations."""
    listed = tuple(files)
    occurrences: _Occurrences = {}
    for file in listed:
        for each in file.problems:
            if each.code in _ABOUT_THE_SCHEMA:
                occurrences.setdefault((each.code, each.message), []).append((file.path, each))
    repeated = {key: found for key, found in occurrences.items() if _is_repeated(found)}
    joined = (replace(file, problems=tuple(_remaining(file, repeated))) for file in listed) if repeated else listed
    return tuple(file for file in joined if file.problems)


def _is_repeated(found: list[tuple[str, Problem]]) -> bool:
    return len(found) >= _LEAST_PROBLEMS and len({path for path, _ in found}) >= _LEAST_FILES


def _remaining(file: CheckedFile, repeated: _Occurrences) -> Iterable[Problem]:
    for each in file.problems:
        found = repeated.get((each.code, each.message))
        if found is None:
            yield each
        elif found[0] == (file.path, each):
            count = len({path for path, _ in found})
            others = tuple(Related(path, other.span, other.message) for path, other in found[1 : _MOST_RELATED + 1])
            message = f"{each.message} ({len(found)} times on {count} pages)"
            suggestion = "If this is intended, change the site's schema; else correct these pages."
            yield replace(each, message=message, suggestion=suggestion, fix=None, related=others, severity="info")
