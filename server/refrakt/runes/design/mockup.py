"""Content in the frame of a device, such as a screenshot in a phone or a browser window. It may contain other runes."""

from __future__ import annotations

from refrakt.runes.content_model import rest
from refrakt.runes.rune import choice, flag, number, rune, text

_DEVICES = "iphone-15 iphone-se pixel phone ipad tablet browser browser-dark macbook watch none"

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
    sample="""
        {% mockup device="pixel" label="The tide table on the pier" scale=0.8 %}
        ![A list of times, high water in blue](/shots/table.png)
        {% /mockup %}
    """,
)
