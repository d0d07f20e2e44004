"""An attribute without a value.

In HTML `open` alone means `open=true`. Markdoc has no such short form: it refuses the whole tag and shows nothing. The fix
writes `=true`, at every such word of the tag.
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
    tag, fault = found
    block = tag.block
    name = block.text[fault.start : fault.end] if block is not None else ""
    bare = {each.key[1] for each in tag.attributes if not each.complete and each.value[0] == each.value[1]}
    fix = [Edit(Span(end, end, block), "=true") for end in sorted(bare | {fault.end})]
    yield Found(Span(fault.start, fault.end, block), fault.message, f"Write {name}=true.", fix)
