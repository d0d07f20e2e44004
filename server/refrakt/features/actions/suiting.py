"""Which runes would suit blocks that are written already.

A rune suits them if it makes something of every one of them and misses nothing, and if what stands around has room for it. Among
those that do, the ones come first whose own sample looks like what is there: a table is rather for a `datatable` than for a `card`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from refrakt.markdoc import Node, Options, parse
from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.attributes import value_for
from refrakt.runes.matching import lone_image
from refrakt.runes.model import Rune
from refrakt.runes.resolution import Trace
from refrakt.runes.resolver import resolve
from refrakt.runes.vocabulary import Vocabulary

from ..reference import listed
from .asked import Asked
from .selecting import Blocks

_LONGEST_BODY = 300
"""In a body of more children nobody looks for a place where a rune would go lost; applying the change tells."""
_MOST_PAGES = 2_000
_ASIDE = frozenset({None, "Site"})
"""Categories of runes that are parts of others, or that say something about the page rather than on it."""


def suiting(asked: Asked, blocks: Blocks) -> list[Rune]:
    """The runes that blocks could be wrapped in, the likeliest first: those that look like them, then those the site uses."""
    words = asked.page.site.vocabulary
    if not has_room(words, blocks):
        return []
    found = [rune for rune in listed(words) if is_for_blocks(rune, words) and suits(words, blocks, rune)]
    used = usage(asked)

    def order(rune: Rune) -> tuple[int, int, bool, str]:
        return likeness(rune, blocks.nodes), -used[rune.name], rune.category != "Content", rune.name

    return sorted(found, key=order)


def usage(asked: Asked) -> Counter[str]:
    """On how many pages of the site each rune is used, as far as they are looked at."""
    view, names = asked.page.view, asked.page.site.vocabulary.names
    if view is None:
        return Counter()
    with view.lock:
        pages = [each.facts.runes for each in islice(view.site.entries.values(), _MOST_PAGES)]
    return Counter(names.get(name, name) for runes in pages for name in runes)


def is_for_blocks(rune: Rune, words: Vocabulary) -> bool:
    """Whether a writer puts blocks into it, and nothing else is needed."""
    if rune.self_closing or rune.inline or rune.deferred or rune.content is None:
        return False
    return (not words.refrakt or rune.category not in _ASIDE) and not any(
        each.required for each in rune.every_attribute.values()
    )


def suits(words: Vocabulary, blocks: Blocks, rune: Rune) -> bool:
    """Whether a rune makes something of all these blocks, where a rune may stand in their place."""
    around = {words.names.get(node.tag or "", "") for node in blocks.parents if node.type == "tag"}
    if rune.name in around or (rune.parents and not around & {*rune.parents}):
        return False
    return not _orphans(words, rune, blocks.nodes) and reads(words, rune, blocks.nodes)


def reads(words: Vocabulary, rune: Rune, body: Sequence[Node], attributes: Mapping[str, Any] | None = None) -> bool:
    """Whether a rune's content model has a place for everything and misses nothing."""
    if not body:
        return False
    node = Node("tag", dict(attributes or {}), body, rune.name)
    return all(map(_is_clear, _traces(words, rune, node)))


def _is_clear(trace: Trace) -> bool:
    if len(trace.sections) == 1 and any(child.type == "heading" for child in trace.sections[0].body):
        # Nobody can tell whether the first heading is a title or the only part.
        return False
    return not (trace.lost or trace.missing or trace.unread or trace.loose or trace.empty_zones)


def has_room(words: Vocabulary, blocks: Blocks) -> bool:
    """Whether the rune around, if there is one, would make something of any other in the place of these blocks."""
    return takes(words, blocks, [Node("tag", tag="")])


def takes(words: Vocabulary, blocks: Blocks, instead: Sequence[Node]) -> bool:
    """Whether the rune around, if there is one, would make something of others in the place of these blocks."""
    holder = blocks.parents[-1] if blocks.parents else None
    rune = words.get(holder.tag or "") if holder is not None and holder.type == "tag" else None
    if holder is None or rune is None or len(holder.children) > _LONGEST_BODY:
        return True
    before, behind = blocks.siblings
    now = _traces(words, rune, holder)
    then = _traces(words, rune, Node("tag", holder.attributes, [*before, *instead, *behind], holder.tag))
    return len(now) == len(then) and all(map(_is_no_worse, then, now)) and not _loses(then, instead)


def _is_no_worse(then: Trace, now: Trace) -> bool:
    # The headings of a rune that reads them are its parts.
    if then.level != now.level or len(then.sections) != len(now.sections):
        return False
    return len(then.lost) <= len(now.lost) and len(then.missing) <= len(now.missing)


def _loses(traces: Iterable[Trace], nodes: Sequence[Node]) -> bool:
    lost = {id(each.node) for trace in traces for each in trace.lost}
    return any(id(node) in lost for node in nodes)


def _traces(words: Vocabulary, rune: Rune, node: Node) -> list[Trace]:
    """How a body is read, and those of the runes that its parts become."""
    if rune.content is None or rune.deferred:
        return []
    resolution = resolve(rune.content, node)
    found = [resolution.trace]
    for value in resolution.value.values():
        for made in value if isinstance(value, list) else ():
            inner = words.get(made.tag or "") if isinstance(made, Node) and made.open is None else None
            if inner is not None:
                found += _traces(words, inner, made)
    return found


def _orphans(words: Vocabulary, rune: Rune, nodes: Iterable[Node]) -> bool:
    """Whether a part of another rune is among the blocks, which would stand in this one then."""
    parts = [part for node in nodes if node.type == "tag" and (part := words.get(node.tag or "")) is not None]
    return any(part.parents and rune.name not in part.parents for part in parts)


# Likeness -------------------------------------------------------------------------------------------------------------


def likeness(rune: Rune, nodes: Iterable[Node]) -> int:
    """How much blocks look like the sample of a rune: 0 for just so, 1 where there is more to it, 2 for not at all."""
    kinds, usual = frozenset(map(kind_of, nodes)), usual_kinds(rune)
    return 0 if kinds == usual else 1 if kinds and kinds <= usual else 2


@lru_cache(maxsize=1024)
def usual_kinds(rune: Rune) -> frozenset[str]:
    """The kinds of blocks that stand in a rune in its sample."""
    tree = parse(rune.sample, Options(fences="escaped")).tree
    tag = next((node for node in tree.walk() if node.type == "tag" and node.tag == rune.name), None)
    return frozenset(map(kind_of, tag.children)) if tag is not None else frozenset()


def kind_of(node: Node) -> str:
    """What a block is, in the words of content models."""
    if node.type == "list":
        return "list:ordered" if node.attributes.get("ordered") else "list:unordered"
    if node.type == "paragraph" and lone_image(node) is not None:
        return "image"
    return f"tag:{node.tag}" if node.type == "tag" else node.type


# Tags -----------------------------------------------------------------------------------------------------------------


def opening(rune: Rune, name: str) -> str | None:
    """An opening tag with all that must be given, or None where nobody can say what."""
    needed = [each for each in rune.every_attribute.values() if each.required]
    values = [(each.name, value_for(each)) for each in needed]
    if any(value is UNDEFINED or name == "primary" for name, value in values):
        return None
    return "{% " + "".join([name, *(f" {key}={format_value(value)}" for key, value in values)]) + " %}"
