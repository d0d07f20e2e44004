"""A talk between people, shown as messages.

An interview, a support chat or a scene reads better when each turn stands on its own and the speakers sit on two sides.
Every quote is one message. Who speaks is the bold name it begins with, or else the next name in `speakers`. Anything that
is not a quote or a message is left out.
"""

from __future__ import annotations

from ..content import Custom, rest
from ..model import choice, rune, text

conversation = rune(
    "conversation",
    "Shows quotes as the messages of a talk",
    aliases="dialogue chat",
    category="Semantic",
    attributes=[text("speakers", "Who speaks in turn, with commas between the names")],
    content=Custom(
        takes="blockquote|tag:conversation-message",
        needs="blockquote|tag:conversation-message",
    ),
    sample="""
        {% conversation speakers="Ada, Bo" %}
        > Is the kiln hot enough for the blue glaze?

        > Not yet. Give it another ten minutes.

        > Then I will trim the last two bowls.
        {% /conversation %}
    """,
    snippet="""
        {% conversation speakers="${1:Ada}, ${2:Bo}" %}
        > ${3:What the first one says}

        > ${4:What the other one answers}
        {% /conversation %}
    """,
)

conversation_message = rune(
    "conversation-message",
    "One message of a conversation",
    attributes=[
        text("speaker", "Who says it"),
        choice("align", "left right", "The side the message stands on"),
    ],
    content=rest("body"),
    parents="conversation",
    internal=True,
    sample="""
        {% conversation %}
        {% conversation-message speaker="Ada" align="right" %}
        The first batch is out, and nothing cracked.
        {% /conversation-message %}
        {% /conversation %}
    """,
)
