"""Navigation links.

A list of pages, under headings if there are many. The same list can be a sidebar, a menu bar, a footer or a page of cards.
"""

from __future__ import annotations

from refrakt.runes.content_model import EMPTY, Condition, Conditional, Custom, Split
from refrakt.runes.rune import choice, flag, rune, text

nav = rune(
    "nav",
    "Links to pages, optionally in groups",
    category="Site",
    attributes=[
        flag("ordered", "Number the links"),
        flag("auto", "Derive the links from the child pages"),
        choice("layout", "vertical menubar columns cards strip", "Layout"),
        flag("collapsible", "Make the groups collapsible"),
        text("defaultOpen", "Titles of the initially open groups, separated by commas"),
    ],
    content=Conditional(
        (
            # An automatic navigation lists the pages it finds and ignores its body.
            (Condition(attribute="auto", values=("true",)), EMPTY),
            # A strip has no groups: headings in it are plain text, and all of it shows.
            (Condition(attribute="layout", values=("strip",)), Custom()),
        ),
        default=Split(preamble="list|hr"),
    ),
    sample="""
        {% nav layout="vertical" collapsible=true %}
        - [Start here](/garden)

        ## Beds

        - [Preparing the soil](/garden/soil)
        - [What to sow when](/garden/calendar)

        ## Tools

        - [Keeping a spade sharp](/garden/spade)
        {% /nav %}
    """,
    snippet="""
        {% nav %}
        ## ${1:Group}

        - [${2:Page}](${3:/page})
        {% /nav %}
    """,
)
