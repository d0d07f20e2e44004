"""Versions of one thing, of which a reader needs only one.

Instructions for three systems, a plan by season: every heading becomes a tab, and what follows it is the tab's content.
What everybody has to read does not belong in a tab.
"""

from __future__ import annotations

from ..content import Split, rest
from ..model import required, rune, text

tabs = rune(
    "tabs",
    "Shows one of several parts at a time",
    category="Layout",
    content=Split(
        preamble="paragraph|tag:tab",
        emit="tab",
        emit_attributes={"name": "$heading", "image": "$image"},
        # Without a heading the items of a closing list become the tabs.
        headless="paragraph|tag:tab|list",
    ),
    sample="""
        {% tabs %}
        Pick the stove you have.

        ## Gas

        Medium flame, lid on, eighteen minutes.

        ## Induction

        Level six, lid on, fifteen minutes.
        {% /tabs %}
    """,
    snippet="""
        {% tabs %}
        ## ${1:First}

        ${2}

        ## ${3:Second}

        ${4}
        {% /tabs %}
    """,
)

tab = rune(
    "tab",
    "One of the parts in tabs",
    attributes=[
        required(text("name", "What the tab is called")),
        text("image", "A picture beside the name"),
    ],
    content=rest("body"),
    parents="tabs",
    internal=True,
    sample="""
        {% tabs %}
        {% tab name="By train" image="/img/train.svg" %}
        Line 4 to the terminus, then ten minutes on foot.
        {% /tab %}
        {% tab name="By bicycle" %}
        Follow the canal until the second lock.
        {% /tab %}
        {% /tabs %}
    """,
)
