"""Something to attend.

Puts when and where at the top, in a form that calendars and search engines read too, and keeps the programme below it: first
the heading and introduction, then lists, quotes or other runes.
"""

from __future__ import annotations

from refrakt.runes.content_model import Field, sequence
from refrakt.runes.rune import rune, text

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
