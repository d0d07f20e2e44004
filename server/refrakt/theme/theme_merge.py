"""Overrides of themes: how the config of a package or site changes the config of a rune.

A field of the override replaces the field of the rune. Meta fields, blocks and layout entries are merged by name, variants by
modifier and value. Variants of a rune are overrides as well and follow the same rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Any

from refrakt.runes.rune_theme import RuneTheme

Overrides = Mapping[str, Any]
"""Values by the field names of `RuneTheme`."""

FIELD_NAMES = frozenset(each.name for each in fields(RuneTheme))
_BY_NAME = frozenset({"meta_fields", "blocks", "layout"})


@dataclass(frozen=True, slots=True)
class ThemeProblem:
    """Something wrong in a theme config. `path` leads to the value: `tints.dusk.extends`."""

    path: str
    message: str


def merged_rune_theme(base: RuneTheme, overrides: Overrides) -> RuneTheme:
    values: dict[str, Any] = {}
    for name, value in overrides.items():
        if name not in FIELD_NAMES:
            continue
        if name in _BY_NAME:
            value = {**getattr(base, name), **value}
        elif name == "variants":
            value = {
                **base.variants,
                **{axis: {**base.variants.get(axis, {}), **by_value} for axis, by_value in value.items()},
            }
        values[name] = value
    return replace(base, **values) if values else base


def extended_rune_theme(base: RuneTheme, overrides: Overrides) -> RuneTheme:
    """The theme with the additions of a plugin: modifiers and structure entries, nothing else."""
    return replace(
        base,
        modifiers={**base.modifiers, **overrides.get("modifiers", {})},
        structure={**base.structure, **overrides.get("structure", {})},
    )


@dataclass(frozen=True, slots=True)
class Tint:
    """The colours of a tint, by token name, in light and dark mode."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    lock_mode: str | None = None
    """The colour scheme that the tint requires."""


def expanded_tints(
    definitions: Mapping[str, Any], presets: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
) -> tuple[dict[str, Tint], list[ThemeProblem]]:
    """The tints of a config. A tint that `extends` another one or a preset starts with the values of that one.

    A tint that extends itself or an unknown tint is a problem, and is used without the rest of the chain. A preset that is not in
    `presets` is a module of JavaScript, which is not run, so its colours are unknown.
    """
    tints: dict[str, Tint] = {}
    problems: list[ThemeProblem] = []
    for name in definitions:
        chain: list[str] = []
        bases: list[Mapping[str, Any]] = []
        current: str | None = name
        while current is not None and current not in chain:
            if chain and (current in presets or "/" in current):
                bases = [presets[current]] if current in presets else []
                current = None
                break
            definition = definitions.get(current)
            if not isinstance(definition, Mapping):
                if chain:
                    problems.append(ThemeProblem(f"tints.{chain[-1]}.extends", f"unknown tint `{current}`"))
                else:
                    problems.append(ThemeProblem(f"tints.{name}", "a tint is an object"))
                break
            chain.append(current)
            following = definition.get("extends")
            current = following if isinstance(following, str) and following else None
        else:
            if current is not None:
                path = " → ".join([*chain, current])
                problems.append(ThemeProblem(f"tints.{name}.extends", f"the tint extends itself: {path}"))
        tints[name] = _tint([*bases, *(definitions[each] for each in reversed(chain))])
    return tints, list(dict.fromkeys(problems))


def _tint(chain: Iterable[Mapping[str, Any]]) -> Tint:
    """The values of a chain of tints; later ones override earlier ones."""
    light: dict[str, str] = {}
    dark: dict[str, str] = {}
    lock: str | None = None
    for definition in chain:
        light |= _texts(definition.get("light"))
        dark |= _texts(definition.get("dark"))
        mode = definition.get("lockMode")
        lock = mode if isinstance(mode, str) and mode else lock
    return Tint(light, dark, lock)


def _texts(value: Any) -> dict[str, str]:
    if not isinstance(value, Mapping):
        return {}
    return {str(key): each for key, each in value.items() if isinstance(each, str) and each}
