"""One endpoint of an HTTP API.

The header has the method, path and authentication; parameters, responses and examples follow as text, tables and fences.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.runes.content_model import rest
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, required, rune, text
from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, root


def _build(api: RuneBuilder) -> Tag:
    return api.element(
        "article",
        [part("body", "div", api.render("body"))],
        fields={"method": api.text("method") or "GET", "path": api.text("path"), "auth": api.text("auth")},
    )


api = rune(
    "api",
    "Describes an HTTP endpoint: method, path and responses",
    aliases="endpoint",
    category="Code & Data",
    attributes=[
        choice("method", "GET POST PUT DELETE PATCH HEAD OPTIONS", "The HTTP method"),
        required(text("path", "Path, such as /loans/:id")),
        text("auth", "Authentication method"),
    ],
    content=rest("body"),
    build=_build,
    theme=RuneTheme(
        "api",
        modifiers={"method": Modifier(default="GET"), "path": Modifier(), "auth": Modifier()},
        meta_fields={
            "method": MetaField(
                "category",
                sentiments={
                    "GET": "positive",
                    "POST": "neutral",
                    "PUT": "neutral",
                    "PATCH": "caution",
                    "DELETE": "negative",
                },
            ),
            "path": MetaField("code"),
            "auth": MetaField("status", condition="auth"),
        },
        blocks={"eyebrow": bar("method", "path", end="auth", wrap=False)},
        layout={"root": root("eyebrow", "body")},
        sections={"body": "body"},
        default_density="full",
        default_elevation="flat",
        edit_hints={"body": "none", "method": "none", "path": "none", "auth": "none"},
    ),
    sample="""
        {% api method="POST" path="/loans" auth="Bearer" %}
        Lends a book to a reader.

        | Field | Type | Meaning |
        | --- | --- | --- |
        | book | string | The book's shelf mark |
        | reader | string | The number on the card |

        ```json
        { "due": "2031-05-02" }
        ```
        {% /api %}
    """,
)
