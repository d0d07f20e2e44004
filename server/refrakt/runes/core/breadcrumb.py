"""Links to the parent pages, written as a list or derived from the folders of the page."""

from __future__ import annotations

from refrakt.runes.content_model import EMPTY, Condition, Conditional, many, sequence
from refrakt.runes.rune import flag, rune, text

breadcrumb = rune(
    "breadcrumb",
    "Links to the parent pages",
    category="Site",
    schema_type="BreadcrumbList",
    attributes=[
        text("separator", "Separator of the links", default="/"),
        flag("auto", "Derive the links from the page's folder", default=False),
    ],
    content=Conditional(
        ((Condition(attribute="auto", values=("true",)), EMPTY),),
        default=sequence(many("list", "list")),
    ),
    sample="""
        {% breadcrumb separator=">" %}
        - [Home](/)
        - [Trails](/trails)
        - The ridge walk
        {% /breadcrumb %}
    """,
    snippet="{% breadcrumb auto=${1:true} /%}",
)
