"""Attributes of a rune's sample: the given ones with their values, and no others that only select a variant.

Values come from a command line, a URI or a tool call, mostly as text. A text becomes a number, a flag or a list if that is the
attribute's type. Texts stay texts where nothing else fits: the page would be rendered with them, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from refrakt.errors import RefraktError
from refrakt.markdoc.format.values import format_value, is_identifier
from refrakt.markdoc.tree import TagSyntax
from refrakt.rules.attribute_definitions import accepts, types_of
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.runes.rune import Attribute, Rune
from refrakt.untrusted import LONGEST, one_line, quoted, quoted_names

ALL = "all"
"""The value that selects every value of an attribute."""
MOST_VARIANTS = 60
"""Combinations of values in one answer."""

Values = Mapping[str, Any]


def variants(rune: Rune, given: Values) -> list[dict[str, Any]]:
    """The given attributes, once for every combination of the values that `all` selects."""
    choices: list[list[tuple[str, Any]]] = []
    for name, value in given.items():
        attribute = _attribute(rune, name)
        choices.append([(name, each) for each in _values(rune, attribute, name, value)])
    total = 1
    for each in choices:
        total *= len(each)
    if total > MOST_VARIANTS:
        message = f"{total} combinations of values, more than {MOST_VARIANTS}"
        raise RefraktError("INVALID_ARGS", message, f"Use `{ALL}` for one attribute at a time.")
    return [dict(each) for each in product(*choices)]


def _attribute(rune: Rune, name: str) -> Attribute | None:
    """The attribute of this name; None if the rune may have attributes that are not listed."""
    attribute = rune.every_attribute.get(name)
    if attribute is not None:
        return attribute
    if rune.open and is_identifier(name):
        return None
    known = list(rune.every_attribute)
    guess = did_you_mean([one_line(each, LONGEST) for each in nearest(name[:LONGEST], known)])
    message = f"{quoted(rune.name)} has no attribute '{one_line(name, LONGEST)}'{guess}"
    raise RefraktError("INVALID_ARGS", message, "{command:refrakt.reference} lists the attributes of a rune.")


def _values(rune: Rune, attribute: Attribute | None, name: str, value: Any) -> Sequence[Any]:
    if value != ALL or (attribute is not None and ALL in attribute.values):
        return [typed_value(attribute, value)]
    if attribute is not None and attribute.values:
        return attribute.values
    if attribute is not None and types_of(attribute) == ("Boolean",):
        return [True, False]
    if attribute is not None and accepts(attribute, ALL):
        return [ALL]
    message = f"the values of {quoted(name)} of {quoted(rune.name)} are not known, so `{ALL}` selects none"
    raise RefraktError("INVALID_ARGS", message, "Pass one value.")


def typed_value(attribute: Attribute | None, value: Any) -> Any:
    """A given value as one of the attribute's type."""
    if not isinstance(value, str) or attribute is None:
        return value
    types = types_of(attribute)
    if not set(types) & {"Number", "Boolean", "Array", "Object"}:
        return value
    if value == "" and "Boolean" in types:
        return True
    try:
        parsed = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return parsed if parsed is not None and accepts(attribute, parsed) else value


def value_warnings(rune: Rune, given: Values) -> Iterator[str]:
    """The values that the rune does not accept. They are rendered as a page would render them."""
    for name, value in given.items():
        attribute = rune.every_attribute.get(name)
        if attribute is None or not attribute.checked or accepts(attribute, value):
            continue
        shown = quoted(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
        if attribute.values:
            yield f"{shown} is not a value of {quoted(name)}; values: {quoted_names([*map(str, attribute.values)])}"
        else:
            yield f"{shown} is not a valid value of {quoted(name)}, which is {' or '.join(types_of(attribute))}"


def opening_tag(rune: Rune, written: TagSyntax, text: str, given: Values) -> str:
    """The opening tag of the sample with the given attributes. `text` is the block of the tag.

    Attributes of the sample that choose one of a few values are left out, so that the rune has its default variant.
    """
    parts = [written.name]
    rest = dict(given)
    for each in written.attributes:
        name = each.annotation.name
        start = each.value[0] if each.form == "primary" else each.key[0]
        if each.form == "named" and name in rest:
            parts.append(f"{name}={format_value(rest.pop(name))}")
        elif each.form != "named" or _stays(rune.every_attribute.get(name)):
            parts.append(text[start : each.value[1]])
    parts += [f"{name}={format_value(value)}" for name, value in rest.items()]
    return f"{{% {' '.join(parts)} {'/' if written.kind == 'void' else ''}%}}"


def _stays(attribute: Attribute | None) -> bool:
    """Whether an attribute of the sample is kept: it is needed, or part of its content."""
    if attribute is None or attribute.required:
        return True
    return not attribute.values and "Boolean" not in types_of(attribute)
