"""What search engines and social networks read of a page: JSON-LD from schema.org data, and Open Graph."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import children_of, elements, find_element, text_of

_LONGEST_DESCRIPTION = 200
_HEADLINE, _BLURB = "headline", "blurb"


@dataclass(frozen=True, slots=True)
class Seo:
    json_ld: list[dict[str, Any]] = field(default_factory=list)
    og: dict[str, str] = field(default_factory=dict)


def seo_of(tree: Renderable, frontmatter: Mapping[str, Any], url: str, title: str | None) -> Seo:
    """The data of a page, read off its elements before the theme."""
    return Seo(json_ld(tree), open_graph(tree, frontmatter, url, title))


def json_ld(tree: Renderable) -> list[dict[str, Any]]:
    """The typed elements of a page. One with a `property` belongs to the typed element around it."""
    found: list[dict[str, Any]] = []
    # Each item: the tree, and the typed element that contains it.
    pending: list[tuple[Renderable, dict[str, Any] | None]] = [(tree, None)]
    while pending:
        item, owner = pending.pop()
        if isinstance(item, list | tuple):
            pending.extend((each, owner) for each in reversed(item))
        elif isinstance(item, Tag):
            inner = owner
            type_, name = item.attributes.get("typeof"), item.attributes.get("property")
            if type_:
                inner = {"@type": js_str(type_)}
                if name and owner is not None:
                    _add(owner, js_str(name), inner)
                else:
                    inner["@context"] = "https://schema.org"
                    found.append(inner)
            elif name and owner is not None:
                value = _value(item)
                if value:
                    _add(owner, js_str(name), value)
            pending.extend((each, inner) for each in reversed(children_of(item)))
    return found


def _add(owner: dict[str, Any], name: str, value: Any) -> None:
    if name not in owner:
        owner[name] = value
    elif isinstance(owner[name], list):
        owner[name].append(value)
    else:
        owner[name] = [owner[name], value]


def _value(tag: Tag) -> Any:
    for attribute in ("content", "href"):
        if tag.attributes.get(attribute) is not None:
            return tag.attributes[attribute]
    if tag.name == "img":
        return tag.attributes.get("src")
    return text_of(tag).strip()


def open_graph(tree: Renderable, frontmatter: Mapping[str, Any], url: str, title: str | None) -> dict[str, str]:
    """Frontmatter first, then the headline and blurb of a hero, then the first heading, paragraph and image."""
    hero = find_element(tree, lambda tag: tag.attributes.get("data-rune") == "hero")
    found = {
        "url": url,
        "type": "website",
        "title": _text(frontmatter.get("title")) or title or _part(hero, _HEADLINE) or _first(tree, "h1"),
        "description": _text(frontmatter.get("description"))
        or _part(hero, _BLURB)
        or _first(tree, "p")[:_LONGEST_DESCRIPTION],
        "image": _text(frontmatter.get("image")) or next(_image_sources(tree), ""),
    }
    return {key: value for key, value in found.items() if value or key in ("url", "type")}


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _part(hero: Tag | None, name: str) -> str:
    found = find_element(hero, lambda tag: tag.attributes.get("data-name") == name) if hero is not None else None
    return text_of(found).strip() if found is not None else ""


def _first(tree: Renderable, element: str) -> str:
    found = find_element(tree, lambda tag: tag.name == element)
    return text_of(found).strip() if found is not None else ""


def _image_sources(tree: Renderable) -> Iterator[str]:
    return (src for tag in elements(tree) if tag.name == "img" and (src := _text(tag.attributes.get("src"))))
