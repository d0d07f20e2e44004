"""The identity transform: the elements of runes with the classes, attributes, blocks and layout of a theme.

Its input are the elements that runes build. Elements with a `data-rune` that the theme knows are transformed by the passes in
`passes/`, texts with `data-i18n` are translated, and list items with a checkbox marker get `data-checked`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import children_of
from refrakt.runes.output.render_context import RenderWarning
from refrakt.theme.element_tree import attribute, with_children
from refrakt.theme.passes.checklist import checked_item
from refrakt.theme.passes.rune_element import RuneElement, Warn, rune_element
from refrakt.theme.passes.rune_passes import finish, prepare
from refrakt.theme.strings import local_text
from refrakt.theme.theme_config import ThemeConfig


def identity_transform(
    tree: Renderable, theme: ThemeConfig, warnings: list[RenderWarning] | None = None, *, parent: str | None = None
) -> Renderable:
    """The themed tree. Warnings are appended to `warnings`, each one once; `parent` is the rune that the tree is part of.

    A tree of any depth is transformed: the walk keeps its own stack.
    """
    warn = _recorder(warnings)
    root = _Level(None, iter((tree,)), parent)
    levels = [root]
    while levels:
        level = levels[-1]
        for item in level.rest:
            if isinstance(item, Tag):
                entered = _entered(item, level.parent, theme, warn)
                if isinstance(entered, _Level):
                    levels.append(entered)
                    break
                level.add(entered)
            elif isinstance(item, list | tuple):
                levels.append(_Level(None, iter(item), level.parent))
                break
            else:
                level.done.append(item)
        else:
            levels.pop()
            if levels:
                levels[-1].leave(level)
    return root.done[0]


class _Level:
    """The children of an element while they are transformed. Its flags say what the runes around it may find in it."""

    __slots__ = ("done", "link", "media", "parent", "rest", "source")

    def __init__(self, source: Tag | RuneElement | None, rest: Iterator[Renderable], parent: str | None) -> None:
        self.source = source
        self.rest = rest
        self.parent = parent
        self.done: list[Renderable] = []
        self.link = False
        self.media = False

    def add(self, tag: Tag) -> None:
        self.done.append(tag)
        attributes = tag.attributes
        if attributes:
            self.link = self.link or attributes.get("data-name") == "link"
            self.media = self.media or attributes.get("data-section") == "media"

    def leave(self, inner: _Level) -> None:
        """Add the result of a finished level."""
        self.link = self.link or inner.link
        self.media = self.media or inner.media
        source = inner.source
        if source is None:
            self.done.append(inner.done)
        elif isinstance(source, Tag):
            children = children_of(source)
            same = len(inner.done) == len(children) and all(map(operator.is_, inner.done, children))
            self.add(source if same else with_children(source, inner.done))
        else:
            source.children = inner.done
            source.maybe_link, source.maybe_media = inner.link, inner.media
            self.add(finish(source))


def _entered(tag: Tag, parent: str | None, theme: ThemeConfig, warn: Warn) -> Tag | _Level:
    """The finished element, or the level of its children."""
    if tag.attributes:
        key = attribute(tag, "data-i18n")
        if key:
            return _translated(tag, str(key), theme)
        name: Any = tag.attributes.get("data-rune")
        rune = theme.runes.get(name) if isinstance(name, str) else None
        if rune is not None:
            element = rune_element(tag, name, rune, theme, parent, warn)
            prepare(element)
            return _Level(element, iter(element.children), name)
    if tag.name == "li":
        tag = checked_item(tag)
    return _Level(tag, iter(children_of(tag)), parent) if tag.children else tag


def _translated(tag: Tag, key: str, theme: ThemeConfig) -> Tag:
    text = next((each for each in children_of(tag) if isinstance(each, str)), "")
    attributes = {name: value for name, value in tag.attributes.items() if name != "data-i18n"}
    return Tag(tag.name, attributes, [local_text(theme.strings, key, text)], tag.origin)


def _recorder(warnings: list[RenderWarning] | None) -> Warn:
    seen: set[tuple[str, str]] = set()

    def record(code: str, message: str, severity: Any, tag: Tag) -> None:
        if warnings is not None and (code, message) not in seen:
            seen.add((code, message))
            warnings.append(RenderWarning(code, message, severity, tag.origin))

    return record
