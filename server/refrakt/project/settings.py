"""What a person sets in the editor. It lies over the config of the project and under what a page says itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from refrakt.rules.finding import SEVERITIES


@dataclass(frozen=True, slots=True)
class Settings:
    """The section `refrakt` of an editor's settings."""

    rules: Mapping[str, str] = field(default_factory=dict)
    """A severity, or `off`, for a code."""
    diagnostics: bool = True
    """Whether problems are shown while writing."""
    closed_pages: bool = True
    """Whether problems are shown for pages that are not open, too."""
    mcp: bool = True
    """Whether agents may connect to this editor's process."""


def read_settings(data: Any) -> tuple[Settings, list[str]]:
    """Settings as an editor sends them, and what is wrong with them. What is wrong does not count; the rest does."""
    if data is None:
        return Settings(), []
    if not isinstance(data, Mapping):
        return Settings(), ["the settings of refrakt must be an object"]
    wrong: list[str] = []
    found: dict[str, Any] = {}
    given = data.get("rules")
    if isinstance(given, Mapping):
        rules = {str(code): "off" if wish is False else str(wish) for code, wish in given.items()}
        wrong += [
            f"refrakt.rules.{code}: `{wish}` is no severity; there are {', '.join(SEVERITIES)} and off"
            for code, wish in rules.items()
            if wish not in (*SEVERITIES, "off")
        ]
        found["rules"] = {code: wish for code, wish in rules.items() if wish in (*SEVERITIES, "off")}
    elif given is not None:
        wrong.append("refrakt.rules must be an object of severities")
    for name, key in (("diagnostics", "diagnostics"), ("closed_pages", "closedPages"), ("mcp", "mcp")):
        value = data.get(key)
        if isinstance(value, Mapping):
            value = value.get("enable")
        if isinstance(value, bool):
            found[name] = value
        elif value is not None:
            wrong.append(f"refrakt.{key} must be true or false")
    return Settings(**found), wrong
