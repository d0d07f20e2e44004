"""Something to attend.

Puts when and where at the top, in a form that calendars and search engines read too, and keeps the programme below it: first
the heading and introduction, then lists, quotes or other runes.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import Field, sequence
from refrakt.runes.output.media_zones import unwrap_images
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part, property_meta
from refrakt.runes.rune import rune, text
from refrakt.runes.rune_theme import (
    PAGE_HEADER_LABELS,
    MetaField,
    Modifier,
    RuneTheme,
    bar,
    container,
    definitions,
    root,
)


def _build(event: RuneBuilder) -> Tag:
    header = page_header(unwrap_images(event.render("header")), headline="name", blurb="description")
    values = {name: event.text(name) for name in ("date", "endDate", "location", "url")}
    published = {"startDate": values["date"], "endDate": values["endDate"], "url": values["url"]}
    place = Tag("span", {"typeof": "Place", "property": "location"}, [property_meta("name", values["location"])])
    return event.element(
        "article",
        [
            *(meta(value, property=name) for name, value in published.items() if value),
            *header.children,
            part("body", "div", event.render("body")),
            *([place] if values["location"] else []),
        ],
        field="content-section",
        fields=values,
        typeof="Event",
    )


event = rune(
    "event",
    "Announces an event with its date and location",
    category="Semantic",
    schema_type="Event",
    attributes=[
        text("date", "Start date"),
        text("endDate", "End date"),
        text("location", "Location"),
        text("url", "URL for registration or details"),
    ],
    content=sequence(
        Field("header", "heading|paragraph|image", greedy=True),
        Field("body", "list|blockquote|tag", greedy=True),
    ),
    build=_build,
    theme=RuneTheme(
        "event",
        modifiers={"date": Modifier(), "endDate": Modifier(), "location": Modifier(), "url": Modifier()},
        meta_fields={
            "date": MetaField("temporal", label="Date", condition="date"),
            "endDate": MetaField("temporal", label="Ends", condition="endDate"),
            "location": MetaField("category", label="Location", condition="location"),
            "register": MetaField(label="Register", href="url", condition="url"),
        },
        blocks={"metadata": definitions("date", "endDate", "location"), "register": bar("register")},
        layout={
            "root": root("preamble", "metadata", "body", "register"),
            "preamble": container("header", "eyebrow", "headline", "blurb", "image"),
        },
        auto_label=PAGE_HEADER_LABELS,
        sections={"headline": "title", "blurb": "description", "body": "body"},
        default_density="full",
        default_elevation="flat",
        edit_hints={
            "headline": "inline",
            "blurb": "inline",
            "body": "none",
            "date": "none",
            "endDate": "none",
            "location": "none",
            "register": "link",
        },
    ),
    sample="""
        {% event date="2026-05-09" endDate="2026-05-10" location="Old Customs House" url="/open-kilns" %}
        # Night of the Open Kilns

        Eleven potters fire through the night, and everybody may watch.

        - Doors open at six
        - First kiln unpacked at midnight
        - Breakfast from five, as long as there is bread
        {% /event %}
    """,
    snippet="""
        {% event date="${1:date}" location="${2:place}" %}
        # ${3:Name of the event}

        ${4:What it is about.}

        - ${5:First item of the programme}
        {% /event %}
    """,
)
