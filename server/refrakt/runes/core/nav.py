"""The way around a site.

Name the pages once, under headings where there are many, and the links, their titles and the mark on the current page
follow from that. The same list serves as a sidebar, a menu bar, a footer or a page of cards.
"""

from __future__ import annotations

from ..content import EMPTY, Condition, Conditional, Custom, Split
from ..model import choice, flag, rune, text

nav = rune(
    "nav",
    "Links to pages, in groups if there are many",
    category="Site",
    attributes=[
        flag("ordered", "Number the links"),
        flag("auto", "Take the links from the pages below this one"),
        choice("layout", "vertical menubar columns cards strip", "The shape it is laid out in"),
        flag("collapsible", "Let readers fold the groups"),
        text("defaultOpen", "Titles of the groups that begin open, with commas"),
    ],
    content=Conditional(
        (
            # An automatic one shows what it finds and nothing that is written in it.
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
