"""Step 7: the background layer: an image, a gradient, a video or another element, with an overlay and a scrim over it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.theme.element_tree import attribute
from refrakt.theme.passes.gradients import gradient
from refrakt.theme.passes.rune_element import RuneElement

RAW_OVERLAY = "raw-overlay"

BLURS = {"sm": "4px", "md": "8px", "lg": "16px"}
_STRENGTHS = {"sm": "0.3", "md": "0.55", "lg": "0.8"}
_TOKEN = re.compile(r"[a-z][a-z0-9-]*")
_META_NAMES = """
    bg-preset bg-src bg-video bg-overlay bg-blur bg-position bg-fit bg-opacity bg-fixed bg-gradient bg-from bg-via bg-to
    bg-gradient-type bg-overlay-opacity scrim scrim-type scrim-strength scrim-blur scrim-tone
"""
_BACKGROUND_METAS = frozenset(_META_NAMES.split())
_COVER_METAS = frozenset({"scrim", "scrim-type", "scrim-blur", "scrim-tone"})


def apply_background(element: RuneElement) -> None:
    if element.cover:
        element.consumed |= _COVER_METAS
    element.guest = _guest(element)
    preset = _preset(element)
    image = _gradient(element, preset)
    scrim = element.meta("scrim")
    if element.cover or scrim == "none":
        scrim = None
    visible = (element.meta("bg-preset"), element.meta("bg-src"), element.meta("bg-video"), element.meta("bg-overlay"))
    if not (any(map(truthy, visible)) or image or scrim or element.guest is not None):
        return
    styles = _styles(element, preset, image)
    layers: list[Renderable] = []
    if element.meta("bg-video"):
        layers.append(_video(element, styles))
    if element.guest is not None:
        layers.append(element.guest)
    if element.meta("bg-overlay"):
        layers.append(_overlay(element))
    if scrim:
        layers.append(_scrim(element, js_str(scrim)))
    name = element.meta("bg-preset")
    attributes: dict[str, Any] = {"data-name": "bg"}
    if name:
        attributes["data-bg-preset"] = name
    if styles:
        attributes["style"] = "; ".join(styles)
    if element.meta("bg-fixed"):
        attributes["data-bg-fixed"] = ""
    element.background = Tag("div", attributes, layers)
    element.classes.append("has-bg")
    element.attributes["data-bg"] = ""
    element.consumed |= _BACKGROUND_METAS


def _guest(element: RuneElement) -> Tag | None:
    return next(
        (each for each in element.children if isinstance(each, Tag) and attribute(each, "data-bg-guest") is not None),
        None,
    )


def _preset(element: RuneElement) -> Mapping[str, Any]:
    """The named background of the theme, over the one that it extends."""
    presets = element.site.backgrounds
    preset = presets.get(element.meta("bg-preset") or "")
    if preset is None:
        return {}
    extended = presets.get(preset.get("extends") or "")
    if extended is None:
        return preset
    return {**extended, **preset, "style": {**_mapping(extended, "style"), **_mapping(preset, "style")}}


def _mapping(value: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = value.get(key)
    return found if isinstance(found, Mapping) else {}


def _gradient(element: RuneElement, preset: Mapping[str, Any]) -> str | None:
    names = ("bg-gradient", "bg-gradient-type", "bg-from", "bg-via", "bg-to")
    direction, kind, *stops = (js_str(value) if truthy(value) else "" for value in map(element.meta, names))
    given = _mapping(preset, "gradient")
    if not (direction or kind or any(stops) or given):
        return None
    own = [stop for stop in stops if stop]
    listed = given.get("stops")
    if len(own) < 2 and isinstance(listed, list):
        own = [stop for stop in listed if isinstance(stop, str)]
    return gradient(kind or given.get("type"), direction or given.get("direction"), own)


def _styles(element: RuneElement, preset: Mapping[str, Any], image: str | None) -> list[str]:
    styles = [f"{name}: {js_str(value)}" for name, value in _mapping(preset, "style").items()]
    source, blur = element.meta("bg-src"), element.meta("bg-blur")
    if source:
        styles.append(f"--bg-image: url({js_str(source)})")
    elif image:
        styles.append(f"--bg-image: {image}")
    values = {
        "position": element.meta("bg-position"),
        "blur": BLURS.get(js_str(blur), blur) if blur else None,
        "fit": element.meta("bg-fit"),
        "opacity": element.meta("bg-opacity"),
    }
    return styles + [f"--bg-{name}: {js_str(value)}" for name, value in values.items() if truthy(value)]


def _video(element: RuneElement, styles: list[str]) -> Tag:
    attributes: dict[str, Any] = {
        "data-name": "bg-video",
        "autoplay": "",
        "muted": "",
        "loop": "",
        "playsinline": "",
        "src": element.meta("bg-video"),
    }
    if styles:
        attributes["style"] = "; ".join(style for style in styles if not style.startswith("--bg-image"))
    return Tag("video", attributes)


def _overlay(element: RuneElement) -> Tag:
    """A colour over the background: dark, light, a colour of the theme, or CSS."""
    value, opacity = js_str(element.meta("bg-overlay")), element.meta("bg-overlay-opacity")
    faded = [f"opacity: {js_str(opacity)}"] if opacity else []
    attributes: dict[str, Any] = {"data-name": "bg-overlay"}
    if value in ("dark", "light"):
        attributes["data-bg-overlay"] = value
        styles = faded
    elif _TOKEN.fullmatch(value):
        styles = [f"background: var(--rf-color-{value})", *faded]
    else:
        element.warn(
            RAW_OVERLAY, f"CSS in the `overlay` of `{element.name}` is deprecated; use a colour of the theme or `scrim`"
        )
        styles = [f"background: {value}"]
    if styles:
        attributes["style"] = "; ".join(styles)
    return Tag("div", attributes)


def _scrim(element: RuneElement, direction: str) -> Tag:
    """A gradient or blur between background and content that keeps the text legible."""
    kind = _text(element, "scrim-type", "gradient")
    tone = _text(element, "scrim-tone", "dark")
    if kind == "frost":
        style = f"--scrim-blur: {BLURS.get(_text(element, 'scrim-blur', 'md'), BLURS['md'])}"
    else:
        style = f"--scrim-strength: {_STRENGTHS.get(_text(element, 'scrim-strength', 'md'), _STRENGTHS['md'])}"
    element.attributes.setdefault("data-color-scheme", tone)
    return Tag(
        "div",
        {
            "data-name": "scrim",
            "data-scrim": kind,
            "data-scrim-tone": tone,
            "data-scrim-dir": direction,
            "style": style,
        },
    )


def _text(element: RuneElement, name: str, default: str) -> str:
    value = element.meta(name)
    return default if value is None else js_str(value)
