"""A part that a rune must have and that is not there.

A hero without a heading takes its first paragraph for the small line above the title. The message names what is missing; the
fix writes it where it belongs, to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span
from refrakt.runes.content import Sections
from refrakt.runes.matching import describe, matches, parsed
from refrakt.runes.resolution import Missing

from .bodies import Body, bodies, head_of, is_empty
from .finding import Edit, Found
from .heading_level_fixed import fixed_level
from .page import Here
from .places import line_start
from .registry import rule

_MILD = frozenset({("event", "body"), ("organization", "body")})
"""What is asked for, but not missed much."""

_TEMPLATES = {
    "heading": "## Title",
    "paragraph": "Text",
    "list": "- Item",
    "blockquote": "> Text",
    "fence": "```\n\n```",
    "table": "| A | B |\n| - | - |\n|   |   |",
}


@rule("content-missing-field", "warning", node="tag", fixable=True)
def content_missing_field(here: Here) -> Iterator[Found]:
    for body in bodies(here):
        if is_empty(body.node):
            continue
        for missing in body.trace.missing:
            if any(matches(lost.node, missing.field.match) for lost in body.trace.lost):
                # It is there, only not where it is looked for.
                continue
            where = f" in its part `{missing.path[0]}`" if missing.path else ""
            message = f"`{body.name}` needs {describe(missing.field.match)}{where}"
            mild = (body.rune.name, missing.field.name) in _MILD
            advice = f"Add {describe(missing.field.match)}."
            yield Found(head_of(here.node), message, advice, _fix(body, missing), "info" if mild else None)


def _fix(body: Body, missing: Missing) -> list[Edit]:
    before = missing.before
    template = missing.field.template or _template(missing.field.match)
    if isinstance(body.content, Sections) and not missing.path:
        # A title stands above the sections and is of a higher level.
        level = fixed_level(body)
        before = before or body.children[0]
        if level is not None and level > 1 and parsed(missing.field.match)[0] == ("heading", ""):
            template = f"{'#' * (level - 1)} Title"
    if not template:
        return []
    if before is not None and before.block is not None:
        start = before.open.start if before.open is not None else before.start
        if before.block.text[line_start(before.block.text, start) : start].strip():
            return []
        return [Edit(Span(start, start, before.block), f"{template}\n\n")]
    close = body.node.close
    if close is None or close.block is None or close.block.text[: close.start].strip():
        return []
    return [Edit(Span(close.start, close.start, close.block), f"\n{template}\n")]


def _template(match: str) -> str:
    kind, detail = parsed(match)[0]
    if kind == "heading" and detail:
        return f"{'#' * int(detail)} Title"
    if kind == "list" and detail == "ordered":
        return "1. Item"
    return _TEMPLATES.get(kind, "")
