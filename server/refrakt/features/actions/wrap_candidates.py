"""Finds the runes that can wrap given blocks.

The content model of the rune must use all blocks, and its parent must allow it. Runes whose sample looks like the blocks come
first: a table fits a `datatable` better than a `card`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.selection import SelectedBlocks
from refrakt.features.rune_reference import listed_runes
from refrakt.markdoc.document import parse
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.parse_options import ParseOptions
from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attribute_definitions import value_for
from refrakt.rules.bold_name import has_bold_names
from refrakt.rules.heading_above_parts import headings_above_parts
from refrakt.rules.rune_bodies import content_as_markdown
from refrakt.runes.match_expressions import lone_image
from refrakt.runes.needed_nodes import has_needed
from refrakt.runes.resolution import Trace
from refrakt.runes.resolver import resolve
from refrakt.runes.rune import Rune
from refrakt.runes.vocabulary import Vocabulary

_LONGEST_BODY = 300
"""Larger bodies are not resolved here; the check of the resulting edit finds dropped nodes."""
_MOST_PAGES = 2_000
_ASIDE = frozenset({None, "Site"})
"""Categories of runes that are parts of others or describe the page."""


def wrap_candidates(request: ActionRequest, blocks: SelectedBlocks) -> list[Rune]:
    """The runes that can wrap the blocks, by similarity of their sample, then by usage on the site."""
    vocabulary = request.page.site.vocabulary
    if not allows_rune(vocabulary, blocks):
        return []
    found = [
        rune
        for rune in listed_runes(vocabulary)
        if takes_blocks(rune, vocabulary) and accepts_blocks(vocabulary, blocks, rune)
    ]
    used = rune_usage(request)

    def order(rune: Rune) -> tuple[int, int, bool, str]:
        return similarity(rune, blocks.nodes), -used[rune.name], rune.category != "Content", rune.name

    return sorted(found, key=order)


def rune_usage(request: ActionRequest) -> Counter[str]:
    """The number of pages that use each rune, among the first pages of the site."""
    view, names = request.page.view, request.page.site.vocabulary.names
    if view is None:
        return Counter()
    with view.lock:
        pages = [each.facts.runes for each in islice(view.site.entries.values(), _MOST_PAGES)]
    return Counter(names.get(name, name) for runes in pages for name in runes)


def takes_blocks(rune: Rune, vocabulary: Vocabulary) -> bool:
    """Whether a rune takes blocks and has no required attributes."""
    if rune.self_closing or rune.inline or rune.deferred or rune.content is None:
        return False
    return (not vocabulary.refrakt or rune.category not in _ASIDE) and not any(
        each.required for each in rune.every_attribute.values()
    )


def accepts_blocks(vocabulary: Vocabulary, blocks: SelectedBlocks, rune: Rune) -> bool:
    """Whether a rune uses all these blocks and is allowed at their position."""
    around = {vocabulary.names.get(node.tag or "", "") for node in blocks.parents if node.type == "tag"}
    if rune.name in around or (rune.parents and not around & {*rune.parents}):
        return False
    return not _orphans(vocabulary, rune, blocks.nodes) and reads_content(vocabulary, rune, blocks.nodes)


def reads_content(
    vocabulary: Vocabulary, rune: Rune, body: Sequence[Node], attributes: Mapping[str, Any] | None = None
) -> bool:
    """Whether a rune's content model uses all nodes and lacks nothing, and the rune shows something of them."""
    if not body or not has_bold_names(rune.name, body):
        return False
    if rune.needs is not None and not has_needed(rune.needs, content_as_markdown(body)):
        return False
    node = Node("tag", dict(attributes or {}), body, rune.name)
    return all(map(_is_unambiguous, _traces(vocabulary, rune, node)))


def _is_unambiguous(trace: Trace) -> bool:
    if len(trace.sections) == 1 and any(child.type == "heading" for child in trace.sections[0].body):
        # The first heading may be the title or the only section.
        return False
    if headings_above_parts(trace):
        return False
    return not (trace.dropped or trace.missing or trace.unmatched_patterns or trace.loose_items or trace.empty_zones)


def allows_rune(vocabulary: Vocabulary, blocks: SelectedBlocks) -> bool:
    """Whether the parent rune, if any, allows another rune in place of these blocks."""
    return allows_nodes(vocabulary, blocks, [Node("tag", tag="")])


def allows_nodes(vocabulary: Vocabulary, blocks: SelectedBlocks, instead: Sequence[Node]) -> bool:
    """Whether the parent rune, if any, allows these nodes in place of the blocks."""
    holder = blocks.parents[-1] if blocks.parents else None
    rune = vocabulary.get(holder.tag or "") if holder is not None and holder.type == "tag" else None
    if holder is None or rune is None or len(holder.children) > _LONGEST_BODY:
        return True
    before, behind = blocks.siblings
    children = [*before, *instead, *behind]
    if rune.needs is not None and has_needed(rune.needs, holder.children) and not has_needed(rune.needs, children):
        return False
    now = _traces(vocabulary, rune, holder)
    then = _traces(vocabulary, rune, Node("tag", holder.attributes, children, holder.tag))
    return len(now) == len(then) and all(map(_is_at_least_as_good, then, now)) and not _are_dropped(then, instead)


def _is_at_least_as_good(then: Trace, now: Trace) -> bool:
    # Headings are the sections of a rune that reads them.
    if then.level != now.level or len(then.sections) != len(now.sections):
        return False
    return len(then.dropped) <= len(now.dropped) and len(then.missing) <= len(now.missing)


def _are_dropped(traces: Iterable[Trace], nodes: Sequence[Node]) -> bool:
    lost = {id(each.node) for trace in traces for each in trace.dropped}
    return any(id(node) in lost for node in nodes)


def _traces(vocabulary: Vocabulary, rune: Rune, node: Node) -> list[Trace]:
    """The resolution traces of a node, and of the runes its parts become."""
    if rune.content is None or rune.deferred:
        return []
    resolution = resolve(rune.content, node)
    found = [resolution.trace]
    for value in resolution.value.values():
        for made in value if isinstance(value, list) else ():
            inner = vocabulary.get(made.tag or "") if isinstance(made, Node) and made.open is None else None
            if inner is not None:
                found += _traces(vocabulary, inner, made)
    return found


def _orphans(vocabulary: Vocabulary, rune: Rune, nodes: Iterable[Node]) -> bool:
    """Whether the blocks contain a part that is not allowed in this rune."""
    parts = [part for node in nodes if node.type == "tag" and (part := vocabulary.get(node.tag or "")) is not None]
    return any(part.parents and rune.name not in part.parents for part in parts)


# Similarity -----------------------------------------------------------------------------------------------------------


def similarity(rune: Rune, nodes: Iterable[Node]) -> int:
    """How similar the blocks are to the sample of a rune: 0 equal kinds, 1 a subset, 2 different."""
    kinds, usual = frozenset(map(block_kind, nodes)), sample_kinds(rune)
    return 0 if kinds == usual else 1 if kinds and kinds <= usual else 2


@lru_cache(maxsize=1024)
def sample_kinds(rune: Rune) -> frozenset[str]:
    """The kinds of blocks in the sample of a rune."""
    tree = parse(rune.sample, ParseOptions(fences="escaped")).tree
    tag = next((node for node in tree.walk() if node.type == "tag" and node.tag == rune.name), None)
    return frozenset(map(block_kind, tag.children)) if tag is not None else frozenset()


def block_kind(node: Node) -> str:
    """The kind of a block, as content models name it."""
    if node.type == "list":
        return "list:ordered" if node.attributes.get("ordered") else "list:unordered"
    if node.type == "paragraph" and lone_image(node) is not None:
        return "image"
    return f"tag:{node.tag}" if node.type == "tag" else node.type


# Tags -----------------------------------------------------------------------------------------------------------------


def opening_tag(rune: Rune, name: str) -> str | None:
    """An opening tag with all required attributes, or None where one has no obvious value."""
    needed = [each for each in rune.every_attribute.values() if each.required]
    values = [(each.name, value_for(each)) for each in needed]
    if any(value is UNDEFINED or name == "primary" for name, value in values):
        return None
    return "{% " + "".join([name, *(f" {key}={format_value(value)}" for key, value in values)]) + " %}"
