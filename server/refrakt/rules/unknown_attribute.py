"""An attribute the rune does not have.

It is ignored, so what it was meant to do does not happen. The message names the nearest attribute: first among the rune's
own, then among those it shares with others, then among those that every rune takes. A value without a key gets the key it
must have been meant for, where only one attribute takes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from refrakt.markdoc.tree import AttributeSyntax, Span, TagSyntax
from refrakt.runes.model import Attribute, Rune

from .attributes import accepts, attribute_of
from .finding import Edit, Found
from .page import Here
from .registry import rule
from .words import did_you_mean, nearest


@rule("unknown-attribute", "error", problem="attribute-undefined", fixable=True)
def unknown_attribute(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    found = attribute_of(here)
    if found is None:
        yield Found(here.problem.span, here.problem.message)
        return
    tag, attribute = found
    if attribute.form == "primary":
        yield _without_key(here, tag, attribute)
        return
    name = attribute.annotation.name
    owner = f"`{here.node.tag}`" if here.node.tag else f"a {here.node.type}"
    names = _nearest(here, name)
    message = f"{owner} has no attribute '{name}'{did_you_mean(names)}"
    span = here.problem.span
    fix = [Edit(span, names[0])] if names and _would_do(here, names[0], attribute) else []
    yield Found(span, message, f"Write {names[0]}." if names else "Remove it.", fix)


def _nearest(here: Here, name: str) -> list[str]:
    rune = here.rune
    if rune is None:
        schema = here.page.site.config.schema_of(here.node)
        return nearest(name, schema.known_attributes) if schema is not None else []
    for group in _groups(rune):
        current = [each.deprecated or each.name for each in group]
        if names := nearest(name, dict.fromkeys(current)):
            return names
    return []


def _groups(rune: Rune) -> Iterator[Iterable[Attribute]]:
    """Attributes, the likeliest to be meant first."""
    yield rune.attributes
    if rune.preset is not None:
        yield rune.preset.attributes
    if rune.universal:
        yield rune.every_attribute.values()


def _would_do(here: Here, name: str, attribute: AttributeSyntax) -> bool:
    """Whether the attribute is free and takes the value."""
    rune = here.rune
    if name in here.node.attributes or attribute.form != "named":
        return False
    known: Mapping[str, Attribute] = rune.every_attribute if rune is not None else {}
    return name not in known or accepts(known[name], attribute.annotation.value)


def _without_key(here: Here, tag: TagSyntax, attribute: AttributeSyntax) -> Found:
    value: Any = attribute.annotation.value
    rune = here.rune
    owner = here.node.tag or here.node.type
    takers = [
        each.name
        for each in (rune.attributes if rune is not None else ())
        if each.values and not each.deprecated and each.name not in here.node.attributes and accepts(each, value)
    ]
    start, end = attribute.value
    span = Span(start, end, tag.block)
    if len(takers) == 1:
        at = Span(start, start, tag.block)
        return Found(
            span, f"`{owner}` takes no value without a key", f"Write {takers[0]}=…", [Edit(at, f"{takers[0]}=")]
        )
    return Found(span, f"`{owner}` takes no value without a key", "Write the attribute's name before it.")
