"""The output of a tag without an output of its own: its name, its attributes and its content.

Tags of a site's own schema and runes of a catalogue have components that are not run here, so the page shows what they are instead
of nothing.
"""

from __future__ import annotations

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.runes.output.rune_builder import RuneBuilder, part

APPROXIMATE = "approximate-rendering"


def generic_output(builder: RuneBuilder) -> Tag:
    node = builder.node
    builder.warn(
        APPROXIMATE,
        f"`{node.tag}` is rendered by a component of the site; its content is shown in a frame",
        severity="info",
    )
    rows = [
        Tag("div", {}, [Tag("dt", {}, [name]), Tag("dd", {}, [js_str(value)])])
        for name, value in node.attributes.items()
        if name not in ("id", "class")
    ]
    label = part("label", "div", [Tag("code", {}, [str(node.tag)])])
    values = [part("attributes", "dl", rows)] if rows else []
    body = builder.render(node.children)
    element = "span" if node.inline else "div"
    shown = (
        [label, *values, part("body", element, body)]
        if not node.inline
        else [part("label", "code", [str(node.tag)]), *body]
    )
    return builder.element(element, shown, rune="generic", attributes={"data-tag": str(node.tag)})
