"""Validation, rendering and HTML measured against recordings of Markdoc itself.

The recorded syntax trees are the input, so a difference found here is one of meaning, not of parsing. The recordings
stand beside the checkout and are not part of it: without them there is nothing to compare.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from refrakt.markdoc.html import Renderable, Tag, render_html
from refrakt.markdoc.schema import MarkdocConfig
from refrakt.markdoc.transform import transform
from refrakt.markdoc.tree import Annotation, MarkdocError, Node
from refrakt.markdoc.validate import validate
from refrakt.markdoc.values import UNDEFINED, Variable, from_json, to_json

RECORDINGS = Path(__file__).resolve().parents[3] / "shared" / "oracle" / "markdoc"

pytestmark = pytest.mark.recorded


@cache
def recorded_config() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((RECORDINGS / "config.json").read_text(encoding="utf-8"))
    return {**data["CFG"], "partials": data["partials"]}


def cases() -> Iterator[Any]:
    if not RECORDINGS.exists():
        return
    with gzip.open(RECORDINGS / "cases.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            # Where Markdoc could not even parse, there is no tree to begin with.
            if "$error" not in case["ast"]:
                yield pytest.param({**case, **case.get("v0510", {})}, id=case["name"])


each_case = pytest.mark.parametrize("case", [*cases()])


def node(data: dict[str, Any]) -> Node:
    """A recorded tree as ours."""
    made = Node(data["type"], from_json(data["attributes"]), [node(each) for each in data.get("children", ())])
    made.tag = data.get("tag")
    made.slots = {name: node(each) for name, each in data.get("slots", {}).items()}
    made.annotations = [Annotation(**from_json(each)) for each in data.get("annotations", ())]
    made.errors = [
        MarkdocError(each["id"], each["level"], each["message"], made.span, _lines(each.get("location")))
        for each in data.get("errors", ())
    ]
    made.inline = data["inline"]
    made.lines = data["lines"]
    return made


def _lines(location: Any) -> tuple[int, int] | None:
    match location:
        case {"start": {"line": int() as first}, "end": {"line": int() as last}}:
            return first, last
    return None


def partial(source: str) -> Node:
    """The partials of the recordings are one paragraph each, some with variables, some inside one tag."""
    if wrapped := re.fullmatch(r"\{% (\w+)(?: (\w+)=\$(\w+))? %\}\n(.*)\n\{% /\1 %\}\n", source):
        name, key, variable, text = wrapped.groups()
        return Node("document", {}, [Node("tag", {key: Variable((variable,))} if key else {}, [line(text)], name)])
    return Node("document", {}, [line(source.strip())])


def line(source: str) -> Node:
    pieces = [
        Variable((piece[4:-3],)) if piece.startswith("{%") else piece
        for piece in re.split(r"(\{% \$\w+ %\})", source)
        if piece
    ]
    return Node("paragraph", {}, [Node("inline", {}, [Node("text", {"content": piece}) for piece in pieces])])


def config_of(case: dict[str, Any]) -> MarkdocConfig:
    data = recorded_config() if case["config"] == "CFG" else case["config"]
    return MarkdocConfig.from_json(data, {name: partial(text) for name, text in data.get("partials", {}).items()})


def as_recorded(value: Renderable) -> Any:
    """A renderable tree in the form of the recordings: empty parts of a tag are left out."""
    if isinstance(value, Tag):
        shown = {key: in_attribute(each) for key, each in value.attributes.items()}
        children = [as_recorded(each) for each in value.children]
        return {
            "name": value.name,
            **({"attributes": shown} if shown else {}),
            **({"children": children} if children else {}),
        }
    if isinstance(value, list):
        return [as_recorded(each) for each in value]
    return {"$undefined": True} if value is UNDEFINED else to_json(value)


def in_attribute(value: Any) -> Any:
    """Where any value is possible, a tag is marked as one."""
    if isinstance(value, list):
        return [in_attribute(each) for each in value]
    return {"$tag": as_recorded(value)} if isinstance(value, Tag) else as_recorded(value)


@each_case
def test_errors(case: dict[str, Any]) -> None:
    found = [
        (where.type, list(problem.lines or where.lines), problem.id, problem.level)
        for where, problem in validate(node(case["ast"]), config_of(case))
    ]
    assert found == [(each["type"], each["lines"], each["id"], each["level"]) for each in case["validate"]]


@each_case
def test_renderable_tree_and_html(case: dict[str, Any]) -> None:
    rendered = transform(node(case["ast"]), config_of(case))
    assert as_recorded(rendered) == case["transform"]
    assert render_html(rendered) == case["html"]
