"""Changes a rune to a similar one, or to another of its names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.registry import code_action
from refrakt.features.actions.selection import SelectedBlocks, tag_at
from refrakt.features.actions.wrap_candidates import allows_rune, reads_content, similarity
from refrakt.features.results import CodeAction
from refrakt.features.rune_reference import is_builtin_tag, listed_runes
from refrakt.features.rune_snippets import snippet_of
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Node, Span
from refrakt.rules.attribute_definitions import accepts
from refrakt.rules.missing_parts import is_split_at_headings
from refrakt.runes.rune import Rune
from refrakt.runes.vocabulary import Vocabulary

KIND = "refactor.rewrite"
_MOST = 6


@code_action(KIND, rank=22)
def change_rune(request: ActionRequest) -> Iterator[CodeAction]:
    found = tag_at(request)
    if found is None or found[0].open is None:
        return
    node, parents = found
    vocabulary = request.page.site.vocabulary
    name = node.tag or ""
    rune = vocabulary.get(name)
    if rune is None or is_builtin_tag(rune, vocabulary):
        return
    for another in _names(vocabulary, rune, name):
        yield _tag_renamed(request, node, another, f"Use `{another}` instead of `{name}`")
    for other in () if rune.deferred else _similar_runes(request, vocabulary, rune, node, parents)[:_MOST]:
        yield _tag_renamed(request, node, other.name, f"Change `{name}` to `{other.name}`")


def _names(vocabulary: Vocabulary, rune: Rune, name: str) -> list[str]:
    """The other names of a rune, its own first. Entities have only that one: `refrakt plan` does not know `task`."""
    names = [each for each, target in vocabulary.names.items() if target == rune.name and each != name]
    if rune.entity is not None:
        names = [each for each in names if each == rune.name]
    return sorted(names, key=lambda each: (each != rune.name, each))


def _tag_renamed(request: ActionRequest, node: Node, name: str, title: str) -> CodeAction:
    tags = [each for each in (node.open, node.close) if each is not None]
    edits = [TextEdit(Span(*request.document.offsets(each.name_span)), name) for each in tags]
    return CodeAction(title, KIND, partial(request.checked_edit, edits))


def _similar_runes(
    request: ActionRequest, vocabulary: Vocabulary, rune: Rune, node: Node, parents: tuple[Node, ...]
) -> list[Rune]:
    blocks = SelectedBlocks(request.document, parents, (node,))
    if blocks.is_long or not (node.inline or allows_rune(vocabulary, blocks)):
        return []
    around = {vocabulary.names.get(each.tag or "", "") for each in parents if each.type == "tag"}
    found = [
        each
        for each in listed_runes(vocabulary)
        if each is not rune
        and each.package
        and _fits(vocabulary, each, rune, node)
        and (not each.parents or around & {*each.parents})
        and not _has_child_bound_to(vocabulary, rune, each, node)
    ]
    return sorted(found, key=lambda each: (each.category != rune.category, similarity(each, node.children), each.name))


def _fits(vocabulary: Vocabulary, other: Rune, rune: Rune, node: Node) -> bool:
    """Whether another rune accepts the same attributes and content."""
    if other.deferred or bool(other.inline) != bool(rune.inline) or other.category is None:
        return False
    if any(each.required and each.name not in node.attributes for each in other.every_attribute.values()):
        return False
    attributes = other.every_attribute
    for name, value in node.attributes.items():
        if name not in attributes or attributes[name].deprecated or not accepts(attributes[name], value):
            return False
    if node.open is not None and node.open.kind == "void":
        return snippet_of(other).void
    return (
        not other.self_closing
        and other.content is not None
        and (not is_split_at_headings(other.content) or any(each.type in ("heading", "tag") for each in node.children))
        and reads_content(vocabulary, other, node.children, node.attributes)
    )


def _has_child_bound_to(vocabulary: Vocabulary, rune: Rune, other: Rune, node: Node) -> bool:
    """Whether a child is allowed in this rune and not in the other."""
    for each in node.walk():
        part = vocabulary.get(each.tag or "") if each.type == "tag" else None
        if part is not None and rune.name in part.parents and other.name not in part.parents:
            return True
    return False
