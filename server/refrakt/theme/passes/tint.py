"""Step 4: the tint of an element, a preset of the theme or colours of its own."""

from __future__ import annotations

from refrakt.markdoc.javascript_values import js_str
from refrakt.theme.passes.rune_element import RuneElement

TOKENS = {
    "bg": "bg",
    "background": "bg",
    "surface": "surface",
    "text": "text",
    "muted": "muted",
    "primary": "primary",
    "secondary": "secondary",
    "accent": "accent",
    "border": "border",
}
"""The colours that a page can set, and the token that each one sets."""
_CUSTOM = "custom"


def apply_tint(element: RuneElement) -> None:
    name, mode = element.meta("tint"), element.meta("tint-mode")
    if not name and not mode:
        return
    preset = element.site.tints.get(name) if name and name != _CUSTOM else None
    light = dict(preset.light) if preset else {}
    dark = dict(preset.dark) if preset else {}
    for written, token in TOKENS.items():
        for colors, key in ((light, f"tint-{written}"), (dark, f"tint-dark-{written}")):
            value = element.meta(key)
            if value:
                colors[token] = js_str(value)
                element.consumed.add(key)
    if name or light:
        element.attributes["data-tint"] = name or _CUSTOM
    mode = mode or (preset.lock_mode if preset else None)
    if mode and mode != "auto":
        element.attributes["data-color-scheme"] = mode
    if dark:
        element.attributes["data-tint-dark"] = ""
    element.tint_styles += [f"--tint-{token}: {value}" for token, value in light.items()]
    element.tint_styles += [f"--tint-dark-{token}: {value}" for token, value in dark.items()]
    if light or preset:
        element.classes.append("tinted")
    element.consumed |= {"tint", "tint-mode"}
