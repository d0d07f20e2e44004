"""The link or reference in a tag that is still being typed.

Facts come from well-formed tags. In a malformed one the value at the cursor is found from the cursor context.
"""

from __future__ import annotations

from refrakt.features.cursor_context import cursor_context_at
from refrakt.features.page_context import PageContext
from refrakt.project.pages.page_facts import Link, Reference
from refrakt.project.pages.reference_attributes import HINTS, HREF, LINKS, REFERENCES


def unfinished_value_at(page: PageContext, offset: int) -> Link | Reference | None:
    """The fact that the tag around an offset would give if it were complete."""
    context = cursor_context_at(page.document, offset)
    if context.kind != "value" or context.tag is None or not context.text or not context.quote:
        return None
    tag = context.tag.syntax
    if tag.terminated and tag.error is None:
        return None
    attribute = context.attribute or ""
    rune = page.site.vocabulary.names.get(context.name, context.name)
    reference = REFERENCES.get((rune, attribute))
    if reference is not None:
        return Reference(reference, context.text, *context.span.bounds, HINTS.get((rune, attribute)), rune)
    link = "link" if attribute == HREF else LINKS.get((rune, attribute))
    return Link(link, context.text, *context.tag.span.bounds, context.span.bounds, rune) if link is not None else None
