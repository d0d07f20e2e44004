"""The output of a page: Markdown nodes and runes as elements, before the theme."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from refrakt.markdoc.html import Renderable
from refrakt.markdoc.schema import MarkdocConfig
from refrakt.markdoc.transform import transform
from refrakt.markdoc.tree import Node
from refrakt.runes.output.functions import FUNCTIONS
from refrakt.runes.output.node_output import LINK, NODE_OUTPUT
from refrakt.runes.output.partial_output import PARTIAL
from refrakt.runes.output.render_context import RenderContext
from refrakt.runes.output.rune_output import rune_transforms
from refrakt.runes.vocabulary import Vocabulary


def output_config(vocabulary: Vocabulary) -> MarkdocConfig:
    """The config that renders the pages of a site, to be kept with it. Plain sites keep Markdoc's own output of Markdown."""
    tags = {"partial": PARTIAL, **rune_transforms(vocabulary)}
    if not vocabulary.refrakt:
        return MarkdocConfig(tags=tags)
    return MarkdocConfig(nodes=NODE_OUTPUT, tags={"link": LINK, **tags}, functions=FUNCTIONS)


def page_output(
    content: Node | Sequence[Node],
    base: MarkdocConfig,
    context: RenderContext,
    *,
    variables: Mapping[str, Any] | None = None,
    partials: Mapping[str, Node | Sequence[Node]] | None = None,
) -> Renderable:
    """The elements of a page or of parts of it. `base` is the `output_config` of its site."""
    config = MarkdocConfig(base.nodes, base.tags, base.functions, variables or {}, partials or {}, context=context)
    return transform(content, config)
