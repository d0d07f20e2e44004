"""A variable that nobody sets.

It shows nothing. Pages of a refrakt site know `$page`, `$file` and `$frontmatter`, the variables of the site, and inside the
template of a collection `$item` and its companions. The fix puts in the nearest name. Where the site's own variables are not
known, and in partials, which are given theirs by whoever uses them, this is only a hint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from refrakt.markdoc.tree import Span
from refrakt.markdoc.values import Variable

from .finding import Edit, Found
from .page import PAGE_VARIABLES, Here
from .registry import rule
from .values import EVERYWHERE, in_template, used
from .words import did_you_mean, nearest

TEMPLATE_VARIABLES = ("item", "kind", "count", "shown")
"""What the body of a collection is filled with."""
_INTERNAL = frozenset({"generatedIds", "path", "headings", "urls", "svg"})


@rule("unknown-variable", "warning", node=EVERYWHERE, fixable=True)
def unknown_variable(here: Here) -> Iterator[Found]:
    for value, span, _ in used(here.node):
        if isinstance(value, Variable) and (found := _unknown(here, value, span)):
            yield found


def _unknown(here: Here, variable: Variable, span: Span) -> Found | None:
    site = here.page.site
    if not here.vocabulary.refrakt and site.variables is None:
        return None
    known: dict[str, Any] = dict(PAGE_VARIABLES) if here.vocabulary.refrakt else {}
    known |= site.variables or {}
    if in_template(here):
        known |= dict.fromkeys(TEMPLATE_VARIABLES)
    head = str(variable.path[0])
    if head not in known:
        if head.startswith("__") or head in _INTERNAL:
            return None
        sure = site.variables is not None and not _is_partial(here)
        return _found(head, known, span, 1, f"no variable is called '${head}'", sure)
    inner = known[head]
    if len(variable.path) < 2 or not isinstance(inner, Mapping) or variable.path[1] in inner:
        return None
    step = str(variable.path[1])
    return _found(step, inner, span, len(head) + 2, f"`${head}` has no '{step}'", True)


def _is_partial(here: Here) -> bool:
    return "_partials/" in (here.page.path or "").replace("\\", "/")


def _found(word: str, known: Mapping[str, Any], span: Span, offset: int, message: str, sure: bool) -> Found:
    names = nearest(word, known)
    place = Span(span.start + offset, span.start + offset + len(word), span.block)
    written = span.block.text[place.start : place.end] if span.block is not None else ""
    fix = [Edit(place, names[0])] if names and written == word else []
    advice = f"Write {names[0]}." if names else None
    return Found(span, f"{message}{did_you_mean(names)}", advice, fix, None if sure else "hint")
