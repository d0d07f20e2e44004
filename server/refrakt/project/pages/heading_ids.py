"""The text of headings, and their ids, which are the fragments of links.

A table of contents, a link checker and the page itself must agree on a heading's id, so there is one function for it. Two
headings with the same text have the same id, and a link refers to the first of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refrakt.markdoc.tree import Node
from refrakt.markdoc.values import Function, Variable
from refrakt.project.frameworks.slugs import HeadingText, SlugCounter
from refrakt.project.pages.page_facts import Heading

_REMOVED = re.compile(r"[?{}%]")
_WHITE = re.compile(r"[\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+")
"""White space as JavaScript defines it; Python's definition differs."""
_TRANSPARENT = frozenset({"if", "else", "partial", "slot"})
"""Tags that a build replaces by their content, which becomes part of the heading."""


def heading_id(heading: Node, variables: Mapping[str, Any]) -> str | None:
    """The id of a heading: its own, or one made of its text; None if only a build knows it, or if there is none.

    Only text directly in the heading counts, not text that is bold, code or linked.
    """
    own = own_id(heading)
    if own is not None:
        return own
    texts = []
    for child in _inline(heading):
        if child.type == "tag" and child.tag in _TRANSPARENT:
            return None
        if child.type == "text":
            content = child.attributes.get("content")
            if not _is_static(content, variables):
                return None
            value = _value(content, variables)
            if isinstance(value, str):
                texts.append(value)
    return slugged(" ".join(texts)) or None


def own_id(heading: Node) -> str | None:
    """The id that a page gives to a heading."""
    own = heading.attributes.get("id")
    return own if isinstance(own, str) and own else None


def slug_text(heading: Node, variables: Mapping[str, Any]) -> HeadingText | None:
    """What rules of other sites make an id of; None if only a build knows it."""
    for node in heading.walk():
        if node.type == "tag" and node.tag in _TRANSPARENT:
            return None
        if node.type == "text" and not _is_static(node.attributes.get("content"), variables):
            return None
    direct = (_value(each.attributes.get("content"), variables) for each in _inline(heading) if each.type == "text")
    return HeadingText(heading_text(heading, variables), " ".join(each for each in direct if isinstance(each, str)))


def numbered_headings(headings: Sequence[Heading], rules: Sequence[str]) -> tuple[Heading, ...]:
    """The headings of a page with the ids they may have, from headings with one slug for each rule.

    A heading with its own id is counted, too: some sites replace that id. So there may be an id too many, and none is missing.
    """
    counters = [SlugCounter(rule) for rule in rules]
    found = []
    for each in headings:
        slugs = [counter.id(slug) for counter, slug in zip(counters, each.other_ids, strict=False) if slug]
        ids = [*dict.fromkeys((each.id, *slugs) if each.id is not None else slugs)]
        found.append(each._replace(id=ids[0] if ids else None, other_ids=tuple(ids[1:])))
    return tuple(found)


def slugged(text: str) -> str:
    """The id of a text."""
    return _WHITE.sub("-", _REMOVED.sub("", text)).lower()


def heading_text(heading: Node, variables: Mapping[str, Any]) -> str:
    """The visible text, with code and without what only a build knows."""
    contents = (node.attributes.get("content") for node in heading.walk() if node.type in ("text", "code"))
    values = (_value(each, variables) for each in contents)
    return "".join(each for each in values if isinstance(each, str)).strip()


def _is_static(content: Any, variables: Mapping[str, Any]) -> bool:
    return not isinstance(content, Function) and not (
        isinstance(content, Variable) and content.path[0] not in variables
    )


def _value(content: Any, variables: Mapping[str, Any]) -> Any:
    """The value of a text: itself, or that of its variable, or None."""
    if not isinstance(content, Variable):
        return content
    value: Any = variables
    for step in content.path:
        if isinstance(value, Mapping):
            value = value.get(str(step))
        elif isinstance(value, list) and isinstance(step, int) and 0 <= step < len(value):
            value = value[step]
        else:
            return None
    return value


def _inline(heading: Node) -> Iterator[Node]:
    """The nodes directly in a heading, or in its inline node."""
    for child in heading.children:
        if child.type == "inline":
            yield from child.children
        else:
            yield child
