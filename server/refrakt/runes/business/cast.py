"""The people behind something.

A list is enough: a name, a dash and what they do, with a portrait in front if there is one. People who deserve a few lines
of their own get a `cast-member` each, after the list or instead of it.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Field, ItemField, ItemModel, many, rest, sequence
from refrakt.runes.output.child_runes import child_elements
from refrakt.runes.output.page_header import page_header
from refrakt.runes.output.rune_builder import RuneBuilder, part, tags_in, with_attributes
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import PAGE_HEADER_HINTS, PAGE_HEADER_LABELS, PAGE_HEADER_SECTIONS, Modifier, RuneTheme


def _build_cast(cast: RuneBuilder) -> Tag:
    header = page_header(cast.render("header"))
    written = [*cast.nodes("members"), *cast.nodes("items")]
    members = child_elements(cast, written, "cast-member", data_field="member")
    return cast.element(
        "section",
        [*header.element, part("items", "ul", members)],
        field="content-section",
        fields={"layout": cast.text("layout") or "grid"},
    )


cast = rune(
    "cast",
    "Presents a group of people with names and roles",
    aliases="team",
    category="Semantic",
    schema_type="Person",
    attributes=[choice("layout", "grid list carousel", "Layout of the people")],
    content=sequence(
        many("header", "heading|paragraph|image"),
        Field(
            "members",
            "list",
            optional=True,
            greedy=True,
            item=ItemModel(
                (
                    ItemField("image", "image", extract="src"),
                    ItemField("role", pattern=r"\s*[-–—]\s*(.+)$"),
                    ItemField("name", optional=False, pattern="remainder"),
                )
            ),
            emit="cast-member",
            emit_attributes={"name": "$name", "role": "$role", "image": "$image"},
        ),
        many("items", "tag"),
    ),
    build=_build_cast,
    theme=RuneTheme(
        "cast",
        modifiers={"layout": Modifier(default="grid")},
        auto_label=PAGE_HEADER_LABELS,
        sections=PAGE_HEADER_SECTIONS,
        default_density="full",
        edit_hints={**PAGE_HEADER_HINTS, "items": "none"},
    ),
    sample="""
        {% cast layout="grid" %}
        # In the print shop

        - ![Mira at the press](/img/mira.jpg) Mira Osei – Presses
        - ![Jonas with a proof](/img/jonas.jpg) Jonas Pohl – Type
        - Wen Li – Binding
        {% /cast %}
    """,
    snippet="""
        {% cast %}
        - ${1:Name} – ${2:Role}
        - ${3:Name} – ${4:Role}
        {% /cast %}
    """,
)


def _build_cast_member(member: RuneBuilder) -> Tag:
    return member.element(
        "li",
        [
            *_portrait(member),
            part("name", "span", [member.text("name")], property="name"),
            part("role", "span", [member.text("role")], property="jobTitle"),
            part("body", "div", member.render("body")),
        ],
        typeof="Person",
    )


def _portrait(member: RuneBuilder) -> list[Tag]:
    """The picture of a person, drawn like an image of the page."""
    source = member.text("image")
    image = Node("image", {"src": source, "alt": member.text("name")})
    return [with_attributes(tag, property="image") for tag in tags_in(member.render(image))] if source else []


cast_member = rune(
    "cast-member",
    "One person of a cast",
    parents="cast",
    attributes=[
        text("name", "Name of the person"),
        text("role", "Role of the person"),
        text("image", "URL of a portrait"),
    ],
    content=rest(),
    build=_build_cast_member,
    theme=RuneTheme(
        "cast-member",
        default_elevation="flat",
        parent="cast",
        edit_hints={"name": "inline", "role": "inline", "body": "none"},
    ),
    sample="""
        {% cast layout="list" %}
        {% cast-member name="Mira Osei" role="Presses" image="/img/mira.jpg" %}
        Learned on a proof press in a garage, and still has it.
        {% /cast-member %}
        {% /cast %}
    """,
)
