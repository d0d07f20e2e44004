"""Versions and ranges as npm has them.

`latest` and an empty range are `*`, which excludes pre-releases. A range that cannot be parsed matches the version of exactly
that text.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from refrakt_forge.limits import RANGE_LENGTH
from refrakt_forge.names import LATEST

UNKNOWN_VERSION = "unknown"
_NUMBER = "(?:0|[1-9][0-9]{0,14})"
"""Without leading zeros, and not longer than every reader of versions can count."""
EXACT = re.compile(rf"{_NUMBER}\.{_NUMBER}\.{_NUMBER}")
_PRE_RELEASE = f"(?:{_NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_BUILD = "[0-9A-Za-z-]+"
_SEMVER = re.compile(rf"{EXACT.pattern}(?:-{_PRE_RELEASE}(?:\.{_PRE_RELEASE})*)?(?:\+{_BUILD}(?:\.{_BUILD})*)?")
_LONGEST_NUMBER = 15


def is_version(text: str) -> bool:
    """Whether a text is a complete version, pre-release and build included."""
    return len(text) <= RANGE_LENGTH and _is_version(text)


@lru_cache(1000)
def _is_version(text: str) -> bool:
    return _SEMVER.fullmatch(text) is not None


def satisfies(version: str, range: str) -> bool:
    """Whether a version is in a range."""
    if not is_version(version):
        return version == range
    wanted = "*" if range in (LATEST, "") else range
    return _in_range(version, wanted)


def highest(versions: Iterable[str], range: str = LATEST) -> str | None:
    """The highest version in a range."""
    return max((each for each in versions if satisfies(each, range)), key=version_key, default=None)


def newest_first(versions: Iterable[str]) -> list[str]:
    """Distinct versions in descending order."""
    return sorted(set(versions), key=version_key, reverse=True)


def is_newer(version: str, other: str) -> bool:
    """Whether a version is higher than another; False if one of them is not a version."""
    return is_version(version) and is_version(other) and version_key(version) > version_key(other)


def major(version: str) -> int | None:
    return int(version.partition(".")[0]) if is_version(version) else None


def is_breaking(old: str, new: str) -> bool:
    """Whether an update has a higher major version."""
    old_major, new_major = major(old), major(new)
    return old_major is not None and new_major is not None and new_major > old_major


def version_key(text: str) -> tuple[Any, ...]:
    """A key for sorting; texts that are not versions come first. Build metadata does not count."""
    if not is_version(text):
        return 0, text
    release, _, pre_release = text.partition("+")[0].partition("-")
    parts = tuple((0, int(each), "") if each.isdecimal() else (1, 0, each) for each in pre_release.split("."))
    return 1, *map(int, release.split(".")), not pre_release, parts


@lru_cache(maxsize=4096)
def _in_range(version: str, range: str) -> bool:
    if len(range) > RANGE_LENGTH or any(len(each) > _LONGEST_NUMBER for each in re.findall(r"\d+", range)):
        return version == range
    try:
        # White space has no meaning, and the library's expressions need quadratic time for a run of it.
        return bool(_parsed_range(" ".join(range.split())).test(version))
    except Exception:  # noqa: BLE001 - the library has no common exception for ranges that it cannot parse
        return version == range


@lru_cache(maxsize=256)
def _parsed_range(range: str) -> Any:
    return _library().make_range(range, False)


@cache
def _library() -> Any:
    import nodesemver

    # It logs a traceback for each range that it cannot parse, and callers may pass any text.
    logging.getLogger("nodesemver").setLevel(logging.CRITICAL)
    return nodesemver
