"""The theme of a site: how its runes look, and its icons, tints, backgrounds, frames and texts.

It is put together in this order: the runes of core, the runes of packages, the overrides of the theme and the site, and the
additions of plugins to runes of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from refrakt.runes.rune_theme import RuneTheme
from refrakt.runes.vocabulary import Vocabulary
from refrakt.theme.rune_names import kebab_case
from refrakt.theme.shipped_tints import SHIPPED_TINTS, TINT_PRESETS
from refrakt.theme.strings import DEFAULT_LOCALE, LocalText
from refrakt.theme.svg_sanitizer import sanitized_svg
from refrakt.theme.theme_merge import (
    Overrides,
    ThemeProblem,
    Tint,
    expanded_tints,
    extended_rune_theme,
    merged_rune_theme,
)
from refrakt.theme.theme_names import GLOBAL

PREFIX = "rf"
TOKEN_PREFIX = "--rf"
CORE_PACKAGE = "core"


@dataclass(frozen=True, slots=True, eq=False)
class ThemeConfig:
    prefix: str = PREFIX
    """The first part of all class names."""
    token_prefix: str = TOKEN_PREFIX
    runes: Mapping[str, RuneTheme] = field(default_factory=dict)
    """By the value of `data-rune`."""
    icons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Sanitised SVG texts by group and name."""
    tints: Mapping[str, Tint] = field(default_factory=dict)
    backgrounds: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    frames: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    strings: Mapping[str, LocalText] = field(default_factory=dict)
    """Texts of the site's locale by key, such as `learning.recipe.prepTime`."""
    locale: str = DEFAULT_LOCALE


@dataclass(frozen=True, slots=True)
class ThemeOverrides:
    """What a theme, a package or the config of a site changes. Tints, backgrounds and frames are as in the config file."""

    prefix: str | None = None
    token_prefix: str | None = None
    runes: Mapping[str, Overrides] = field(default_factory=dict)
    """By `data-rune`; the keys of the values are the fields of `RuneTheme`."""
    extensions: Mapping[str, Overrides] = field(default_factory=dict)
    """Modifiers and structure entries that plugins add to existing runes."""
    icons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """SVG texts by group and name. A group replaces the group of the same name."""
    global_icons: Mapping[str, str] = field(default_factory=dict)
    """SVG texts that a site adds to the group without a prefix."""
    tints: Mapping[str, Any] = field(default_factory=dict)
    backgrounds: Mapping[str, Any] = field(default_factory=dict)
    frames: Mapping[str, Any] = field(default_factory=dict)
    strings: Mapping[str, LocalText] = field(default_factory=dict)
    locale: str | None = None


SHIPPED_THEME = ThemeOverrides(tints=SHIPPED_TINTS)
"""What the default theme adds to the themes of the runes."""


@dataclass(frozen=True, slots=True)
class AssembledTheme:
    config: ThemeConfig
    problems: tuple[ThemeProblem, ...] = ()


def default_theme(vocabulary: Vocabulary) -> ThemeConfig:
    """The theme of the runes of a vocabulary, without icons, tints, backgrounds and frames."""
    return ThemeConfig(runes=rune_themes(vocabulary))


def rune_themes(vocabulary: Vocabulary) -> dict[str, RuneTheme]:
    """The themes of the elements that the runes render, by `data-rune`. Runes of packages override those of core."""
    scopes = {package.name: package.short for package in vocabulary.packages if package.short != CORE_PACKAGE}
    themes: dict[str, RuneTheme] = {}
    for rune in sorted(vocabulary, key=lambda each: each.package in scopes):
        scope = scopes.get(rune.package)
        own = {kebab_case(rune.rendered_as or rune.name): rune.theme} if rune.theme is not None else {}
        for name, theme in (*rune.part_themes.items(), *own.items()):
            themes[name] = replace(theme, scope=scope) if scope and not theme.scope else theme
    return themes


def assembled_theme(vocabulary: Vocabulary, layers: Sequence[ThemeOverrides] = ()) -> AssembledTheme:
    """The theme of a vocabulary with the overrides of a theme, of packages and of the site, in this order."""
    return overridden_theme(default_theme(vocabulary), layers)


def overridden_theme(theme: ThemeConfig, layers: Sequence[ThemeOverrides]) -> AssembledTheme:
    runes = dict(theme.runes)
    icons = dict(theme.icons)
    problems: list[ThemeProblem] = []
    for layer in layers:
        for name, overrides in layer.runes.items():
            if name in runes:
                runes[name] = merged_rune_theme(runes[name], overrides)
            elif isinstance(overrides.get("block"), str):
                runes[name] = merged_rune_theme(RuneTheme(overrides["block"]), overrides)
            else:
                problems.append(ThemeProblem(f"runes.{name}", "a new rune needs a `block`"))
        icons |= {group: _sanitized(each, f"icons.{group}", problems) for group, each in layer.icons.items()}
        if layer.global_icons:
            added = _sanitized(layer.global_icons, f"icons.{GLOBAL}", problems)
            icons[GLOBAL] = {**icons.get(GLOBAL, {}), **added}
    for layer in layers:
        for name, overrides in layer.extensions.items():
            if name in runes:
                runes[name] = extended_rune_theme(runes[name], overrides)
    tints, wrong_tints = expanded_tints(_joined(each.tints for each in layers), TINT_PRESETS)
    config = replace(
        theme,
        prefix=_last((each.prefix for each in layers), theme.prefix),
        token_prefix=_last((each.token_prefix for each in layers), theme.token_prefix),
        runes=runes,
        icons=icons,
        tints={**theme.tints, **tints},
        backgrounds={**theme.backgrounds, **_objects("backgrounds", layers, problems)},
        frames={**theme.frames, **_objects("frames", layers, problems)},
        strings={**theme.strings, **_joined(each.strings for each in layers)},
        locale=_last((each.locale for each in layers), theme.locale),
    )
    return AssembledTheme(config, (*problems, *wrong_tints))


def _sanitized(icons: Mapping[str, str], path: str, problems: list[ThemeProblem]) -> dict[str, str]:
    """The icons of a group without anything that could run or load something else."""
    kept: dict[str, str] = {}
    for name, source in icons.items():
        svg = sanitized_svg(source)
        if svg:
            kept[name] = svg
        else:
            problems.append(ThemeProblem(f"{path}.{name}", "not an SVG text"))
    return kept


def _objects(key: str, layers: Sequence[ThemeOverrides], problems: list[ThemeProblem]) -> dict[str, Mapping[str, Any]]:
    kept: dict[str, Mapping[str, Any]] = {}
    for name, value in _joined(getattr(each, key) for each in layers).items():
        if isinstance(value, Mapping):
            kept[name] = value
        else:
            problems.append(ThemeProblem(f"{key}.{name}", "expected an object"))
    return kept


def _joined(values: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {key: value for each in values for key, value in each.items()}


def _last(values: Iterable[str | None], default: str) -> str:
    return next((each for each in reversed([*values]) if each), default)
