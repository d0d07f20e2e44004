"""Alternatives of which a reader needs one, such as instructions for three systems.

Every heading becomes a tab, and the content after it is the content of the tab.
"""

from __future__ import annotations

from refrakt.runes.content_model import Split, rest
from refrakt.runes.rune import required, rune, text

tabs = rune(
    "tabs",
    "Shows its sections as tabs",
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
    "One tab",
    attributes=[
        required(text("name", "Title of the tab")),
        text("image", "Image next to the title"),
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
