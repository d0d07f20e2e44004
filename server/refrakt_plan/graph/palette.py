"""The colours of a drawing, for light and dark colour schemes."""

from __future__ import annotations

_FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
_LIGHT = {
    "page": "fill:#fff",
    "box": "fill:#fff;stroke:#d7dce2",
    "ended .box": "fill:#f8f9fa",
    "ready .box": "stroke:#3b7ddd;stroke-width:1.75",
    "caption,.id": "fill:#1b1f24",
    "words": "fill:#3d444d",
    "faint": "fill:#6a737d",
    "track": "fill:#e6e9ed",
    "edge": "stroke:#768390",
    "met": "stroke:#c6ccd3",
    "back": "stroke:#d1242f",
    "tip-edge": "fill:#768390",
    "tip-met": "fill:#c6ccd3",
    "tip-back": "fill:#d1242f",
    "neutral": "fill:#6a737d",
    "active": "fill:#1f6feb",
    "positive": "fill:#1a7f37",
    "caution": "fill:#9a6700",
    "negative": "fill:#cf222e",
    "on-neutral": "fill:#eceff2",
    "on-active": "fill:#ddebff",
    "on-positive": "fill:#dcf5e3",
    "on-caution": "fill:#fdf0cf",
    "on-negative": "fill:#ffe3e1",
}
_DARK = {
    "page": "fill:#0d1117",
    "box": "fill:#161b22;stroke:#363d47",
    "ended .box": "fill:#11161d",
    "ready .box": "stroke:#4c94ff",
    "caption,.id": "fill:#eef2f6",
    "words": "fill:#c3ccd6",
    "faint": "fill:#8b96a3",
    "track": "fill:#2a313a",
    "edge": "stroke:#7d8896",
    "met": "stroke:#4b5563",
    "back": "stroke:#ff6b62",
    "tip-edge": "fill:#7d8896",
    "tip-met": "fill:#4b5563",
    "tip-back": "fill:#ff6b62",
    "neutral": "fill:#96a0ab",
    "active": "fill:#6cb0ff",
    "positive": "fill:#4cc56a",
    "caution": "fill:#e0ac32",
    "negative": "fill:#ff7d75",
    "on-neutral": "fill:#262d36",
    "on-active": "fill:#122c4f",
    "on-positive": "fill:#123520",
    "on-caution": "fill:#3a2c0a",
    "on-negative": "fill:#461a1b",
}
_SHAPES = (
    f"text{{font-family:{_FONT};font-size:12px}}"
    ".caption{font-size:17px;font-weight:600}.id{font-weight:600}.status{font-size:10.5px;font-weight:600}"
    ".count{font-size:10.5px}.path{fill:none;stroke-width:1.5}.back{stroke-dasharray:6 4}"
)


def style() -> str:
    """The style sheet of a drawing."""
    return f"{_SHAPES}{_rules(_LIGHT)}@media(prefers-color-scheme:dark){{{_rules(_DARK)}}}"


def _rules(colours: dict[str, str]) -> str:
    return "".join(f".{name}{{{rule}}}" for name, rule in colours.items())
