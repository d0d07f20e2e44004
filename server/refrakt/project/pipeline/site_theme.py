"""The theme of a site: the themes of its runes with the icons, tints, backgrounds and texts of its config."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.project.site import SiteContext
from refrakt.theme.theme_config import SHIPPED_THEME, AssembledTheme, ThemeOverrides, assembled_theme
from refrakt.theme.theme_names import SHIPPED


def site_theme(context: SiteContext) -> AssembledTheme:
    """Values of the wrong type are ignored: `config-shape` reports them."""
    settings = context.settings
    theme = settings.get("theme")
    package = theme.get("package") if isinstance(theme, Mapping) else theme
    site = ThemeOverrides(
        global_icons=_texts(settings.get("icons")),
        tints=_mapping(settings.get("tints")),
        backgrounds=_mapping(settings.get("backgrounds")),
        strings=_texts(settings.get("strings")),
        locale=settings["locale"] if isinstance(settings.get("locale"), str) else None,
    )
    return assembled_theme(context.vocabulary, [SHIPPED_THEME, site] if package == SHIPPED else [site])


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _texts(value: Any) -> dict[str, str]:
    return {str(key): each for key, each in _mapping(value).items() if isinstance(each, str)}
