"""Step 14: the media part: its frame and substrate, and guests in it that cannot be used because a link or text covers them."""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.renderable_walk import elements
from refrakt.theme.element_tree import attribute, changed, find_in, replace_element, with_style, with_values
from refrakt.theme.passes.frame import NO_EFFECT, warn_without_media
from refrakt.theme.passes.rune_element import RuneElement

_SANDBOX = "rf-sandbox"


def apply_media_decorations(element: RuneElement) -> None:
    for decoration in element.decorations:
        if not decoration.on_media:
            continue
        media = find_in(element.children, "data-section", "media")
        if media is None:
            warn_without_media(element, "frame" if "data-substrate" not in decoration.attributes else "substrate")
            continue
        decorated = with_style(with_values(media, decoration.attributes), decoration.styles)
        element.children = replace_element(element.children, media, decorated)


def apply_guest_posture(element: RuneElement) -> None:
    """Mark the media as presentational if a link or the content is over it."""
    if not element.maybe_media or not (element.maybe_link or element.cover):
        return
    linked = element.maybe_link and find_in(element.children, "data-name", "link") is not None
    if not (linked or element.cover):
        return
    media = find_in(element.children, "data-section", "media")
    if media is None:
        return
    marked = with_values(media, {"data-guest-posture": "presentational"})
    if linked:
        _warn_of_interactive_guest(element, media)
    if element.cover:
        marked = _with_full_height(element, marked)
    element.children = replace_element(element.children, media, marked)


def _warn_of_interactive_guest(element: RuneElement, media: Tag) -> None:
    for tag in elements(list(media.children)):
        name = attribute(tag, "data-rune")
        theme = element.site.runes.get(name) if isinstance(name, str) else None
        if theme is not None and theme.interactive:
            element.warn(
                NO_EFFECT,
                f"the link of `{element.name}` covers `{name}`, whose controls cannot be used; remove one of both",
            )
            return


def _with_full_height(element: RuneElement, media: Tag) -> Tag:
    """Sandboxes behind the content fill the media part."""

    def fill(tag: Tag) -> tuple[Tag, bool]:
        if tag.name == _SANDBOX:
            activation = attribute(tag, "data-activation")
            if activation in ("visible", "click"):
                element.warn(
                    NO_EFFECT,
                    f"the sandbox behind the content of `{element.name}` cannot be started by the reader; remove `activation`",
                )
            if attribute(tag, "data-height") in (None, "auto"):
                tag = with_values(tag, {"data-height": "fill"})
        return tag, True

    return changed([media], fill)[0]  # type: ignore[return-value]
