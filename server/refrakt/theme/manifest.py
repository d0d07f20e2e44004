"""The manifest of a theme: its name, its prefix, its layouts with their regions, and how it switches to dark colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from refrakt.theme.theme_merge import ThemeProblem
from refrakt.untrusted import LONGEST, one_line

Problems = list[ThemeProblem]


def manifest_problems(manifest: Any) -> tuple[Problems, Problems]:
    """The errors and the warnings of a manifest."""
    errors: Problems = []
    warnings: Problems = []
    if not isinstance(manifest, Mapping):
        return [ThemeProblem("", "expected an object")], []
    for key in _REQUIRED:
        if key not in manifest:
            errors.append(ThemeProblem(key, "missing"))
    for key, value in manifest.items():
        check = _KEYS.get(key)
        if check is None:
            warnings.append(ThemeProblem(_name(key), "unknown key"))
        else:
            check(value, key, errors)
    return errors, warnings


def _text(value: Any, path: str, errors: Problems) -> None:
    if not isinstance(value, str) or not value:
        errors.append(ThemeProblem(path, "expected a text"))


def _flag(value: Any, path: str, errors: Problems) -> None:
    if not isinstance(value, bool):
        errors.append(ThemeProblem(path, "expected true or false"))


def _names(value: Any, path: str, errors: Problems) -> None:
    if not isinstance(value, list) or not all(isinstance(each, str) and each for each in value):
        errors.append(ThemeProblem(path, "expected a list of names"))


def _list(value: Any, path: str, errors: Problems) -> None:
    if not isinstance(value, list):
        errors.append(ThemeProblem(path, "expected a list"))


def _one_of(*values: str) -> Callable[[Any, str, Problems], None]:
    def check(value: Any, path: str, errors: Problems) -> None:
        if value not in values:
            errors.append(ThemeProblem(path, f"expected {' or '.join(f'`{each}`' for each in values)}"))

    return check


def _object(value: Any, path: str, errors: Problems) -> None:
    if not isinstance(value, Mapping):
        errors.append(ThemeProblem(path, "expected an object"))


def _texts(value: Any, path: str, errors: Problems) -> None:
    if isinstance(value, Mapping):
        for key, each in value.items():
            _text(each, f"{path}.{_name(key)}", errors)
    else:
        _object(value, path, errors)


def _record(keys: Mapping[str, Callable[[Any, str, Problems], None]]) -> Callable[[Any, str, Problems], None]:
    def check(value: Any, path: str, errors: Problems) -> None:
        _object(value, path, errors)
        for key, inner in keys.items():
            if isinstance(value, Mapping) and key in value:
                inner(value[key], f"{path}.{key}", errors)

    return check


def _layouts(value: Any, path: str, errors: Problems) -> None:
    _object(value, path, errors)
    if not isinstance(value, Mapping):
        return
    for name, layout in value.items():
        here = f"{path}.{_name(name)}"
        _LAYOUT(layout, here, errors)
        if not isinstance(layout, Mapping):
            continue
        regions, needed = layout.get("regions", []), layout.get("requiredRegions", [])
        if isinstance(regions, list) and isinstance(needed, list):
            errors += [
                ThemeProblem(f"{here}.requiredRegions", f"`{_name(each)}` is not a region of the layout")
                for each in needed
                if isinstance(each, str) and each not in regions
            ]


def _name(key: object) -> str:
    return one_line(str(key), LONGEST)


_LAYOUT = _record({"component": _text, "regions": _names, "requiredRegions": _names})
_REQUIRED = ("name", "version")
_KEYS: Mapping[str, Callable[[Any, str, Problems], None]] = {
    "name": _text,
    "description": _text,
    "version": _text,
    "author": _text,
    "prefix": _text,
    "tokenPrefix": _text,
    "target": _text,
    "designTokens": _text,
    "layouts": _layouts,
    "darkMode": _record({"attribute": _text, "values": _texts, "systemPreference": _flag}),
    "refrakt": _text,
    "siteName": _text,
    "baseUrl": _text,
    "defaultImage": _text,
    "logo": _text,
    "routeRules": _list,
    "components": _object,
    "fallbackComponent": _text,
    "unsupportedRuneBehavior": _one_of("fallback", "passthrough", "hide"),
}
