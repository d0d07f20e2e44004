"""The output of a rune: from its tag to the element that the theme receives.

`rune_transforms` makes the schema of every rune of a vocabulary, so that a page is rendered by Markdoc's own `transform`.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from copy import copy
from functools import lru_cache, partial
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.schema import MarkdocConfig, Schema
from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.content_model import FieldSequence
from refrakt.runes.output.file_excerpt import file_excerpt
from refrakt.runes.output.generic_output import generic_output
from refrakt.runes.output.render_context import MAX_DEPTH, RenderContext
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.output.universal_output import add_universal_output
from refrakt.runes.resolver import resolve
from refrakt.runes.rune import Attribute, Rune
from refrakt.runes.vocabulary import Vocabulary

FAILED = "rendering-failed"
"""The code of the warning about a rune whose code has failed."""
log = logging.getLogger("refrakt.render")

_SNIPPET = "snippet"


def rune_transforms(vocabulary: Vocabulary) -> Mapping[str, Schema]:
    """The schemas that render the runes of a vocabulary, by name and alias. Markdoc's own tags are not among them."""
    schemas = {
        name: _transform(rune)
        for name, rune in vocabulary.runes.items()
        if rune.category != "Markdoc" or rune.build is not None
    }
    return {alias: schemas[name] for alias, name in vocabulary.names.items() if name in schemas}


@lru_cache(maxsize=1024)
def _transform(rune: Rune) -> Schema:
    return Schema(transform=partial(render_rune, rune))


def render_rune(rune: Rune, node: Node, config: MarkdocConfig) -> Renderable:
    """The output of one rune. A rune without a `build` function is shown in a generic wrapper."""
    context: RenderContext = config.context
    builder = rune_builder(rune, node, config, context)
    if rune.build is None or context.depth >= MAX_DEPTH:
        if rune.build is not None:
            context.warn("too-deep", f"runes are nested deeper than {MAX_DEPTH} levels", node)
        return generic_output(builder)
    context.depth += 1
    try:
        built = rune.build(builder)
        return add_universal_output(builder, built) if rune.universal and isinstance(built, Tag) else built
    except Exception:
        # A bug in one rune, which may be that of a package, must not cost the rest of the page.
        log.exception("%s could not be rendered", rune.name)
        context.warn(FAILED, f"`{rune.name}` could not be rendered; its content is shown in a frame", node, "error")
        return generic_output(builder)
    finally:
        context.depth -= 1


def rune_builder(rune: Rune, node: Node, config: MarkdocConfig, context: RenderContext) -> RuneBuilder:
    attributes = attribute_values(rune, node)
    node = _with_excerpts(rune, node, context)
    resolution = resolve(rune.content, node)
    return RuneBuilder(rune, node, config, attributes, resolution.value, resolution.trace, context)


def _with_excerpts(rune: Rune, node: Node, context: RenderContext) -> Node:
    """The tag of a rune that takes code blocks, with the files that snippets in it show as code blocks."""
    fields = rune.content.fields if isinstance(rune.content, FieldSequence) else ()
    if not any("fence" in field.match.split("|") for field in fields):
        return node
    if not any(child.tag == _SNIPPET for child in node.children):
        return node
    changed = copy(node)
    changed.children = [
        file_excerpt(child.attributes, context, child) if child.tag == _SNIPPET else child for child in node.children
    ]
    return changed


def attribute_values(rune: Rune, node: Node) -> dict[str, Any]:
    """The values of all attributes: deprecated names are replaced, defaults filled in, lists split."""
    declared = rune.every_attribute
    written = dict(node.attributes)
    for attribute in declared.values():
        if attribute.deprecated and attribute.name in written and attribute.deprecated not in written:
            value = written[attribute.name]
            value = attribute.rewrite(value) if attribute.rewrite else value
            if value is not UNDEFINED:
                written[attribute.deprecated] = value
    return {name: _value(attribute, written.get(name, UNDEFINED)) for name, attribute in declared.items()}


def _value(attribute: Attribute, value: Any) -> Any:
    if value is UNDEFINED:
        value = None if attribute.default is UNDEFINED else attribute.default
    if attribute.type == "SpaceSeparatedList" and isinstance(value, str):
        return value.split()
    return value
