"""The lines of a fence: how it opens, whether it is closed, and where it was probably meant to end."""

from __future__ import annotations

import re
from typing import NamedTuple

from refrakt.markdoc.tree import Node

_OPENING = re.compile(r"(`{3,}|~{3,})[ \t]*([^\s`{]*)")
_LINE = re.compile(r"[^\n]*\n?")
_NESTED = re.compile(r"[ \t]{0,3}(`{3,}|~{3,})[ \t]*([\w+-]+)[^\n`]*$")
_SENTENCE = re.compile(r"[A-Z][\w'’-]*,?(?: [^\s{}();=<>]+){2,}[^\n{};]*[.:?!]\)?$")
_HEADING = re.compile(r"#{2,6} \S|# [A-Z]")
_TAG_LINE = re.compile(r"\{% {0,4}(?:/ {0,4})?[a-z][^%]*%\}")
_LINK_ITEM = re.compile(r"[-*] (?:\[[^\]]+\]\(|\*\*|[A-Z][\w']* \w+ )")
_WRONG_MARK = re.compile(r"`{2,4}|~{2,4}|[‘’´]{3}|'{3}")
_GLUED_MARK = re.compile(r"[^`~]*[^`~\s][ \t]*`{3}|`{3} [A-Z][\w'’-]*(?: [^\s{}=]+){2,}.*")
_CODE_LIKE = re.compile(r"^[ \t]|[{}();=<>\[\]$]|^(?:import|from|def|class|return|const|let|var|export|npm|npx)\b")
_TOO_FAR = 4
"""A line with so many spaces before its marks does not close a fence."""
MARKDOWN_LANGUAGES = ("md", "markdown", "mdx", "mdoc", "markdoc", "mdc", "text", "txt", "plaintext")
"""Languages whose samples contain headings, tags and sentences."""
_COMMENT_LANGUAGES = (
    "sh",
    "bash",
    "shell",
    "zsh",
    "console",
    "python",
    "py",
    "yaml",
    "yml",
    "toml",
    "ruby",
    "rb",
    "ini",
    "r",
    "",
)
"""Languages in which `#` begins a comment. A fence without a language may have one of them."""


class FenceLines(NamedTuple):
    """A fence as typed."""

    marker: str
    language: str
    lines: tuple[tuple[int, str], ...]
    """The lines after the first, each with its offset in the block, without line ends."""
    is_closed: bool
    indent: int = 0
    """The column in which it begins."""

    @property
    def is_markdown(self) -> bool:
        return self.language.lower() in MARKDOWN_LANGUAGES


def fence_lines(node: Node) -> FenceLines | None:
    """The lines of a fence; None if it is none, such as a block that was read from a tag."""
    if node.block is None:
        return None
    text = node.block.text
    opening = _OPENING.match(text, node.start)
    if opening is None:
        return None
    lines: list[tuple[int, str]] = []
    at = _end_of_line(text, node.start)
    end = min(node.end, len(text))
    while at < end:
        after = min(_end_of_line(text, at), len(text))
        lines.append((at, text[at : min(after, end)].rstrip("\r\n")))
        at = after
    last = lines[-1][1].strip() if lines else ""
    closed = len(last) >= len(opening[1]) and not last.strip(opening[1][0])
    indent = node.start - (text.rfind("\n", 0, node.start) + 1)
    return FenceLines(opening[1], opening[2], tuple(lines), closed, indent)


def _end_of_line(text: str, at: int) -> int:
    found = _LINE.match(text, at)
    return found.end() if found is not None and found.end() > at else len(text)


def wrong_closing(fence: FenceLines) -> int | None:
    """The index of the first line that was meant to close a fence: other characters, too few of them, or with text around them."""
    for index, (_, line) in enumerate(fence.lines):
        mark = line.strip()
        if is_indented_closing(fence, line):
            return index
        if _WRONG_MARK.fullmatch(mark) and not _closes(fence, mark) and (not fence.is_markdown or len(mark) == 2):
            return index
        if _GLUED_MARK.fullmatch(mark) and mark.count(fence.marker) == 1 and (not fence.is_markdown or mark[0] == "`"):
            return index
    return None


def is_indented_closing(fence: FenceLines, line: str) -> bool:
    """Whether a line would close a fence, but is indented too far."""
    mark = line.strip()
    is_mark = bool(mark) and not mark.strip(fence.marker[0]) and len(mark) >= len(fence.marker)
    return is_mark and len(line) - len(line.lstrip(" ")) - fence.indent >= _TOO_FAR


def _closes(fence: FenceLines, mark: str) -> bool:
    return mark[0] == fence.marker[0] and len(mark) >= len(fence.marker)


def closing_with_language(fence: FenceLines) -> int | None:
    """The index of a line that was meant to close a fence, but has a language: it ends the code, and a blank line follows."""
    if fence.is_markdown:
        return None
    for index, (_, line) in enumerate(fence.lines):
        found = _NESTED.match(line)
        if found is None or not _closes(fence, found[1]):
            continue
        before = fence.lines[index - 1][1] if index else ""
        after = fence.lines[index + 1][1] if index + 1 < len(fence.lines) else ""
        return index if before.strip() and not after.strip() else None
    return None


def nested_opening(fence: FenceLines) -> int | None:
    """The index of a line that opens another fence, of a language: the fence was probably not closed before it."""
    if fence.is_markdown:
        return None
    for index, (_, line) in enumerate(fence.lines):
        found = _NESTED.match(line)
        if found is not None and _closes(fence, found[1]):
            # Without a language, the fence may be a sample of Markdown.
            has_prose = any(_SENTENCE.match(each) or _HEADING.match(each) for _, each in fence.lines[1:index])
            begins_with_code = bool(fence.lines[0][1].strip())
            return index if fence.language or (has_prose and begins_with_code) else None
    return None


def probable_end(fence: FenceLines) -> tuple[int, bool] | None:
    """The index of the line before which a fence should end, and whether that is certain; None without a sign."""
    after_blank = False
    chunks = 0
    for index, (_, line) in enumerate(fence.lines):
        if not line.strip():
            after_blank = True
            continue
        chunks += after_blank
        is_tag = _TAG_LINE.fullmatch(line.strip()) is not None
        if (after_blank or is_tag) and not fence.is_markdown and (is_tag or _is_prose(fence, line)):
            before = index
            while before > 0 and not fence.lines[before - 1][1].strip():
                before -= 1
            # Blank lines before may be in the code or end it.
            return before, before > 0 and chunks <= after_blank
        if after_blank and _CODE_LIKE.search(line):
            chunks -= 1
        after_blank = False
    return None


def _is_prose(fence: FenceLines, line: str) -> bool:
    """Whether a line after a blank line is not code: a heading, a sentence, an item with a link."""
    if _HEADING.match(line):
        return line.startswith("##") or fence.language.lower() not in _COMMENT_LANGUAGES
    return _SENTENCE.match(line) is not None or _LINK_ITEM.match(line) is not None
