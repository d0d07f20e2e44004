"""A quote of a customer or reader.

A quotation, followed by the person in bold, a dash and their role. A portrait may follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.output.media_zones import first_media
from refrakt.runes.output.rune_builder import RuneBuilder, meta, part, property_meta, tags_in, with_attributes
from refrakt.runes.rune import choice, number, rune, text
from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, plain, root

_DASH = re.compile(r"^\s*[-–—]\s*")


@dataclass(frozen=True, slots=True)
class _Quote:
    """The parts of a recommendation."""

    text: Tag | None = None
    name: str | None = None
    role: str = ""
    avatar: Tag | None = None


def _build(testimonial: RuneBuilder) -> Tag:
    quote = _quote(testimonial.render("body"))
    rating = testimonial.attributes["rating"]
    children: list[Renderable] = []
    if quote.text is not None:
        children.append(with_attributes(quote.text, data_name="quote", property="reviewBody"))
    if quote.name is not None:
        children.append(part("author-name", "span", [quote.name]))
    if quote.role:
        children.append(part("author-role", "span", [quote.role]))
    children.append(meta(testimonial.attributes["variant"] or "card"))
    if quote.avatar is not None:
        children.append(with_attributes(quote.avatar, data_name="avatar"))
    if quote.name is not None:
        about = [property_meta("name", quote.name), *([property_meta("jobTitle", quote.role)] if quote.role else [])]
        children.append(Tag("span", {"typeof": "Person", "property": "author"}, [*about]))
    if rating is not None:
        stars = property_meta("ratingValue", rating)
        children.append(Tag("span", {"typeof": "Rating", "property": "reviewRating"}, [stars]))
    return testimonial.element("article", children, fields={"rating": rating}, typeof="Review")


def _quote(body: list[Renderable]) -> _Quote:
    """A quotation, a paragraph with the name in bold and the role after a dash, and a portrait."""
    quote = _Quote()
    for tag in tags_in(body):
        if tag.name == "blockquote" and quote.text is None:
            quote = replace(quote, text=tag)
        elif tag.name == "p" and quote.name is None and (author := _author(tag)) is not None:
            quote = replace(quote, name=author[0], role=author[1])
        elif (avatar := first_media([tag])) is not None:
            quote = replace(quote, avatar=avatar)
    return quote


def _author(paragraph: Tag) -> tuple[str, str] | None:
    """The name and the role in a paragraph that has bold text."""
    for place, child in enumerate(paragraph.children):
        if isinstance(child, Tag) and child.name == "strong":
            after = _texts(paragraph.children[place + 1 :])
            return _texts(child.children), _DASH.sub("", after).strip()
    return None


def _texts(children: Iterable[Renderable]) -> str:
    return "".join(child for child in children if isinstance(child, str))


testimonial = rune(
    "testimonial",
    "Quotes a recommendation",
    aliases="review",
    category="Section",
    schema_type="Review",
    attributes=[
        number("rating", "Rating in stars, out of five"),
        choice("variant", "card inline quote", "Visual variant"),
        text("layout", "Former name of variant", deprecated="variant"),
    ],
    content=rest("body"),
    needs=Needed("blockquote", "shows a quote"),
    build=_build,
    theme=RuneTheme(
        "testimonial",
        modifiers={"variant": Modifier(default="card"), "rating": plain(), "ratingTotal": plain("5")},
        meta_fields={"rating": MetaField(rating="ratingTotal", condition="rating")},
        blocks={"rating": bar("rating")},
        layout={"root": root("rating", "quote", "author-name", "author-role", "avatar")},
        auto_label={"blockquote": "quote"},
        sections={"avatar": "media"},
        media_slots={"avatar": "portrait"},
        default_density="compact",
        default_elevation="flat",
        edit_hints={"author-name": "inline", "author-role": "inline", "avatar": "image", "quote": "inline"},
    ),
    sample="""
        {% testimonial rating=5 variant="quote" %}
        > I stopped looking for my keys the day I hung this board.

        **Oda Brekke** - piano tuner, Bergen

        ![Oda Brekke in her workshop](/people/oda.jpg)
        {% /testimonial %}
    """,
)
