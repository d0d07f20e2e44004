"""Codes of problems in the input of a service."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from refrakt.errors import RefraktError
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.registry import all_rules, declared_rule
from refrakt.untrusted import one_line


def refuse_unknown_codes(codes: Iterable[str], root: Path) -> None:
    """Refuse codes that no rule has, neither refrakt's own nor one of the plugins of a project."""
    known = all_rules()
    others = [each for each in codes if each not in known and declared_rule(each) is None]
    of_plugins = _codes_of_plugins(root) if others else frozenset()
    for code in others:
        if code not in of_plugins:
            message = f"unknown rule '{one_line(code, 60)}'{did_you_mean(nearest(code, [*known, *of_plugins]))}"
            raise RefraktError("INVALID_ARGS", message, "The manual lists all rules.")


def _codes_of_plugins(root: Path) -> frozenset[str]:
    from refrakt.plugins.discovery import discover_plugins

    plugins = [each.plugin for each in discover_plugins(root).plugins if each.plugin is not None]
    return frozenset(code for each in plugins if each.rules is not None for code in each.rules())
