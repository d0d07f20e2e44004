"""A picture or page in the frame of a device.

A screenshot tells more when it is plain that it is a phone, a watch or a browser window. Other runes may stand in it
too.
"""

from __future__ import annotations

from ..content import rest
from ..model import choice, flag, number, rune, text

_DEVICES = "iphone-15 iphone-se pixel phone ipad tablet browser browser-dark macbook watch none"

mockup = rune(
    "mockup",
    "Puts its body into the frame of a device",
    category="Design",
    attributes=[
        choice("device", _DEVICES, "The device; a browser if not said"),
        text("label", "A line of text under it"),
        choice("color", "dark light auto", "The colour of the device"),
        flag("statusBar", "Show clock and signs at a phone's top"),
        text("url", "The address in a browser's bar"),
        number("scale", "How large it is; 0.5 is half"),
        choice("fit", "auto none", "Whether the body is fitted to the screen"),
    ],
    content=rest("body"),
    sample="""
        {% mockup device="pixel" label="The tide table on the pier" scale=0.8 %}
        ![A list of times, high water in blue](/shots/table.png)
        {% /mockup %}
    """,
)
