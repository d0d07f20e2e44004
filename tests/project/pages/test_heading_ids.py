"""The ids of headings."""

from __future__ import annotations

from typing import Any

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.tree import Node
from refrakt.project.pages.heading_ids import heading_id, heading_text

VARIABLES = {"frontmatter": {"name": "Rose Bed", "size": 3, "list": ["first"], "deep": {"er": "Down"}}}


def heading(source: str) -> Node:
    return next(node for node in parse(source).tree.walk() if node.type == "heading")


@pytest.mark.parametrize(
    ("source", "id"),
    [
        ("# Getting started", "getting-started"),
        ("## What is it? 100% {sure}", "what-is-it-100-sure"),
        ("# Two   spaces\tand\u00a0more", "two-spaces-and-more"),
        ("# Hello **bold** world", "hello-world"),
        ("# Use `code` here", "use-here"),
        ("# See [the guide](/guide)", "see-"),
        ("# `code`", None),
        ("#", None),
        ("# v1.0.0 — Editor & more", "v1.0.0-—-editor-&-more"),
        ("# ÄÖ Straße", "äö-straße"),
        ("# Own {% #mine %}", "mine"),
        ('# Own {% id="My Id" %}', "My Id"),
        ("# Own {% id=3 %}", "own-"),
        ("# Tag {% icon /%} after", "tag-after"),
        ("# The {% $frontmatter.name %}", "the-rose-bed"),
        ("# The {% $frontmatter.deep.er %} {% $frontmatter.list[0] %}", "the-down-first"),
        ("# The {% $frontmatter.size %} beds", "the-beds"),
        ("# The {% $frontmatter.nothing.at.all %} beds", "the-beds"),
        ("# The {% $page.title %}", None),
        ('# The {% upper("x") %}', None),
        ("# The {% if $x %}one{% /if %}", None),
    ],
)
def test_ids(source: str, id: str | None) -> None:
    assert heading_id(heading(source), VARIABLES) == id


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("# Hello **bold *and* so** world {% .a %}", "Hello bold and so world"),
        ("# Use `code` [here](/x)", "Use code here"),
        ("# The {% $frontmatter.name %} of {% $page.title %}", "The Rose Bed of"),
        ("# &amp; \\* ![alt](/x)", "& *"),
    ],
)
def test_texts(source: str, text: str) -> None:
    assert heading_text(heading(source), VARIABLES) == text


@pytest.mark.parametrize("data", [{}, {"name": None}, {"name": ["x"]}, {"name": {"a": 1}}])
def test_values_that_are_not_text_are_ignored(data: dict[str, Any]) -> None:
    assert heading_id(heading("# Bed {% $frontmatter.name %}"), {"frontmatter": data}) == "bed-"
