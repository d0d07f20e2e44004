"""The names of a theme's layouts, icons, tints and backgrounds.

A theme is a JavaScript package, and its code is not run. The names of the default theme are listed here, and a site's config may
add to them. With another theme the names are unknown, and no name is reported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

SHIPPED = "@refrakt-md/lumina"
GLOBAL = "global"
"""The group of icons whose names have no group prefix."""

LAYOUTS = frozenset({"default", "docs", "blog-article", "plan"})
TINTS = frozenset({"base", "subtle", "warm", "cool", "dark"})
_GLOBAL_ICONS = """
    alert-circle alert-triangle arrow-down arrow-left arrow-right arrow-up arrow-up-down bar-chart-2 bell book-open
    bookmark briefcase building calendar camera check check-circle clipboard-list clock cloud code copy cpu credit-card
    database dollar-sign download edit external-link eye eye-off file-text filter flag folder globe heart help-circle
    home image info key layers layout lightbulb link lock mail map-pin minus monitor package palette phone plus puzzle
    refresh-cw rocket search server settings share shield shield-check shopping-cart smartphone sparkles star target
    terminal thumbs-down thumbs-up trash-2 trending-up truck unlock upload user users video x x-circle zap
"""
ICONS: Mapping[str, frozenset[str]] = {
    GLOBAL: frozenset(_GLOBAL_ICONS.split()),
    "hint": frozenset({"note", "warning", "caution", "check"}),
    "accordion": frozenset({"chevron"}),
}


@dataclass(frozen=True, slots=True)
class ThemeNames:
    """The valid names; None if they are unknown."""

    layouts: frozenset[str] | None
    icons: frozenset[str] | None
    """With the group as prefix: `hint/note`."""
    tints: frozenset[str] | None
    backgrounds: frozenset[str] | None


def theme_names(site: Mapping[str, Any], unknown_packages: Collection[str] = ()) -> ThemeNames:
    """The names on a site, from its config. Config values of the wrong type are ignored.

    Rune packages may add icons and backgrounds. The bundled ones do not; with unknown packages the names are unknown.
    """
    theme = site.get("theme")
    package = theme.get("package") if isinstance(theme, Mapping) else theme
    if package != SHIPPED:
        return ThemeNames(None, None, None, None)
    icons = {**ICONS, GLOBAL: ICONS[GLOBAL] | _keys(site.get("icons"))}
    complete = not unknown_packages
    return ThemeNames(
        LAYOUTS,
        _qualified_names(icons) if complete else None,
        TINTS | _keys(site.get("tints")),
        _keys(site.get("backgrounds")) if complete else None,
    )


def _keys(value: Any) -> frozenset[str]:
    return frozenset(map(str, value)) if isinstance(value, Mapping) else frozenset()


def _qualified_names(icons: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The icon names as pages write them. The prefix of the global group is optional."""
    grouped = {f"{group}/{name}" for group, names in icons.items() for name in names}
    return frozenset(grouped | set(icons.get(GLOBAL, ())))
