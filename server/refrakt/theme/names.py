"""The names that pages call things of a theme by: layouts, icons, tints, backgrounds.

A theme is a JavaScript package, and its code is not run. What the shipped one offers is written down here, and a site's config may
add to it. On a site with another theme the names cannot be known, and then no name is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

SHIPPED = "@refrakt-md/lumina"
GLOBAL = "global"
"""The group of icons that are called without one."""

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
    """What a page may name. None stands for names that nobody can list without running the theme."""

    layouts: frozenset[str] | None
    icons: frozenset[str] | None
    """Those of a group begin with its name: `hint/note`."""
    tints: frozenset[str] | None
    backgrounds: frozenset[str] | None


def theme_names(site: Mapping[str, Any], unknown_packages: Collection[str] = ()) -> ThemeNames:
    """The names on a site, given its part of the config. What has the wrong shape there counts as not given.

    Packages of runes may bring icons and backgrounds. The bundled ones do not; of others that are unknown, nobody can tell.
    """
    theme = site.get("theme")
    package = theme.get("package") if isinstance(theme, Mapping) else theme
    if package != SHIPPED:
        return ThemeNames(None, None, None, None)
    icons = {**ICONS, GLOBAL: ICONS[GLOBAL] | _keys(site.get("icons"))}
    known = not unknown_packages
    return ThemeNames(
        LAYOUTS,
        _called(icons) if known else None,
        TINTS | _keys(site.get("tints")),
        _keys(site.get("backgrounds")) if known else None,
    )


def _keys(value: Any) -> frozenset[str]:
    return frozenset(map(str, value)) if isinstance(value, Mapping) else frozenset()


def _called(icons: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """The icons of every group as pages write them. A bare name is one of the global group, which may also be named."""
    grouped = {f"{group}/{name}" for group, names in icons.items() for name in names}
    return frozenset(grouped | set(icons.get(GLOBAL, ())))
