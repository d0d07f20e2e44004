"""The attributes of a tag: those that must be given, their order, and whether each has a line of its own."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.markdoc import AttributeSyntax, Node, TagSyntax
from refrakt.markdoc.equality import same_tree
from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.project.mending import line_end_of
from refrakt.rules.attributes import insertion, value_for
from refrakt.rules.places import stands_alone
from refrakt.runes.model import Rune

from ..answers import Action, Range, Replacement
from .asked import Asked
from .registry import offers
from .rewriting import marks_before
from .selecting import tag_at

KIND = "refactor.rewrite"
_FORMS = {"primary": 0, "id": 1, "class": 2, "named": 3}


@offers(KIND, rank=26)
def attributes(asked: Asked) -> Iterator[Action]:
    found = tag_at(asked)
    if found is None or found[0].open is None:
        return
    node, tag = found[0], found[0].open
    rune = asked.page.site.vocabulary.get(node.tag or "")
    if rune is not None:
        yield from _required(asked, node, tag, rune)
        yield from _sorted(asked, tag, rune)
    yield from _lines(asked, node, tag)


# What must be given ---------------------------------------------------------------------------------------------------


def _required(asked: Asked, node: Node, tag: TagSyntax, rune: Rune) -> Iterator[Action]:
    missing = [
        (each.name, value)
        for each in rune.every_attribute.values()
        if each.required and each.name != "primary" and each.name not in node.attributes
        if (value := value_for(each)) is not UNDEFINED
    ]
    if not missing:
        return
    edit = insertion(tag, " ".join(f"{name}={format_value(value)}" for name, value in missing))
    made = Replacement(Range(*asked.document.offsets(edit.span)), edit.new)
    names = [name for name, _ in missing]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    what = "attributes" if len(names) > 1 else "attribute"
    yield Action(f"Add the required {what} {listed}", KIND, partial(asked.rewritten, (made,)))


# Their order ----------------------------------------------------------------------------------------------------------


def _sorted(asked: Asked, tag: TagSyntax, rune: Rune) -> Iterator[Action]:
    """Those that must be given first, then the rune's own in its order, then the others by their names."""
    own = [each.name for each in sorted(rune.attributes, key=lambda each: not each.required)]

    def order(typed: AttributeSyntax) -> tuple[int, int, str]:
        name = typed.annotation.name
        if typed.form != "named":
            return _FORMS[typed.form], 0, ""
        return _FORMS["named"], own.index(name) if name in own else len(own), name if name not in own else ""

    block = tag.block
    typed = list(tag.attributes)
    ordered = sorted(typed, key=order)
    if block is None or ordered == typed or not all(each.complete for each in typed):
        return
    base = asked.document.offsets(tag.span)[0] - tag.start
    edits = [
        Replacement(Range(base + old.key[0], base + old.value[1]), block.text[new.key[0] : new.value[1]])
        for old, new in zip(typed, ordered, strict=True)
        if old is not new
    ]
    yield Action(f"Sort the attributes of {tag.name}", KIND, partial(asked.rewritten, edits))


# Their lines ----------------------------------------------------------------------------------------------------------


def _lines(asked: Asked, node: Node, tag: TagSyntax) -> Iterator[Action]:
    """One line for each, or one for all; only where that changes nothing else."""
    block = tag.block
    if block is None or node.inline or len(tag.attributes) < 2 or not stands_alone(tag):
        return
    text = block.text[tag.start : tag.end]
    pieces = [block.text[each.key[0] : each.value[1]] for each in tag.attributes]
    if any(sign in piece for piece in pieces for sign in "\r\n"):
        return
    end = "/%}" if tag.kind == "void" else "%}"
    one_line = " ".join([f"{{% {tag.name}", *pieces, end])
    place = Range(*asked.document.offsets(tag.span))
    if "\n" in text or "\r" in text:
        title, new = f"Write the attributes of {tag.name} on one line", one_line
    else:
        first = [f"{{% {tag.name}"]
        if tag.attributes[0].form == "primary":
            first.append(pieces.pop(0))
        gap = f"{line_end_of(asked.text)}{marks_before(asked.document, place.start)}   "
        title, new = f"Write each attribute of {tag.name} on its own line", gap.join([" ".join(first), *pieces])
        new += f" {end}"
    if same_tree(asked.document.tree, asked.document.edit(*place, new).tree):
        yield Action(title, KIND, partial(asked.edited, (Replacement(place, new),)))
