"""From syntax tree to renderable tree.

`transform` resolves variables and functions, then asks every node's schema what it becomes. The work runs on a list
instead of the call stack, so a page may nest as deep as it likes. Schemas with code of their own give a generator that
yields an `Ask` for what they want rendered (any depth), or a plain function that may call `transform_children`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import GeneratorType
from typing import Any

from .builtins import with_builtins
from .html import Renderable, Tag
from .resolve import resolve
from .schema import NO_SCHEMA, Ask, Config, Schema, Steps, attributes_of
from .tree import Node

_EMPTY = Config()


def transform(content: Node | Sequence[Node], config: Config = _EMPTY) -> Renderable:
    """What a tree renders as; for several trees, all of it in one list."""
    complete = with_builtins(config)
    if isinstance(content, Node):
        return transform_node(resolve(content, complete), complete)
    rendered: Renderable = _run(_ask([resolve(tree, complete) for tree in content], complete))
    return rendered


def transform_node(node: Node, config: Config) -> Renderable:
    """One resolved node, for transforms: the config is the one they were given."""
    rendered: Renderable = _run(_ask(node, config))
    return rendered


def transform_children(node: Node, config: Config) -> list[Renderable]:
    """The content of a resolved node, for transforms."""
    rendered: list[Renderable] = _run(_ask(node.children, config))
    return rendered


def transform_attributes(node: Node, config: Config) -> dict[str, Any]:
    """The attributes that a resolved node shows, for transforms."""
    shown: dict[str, Any] = _run(attributes_of(node, config))
    return shown


def _ask(nodes: Node | Sequence[Node], config: Config) -> Steps[Any]:
    return (yield Ask(nodes, config))


@dataclass(slots=True)
class _Waiting:
    """A computation that has asked for nodes, and how far they are."""

    steps: Steps[Any]
    nodes: Iterator[Node]
    config: Config
    flat: bool
    answer: Any

    def take(self, rendered: Any) -> None:
        if not self.flat:
            self.answer = rendered
        elif isinstance(rendered, list | tuple):
            self.answer.extend(rendered)
        else:
            self.answer.append(rendered)


def _run(steps: Steps[Any]) -> Any:
    """Drive a computation and all those it leads to."""
    waiting: list[_Waiting] = []
    answer: Any = None
    while True:
        try:
            wish = steps.send(answer)
        except StopIteration as done:
            if not waiting:
                return done.value
            waiting[-1].take(done.value)
        else:
            single = isinstance(wish.nodes, Node)
            nodes = (wish.nodes,) if isinstance(wish.nodes, Node) else wish.nodes
            waiting.append(_Waiting(steps, iter(nodes), wish.config, not single, None if single else []))
        current = waiting[-1]
        for node in current.nodes:
            begun = _begin(node, current.config)
            if isinstance(begun, GeneratorType):
                steps, answer = begun, None
                break
            current.take(begun)
        else:
            waiting.pop()
            steps, answer = current.steps, current.answer


def _begin(node: Node, config: Config) -> Renderable | Steps[Renderable]:
    schema = config.schema_of(node) or NO_SCHEMA
    if schema.transform is not None:
        return schema.transform(node, config)
    return _plain(node, schema, config)


def _plain(node: Node, schema: Schema, config: Config) -> Steps[Renderable]:
    """A schema without code: its tag around the content, or the content alone."""
    children: list[Renderable] = yield Ask(node.children, config)
    if not schema.render:
        return children
    attributes = yield from attributes_of(node, config)
    return Tag(schema.render, attributes, children)
