"""Steps 5 and 6: density, and the universal attributes that control size, spacing, emphasis and motion."""

from __future__ import annotations

from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.theme.passes.rune_element import DEFAULT_READING, RuneElement

DEPRECATED_VALUE = "deprecated-value"
UNSUPPORTED_ATTRIBUTE = "unsupported-attribute"

READINGS = frozenset({"fine", "ui", "prose"})
_DROPCAP_READING = "prose"
_OLD_ELEVATIONS = {"none": "flat", "sm": "raised", "md": "raised", "lg": "floating"}
_HEADER_ROLES = frozenset({"header", "preamble", "title", "description"})


def apply_density(element: RuneElement) -> None:
    """The element's own density, or that which the parent requires, or the default."""
    outer = element.site.runes.get(element.parent) if element.parent else None
    required = outer.child_density if outer is not None else None
    own = element.attribute("density")
    element.density = own if own is not None else required or element.theme.default_density or "full"


def apply_width(element: RuneElement) -> None:
    width = element.attribute("width")
    width = element.theme.default_width if width is None else width
    if truthy(width) and width != "content":
        element.values["width"] = width
        element.classes.append(js_str(width))


def apply_reading(element: RuneElement) -> None:
    """The type of text in the body, and its initial letter, which prose alone has."""
    written = element.attribute("reading")
    if not (isinstance(written, str) and written in READINGS):
        written = element.theme.default_reading or DEFAULT_READING
    element.reading = written
    if truthy(element.attribute("dropcap")):
        element.dropcap = written == _DROPCAP_READING
        if not element.dropcap:
            element.warn(
                UNSUPPORTED_ATTRIBUTE, f"`dropcap` needs a prose body; the reading of `{element.name}` is `{written}`"
            )
    if element.theme.content_measure == "anchored":
        element.values["content-measure"] = "anchored"


def apply_spacing(element: RuneElement) -> None:
    for name in ("spacing", "inset"):
        value = element.attribute(name)
        if truthy(value) and value != "default":
            element.values[name] = value
            element.classes.append(f"{name}-{js_str(value)}")


def apply_elevation(element: RuneElement) -> None:
    value = element.attribute("elevation")
    value = element.theme.default_elevation if value is None else value
    if not isinstance(value, str) or not value:
        return
    current = _OLD_ELEVATIONS.get(value, value)
    if current != value:
        element.warn(DEPRECATED_VALUE, f"`elevation` `{value}` is deprecated; use `{current}`")
    element.values["elevation"] = current


def apply_prominence(element: RuneElement) -> None:
    """The emphasis of the header; for runes that have one."""
    value = element.attribute("prominence")
    value = element.theme.default_prominence if value is None else value
    if not truthy(value):
        return
    if _HEADER_ROLES.isdisjoint(element.theme.sections.values()):
        element.warn(UNSUPPORTED_ATTRIBUTE, f"`prominence` has no effect on `{element.name}`, which has no header")
    else:
        element.values["prominence"] = js_str(value)


def apply_motion(element: RuneElement) -> None:
    reveal = element.attribute("reveal")
    if truthy(reveal):
        element.values["reveal"] = js_str(reveal)
    if truthy(element.attribute("stagger")):
        element.values["stagger"] = ""
