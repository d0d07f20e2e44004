"""An attribute that must be there and is not.

Without it the rune does not know what to show. The fix writes it, with the first of its allowed values or as an empty text
to be filled in.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.format.value import format_value
from refrakt.markdoc.values import UNDEFINED
from refrakt.runes.model import Attribute

from .attributes import insertion, value_for
from .finding import Edit, Found
from .page import Here
from .places import is_stray
from .registry import rule


@rule("missing-attribute", "error", problem="attribute-missing-required", fixable=True)
def missing_attribute(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    if is_stray(here.node):
        return
    rune = here.rune
    schema = here.page.site.config.schema_of(here.node)
    needed = schema.required_attributes if schema is not None else ()
    known = rune.every_attribute if rune is not None else {}
    owner = here.node.tag or here.node.type
    for name in needed:
        # Markdoc tells of each of them; its words are only told apart by the name in quotes.
        if here.node.attributes.get(name, UNDEFINED) is UNDEFINED and f"'{name}'" in here.problem.message:
            attribute = known.get(name)
            about = f": {attribute.about[:1].lower()}{attribute.about[1:]}" if attribute and attribute.about else ""
            called = "a value" if name == "primary" else f"`{name}`"
            yield Found(
                here.problem.span, f"`{owner}` needs {called}{about}", f"Add {called}.", _fix(here, name, attribute)
            )


def _fix(here: Here, name: str, attribute: Attribute | None) -> list[Edit]:
    tag = here.node.open
    if tag is None or attribute is None or name == "primary" or here.node.tag == "partial":
        return []
    value = value_for(attribute)
    return [] if value is UNDEFINED else [insertion(tag, f"{name}={format_value(value)}")]
