"""A conversation, shown as messages.

Every quote is one message. Its speaker is the bold name at its start, or the next name in `speakers`. Content other than quotes
and messages is dropped.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Custom, rest
from refrakt.runes.match_expressions import plain_text
from refrakt.runes.output.child_runes import child_elements, child_tag
from refrakt.runes.output.rune_builder import RuneBuilder, field, part
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme

_MESSAGE = "conversation-message"


def _build(conversation: RuneBuilder) -> Tag:
    speakers = (
        [name.strip() for name in conversation.text("speakers").split(",")] if conversation.text("speakers") else []
    )
    nodes: list[Node] = []
    count = 0
    for node in conversation.nodes("children"):
        if node.type == "blockquote":
            node = _message(node, speakers, count)
            count += 1
        nodes.append(node)
    messages = child_elements(conversation, nodes, _MESSAGE, data_field="message")
    return conversation.element("div", [part("messages", "div", messages)])


def _message(quote: Node, speakers: list[str], place: int) -> Node:
    """A quote as a message. Without a name at its start, the next speaker's is written there."""
    speaker = _speaker(quote)
    body = list(quote.children)
    if not speaker and speakers:
        speaker = speakers[place % len(speakers)]
        if body and body[0].type == "paragraph":
            body[0] = _with_name(body[0], speaker)
    align = "right" if place % 2 else "left"
    return child_tag(_MESSAGE, {"speaker": speaker, "align": align}, body, quote)


def _speaker(quote: Node) -> str:
    """The bold text that the first paragraph of a quote starts with, without its colon."""
    first = quote.children[0] if quote.children else None
    inline = _inline(first) if first is not None and first.type == "paragraph" else None
    if inline is None or not inline.children or inline.children[0].type != "strong":
        return ""
    return plain_text(inline.children[0]).rstrip().removesuffix(":")


def _inline(paragraph: Node) -> Node | None:
    return next((child for child in paragraph.children if child.type == "inline"), None)


def _with_name(paragraph: Node, speaker: str) -> Node:
    inline = _inline(paragraph)
    if inline is None:
        return paragraph
    name = Node("strong", {}, [Node("text", {"content": f"{speaker}:"})])
    content = Node("inline", dict(inline.attributes), [name, Node("text", {"content": " "}), *inline.children])
    return Node("paragraph", dict(paragraph.attributes), [content])


def _build_message(message: RuneBuilder) -> Tag:
    speaker = field("speaker", "span", [message.text("speaker")])
    body = part("body", "div", message.render("body"))
    return message.element("div", [speaker, body], fields={"align": message.text("align") or "left"})


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
    build=_build,
    theme=RuneTheme(
        "conversation", default_density="compact", default_elevation="flush", edit_hints={"messages": "none"}
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
    build=_build_message,
    theme=RuneTheme(
        "conversation-message",
        modifiers={"align": Modifier(default="left")},
        parent="conversation",
        edit_hints={"body": "inline"},
    ),
    sample="""
        {% conversation %}
        {% conversation-message speaker="Ada" align="right" %}
        The first batch is out, and nothing cracked.
        {% /conversation-message %}
        {% /conversation %}
    """,
)
