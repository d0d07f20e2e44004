"""The settings of the editor. They override the config of the project, and the frontmatter of a page overrides them.

`settings.schema.json` describes the same settings for editors; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from refrakt.project.confinement import is_absolute
from refrakt.rules.problem import SEVERITIES


@dataclass(frozen=True, slots=True)
class InlayHints:
    """Which inlay hints are shown."""

    fields: bool = True
    """The meaning of parts of the body of a rune."""
    defaults: bool = False
    """The default attributes of a rune."""
    titles: bool = True
    """The titles of referenced ids and URLs."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The section `refrakt` of the settings."""

    rules: Mapping[str, str] = field(default_factory=dict)
    """A severity or `off`, by code."""
    diagnostics: bool = True
    """Whether problems are shown during typing."""
    closed_pages: bool = True
    """Whether problems of pages that are not open are shown."""
    mcp: bool = True
    """Whether agents may connect to the process of the editor."""
    code_lens: bool = True
    """Whether code lenses show the references to a page, a heading or a partial."""
    inlay_hints: InlayHints = InlayHints()
    allowed_folders: tuple[str, ...] = ()
    """Folders outside of the project that its config or links may refer to."""


_SWITCHES = {"diagnostics": "diagnostics", "closed_pages": "closedPages", "mcp": "mcp", "code_lens": "codeLens"}
"""The boolean settings, with their names in editors."""


def read_settings(data: Any) -> tuple[Settings, list[str]]:
    """The settings that an editor sends, and the errors in them. Invalid settings are skipped."""
    if data is None:
        return Settings(), []
    if not isinstance(data, Mapping):
        return Settings(), ["the settings of refrakt must be an object"]
    wrong: list[str] = []
    found: dict[str, Any] = {}
    setting = data.get("rules")
    if isinstance(setting, Mapping):
        rules = {str(code): "off" if severity is False else str(severity) for code, severity in setting.items()}
        wrong += [
            f"refrakt.rules.{code}: unknown severity `{severity}`; use one of {', '.join(SEVERITIES)}, off"
            for code, severity in rules.items()
            if severity not in (*SEVERITIES, "off")
        ]
        found["rules"] = {code: severity for code, severity in rules.items() if severity in (*SEVERITIES, "off")}
    elif setting is not None:
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


def _folders(setting: Any) -> tuple[tuple[str, ...], list[str]]:
    """Absolute paths only: a relative one would depend on the working directory."""
    if setting is None:
        return (), []
    if not isinstance(setting, list) or not all(isinstance(each, str) for each in setting):
        return (), ["refrakt.allowedFolders must be a list of paths"]
    wrong = [each for each in setting if not is_absolute(each)]
    return tuple(each for each in setting if each not in wrong), [
        f"refrakt.allowedFolders: `{each}` must be an absolute path" for each in wrong
    ]


def _inlay_hints(setting: Any) -> tuple[InlayHints, list[str]]:
    """The kinds of hints one by one, or `false` for none."""
    if setting is None or setting is True:
        return InlayHints(), []
    if setting is False:
        return InlayHints(False, False, False), []
    if not isinstance(setting, Mapping):
        return InlayHints(), ["refrakt.inlayHints must be an object, or true or false"]
    flags = {each.name: setting[each.name] for each in fields(InlayHints) if setting.get(each.name) is not None}
    wrong = [
        f"refrakt.inlayHints.{name} must be true or false" for name, value in flags.items() if type(value) is not bool
    ]
    return InlayHints(**{name: value for name, value in flags.items() if type(value) is bool}), wrong
