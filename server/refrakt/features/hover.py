"""What is under the cursor, in a few words: a rune, an attribute, a value, a function, a variable."""

from __future__ import annotations

from refrakt.markdoc.format.value import format_value

from . import variables
from .answers import Explanation
from .around import nodes_around
from .functions import function_named
from .page import PageContext
from .place import Place, place_at
from .reference import attribute_text, brief


def explain(page: PageContext, offset: int) -> Explanation | None:
    """What stands at an offset of a page; None where there is nothing to say about it."""
    place = place_at(page.document, offset)
    if place.tag is None or place.word.start == place.word.end:
        return None
    match place.kind:
        case "variable":
            return _variable(page, place)
        case "name" | "closing" | "attribute" | "value" if place.behind == "(":
            return _function(page, place)
        case "name" | "closing":
            return _rune(page, place)
        case "attribute" | "value":
            return _attribute(page, place)
    return None


def _rune(page: PageContext, place: Place) -> Explanation | None:
    rune = page.site.vocabulary.get(place.text.strip())
    return Explanation(place.word, brief(rune)) if rune is not None else None


def _attribute(page: PageContext, place: Place) -> Explanation | None:
    """An attribute by its name or by its value."""
    rune = page.site.vocabulary.get(place.name)
    name = place.text if place.kind == "attribute" else place.attribute
    attribute = rune.every_attribute.get(name or "") if rune is not None else None
    if rune is None or attribute is None:
        return None
    return Explanation(place.word, attribute_text(rune, attribute))


def _function(page: PageContext, place: Place) -> Explanation | None:
    signature = function_named(page.site, place.text)
    if signature is None:
        return None
    about = f"\n\n{signature.about}." if signature.about else ""
    return Explanation(place.word, f"`{signature}`{about}\n")


def _variable(page: PageContext, place: Place) -> Explanation | None:
    assert place.cursor is not None
    path = (*place.cursor.path, place.text)
    found = variables.known(page, nodes_around(page.document, place.offset))
    if not variables.is_known(found, path):
        return None
    value = variables.below(found, path)
    told = [f"`${'.'.join(path)}`"]
    if about := variables.about(path):
        told.append(f"{about}.")
    if value is not None and not isinstance(value, dict):
        told.append(f"Here it is `{format_value(value)}`.")
    return Explanation(place.word, "\n\n".join(told) + "\n")
