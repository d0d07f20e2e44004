"""What a person sets in the editor. It lies over the config of the project and under what a page says itself.

`settings.schema.json` beside this says the same to other programs, and a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from refrakt.rules.finding import SEVERITIES

from .confinement import is_absolute


@dataclass(frozen=True, slots=True)
class InlayHints:
    """What is written between the words of a page without being there."""

    fields: bool = True
    """What a rune takes a part of its body for."""
    defaults: bool = False
    """The attributes a rune has although nobody has written them."""
    titles: bool = True
    """What is called by the id or the address that a page names it with."""


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
    code_lens: bool = True
    """Whether lines of their own tell who refers to a page, a heading or a partial."""
    inlay_hints: InlayHints = InlayHints()
    allowed_folders: tuple[str, ...] = ()
    """Folders outside of the project whose files may be used, where the project's config or links lead there."""


_SWITCHES = {"diagnostics": "diagnostics", "closed_pages": "closedPages", "mcp": "mcp", "code_lens": "codeLens"}
"""Those that are on or off, and what editors call them."""


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
    for name, key in _SWITCHES.items():
        value = data.get(key)
        if isinstance(value, Mapping):
            value = value.get("enable")
        if isinstance(value, bool):
            found[name] = value
        elif value is not None:
            wrong.append(f"refrakt.{key} must be true or false")
    hints, more = _inlay_hints(data.get("inlayHints"))
    folders, relative = _folders(data.get("allowedFolders"))
    return Settings(**found, inlay_hints=hints, allowed_folders=folders), [*wrong, *more, *relative]


def _folders(given: Any) -> tuple[tuple[str, ...], list[str]]:
    """Absolute paths: what a relative one means would depend on where the process was started."""
    if given is None:
        return (), []
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        return (), ["refrakt.allowedFolders must be a list of paths"]
    wrong = [each for each in given if not is_absolute(each)]
    return tuple(each for each in given if each not in wrong), [
        f"refrakt.allowedFolders: `{each}` must be an absolute path" for each in wrong
    ]


def _inlay_hints(given: Any) -> tuple[InlayHints, list[str]]:
    """The kinds of hints one by one, or `false` for none of them."""
    if given is None or given is True:
        return InlayHints(), []
    if given is False:
        return InlayHints(False, False, False), []
    if not isinstance(given, Mapping):
        return InlayHints(), ["refrakt.inlayHints must be an object, or true or false"]
    said = {each.name: given[each.name] for each in fields(InlayHints) if given.get(each.name) is not None}
    wrong = [
        f"refrakt.inlayHints.{name} must be true or false" for name, value in said.items() if type(value) is not bool
    ]
    return InlayHints(**{name: value for name, value in said.items() if type(value) is bool}), wrong
