"""Our engine with the requests and responses of the reference process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.format import format_document
from refrakt.markdoc.html import Renderable, Tag, render_html
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.schema import MarkdocConfig
from refrakt.markdoc.transform import transform
from refrakt.markdoc.validate import validate
from refrakt.markdoc.values import UNDEFINED, to_json

from . import canonical


def read(source: str, options: Mapping[str, bool]) -> Document:
    return parse(
        source,
        ParseOptions(
            comments=options.get("allowComments", False),
            indentation=options.get("allowIndentation", False),
            slots=options.get("slots", False),
            linkify=options.get("linkify", False),
            typographer=options.get("typographer", False),
        ),
    )


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """The result of `Reference.request` for the same request."""
    document = read(request["source"], request.get("options", {}))
    want = request.get("want", ["ast"])
    out: dict[str, Any] = {"id": request.get("id")}
    if "ast" in want:
        out["ast"] = document.to_json()
    if "format" in want:
        out["format"] = format_document(document)
    if {"validate", "transform", "html"}.isdisjoint(want):
        return out
    config = config_from(request.get("config") or {})
    if "validate" in want:
        out["validate"] = list(_found(document, config))
    if "transform" in want or "html" in want:
        rendered = transform(document.tree, config)
        out["transform"] = _renderable(rendered)
        out["html"] = render_html(rendered)
    return out


def config_from(data: Mapping[str, Any]) -> MarkdocConfig:
    partials = {name: parse(text).tree for name, text in data.get("partials", {}).items()}
    return MarkdocConfig.from_json(data, partials)


def difference(ours: Mapping[str, Any], theirs: Mapping[str, Any], keys: Iterable[str]) -> str | None:
    """The first difference of two results, or None. A crash of the reference is not a difference."""
    for key in keys:
        if key in theirs and (found := canonical.first_difference(*(FORMS[key](each[key]) for each in (ours, theirs)))):
            return f"{key}{found}"
    return None


FORMS: dict[str, Callable[[Any], Any]] = {
    "ast": canonical.tree,
    "validate": canonical.problems,
    "transform": canonical.rendered,
    "html": str,
    "format": str,
}


def _found(document: Document, config: MarkdocConfig) -> Iterable[dict[str, Any]]:
    for node, problem in validate(document.tree, config):
        # A problem with lines of its own has them relative to its span's block.
        first = document.line_of(node.block if problem.lines is None else problem.span.block)
        lines = [first + line for line in problem.lines or node.lines]
        yield {"id": problem.id, "level": problem.level, "type": node.type, "lines": lines}


def _renderable(value: Renderable) -> Any:
    if isinstance(value, list | tuple):
        return [_renderable(each) for each in value]
    return _tag(value) if isinstance(value, Tag) else _attribute(value)


def _tag(tag: Tag) -> dict[str, Any]:
    shown = {name: _attribute(value) for name, value in tag.attributes.items()}
    return {"name": tag.name, "attributes": shown, "children": [_renderable(child) for child in tag.children]}


def _attribute(value: Any) -> Any:
    if isinstance(value, Tag):
        return {"$tag": _tag(value)}
    if isinstance(value, list | tuple):
        return [_attribute(each) for each in value]
    if isinstance(value, dict):
        return {name: _attribute(each) for name, each in value.items()}
    return None if value is UNDEFINED else to_json(value)
