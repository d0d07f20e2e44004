"""Content over media: where it is placed, and the scrim that keeps it legible."""

from __future__ import annotations

from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.theme.element_tree import find_in, replace_element, with_values
from refrakt.theme.passes.frame import NO_EFFECT
from refrakt.theme.passes.rune_element import RuneElement

_SCRIM_EDGES = frozenset({"top", "bottom", "left", "right"})
_CENTER_STYLES = (
    "--cover-scrim-image: radial-gradient(ellipse farthest-side at center, rgb(0 0 0 / 0.55) 40%, transparent 100%)",
    "--cover-scrim-mask: radial-gradient(ellipse farthest-side at center, #000 50%, transparent 100%)",
)


def cover_styles(element: RuneElement) -> list[str]:
    """The styles of a covered element; also marks the colour scheme of the content."""
    styles: list[str] = []
    place = element.values.get("content-place")
    if truthy(place):
        if element.cover:
            styles += _placement_styles(js_str(place))
        else:
            element.warn(
                NO_EFFECT, f"`content-place` of `{element.name}` has no effect without `media-position` `cover`"
            )
    if element.cover:
        styles += _scrim_styles(element)
    return styles


def _placement_styles(place: str) -> list[str]:
    if place == "auto":
        return []
    block, inline = [*place.split(), "", ""][:2]
    styles = [f"--cover-place-block: {block}"] if block else []
    styles += [f"--cover-place-inline: {inline}"] if inline else []
    if block == "start":
        styles.append("--cover-scrim-dir: to bottom")
    elif block == "center":
        styles += _CENTER_STYLES
    return styles


def _scrim_styles(element: RuneElement) -> list[str]:
    scrim, kind = element.meta("scrim"), element.meta("scrim-type")
    if scrim == "none":
        element.attributes["data-scrim"] = "none"
        return []
    if kind:
        element.attributes["data-scrim-type"] = kind
        if kind == "frost" and element.meta("scrim-blur"):
            element.attributes["data-scrim-blur"] = element.meta("scrim-blur")
    if element.theme.root_attributes.get("data-cover-scope") != "header" and not element.attributes.get(
        "data-color-scheme"
    ):
        content = find_in(element.children, "data-name", "content")
        if content is not None:
            tone = element.meta("scrim-tone")
            scheme = {"data-color-scheme": "dark" if tone is None else tone}
            element.children = replace_element(element.children, content, with_values(content, scheme))
    return [f"--cover-scrim-dir: to {scrim}"] if scrim in _SCRIM_EDGES else []
