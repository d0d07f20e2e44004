"""A tag that no rune answers to.

What stands in an unknown tag is shown, the tag itself is not: whatever it was meant to do does not happen. Mostly it is a
typing error, and the fix puts in the nearest name, in the closing tag too. If the name belongs to a package whose runes are
not known here, this is only a hint, since nobody can tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Edit, Found
from .page import Here
from .places import head_of, is_stray
from .registry import rule
from .words import did_you_mean, nearest


@rule("unknown-rune", "error", problem="tag-undefined node-undefined", fixable=True)
def unknown_rune(here: Here) -> Iterator[Found]:
    if is_stray(here.node):
        return
    node = here.node
    name = node.tag or node.type
    vocabulary = here.vocabulary
    names = nearest(name, vocabulary.names)
    what = "rune" if vocabulary.refrakt else "tag"
    message = f"no {what} is called '{name}'{did_you_mean(names)}"
    span = here.problem.span if here.problem is not None else head_of(node)
    fix: list[Edit] = []
    if names and node.open is not None and node.open.name == name:
        spans: list[Span] = [each.name_span for each in (node.open, node.close) if each is not None]
        fix = [Edit(each, names[0]) for each in spans]
    if vocabulary.unknown:
        packages = ", ".join(vocabulary.unknown)
        yield Found(span, message, f"It may be a rune of {packages}, which is not known here.", severity="hint")
        return
    yield Found(span, message, f"Write {names[0]}." if names else None, fix)
