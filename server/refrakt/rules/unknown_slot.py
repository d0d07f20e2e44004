"""A slot that the tag around it does not have.

What stands in it is not shown. The fix puts in the nearest name.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.format.value import format_value

from .finding import Edit, Found
from .page import Here
from .registry import rule
from .words import did_you_mean, nearest


@rule("unknown-slot", "error", problem="slot-undefined", fixable=True)
def unknown_slot(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span = here.problem.span
    written = span.block.text[span.start : span.end].strip('"') if span.block is not None else ""
    schema = here.page.site.config.schema_of(here.node)
    names = nearest(written, schema.slots) if schema is not None else []
    message = f"`{here.node.tag}` has no slot '{written}'{did_you_mean(names)}"
    fix = [Edit(span, format_value(names[0]))] if names and names[0] not in here.node.slots else []
    yield Found(span, message, f"Write {names[0]}." if names else None, fix)
