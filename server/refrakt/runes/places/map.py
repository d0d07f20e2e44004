"""Places on a map.

A list becomes pins: bold is the place's name, italic text is its description, a link is its URL, and two numbers with a comma are
its coordinates; the rest is the postal address. A heading groups the pins after it. Text between the lists is not shown.
"""

from __future__ import annotations

from refrakt.runes.content_model import EMPTY, Custom
from refrakt.runes.rune import choice, flag, rune, text

map_rune = rune(
    "map",
    "Shows a list of places as pins on a map",
    category="Semantic",
    schema_type="Place",
    attributes=[
        text("zoom", "Zoom level"),
        text("center", "Centre of the map, as coordinates or a place name"),
        choice("variant", "street satellite terrain dark minimal", "Map style"),
        choice("height", "small medium large full", "Height of the map"),
        choice("provider", "openstreetmap mapbox", "Map provider"),
        flag("interactive", "Allow readers to move and zoom the map"),
        flag("route", "Draw a route between the pins"),
        flag("cluster", "Cluster pins that are close together"),
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
        text("name", "Name of the place"),
        text("description", "Description of the place"),
        text("lat", "Latitude in degrees; negative for south"),
        text("lng", "Longitude in degrees; negative for west"),
        text("address", "Postal address, instead of coordinates"),
        text("url", "URL of the link on its name"),
        text("group", "Group of pins it belongs to"),
    ],
    content=EMPTY,
    sample="""
        {% map height="small" %}
        {% map-pin name="Boathouse" lat="59.3251" lng="18.0710" description="Canoes by the hour" /%}
        {% /map %}
    """,
)
