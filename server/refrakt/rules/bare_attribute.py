"""An attribute without a value.

In HTML `open` alone means `open=true`. Markdoc has no such short form: it refuses the whole tag and shows nothing. The fix
writes `=true`.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span

from .finding import Edit, Found
from .page import Here
from .registry import rule
from .syntax_error import faulty_tag


@rule("bare-attribute", "error", problem="parse-error", fixable=True)
def bare_attribute(here: Here) -> Iterator[Found]:
    found = faulty_tag(here)
    if found is None or found[1].reason != "bare-attribute" or not found[0].terminated:
        return
    _, fault = found
    block = here.problem.span.block if here.problem else None
    name = block.text[fault.start : fault.end] if block is not None else ""
    end = Span(fault.end, fault.end, block)
    yield Found(Span(fault.start, fault.end, block), fault.message, f"Write {name}=true.", [Edit(end, "=true")])
