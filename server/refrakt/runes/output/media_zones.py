"""The zones of runes that show media next to text, such as cards and heroes, and the media in rendered content.

All these runes are written in the same way: media, body and footer, with `---` between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.tree import Node

_SCHEME_CLASSES = frozenset(("rf-placeholder", "rf-icon"))


@dataclass(frozen=True, slots=True)
class MediaZones:
    media: Sequence[Node] = ()
    body: Sequence[Node] = ()
    footer: Sequence[Node] = ()


def media_zones(nodes: Iterable[Node]) -> MediaZones:
    """Split a body at its thematic breaks: one part is the body, two are media and body, the last of more is the footer."""
    parts: list[list[Node]] = [[]]
    for node in nodes:
        if node.type == "hr":
            parts.append([])
        else:
            parts[-1].append(node)
    match parts:
        case [body]:
            return MediaZones(body=body)
        case [media, body]:
            return MediaZones(media, body)
        case [media, *bodies, footer]:
            return MediaZones(media, [node for body in bodies for node in body], footer)
    raise AssertionError("a body has at least one part")


def is_scheme_media(item: Renderable) -> bool:
    """Whether an item is the SVG of an image with the scheme `placeholder:` or `icon:`."""
    if not isinstance(item, Tag) or item.name != "svg":
        return False
    return not _SCHEME_CLASSES.isdisjoint(str(item.attributes.get("class", "")).split())


def is_media(item: Renderable) -> bool:
    """Whether an item is an image, a video or the SVG of an image with a scheme."""
    return isinstance(item, Tag) and (item.name in ("img", "video") or is_scheme_media(item))


def first_media(items: Iterable[Renderable]) -> Tag | None:
    """The first medium among rendered items, alone or directly in a paragraph."""
    for item in items:
        if not isinstance(item, Tag):
            continue
        for candidate in (item, *(item.children if item.name == "p" else ())):
            if isinstance(candidate, Tag) and is_media(candidate):
                return candidate
    return None


def unwrap_images(items: Iterable[Renderable]) -> list[Renderable]:
    """Rendered items, with paragraphs of a single image or rune replaced by their content."""
    return [_unwrapped(item) for item in items]


def _unwrapped(item: Renderable) -> Renderable:
    if not isinstance(item, Tag) or item.name != "p" or len(item.children) != 1:
        return item
    only = item.children[0]
    if isinstance(only, Tag) and (only.name == "img" or only.attributes.get("data-rune") or is_scheme_media(only)):
        return only
    return item
