"""From syntax tree to renderable tree.

`transform` resolves variables and functions, then applies the schema of every node. It uses a list instead of the call stack,
so a page may nest arbitrarily deep. The `transform` of a schema is a generator that yields a `RenderRequest` for nodes to
render (any depth), or a plain function that may call `transform_children`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import GeneratorType
from typing import Any

from refrakt.markdoc.builtins import with_builtins
from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.resolve_values import resolve
from refrakt.markdoc.schema import NO_SCHEMA, MarkdocConfig, RenderGenerator, RenderRequest, Schema, rendered_attributes
from refrakt.markdoc.tree import Node

_EMPTY = MarkdocConfig()


def transform(content: Node | Sequence[Node], config: MarkdocConfig = _EMPTY) -> Renderable:
    """The renderable of a tree; for several trees, one flat list."""
    complete = with_builtins(config)
    if isinstance(content, Node):
        return transform_node(resolve(content, complete), complete)
    rendered: Renderable = _run(_request([resolve(tree, complete) for tree in content], complete))
    return rendered


def transform_node(node: Node, config: MarkdocConfig) -> Renderable:
    """Transform one resolved node. For schema transforms, which pass on their config."""
    rendered: Renderable = _run(_request(node, config))
    return rendered


def render_nodes(nodes: Sequence[Node], config: MarkdocConfig) -> list[Renderable]:
    """Transform resolved nodes to one flat list. For schema transforms, which pass on their config."""
    rendered: list[Renderable] = _run(_request(nodes, config))
    return rendered


def transform_children(node: Node, config: MarkdocConfig) -> list[Renderable]:
    """Transform the children of a resolved node. For schema transforms."""
    return render_nodes(node.children, config)


def transform_attributes(node: Node, config: MarkdocConfig) -> dict[str, Any]:
    """The rendered attributes of a resolved node. For schema transforms."""
    attributes: dict[str, Any] = _run(rendered_attributes(node, config))
    return attributes


def _request(nodes: Node | Sequence[Node], config: MarkdocConfig) -> RenderGenerator[Any]:
    return (yield RenderRequest(nodes, config))


@dataclass(slots=True)
class _PendingRequest:
    """A suspended generator, the nodes it requested, and their results so far."""

    generator: RenderGenerator[Any]
    nodes: Iterator[Node]
    config: MarkdocConfig
    flat: bool
    result: Any
    node: Node | None = None
    """The node that is being rendered."""

    def add(self, rendered: Any) -> None:
        if isinstance(rendered, Tag) and rendered.origin is None and self.node is not None and not self.node.inline:
            rendered = Tag(rendered.name, rendered.attributes, rendered.children, self.node)
        if not self.flat:
            self.result = rendered
        elif isinstance(rendered, list | tuple):
            self.result.extend(rendered)
        else:
            self.result.append(rendered)


def _run(generator: RenderGenerator[Any]) -> Any:
    """Run a generator and all generators that its requests start."""
    pending: list[_PendingRequest] = []
    result: Any = None
    while True:
        try:
            request = generator.send(result)
        except StopIteration as done:
            if not pending:
                return done.value
            pending[-1].add(done.value)
        else:
            single = isinstance(request.nodes, Node)
            nodes = (request.nodes,) if isinstance(request.nodes, Node) else request.nodes
            pending.append(_PendingRequest(generator, iter(nodes), request.config, not single, None if single else []))
        current = pending[-1]
        for node in current.nodes:
            current.node = node
            started = _start_node(node, current.config)
            if isinstance(started, GeneratorType):
                generator, result = started, None
                break
            current.add(started)
        else:
            pending.pop()
            generator, result = current.generator, current.result


def _start_node(node: Node, config: MarkdocConfig) -> Renderable | RenderGenerator[Renderable]:
    schema = config.schema_of(node) or NO_SCHEMA
    if schema.transform is not None:
        return schema.transform(node, config)
    return _transform_default(node, schema, config)


def _transform_default(node: Node, schema: Schema, config: MarkdocConfig) -> RenderGenerator[Renderable]:
    """The default transform: the schema's element around the content, or the content alone."""
    children: list[Renderable] = yield RenderRequest(node.children, config)
    if not schema.render:
        return children
    attributes = yield from rendered_attributes(node, config)
    return Tag(schema.render, attributes, children)
