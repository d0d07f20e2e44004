"""A tag that is closed in another list item, quote, table cell or line of text than the one in which it is opened.

Tags and Markdown must nest: a closing tag that is indented as a part of a list item cannot close a tag that is opened
before the list. Markdoc treats both tags as unmatched, and often the tags around them as well; only the closing tag is
reported. The fix writes it on a line of its own, with the indentation of the opening tag.

**Example**

```markdoc {% process=false %}
{% hint %}
- Save your work.
- Close the window.
  {% /hint %}
```

**Use instead**

```markdoc {% process=false %}
{% hint %}
- Save your work.
- Close the window.
{% /hint %}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.document import Document
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span, TagSyntax
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem, Related, safe_fix
from refrakt.rules.problem_spans import is_alone_on_its_lines, line_end, line_start
from refrakt.rules.registry import rule
from refrakt.rules.tag_containers import Container, containers_of
from refrakt.rules.tag_pairing import tag_pairs

_ERRORS = frozenset({"missing-opening", "missing-closing"})


@rule("misplaced-tag", "error", "tags", on="page", fixable=True)
def misplaced_tag(page: Page) -> Iterator[Problem]:
    document = page.document
    if not any(each.id in _ERRORS for each in document.problems):
        return
    pairs = tag_pairs(document)
    for closing, opening in pairs.misplaced.values():
        if not pairs.is_read(document, closing):
            continue
        opened_in, closed_in = _difference(document, opening, closing)
        related = Related(
            page.path or "", Span(*document.offsets(opening.name_span)), f"`{opening.name}` is opened here"
        )
        fix = _moved_out(opening, closing) if closed_in and not opened_in else ()
        yield Problem(
            closing.name_span,
            _message(closing.name, opened_in, closed_in),
            _advice(closing.name, opened_in),
            safe_fix(fix),
            (related,) if page.path is not None else (),
        )


def _difference(document: Document, opening: TagSyntax, closing: TagSyntax) -> tuple[list[Container], list[Container]]:
    """The containers of one tag that do not contain the other, the outermost first."""
    opened_in, closed_in = containers_of(document, opening), containers_of(document, closing)
    return [each for each in opened_in if each not in closed_in], [each for each in closed_in if each not in opened_in]


def _message(name: str, opened_in: list[Container], closed_in: list[Container]) -> str:
    if not opened_in:
        return f"`{name}` is closed in a {closed_in[0].name}, but opened outside of it"
    if not closed_in:
        return f"`{name}` is opened in a {opened_in[0].name}, but closed outside of it"
    if opened_in[0].name == closed_in[0].name:
        return f"`{name}` is opened in one {opened_in[0].name} and closed in another"
    return f"`{name}` is opened in a {opened_in[0].name} and closed in a {closed_in[0].name}"


def _advice(name: str, opened_in: list[Container]) -> str:
    where = f"in the same {opened_in[-1].name}" if opened_in else "on a line of its own, indented as the opening tag"
    return f"Write {{% /{name} %}} {where}."


def _moved_out(opening: TagSyntax, closing: TagSyntax) -> Iterator[TextEdit]:
    """Write a closing tag on its own line below its container, with what is before the opening tag in its line."""
    if opening.block is None or closing.block is None or not is_alone_on_its_lines(opening):
        return
    text = closing.block.text
    start, before = line_start(text, closing.start), opening.block.text
    if text[closing.end : line_end(text, closing.end)].strip():
        return
    prefix = before[line_start(before, opening.start) : opening.start]
    content = text[start : closing.start]
    if content.strip(" \t>"):
        kept = start + len(content.rstrip())
        yield TextEdit(Span(kept, closing.start, closing.block), f"\n{prefix}")
    else:
        yield TextEdit(Span(start, closing.start, closing.block), prefix)
