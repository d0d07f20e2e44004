"""An attribute that is written twice in one tag.

Only the last one counts. The fix removes the one before.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import AttributeSyntax, Span, TagSyntax

from .attributes import removal
from .finding import Edit, Found
from .page import Here
from .registry import rule


@rule("duplicate-attribute", "warning", problem="duplicate-attribute", fixable=True)
def duplicate_attribute(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span = here.problem.span
    for tag, index in _at(span):
        attribute = tag.attributes[index]
        name = attribute.annotation.name
        earlier = next(
            (
                each
                for each in reversed(tag.attributes[:index])
                if each.annotation.name == name and each.form != "class"
            ),
            None,
        )
        yield Found(span, f"`{name}` is set twice; this one counts", "Remove the other.", _fix(tag, earlier))


def _at(span: Span) -> Iterator[tuple[TagSyntax, int]]:
    for tag in span.block.tags if span.block is not None else ():
        for index, each in enumerate(tag.attributes):
            if each.key == (span.start, span.end):
                yield tag, index
                return


def _fix(tag: TagSyntax, earlier: AttributeSyntax | None) -> list[Edit]:
    return [removal(tag, earlier)] if earlier is not None and earlier.form != "primary" else []
