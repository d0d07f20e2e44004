"""Content in the frame of a device, such as a screenshot in a phone or a browser window. It may contain other runes."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part, with_attributes
from refrakt.runes.rune import choice, flag, number, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme, plain

_DEVICES = "iphone-15 iphone-se pixel phone ipad tablet browser browser-dark macbook watch none"

_NOTCHES = {"iphone-15": "dynamic-island", "iphone-se": "classic", "pixel": "punch-hole", "phone": None}
_TABLETS = ("ipad", "tablet")
_BROWSERS = ("browser", "browser-dark")


def _build(mockup: RuneBuilder) -> Tag:
    values = mockup.attributes
    device, label, scale = mockup.text("device") or "browser", mockup.text("label"), values["scale"]
    frame = part("frame", "div", _frame(mockup, device, part("viewport", "div", mockup.render("body"))))
    return mockup.element(
        "div",
        [frame, *([part("label", "div", [label])] if label else [])],
        fields={"device": device, "color": values["color"] or "dark", "fit": values["fit"] or "auto"},
        attributes={"style": f"--mockup-scale: {js_str(scale)}" if scale and scale != 1 else None},
    )


def _frame(mockup: RuneBuilder, device: str, viewport: Tag) -> list[Tag]:
    """The parts of the device around the screen."""
    if device in _NOTCHES:
        return [part("bezel", "div", _phone(mockup, device, viewport))]
    if device in _TABLETS or device == "watch":
        return [part("bezel", "div", [viewport])]
    if device in _BROWSERS:
        url = mockup.text("url")
        address = part("address-bar", "div", [part("url", "span", [url])] if url else [])
        return [part("title-bar", "div", [_lights(), address]), viewport]
    if device == "macbook":
        keyboard = part("keyboard", "div", [part("trackpad", "div")])
        return [part("title-bar", "div", [_lights()]), viewport, keyboard]
    return [viewport]


def _phone(mockup: RuneBuilder, device: str, viewport: Tag) -> list[Tag]:
    notch = [with_attributes(part("notch", "div"), data_notch=_NOTCHES[device])] if _NOTCHES[device] else []
    status = [part("status-time", "span", ["9:41"]), part("status-icons", "span")]
    bar = [] if mockup.attributes["statusBar"] is False else [part("status-bar", "div", status)]
    return [*notch, *bar, viewport, part("home-indicator", "div")]


def _lights() -> Tag:
    lights = [
        with_attributes(part("traffic-light", "span"), data_light=light) for light in ("close", "minimize", "maximize")
    ]
    return part("traffic-lights", "div", lights)


mockup = rune(
    "mockup",
    "Shows its body in a device frame",
    category="Design",
    attributes=[
        choice("device", _DEVICES, "Device; a browser by default"),
        text("label", "Caption below the device"),
        choice("color", "dark light auto", "Colour of the device"),
        flag("statusBar", "Show the status bar of a phone"),
        text("url", "URL in the address bar of a browser"),
        number("scale", "Scale; 0.5 is half size"),
        choice("fit", "auto none", "Whether the body is scaled to the screen"),
    ],
    content=rest("body"),
    build=_build,
    theme=RuneTheme(
        "mockup",
        modifiers={"device": Modifier(default="browser"), "color": Modifier(default="dark"), "fit": plain("auto")},
        media_slots={"viewport": "hero"},
        default_density="compact",
        default_elevation="flush",
        edit_hints={"viewport": "none"},
    ),
    sample="""
        {% mockup device="pixel" label="The tide table on the pier" scale=0.8 %}
        ![A list of times, high water in blue](/shots/table.png)
        {% /mockup %}
    """,
)
