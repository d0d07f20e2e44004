"""An attribute that has a better name now.

It still works. The fix writes the new name, and the value as the new attribute has it; where the old value means what the
new attribute does anyway, it removes the attribute.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.tree import AttributeSyntax, Span, TagSyntax
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.model import Attribute, Rune

from .attributes import accepts, removal, written
from .finding import Edit, Found
from .page import Here
from .registry import rule


@rule("deprecated-attribute", "warning", node="tag", fixable=True)
def deprecated_attribute(here: Here) -> Iterator[Found]:
    rune = here.rune
    if rune is None or not here.node.attributes:
        return
    known = rune.every_attribute
    told: set[str] = set()
    for tag, attribute in written(here):
        definition = known.get(attribute.annotation.name)
        if definition is None or not definition.deprecated or definition.name in told:
            continue
        told.add(definition.name)
        target, fix = _fix(here, rune, definition, tag, attribute)
        message = f"`{definition.name}` is called `{target}` now"
        yield Found(Span(*attribute.key, tag.block), message, f"Use {target}.", fix)


def _fix(here: Here, rune: Rune, old: Attribute, tag: TagSyntax, attribute: AttributeSyntax) -> tuple[str, list[Edit]]:
    known = rune.every_attribute
    target = old.deprecated or ""
    value: Any = attribute.annotation.value
    new = old.rewrite(value) if old.rewrite is not None else value
    if new is UNDEFINED:
        # The old attribute did two things; this value is one of the other.
        takers = [each.name for each in rune.attributes if each.values and accepts(each, value)]
        if len(takers) != 1:
            return target, []
        target, new = takers[0], value
    if target in here.node.attributes:
        return target, [removal(tag, attribute)]
    definition = known.get(target)
    if definition is None or not accepts(definition, new):
        return target, [removal(tag, attribute)] if new in ("none", "") else []
    key, place = Span(*attribute.key, tag.block), Span(*attribute.value, tag.block)
    if new == value:
        return target, [Edit(key, target)]
    return target, [Edit(key, target), Edit(place, format_value(new))]
