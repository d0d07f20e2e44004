"""Places on a map.

A list becomes pins: bold is the place's name, italic text is its description, a link is its URL, and two numbers with a comma are
its coordinates; the rest is the postal address. A heading groups the pins after it. Text between the lists is not shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import EMPTY, Custom
from refrakt.runes.match_expressions import plain_text
from refrakt.runes.output.child_runes import child_elements, child_tag
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, flag, rune, text
from refrakt.runes.rune_theme import ContentWrapper, Modifier, RuneTheme, plain

_COORDINATES = re.compile(r"((?:-|(?<![0-9]))[0-9]++\.?[0-9]*+)\s*+,\s*+(-?[0-9]++\.?[0-9]*+)")
_SEPARATOR = re.compile("[-–—]")


def _build_map(place_map: RuneBuilder) -> Tag:
    pins = child_elements(place_map, _pins(place_map.nodes("children")), "map-pin", data_field="pin")
    return place_map.element(
        "rf-map",
        [part("pins", "ol", pins)],
        fields={
            "zoom": place_map.text("zoom"),
            "center": place_map.text("center"),
            "variant": place_map.text("variant") or "street",
            "height": place_map.text("height") or "medium",
            "provider": place_map.text("provider") or "openstreetmap",
            "interactive": place_map.text("interactive") or "true",
            "route": place_map.text("route") or "false",
            "cluster": place_map.text("cluster") or "false",
        },
        typeof="Place",
    )


def _pins(nodes: Iterable[Node]) -> list[Node]:
    """The items of lists as pins, and the pins that are written as tags. A heading is the group of the pins after it."""
    pins: list[Node] = []
    group = ""
    for node in nodes:
        if node.type == "heading":
            group = plain_text(node)
        elif node.type == "list":
            items = [item for item in node.children if item.type == "item"]
            pins += [child_tag("map-pin", _place(item) | {"group": group}, (), item) for item in items]
        elif node.tag == "map-pin":
            pins.append(node)
    return pins


def _place(item: Node) -> dict[str, str]:
    """What an item says of a place: its name in bold, its description in italics, its URL, coordinates and address."""
    inside = list(item.walk())
    strong = [node for node in inside if node.type == "strong"]
    links = [node for node in inside if node.type == "link"]
    name = plain_text(strong[-1]) if strong else ""
    description = next((text for node in inside if node.type == "em" and (text := plain_text(node))), "")
    rest = plain_text(item).replace(name, "", 1).replace(description, "", 1)
    # Coordinates first: a minus sign is also a separator.
    found = _COORDINATES.search(rest)
    lat, lng = (found[1], found[2]) if found else ("", "")
    if found:
        rest = rest[: found.start()] + rest[found.end() :]
    address = " ".join(_SEPARATOR.sub(" ", rest).split())
    return {
        "name": name or address or (f"{lat}, {lng}" if found else plain_text(item).strip()),
        "description": description,
        "lat": lat,
        "lng": lng,
        "address": address,
        "url": js_str(links[-1].attributes.get("href") or "") if links else "",
    }


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
    build=_build_map,
    theme=RuneTheme(
        "map",
        modifiers={
            "variant": Modifier(default="street"),
            "height": Modifier(default="medium"),
            "zoom": plain(),
            "center": plain(),
            "provider": plain(),
            "interactive": plain(),
            "route": plain(),
            "cluster": plain(),
            "apiKey": plain(),
        },
        content_wrapper=ContentWrapper("div", "container"),
        default_density="compact",
        default_elevation="flush",
        interactive=True,
        edit_hints={"pins": "none"},
    ),
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


def _build_map_pin(pin: RuneBuilder) -> Tag:
    return pin.element(
        "li",
        [part("name", "span", [pin.text("name")]), part("description", "span", [pin.text("description")])],
        fields={name: pin.text(name) for name in ("lat", "lng", "address", "url", "group")},
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
    build=_build_map_pin,
    theme=RuneTheme(
        "map-pin",
        modifiers={"lat": plain(), "lng": plain(), "address": plain(), "url": plain(), "group": plain()},
        requires_parent="map",
        parent="map",
        edit_hints={"name": "inline", "description": "inline"},
    ),
    sample="""
        {% map height="small" %}
        {% map-pin name="Boathouse" lat="59.3251" lng="18.0710" description="Canoes by the hour" /%}
        {% /map %}
    """,
)
