"""Places on a map.

A list becomes pins: bold is the place's name, italics say what is there, a link leads on, and two numbers with a comma are
its coordinates; what is left is the address. A heading groups the pins after it. Text between the lists is not shown.
"""

from __future__ import annotations

from ..content import EMPTY, Custom
from ..model import choice, flag, rune, text

map_rune = rune(
    "map",
    "Shows a list of places as pins on a map",
    category="Semantic",
    schema_type="Place",
    attributes=[
        text("zoom", "How close to look; more is closer"),
        text("center", "What to centre on, as coordinates or a place"),
        choice("variant", "street satellite terrain dark minimal", "What the map shows, and how"),
        choice("height", "small medium large full", "How tall the map is"),
        choice("provider", "openstreetmap mapbox", "Whose map it is"),
        flag("interactive", "Readers may move and zoom it"),
        flag("route", "Draw a line from pin to pin"),
        flag("cluster", "Join pins that are close together"),
    ],
    content=Custom(takes="heading|list|tag:map-pin", needs="list|tag:map-pin"),
    sample="""
        {% map zoom="12" variant="terrain" route=true %}
        ## Springs

        - **Upper Well** — *Cold, even in August* — 46.5312, 8.0127
        - **[Shepherd's Trough](/springs/trough)** — 46.5290, 8.0204

        ## Shelter

        - **Stone Hut** — *Key at the inn* — Upper Lane 3, Varen
        {% /map %}
    """,
    snippet="""
        {% map zoom="${1:13}" %}
        - **${2:Name}** — *${3:What is there}* — ${4:46.53}, ${5:8.01}
        {% /map %}
    """,
)

map_pin = rune(
    "map-pin",
    "One place on a map",
    parents="map",
    attributes=[
        text("name", "What the place is called"),
        text("description", "What is there"),
        text("lat", "Degrees north, below zero for south"),
        text("lng", "Degrees east, below zero for west"),
        text("address", "Its address, to find it without coordinates"),
        text("url", "Where its name leads"),
        text("group", "The pins it belongs with"),
    ],
    content=EMPTY,
    sample="""
        {% map height="small" %}
        {% map-pin name="Boathouse" lat="59.3251" lng="18.0710" description="Canoes by the hour" /%}
        {% /map %}
    """,
)
