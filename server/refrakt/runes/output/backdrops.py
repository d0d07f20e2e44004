"""Sandboxes as animated backgrounds, written in a `bg` or defined by the site as a named background."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.output.rune_builder import RuneBuilder

_MARK = "data-bg-guest"
_BACKDROP = {_MARK: "", "data-guest-posture": "backdrop", "data-height": "fill", "data-activation": "eager"}
_SANDBOX = "rf-sandbox"
_PLAYERS = ("video", "audio", "figure")


def is_backdrop(item: Renderable) -> bool:
    return isinstance(item, Tag) and _MARK in item.attributes


def first_guest(items: Iterable[Renderable]) -> Tag | None:
    """The first rune or player in rendered content."""
    for item in items:
        if isinstance(item, Tag):
            if item.name in (_SANDBOX, *_PLAYERS) or item.attributes.get("data-rune"):
                return item
            inner = first_guest(item.children)
            if inner is not None:
                return inner
    return None


def as_backdrop(guest: Tag) -> Tag:
    """A sandbox that fills the background of its rune."""
    return replace(guest, attributes={**guest.attributes, **_BACKDROP})


def is_sandbox(guest: Tag) -> bool:
    return guest.name == _SANDBOX or guest.attributes.get("data-rune") == "sandbox"


def preset_backdrop(name: str, builder: RuneBuilder) -> list[Renderable]:
    """The sandbox of a background of the site; empty if it has none. A background may extend another one."""
    backgrounds = builder.context.backgrounds
    chosen: Mapping[str, Any] = backgrounds.get(name) or {}
    extended: Mapping[str, Any] = backgrounds.get(str(chosen.get("extends"))) or {}
    sandbox = {**(extended.get("sandbox") or {}), **(chosen.get("sandbox") or {})}
    if not sandbox.get("src"):
        return []
    attributes = {key: sandbox[key] for key in ("src", "framework", "dependencies") if sandbox.get(key)}
    found = _sandbox_in(builder.render(Node("tag", attributes, [], "sandbox")))
    return [as_backdrop(found)] if found is not None else []


def _sandbox_in(items: Iterable[Renderable]) -> Tag | None:
    for item in items:
        if isinstance(item, Tag):
            found = item if item.name == _SANDBOX else _sandbox_in(item.children)
            if found is not None:
                return found
    return None
