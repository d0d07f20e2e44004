"""Adds required attributes, sorts attributes, and splits or joins their lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.minimal_edits import line_prefix_at
from refrakt.features.actions.registry import code_action
from refrakt.features.actions.selection import tag_at
from refrakt.features.results import CodeAction
from refrakt.markdoc.format.values import format_value
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import AttributeSyntax, Node, Span, TagSyntax
from refrakt.markdoc.tree_equality import same_tree
from refrakt.markdoc.values import UNDEFINED
from refrakt.rules.apply_fixes import line_end_of
from refrakt.rules.attribute_definitions import insertion, value_for
from refrakt.rules.problem_spans import is_alone_on_its_lines
from refrakt.runes.rune import Rune

KIND = "refactor.rewrite"
_FORMS = {"primary": 0, "id": 1, "class": 2, "named": 3}


@code_action(KIND, rank=26)
def tag_attributes(request: ActionRequest) -> Iterator[CodeAction]:
    found = tag_at(request)
    if found is None or found[0].open is None:
        return
    node, tag = found[0], found[0].open
    rune = request.page.site.vocabulary.get(node.tag or "")
    if rune is not None:
        yield from _required(request, node, tag, rune)
        yield from _sorted(request, tag, rune)
    yield from _lines(request, node, tag)


# Required attributes --------------------------------------------------------------------------------------------------


def _required(request: ActionRequest, node: Node, tag: TagSyntax, rune: Rune) -> Iterator[CodeAction]:
    missing = [
        (each.name, value)
        for each in rune.every_attribute.values()
        if each.required and each.name != "primary" and each.name not in node.attributes
        if (value := value_for(each)) is not UNDEFINED
    ]
    if not missing:
        return
    edit = insertion(tag, " ".join(f"{name}={format_value(value)}" for name, value in missing))
    insertion_edit = TextEdit(Span(*request.document.offsets(edit.span)), edit.new)
    names = [f"`{name}`" for name, _ in missing]
    what = "attributes" if len(names) > 1 else "attribute"
    yield CodeAction(f"Add required {what} {', '.join(names)}", KIND, partial(request.checked_edit, (insertion_edit,)))


# Order ----------------------------------------------------------------------------------------------------------------


def _sorted(request: ActionRequest, tag: TagSyntax, rune: Rune) -> Iterator[CodeAction]:
    """Required attributes first, then the rune's own in its order, then the others by name."""
    own = [each.name for each in sorted(rune.attributes, key=lambda each: not each.required)]

    def order(attribute: AttributeSyntax) -> tuple[int, int, str]:
        name = attribute.annotation.name
        if attribute.form != "named":
            return _FORMS[attribute.form], 0, ""
        return _FORMS["named"], own.index(name) if name in own else len(own), name if name not in own else ""

    block = tag.block
    attributes = list(tag.attributes)
    ordered = sorted(attributes, key=order)
    if block is None or ordered == attributes or not all(each.complete for each in attributes):
        return
    base = request.document.offsets(tag.span)[0] - tag.start
    edits = [
        TextEdit(Span(base + old.key[0], base + old.value[1]), block.text[new.key[0] : new.value[1]])
        for old, new in zip(attributes, ordered, strict=True)
        if old is not new
    ]
    yield CodeAction(f"Sort attributes of `{tag.name}`", KIND, partial(request.checked_edit, edits))


# Lines ----------------------------------------------------------------------------------------------------------------


def _lines(request: ActionRequest, node: Node, tag: TagSyntax) -> Iterator[CodeAction]:
    """One line for each attribute, or one for all; only where nothing else changes."""
    block = tag.block
    if block is None or node.inline or len(tag.attributes) < 2 or not is_alone_on_its_lines(tag):
        return
    text = block.text[tag.start : tag.end]
    pieces = [block.text[each.key[0] : each.value[1]] for each in tag.attributes]
    if any(sign in piece for piece in pieces for sign in "\r\n"):
        return
    end = "/%}" if tag.kind == "void" else "%}"
    one_line = " ".join([f"{{% {tag.name}", *pieces, end])
    span = Span(*request.document.offsets(tag.span))
    if "\n" in text or "\r" in text:
        title, new = f"Put attributes of `{tag.name}` on one line", one_line
    else:
        first = [f"{{% {tag.name}"]
        if tag.attributes[0].form == "primary":
            first.append(pieces.pop(0))
        gap = f"{line_end_of(request.text)}{line_prefix_at(request.document, span.start)}   "
        title, new = f"Put each attribute of `{tag.name}` on its own line", gap.join([" ".join(first), *pieces])
        new += f" {end}"
    if same_tree(request.document.tree, request.document.edit(*span.bounds, new).tree):
        yield CodeAction(title, KIND, partial(request.edit, (TextEdit(span, new),)))
