"""A tag that is opened and never closed.

It takes in all that follows, to the end of the page. The fix closes it where its line or its paragraph ends, which is the
least it can hold; if it should hold more, move the closing tag down.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.tree import Span, TagSyntax

from .finding import Edit, Found
from .page import Here
from .registry import rule


@rule("unclosed-tag", "error", problem="missing-closing", fixable=True)
def unclosed_tag(here: Here) -> Iterator[Found]:
    assert here.problem is not None
    span = here.problem.span
    tag = _tag_named_at(span)
    if tag is None:
        return
    rune = here.vocabulary.get(tag.name)
    block = span.block
    assert block is not None
    if rune is not None and rune.self_closing:
        end = Span(tag.end - 2, tag.end - 2, block)
        lead = "" if block.text[tag.end - 3 : tag.end - 2].isspace() else " "
        yield Found(
            span, f"`{tag.name}` takes no content and must end in /%}}", "End it with /%}.", [Edit(end, f"{lead}/")]
        )
        return
    alone = not block.text[tag.end :].strip() and not block.text[: tag.start].strip()
    if alone:
        at = Span(tag.end, tag.end, block)
        fix = [Edit(at, f"\n{{% /{tag.name} %}}")]
    else:
        line_end = _line_end(block.text, tag.end)
        fix = [Edit(Span(line_end, line_end, block), f"{{% /{tag.name} %}}")]
    yield Found(span, f"`{tag.name}` is never closed", f"Close it with {{% /{tag.name} %}}.", fix)


def _tag_named_at(span: Span) -> TagSyntax | None:
    tags = span.block.tags if span.block is not None else []
    return next((tag for tag in tags if tag.kind == "open" and tag.name_span == span), None)


def _line_end(text: str, at: int) -> int:
    ends = [end for end in (text.find("\n", at), text.find("\r", at)) if end >= 0]
    return min(ends, default=len(text))
