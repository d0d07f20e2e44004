"""Inserts a table of contents on an empty line: the rune `toc`, or a list of links where the site has no such rune.

The links are to the ids of the headings, so it is not offered where only a build knows an id.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from refrakt.features.actions.action_request import ActionRequest
from refrakt.features.actions.registry import code_action
from refrakt.features.results import CodeAction
from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.project.pages.page_facts import Heading
from refrakt.project.workspace_edit import WorkspaceEdit

KIND = "source.insertTableOfContents"
_RUNE = "toc"
_LEVELS = range(2, 4)
_FEWEST = 2
"""A page with fewer headings needs no table."""


@code_action(KIND, rank=91)
def insert_table_of_contents(request: ActionRequest) -> Iterator[CodeAction]:
    headings = [each for each in request.page.facts.headings if each.level in _LEVELS and each.rune is None]
    if len(headings) < _FEWEST or not _is_between_blocks(request):
        return
    table = _table(request, headings)
    if table is not None:
        yield CodeAction("Insert a table of contents", KIND, partial(_edit, request, table))


def _table(request: ActionRequest, headings: list[Heading]) -> str | None:
    """The text to insert; None if the page has a table, or if an id is not known."""
    rune = request.page.site.vocabulary.get(_RUNE)
    if rune is not None:
        has_one = any(node.tag in (rune.name, *rune.aliases) for node in request.document.tree.walk())
        return None if has_one else f"{{% {_RUNE} /%}}"
    if any(each.id is None or each.other_ids for each in headings) or f"](#{headings[0].id})" in request.text:
        return None
    least = min(each.level for each in headings)
    return "\n".join(f"{'  ' * (each.level - least)}- [{_escaped(each.text)}](#{each.id})" for each in headings)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")


def _is_between_blocks(request: ActionRequest) -> bool:
    """Whether the cursor is on an empty line that is in no block, nor in the frontmatter."""
    document, (start, end) = request.document, request.selection.bounds
    line = _line_at(request.text, start)
    if start != end or request.text[line.start : line.end].strip():
        return False
    if document.frontmatter is not None and start < len(document.blocks[0].text):
        return False
    blocks = (document.offsets(each.span) for each in document.tree.children)
    return not any(first < start < last for first, last in blocks)


def _line_at(text: str, offset: int) -> Span:
    end = text.find("\n", offset)
    return Span(text.rfind("\n", 0, offset) + 1, end if end >= 0 else len(text))


def _edit(request: ActionRequest, table: str) -> WorkspaceEdit | None:
    text, line = request.text, _line_at(request.text, request.selection.start)
    above = text[: line.start].removesuffix("\n").rpartition("\n")[2].strip()
    below = text[line.end + 1 :].partition("\n")[0].strip()
    new = ("\n" if above else "") + table + ("\n" if below else "")
    return request.checked_edit([TextEdit(line, new)], changed=line)
