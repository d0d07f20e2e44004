"""The theme of a call: that of the site, or another one by name or as a config file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from refrakt.errors import RefraktError
from refrakt.project.files import LARGEST_CONFIG, read_bytes
from refrakt.project.pipeline.site_theme import site_theme
from refrakt.project.site import SiteContext
from refrakt.services.context import Context
from refrakt.theme.theme_config import SHIPPED_THEME, ThemeConfig, assembled_theme
from refrakt.theme.theme_json import theme_overrides_from_json
from refrakt.theme.theme_names import SHIPPED
from refrakt.untrusted import LONGEST, one_line, word

BASE = "base"
"""The themes of the runes without additions."""


@dataclass(frozen=True, slots=True)
class NamedTheme:
    """A theme, and its name in answers."""

    name: str
    config: ThemeConfig


def chosen_theme(context: Context, site: SiteContext, name: str | None) -> NamedTheme:
    """The theme of this name, else that of the site."""
    if name is None or name == site_theme_name(site):
        return _kept(site, "", lambda: NamedTheme(site_theme_name(site), site_theme(site).config))
    if name == BASE:
        return _kept(site, BASE, lambda: NamedTheme(BASE, assembled_theme(site.vocabulary).config))
    if name == SHIPPED:
        return _kept(
            site, SHIPPED, lambda: NamedTheme(SHIPPED, assembled_theme(site.vocabulary, [SHIPPED_THEME]).config)
        )
    if not name.endswith(".json"):
        message = f"unknown theme '{one_line(name, LONGEST)}'"
        hint = f"Valid themes: {BASE}, {SHIPPED}, or the path of a theme config in JSON; omit it for the theme of the site."
        raise RefraktError("NOT_FOUND", message, hint)
    overrides, _ = theme_overrides_from_json(read_json(context, name))
    return NamedTheme(name, assembled_theme(site.vocabulary, [overrides]).config)


def site_theme_name(site: SiteContext) -> str:
    """The theme package in the config of a site; `base` without one."""
    theme = site.settings.get("theme")
    package = theme.get("package") if isinstance(theme, Mapping) else theme
    return package if isinstance(package, str) and package else BASE


def read_json(context: Context, path: str) -> Any:
    """The data of a JSON file of the project."""
    file = context.locate(path)
    try:
        return json.loads(read_bytes(file, LARGEST_CONFIG))
    except FileNotFoundError as error:
        raise RefraktError("NOT_FOUND", f"no file {word(path, LONGEST)}", "Pass the path of a JSON file.") from error
    except OSError as error:
        message = f"cannot read {word(path, LONGEST)}: {error.strerror or error}"
        raise RefraktError("INVALID_ARGS", message, "Pass the path of a JSON file.") from error
    except (ValueError, RecursionError) as error:
        raise RefraktError(
            "VALIDATION_ERROR", f"{word(path, LONGEST)} is not JSON: {error}", "Correct the file."
        ) from error


def _kept(site: SiteContext, key: str, make: Any) -> NamedTheme:
    """The theme, made once as long as the site has the same config."""
    themes: dict[str, NamedTheme] = site.caches.setdefault("chosen themes", {})
    found = themes.get(key)
    if found is None:
        found = themes[key] = make()
    return found
