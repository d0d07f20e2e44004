"""The tints of the default theme, and the colour presets that a site's tints can extend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from refrakt.theme.theme_names import SHIPPED

_TOKENS = ("bg", "surface", "text", "muted", "primary", "border")


def _theme_colors(**names: str) -> dict[str, str]:
    return {token: f"var(--rf-color-{name})" for token, name in names.items()}


def _preset(light: str = "", dark: str = "") -> dict[str, Any]:
    """A preset of colours, in the order of the tokens."""
    modes = {"light": light.split(), "dark": dark.split()}
    return {mode: dict(zip(_TOKENS, colors, strict=True)) for mode, colors in modes.items() if colors}


_BASE = _theme_colors(bg="bg", surface="surface", text="text", muted="muted", primary="primary", border="border")
_SUBTLE = {**_BASE, **_theme_colors(bg="surface", surface="surface-hover")}

SHIPPED_TINTS: Mapping[str, Any] = {
    "base": {"light": _BASE, "dark": _BASE},
    "subtle": {"light": _SUBTLE, "dark": _SUBTLE},
    "warm": {
        "light": _theme_colors(bg="surface-active", text="text", primary="warning", border="border"),
        "dark": {"bg": "#2a2018", **_theme_colors(text="text", primary="warning"), "border": "#4a3f33"},
    },
    "cool": {
        "light": _theme_colors(bg="info-bg", text="text", primary="primary", border="info-border"),
        "dark": {"bg": "#1c1a17", "text": "#e2e0dd", **_theme_colors(primary="primary"), "border": "#5a564f"},
    },
    "dark": {"lockMode": "dark", "dark": {"bg": "#5a564f", "text": "#fbfaf7", **_theme_colors(primary="danger")}},
}

_PRESETS: Mapping[str, Mapping[str, Any]] = {
    "niwaki": _preset(),
    "nord": _preset(
        "#eceff4 #e5e9f0 #2e3440 #4c566a #5e81ac #d8dee9",
        "#2e3440 #3b4252 #d8dee9 #616e88 #88c0d0 #3b4252",
    ),
    "tideline": {
        "light": _preset("#faf5eb #fffbf2 #1d3557 #5a7a90 #457b9d #d8e4de")["light"],
        "dark": {
            **_preset(dark="#152238 #1a2940 #f1faee #a8dadc #70b4c0 -")["dark"],
            "border": "rgba(168, 218, 220, 0.15)",
        },
    },
    "dracula": _preset(dark="#282a36 #44475a #f8f8f2 #6272a4 #bd93f9 #44475a"),
    "solarized": _preset(
        "#fdf6e3 #eee8d5 #657b83 #93a1a1 #268bd2 #eee8d5",
        "#002b36 #073642 #839496 #586e75 #268bd2 #073642",
    ),
    "catppuccin": _preset(
        "#eff1f5 #e6e9ef #4c4f69 #6c6f85 #1e66f5 #dce0e8",
        "#1e1e2e #181825 #cdd6f4 #a6adc8 #89b4fa #313244",
    ),
    "tokyo-night": _preset(
        "#e1e2e7 #d6d8de #3760bf #848cb5 #2e7de9 #cbcdd9",
        "#24283b #1f2335 #c0caf5 #565f89 #7aa2f7 #3b4261",
    ),
    "one-dark": _preset(dark="#282c34 #21252b #abb2bf #828997 #528bff #3e4451"),
    "gruvbox": _preset(
        "#fbf1c7 #ebdbb2 #3c3836 #928374 #076678 #d5c4a1",
        "#282828 #3c3836 #ebdbb2 #928374 #83a598 #504945",
    ),
}
TINT_PRESETS: Mapping[str, Mapping[str, Any]] = {
    f"{SHIPPED}/presets/{name}": colors for name, colors in _PRESETS.items()
}
"""By the module that a tint names in `extends`."""
