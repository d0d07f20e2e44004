"""A conversation, shown as messages.

Every quote is one message. Its speaker is the bold name at its start, or the next name in `speakers`. Content other than quotes
and messages is dropped.
"""

from __future__ import annotations

from refrakt.runes.content_model import Custom, rest
from refrakt.runes.rune import choice, rune, text

conversation = rune(
    "conversation",
    "Shows quotes as messages of a conversation",
    aliases="dialogue chat",
    category="Semantic",
    attributes=[text("speakers", "Speakers in order, separated by commas")],
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
        text("speaker", "Speaker"),
        choice("align", "left right", "Side of the message"),
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
