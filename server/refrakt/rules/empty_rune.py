"""A rune without the content it lives on.

Tabs without tabs, a hint without a word: nothing, or an empty box, is shown. A rune that can get its content from an
attribute, like an embedded page, is not meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.runes.content import Custom, Delimited, Field, Sections, Sequence, Split
from refrakt.runes.model import Rune

from .bodies import Body, bodies, head_of, is_empty
from .finding import Found
from .page import Here
from .registry import rule

_FINE = frozenset({"layout", "region"})
"""Left empty on purpose: everything is as in the layout above."""


@rule("empty-rune", "warning", node="tag")
def empty_rune(here: Here) -> Iterator[Found]:
    for body in bodies(here)[:1]:
        if body.rune.name not in _FINE and is_empty(here.node) and _needs_content(body):
            yield Found(head_of(here.node), f"`{body.name}` is empty", "Write something between its tags.")


def _needs_content(body: Body) -> bool:
    match body.content:
        case Custom():
            return body.content.needs is not None
        case Split():
            return body.content.headless is None or not _says_something(body)
        case Sections():
            return not _says_something(body)
        case Delimited():
            fields = [field for zone in body.content.zones for field in zone.fields]
            return _is_needed(fields) or (bool(fields) and not _says_something(body))
        case Sequence():
            return _is_needed(body.content.fields) or (bool(body.content.fields) and not _says_something(body))
    return False


def _is_needed(fields: list[Field] | tuple[Field, ...]) -> bool:
    return any(not field.optional for field in fields)


def _says_something(body: Body) -> bool:
    """Whether the rune may get along with its attributes: one of its own that takes any value is set, or must be."""
    return any(name in body.node.attributes for name in _telling(body.rune)) or not body.rune.sample


def _telling(rune: Rune) -> Iterator[str]:
    for attribute in rune.attributes:
        if not attribute.values:
            yield attribute.name
