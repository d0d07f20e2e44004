"""A progress bar.

Set a value and a maximum, or a percentage alone. The body is its label.
"""

from __future__ import annotations

import math
from typing import Any

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import text_of
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, number, rune
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(progress: RuneBuilder) -> Tag:
    value, maximum = _number(progress.attributes["value"]), _number(progress.attributes["max"])
    counted = value is not None and maximum is not None and maximum > 0
    if value is not None and maximum is not None and maximum > 0:
        percent: int | float = _clamped(math.floor(value / maximum * 100 + 0.5))
    else:
        percent = _clamped(_number(progress.attributes["percent"]) or 0)
    display = progress.attributes["display"] or ("fraction" if counted else "percent")
    readout = ""
    if display == "fraction" and counted:
        readout = f"{js_str(value)}/{js_str(maximum)}"
    elif display == "percent":
        readout = f"{js_str(percent)}%"
    body = progress.render("body")
    children = [
        *([part("label", "span", body)] if body else []),
        *([part("value", "span", [readout])] if readout else []),
        part("track", "span", [part("fill", "span")]),
    ]
    bar = {
        "role": "progressbar",
        "aria-valuemin": "0",
        "aria-valuenow": js_str(value if counted else percent),
        "aria-valuemax": js_str(maximum) if counted else "100",
        "aria-label": text_of(body).strip() or None,
        "style": f"--rf-progress: {js_str(percent)}%",
    }
    return progress.element(
        "div", children, fields={"sentiment": progress.attributes["sentiment"] or None}, attributes=bar
    )


def _number(value: Any) -> int | float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return value


def _clamped(percent: int | float) -> int | float:
    return max(0, min(100, percent))


progress = rune(
    "progress",
    "Shows progress as a bar",
    category="Content",
    attributes=[
        number("value", "Completed amount"),
        number("max", "Total amount"),
        number("percent", "Progress in percent, 0 to 100"),
        choice("display", "fraction percent none", "Format of the number"),
        choice("sentiment", "positive caution negative", "Whether the value is positive or negative"),
    ],
    content=rest("body"),
    build=_build,
    theme=RuneTheme("progress", modifiers={"sentiment": Modifier()}),
    sample="""
        {% progress value=18 max=24 display="percent" sentiment="positive" %}
        Planks replaced
        {% /progress %}
    """,
)
