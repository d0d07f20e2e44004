"""Step 8: frames around media, and substrates, the patterns behind an element."""

from __future__ import annotations

from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.theme.passes.rune_element import Decoration, RuneElement

NO_MEDIA = "no-media"
UNKNOWN_VALUE = "unknown-value"
NO_EFFECT = "no-effect"

_FACETS = {
    "frame-aspect": "aspect",
    "frame-displace": "displace",
    "frame-displace-mode": "displaceMode",
    "frame-offset": "offset",
    "frame-oversize": "oversize",
    "frame-place": "place",
    "frame-anchor": "anchor",
    "frame-overflow": "overflow",
    "frame-shadow": "shadow",
}
"""The metas of a frame and the keys of frame presets."""
_OFFSETS = {
    "none": "0",
    "sm": "var(--rf-spacing-sm)",
    "md": "var(--rf-spacing-md)",
    "lg": "var(--rf-spacing-lg)",
    "xl": "var(--rf-spacing-xl)",
    "2xl": "var(--rf-spacing-section)",
    "3xl": "var(--rf-spacing-section-loose)",
    "4xl": "var(--rf-spacing-section-breathe)",
}
_HORIZONTAL = {"left": "start", "center": "center", "right": "end"}
_VERTICAL = {"top": "start", "bottom": "end"}
_CELLS = {"sm": "12px", "md": "16px", "lg": "24px"}
_OPACITIES = {"sm": "0.25", "md": "0.5", "lg": "0.85"}


def apply_frame(element: RuneElement) -> None:
    written = [name for name in ("frame", *_FACETS) if element.meta(name) is not None]
    if not written:
        return
    element.consumed.update(written)
    preset = element.meta("frame")
    facets = _preset_facets(element, js_str(preset)) if truthy(preset) else {}
    facets |= {_FACETS[name]: js_str(element.meta(name)) for name in written if name in _FACETS}
    if facets.get("displace") and not facets.get("displaceMode") and element.theme.guest_fit == "bleed":
        facets["displaceMode"] = "bleed"
    target = element.theme.frame_target or ("media" if element.has_media else None)
    if target is None:
        warn_without_media(element, "frame")
    if facets.get("overflow") == "bleed" and element.theme.guest_fit != "bleed":
        element.warn(NO_EFFECT, f"`frame-overflow` `bleed` has no effect on `{element.name}`, which crops its media")
        facets["overflow"] = "clip"
    if target is not None:
        _decorate(element, _frame_attributes(facets, preset), _frame_styles(element, facets), target == "media")


def _preset_facets(element: RuneElement, name: str) -> dict[str, str]:
    """The named frame of the theme, over the one that it extends."""
    presets = element.site.frames
    preset = presets.get(name, {})
    extended = presets.get(preset.get("extends") or "", {})
    return {key: js_str(value) for key, value in {**extended, **preset}.items() if key != "extends" and truthy(value)}


def _frame_attributes(facets: dict[str, str], preset: object) -> dict[str, str]:
    attributes = {
        "data-frame": js_str(preset) if truthy(preset) else "",
        "data-displace": facets.get("displace", ""),
        "data-displace-mode": facets.get("displaceMode", ""),
        "data-frame-shadow": facets.get("shadow", ""),
        "data-frame-overflow": "bleed" if facets.get("overflow") == "bleed" else "",
    }
    return {name: value for name, value in attributes.items() if value}


def _frame_styles(element: RuneElement, facets: dict[str, str]) -> tuple[str, ...]:
    styles: list[str] = []
    if facets.get("aspect"):
        styles.append(f"--frame-aspect: {facets['aspect']}")
    if facets.get("offset"):
        if facets["offset"] not in _OFFSETS:
            element.warn(UNKNOWN_VALUE, f"unknown frame offset `{facets['offset']}`; use one of {', '.join(_OFFSETS)}")
        styles.append(f"--frame-offset: {_OFFSETS.get(facets['offset'], _OFFSETS['none'])}")
    styles += [f"--frame-{name}: {facets[name]}" for name in ("oversize", "anchor") if facets.get(name)]
    if facets.get("place"):
        x, y = placement(facets["place"])
        styles += [f"--frame-place-x: {x}", f"--frame-place-y: {y}"]
    return tuple(styles)


def placement(place: str) -> tuple[str, str]:
    """The horizontal and vertical alignment of a place such as `left`, `top` or `bottom right`; the centre if it is unknown."""
    if place in _HORIZONTAL:
        return _HORIZONTAL[place], "center"
    vertical, _, horizontal = place.partition(" ")
    if vertical in _VERTICAL and (not horizontal or horizontal in _HORIZONTAL):
        return _HORIZONTAL[horizontal or "center"], _VERTICAL[vertical]
    return "center", "center"


def apply_substrate(element: RuneElement) -> None:
    names = [f"substrate{suffix}" for suffix in ("", "-size", "-opacity", "-fill", "-target")]
    pattern, size, opacity, fill, target = (element.meta(name) for name in names)
    if not truthy(pattern):
        return
    element.consumed.update(name for name in names if element.meta(name) is not None)
    if target not in ("self", "media"):
        target = element.theme.substrate_target or "self"
    if target == "media" and not element.has_media:
        warn_without_media(element, "substrate-target")
        return
    attributes = {"data-substrate": js_str(pattern)}
    if truthy(fill):
        attributes["data-substrate-fill"] = js_str(fill)
    styles = [f"--substrate-cell: {_CELLS[size]}"] if size in _CELLS else []
    styles += [f"--substrate-opacity: {_OPACITIES[opacity]}"] if opacity in _OPACITIES else []
    _decorate(element, attributes, tuple(styles), target == "media")


def _decorate(element: RuneElement, attributes: dict[str, str], styles: tuple[str, ...], on_media: bool) -> None:
    element.decorations.append(Decoration(attributes, styles, on_media))
    if not on_media:
        element.attributes |= attributes


def warn_without_media(element: RuneElement, name: str) -> None:
    element.warn(NO_MEDIA, f"`{name}` has no effect on `{element.name}`, which has no media")
