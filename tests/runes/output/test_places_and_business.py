"""The output of the runes for events, maps, journeys, people and organizations."""

from __future__ import annotations

import pytest

from refrakt.markdoc.document import parse
from refrakt.runes.places.map import _place

from .output_checks import check_output, output


def test_event_publishes_time_and_place() -> None:
    check_output(
        """
        {% event date="2031-05-09" location="Pier 4" %}
        # Launch

        - Noon
        {% /event %}
        """,
        """
        <article data-field="content-section" data-rune="event" typeof="Event" FIELDS>
        <meta content="2031-05-09" property="startDate">
        <h1 id="launch" data-name="headline" property="name">Launch</h1>
        <div data-name="body"><ul><li>Noon</li></ul></div>
        <span typeof="Place" property="location"><meta content="Pier 4" property="name"></span>
        </article>
        """.replace("FIELDS", "data-rune-fields=\"{'date':'2031-05-09','endDate':'','location':'Pier 4','url':''}\""),
    )


def test_itinerary_has_days_and_stops() -> None:
    check_output(
        """
        {% itinerary %}
        ## Monday

        Early.

        ### 8:00 – Pier

        Board.
        {% /itinerary %}
        """,
        """
        <section data-field="content-section" data-rune="itinerary" typeof="ItemList" FIELDS>
        <div data-name="days">
        <article data-rune="itinerary-day" data-rune-fields="{'date':''}" data-field="day">
        <h3 data-field="label">Monday</h3>
        <div><p>Early.</p></div>
        <ol data-name="stops"><li data-rune="itinerary-stop" STOP data-field="stop">
        <time data-field="time">8:00</time><span data-field="location">Pier</span>
        <div data-name="body"><p>Board.</p></div>
        </li></ol></article></div></section>
        """.replace("FIELDS", "data-rune-fields=\"{'variant':'day-by-day','direction':'vertical'}\"").replace(
            "STOP", "data-rune-fields=\"{'duration':'','activity':'','lat':'','lng':''}\""
        ),
    )


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (
            "**Well** — *Cold* — 46.5, -8.01",
            {"name": "Well", "description": "Cold", "lat": "46.5", "lng": "-8.01"},
        ),
        ("**[Hut](/hut)** - Upper Lane 3", {"name": "Hut", "url": "/hut", "address": "Upper Lane 3"}),
        ("Upper Lane 3", {"name": "Upper Lane 3", "address": "Upper Lane 3"}),
        ("1, 2", {"name": "1, 2", "lat": "1", "lng": "2"}),
    ],
)
def test_items_of_a_map_are_places(item: str, expected: dict[str, str]) -> None:
    node = parse(f"- {item}").tree.children[0].children[0]
    assert {name: value for name, value in _place(node).items() if value} == expected


def test_headings_of_a_map_are_groups_of_pins() -> None:
    found = output('{% map route=true %}\n{% map-pin name="Quay" /%}\n\n## Water\n\n- **Well**\n{% /map %}')
    assert found.startswith('<rf-map data-rune="map" typeof="Place" data-rune-fields="{')
    assert "'interactive':'true','route':'true','cluster':'false'}" in found
    assert found.count('<li data-field="pin" data-rune="map-pin" data-rune-fields="{') == 2
    assert "'group':''}\"><span data-name=\"name\">Quay</span>" in found
    assert "'group':'Water'}\"><span data-name=\"name\">Well</span>" in found


def test_cast_has_members_with_portraits() -> None:
    check_output(
        """
        {% cast %}
        - ![M](/m.jpg) Mira - Press

        {% cast-member name="Wen" %}
        Binds.
        {% /cast-member %}
        {% /cast %}
        """,
        """
        <section data-field="content-section" data-rune="cast" data-rune-fields="{'layout':'grid'}">
        <ul data-name="items">
        <li data-rune="cast-member" typeof="Person" data-field="member">
        <img src="/m.jpg" alt="Mira" property="image">
        <span data-name="name" property="name">Mira</span><span data-name="role" property="jobTitle">Press</span>
        <div data-name="body"></div></li>
        <li data-rune="cast-member" typeof="Person" data-field="member">
        <span data-name="name" property="name">Wen</span><span data-name="role" property="jobTitle"></span>
        <div data-name="body"><p>Binds.</p></div></li>
        </ul></section>
        """,
    )


def test_organization_has_the_type_of_schema_org() -> None:
    check_output(
        """
        {% organization type="NonProfit" %}
        ![Logo](/logo.svg)

        # Lifeboat

        - Pier 4
        {% /organization %}
        """,
        """
        <article data-field="content-section" data-rune="organization" typeof="NonProfit" FIELDS>
        <header><img src="/logo.svg" alt="Logo" data-name="image">
        <h1 id="lifeboat" data-name="headline" property="name">Lifeboat</h1></header>
        <div data-name="body"><ul><li>Pier 4</li></ul></div>
        </article>
        """.replace("FIELDS", "data-rune-fields=\"{'type':'NonProfit'}\""),
    )


def test_entries_of_a_timeline_are_numbered() -> None:
    entry = '<li data-rune="timeline-entry" typeof="ListItem" data-field="entry" property="itemListElement">'
    check_output(
        """
        {% timeline %}
        {% timeline-entry date="1990-01" label="Keel" %}
        {% /timeline-entry %}

        ## 1991: Launch

        Rain.
        {% /timeline %}
        """,
        f"""
        <section data-field="content-section" data-rune="timeline" typeof="ItemList" FIELDS>
        <ol data-name="entries">{entry}
        <time data-name="date" property="description">1990-01</time>
        <span data-name="label" property="name">Keel</span><div data-name="body"></div>
        <meta content="1" property="position"></li>{entry}
        <time data-name="date" property="description">1991</time>
        <span data-name="label" property="name">Launch</span><div data-name="body"><p>Rain.</p></div>
        <meta content="2" property="position"></li>
        </ol></section>
        """.replace("FIELDS", "data-rune-fields=\"{'direction':'vertical'}\""),
    )
