"""The link of a card: it covers the card, so that all of it can be clicked."""

from __future__ import annotations

from refrakt.markdoc.html import Tag


def card_link(href: str) -> Tag:
    """The part `link`. Readers who hear the page or use the keyboard get the links in the text instead."""
    return Tag("a", {"data-name": "link", "href": href, "aria-hidden": "true", "tabindex": "-1"})
