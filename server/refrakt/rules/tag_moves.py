"""Moves a tag that is in another list item, quote or line of text than its counterpart."""

from __future__ import annotations

import re

from refrakt.markdoc.text_edit import TextEdit
from refrakt.markdoc.tree import Span
from refrakt.rules.problem_spans import line_end, line_start
from refrakt.rules.tag_containers import Container
from refrakt.rules.tag_sequence import TagToken

_INLINE = "line of text"
_WRAPPERS = (("{", "}"), ("***", "***"), ("**", "**"), ("*", "*"), ("__", "__"), ("_", "_"), ("(", ")"), ("[", "]"))
_MARKER = re.compile(r"^[ \t>]*+((?:#{1,6}|[-*+]|\d{1,9}[.)])[ \t]++)$")
"""The mark of a heading or of a list item."""

_STRAY_END = re.compile(r"[ \t]*(?:/?%?\}+|%)[ \t]*")
"""An end too many, after that of the tag."""


def _difference(opening: TagToken, closing: TagToken) -> tuple[list[Container], list[Container]]:
    """The containers of one tag that do not contain the other, the outermost first."""
    return (
        [each for each in opening.containers if each not in closing.containers],
        [each for each in closing.containers if each not in opening.containers],
    )


def misplaced_message(opening: TagToken, closing: TagToken) -> tuple[str, str]:
    """What is wrong with the places of two tags, and what to do."""
    opened_in, closed_in = _difference(opening, closing)
    name = closing.name
    own_line = "on a line of its own"
    if [each.name for each in opened_in] == [_INLINE] and not closed_in:
        return f"`{name}` is opened in a line of text, but closed outside of it", f"Write {{% {name} %}} {own_line}."
    where = f"in the same {opened_in[-1].name}" if opened_in else f"{own_line}, indented as the opening tag"
    advice = f"Write {{% /{name} %}} {where}."
    if not opened_in:
        inside = closed_in[0].name if closed_in else "list item"
        return f"`{name}` is closed in a {inside}, but opened outside of it", advice
    if not closed_in:
        return f"`{name}` is opened in a {opened_in[0].name}, but closed outside of it", advice
    if opened_in[0].name == closed_in[0].name:
        return f"`{name}` is opened in one {opened_in[0].name} and closed in another", advice
    return f"`{name}` is opened in a {opened_in[0].name} and closed in a {closed_in[0].name}", advice


def moved_tag(text: str, opening: TagToken, closing: TagToken) -> tuple[TextEdit, ...]:
    """Edits after which both tags are in the same container; none if that is not certain."""
    opened_in, closed_in = _difference(opening, closing)
    if opened_in and closed_in:
        return ()
    if closed_in:
        return _closing_moved_out(text, opening, closing)
    names = [each.name for each in opened_in]
    if names == [_INLINE] or (names == ["list item"] and _with_wrapper(text, opening)[0] < opening.start):
        return _on_own_line(text, opening)
    if names and names[-1] != "table cell" and is_alone(text, opening) and is_alone(text, closing):
        start = line_start(text, closing.start)
        return (TextEdit(Span(start, closing.start), text[line_start(text, opening.start) : opening.start]),)
    return ()


def is_alone(text: str, token: TagToken) -> bool:
    """Whether a tag is alone on its line."""
    before, after = text[line_start(text, token.start) : token.start], text[token.end : line_end(text, token.end)]
    return not before.strip(" \t>") and not after.strip()


def _closing_moved_out(text: str, opening: TagToken, closing: TagToken) -> tuple[TextEdit, ...]:
    """Write a closing tag on its own line, with what is before the opening tag in its line."""
    if not is_alone(text, opening):
        return ()
    prefix = text[line_start(text, opening.start) : opening.start]
    start, end = _with_wrapper(text, closing)
    line = line_start(text, start)
    content, behind = text[line:start], text[end : line_end(text, end)]
    if _STRAY_END.fullmatch(behind) and not content.strip(" \t>"):
        return (TextEdit(Span(end, end + len(behind)), ""),)
    edits = []
    if content.strip(" \t>"):
        edits.append(TextEdit(Span(line + len(content.rstrip()), closing.start), f"\n{prefix}"))
    elif start < closing.start or content != prefix:
        edits.append(TextEdit(Span(line, closing.start), prefix))
    if behind.strip():
        edits.append(TextEdit(Span(closing.end, end + len(behind) - len(behind.lstrip())), f"\n{prefix}"))
    elif end > closing.end:
        edits.append(TextEdit(Span(closing.end, end), ""))
    return tuple(edits)


def _on_own_line(text: str, opening: TagToken) -> tuple[TextEdit, ...]:
    """Write an opening tag on its own line."""
    start, end = _with_wrapper(text, opening)
    line = line_start(text, start)
    before, behind = text[line:start], text[end : line_end(text, end)]
    if _STRAY_END.fullmatch(behind) and not before.strip(" \t>"):
        return (TextEdit(Span(end, end + len(behind)), ""),)
    indent = before[: len(before) - len(before.lstrip(" \t>"))]
    edits = []
    if before.strip(" \t>"):
        edits.append(TextEdit(Span(line + len(before.rstrip()), opening.start), f"\n{indent}"))
    elif start < opening.start:
        edits.append(TextEdit(Span(start, opening.start), ""))
    if behind.strip():
        edits.append(TextEdit(Span(opening.end, end + len(behind) - len(behind.lstrip())), f"\n{indent}"))
    elif end > opening.end:
        edits.append(TextEdit(Span(opening.end, end), ""))
    return tuple(edits)


def _with_wrapper(text: str, token: TagToken) -> tuple[int, int]:
    """The bounds of a tag with the Markdown around it that contains nothing else, as in `**{% hint %}**` or `## {% hint %}`."""
    before, after = text[line_start(text, token.start) : token.start], text[token.end : line_end(text, token.end)]
    for opening, closing in _WRAPPERS:
        if before.endswith(opening) and after.startswith(closing):
            is_all = before.strip(" \t>") == opening and after.rstrip() == closing
            if is_all or opening == "{":
                return token.start - len(opening), token.end + len(closing)
    marker = _MARKER.search(before)
    if marker is not None and not after.strip():
        return token.start - len(marker[1]), token.end
    return token.start, token.end
