"""The way back up.

Shows where a page stands and links each step above it. Written as a list, or taken from the folders the page lies in.
"""

from __future__ import annotations

from ..content import EMPTY, Condition, Conditional, many, sequence
from ..model import flag, rune, text

breadcrumb = rune(
    "breadcrumb",
    "Links the pages above this one",
    category="Site",
    schema_type="BreadcrumbList",
    attributes=[
        text("separator", "What stands between two steps", default="/"),
        flag("auto", "Take the steps from the page's place", default=False),
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
