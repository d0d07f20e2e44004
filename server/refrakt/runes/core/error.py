"""One problem in a list of problems.

Error pages use it while a site is built; pages do not write it.
"""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.markdoc.html import Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.runes.output.rune_builder import RuneBuilder, field
from refrakt.runes.rune import Attribute, rune, text


def _build(error: RuneBuilder) -> Tag:
    problem = error.attributes["error"] if isinstance(error.attributes["error"], Mapping) else {}
    values = {"tag": error.attributes["tag"], "code": problem.get("id")}
    values |= {name: problem.get(name) for name in ("level", "message")}
    cells = [field(name, "td", [] if value is None else [js_str(value)]) for name, value in values.items()]
    return error.element("tr", cells, field="error")


error = rune(
    "error",
    "One problem in a list of problems",
    category="Semantic",
    attributes=[
        text("type", "Type of the node with the problem"),
        text("tag", "Tag with the problem"),
        Attribute("lines", "Lines of the problem", "Array"),
        Attribute("error", "The problem: id, level and message", "Object"),
    ],
    internal=True,
    build=_build,
    sample="""
        {% error type="tag" tag="lamp" lines=[12, 14] error={id: "tag-undefined", level: "critical"} /%}
    """,
)
