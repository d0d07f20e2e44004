"""A rune outside the one it is part of.

A tab makes sense only among tabs. Elsewhere it is shown without what makes it one, or not at all. For parts that cannot
stand alone this is an error, for others a warning.
"""

from __future__ import annotations

from collections.abc import Iterator

from .finding import Found, Severity
from .page import Here
from .places import head_of, is_stray
from .registry import rule

_STRUCTURAL = frozenset(
    {
        "accordion-item",
        "tab",
        "bento-cell",
        "definition",
        "step",
        "tier",
        "map-pin",
        "itinerary-day",
        "itinerary-stop",
    }
)
"""Parts that are nothing by themselves."""


@rule("parent-required", "warning", node="tag")
def parent_required(here: Here) -> Iterator[Found]:
    rune = here.rune
    if (
        rune is None
        or not rune.parents
        or is_stray(here.node)
        or "_partials/" in (here.page.path or "").replace("\\", "/")
    ):
        return
    vocabulary = here.vocabulary
    around = {
        vocabulary.names.get(parent.tag, parent.tag) for parent in here.parents if parent.type == "tag" and parent.tag
    }
    if around & set(rune.parents) or any(vocabulary.get(name) is None for name in around):
        return
    names = " or ".join(f"`{name}`" for name in rune.parents)
    severity: Severity | None = "error" if rune.name in _STRUCTURAL else "hint" if rune.name == "region" else None
    message = f"`{here.node.tag}` is a part of {names} and stands outside of it"
    yield Found(head_of(here.node), message, f"Put it in {names}.", (), severity)
