"""Similar names, for the messages of plugins and for completion."""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.rules.name_suggestion import did_you_mean, nearest

__all__ = ["did_you_mean", "matching_names", "nearest"]


def matching_names(typed: str, names: Iterable[str]) -> list[str]:
    """The names that start with the typed text, then those that contain it, then similar ones."""
    ordered = sorted(names)
    typed = typed.casefold()
    starting = [each for each in ordered if each.casefold().startswith(typed)]
    containing = [each for each in ordered if typed in each.casefold()]
    return list(dict.fromkeys([*starting, *containing, *nearest(typed, ordered)]))
