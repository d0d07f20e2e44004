"""Parses JavaScript and TypeScript with tree-sitter, which is imported when the first module is parsed.

The TSX grammar reads JavaScript with fewer errors than the JavaScript one. TypeScript files have their own, because of casts.
"""

from __future__ import annotations

import re
import time
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from refrakt.runes.javascript.budget import Budget
from refrakt.runes.source_location import SourceLocation

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode
    from tree_sitter import Parser

TYPESCRIPT = (".ts", ".mts", ".cts")
_PREFIX = 16_384
_CHUNK = 4_096
_CONTINUATION = bytes(range(0x80, 0xC0))
_LINE_END = re.compile(rb"\r\n|\r|\n")
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]{1,6}\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r\n|.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": "", "\r\n": "", "\r": ""}
_COMMENT_MARGIN = re.compile(r"^\s*\*? ?", re.MULTILINE)


class ScriptText:
    """A parsed module, and the conversion of the parser's byte offsets to code points."""

    def __init__(self, path: str, source: bytes, root: SyntaxNode) -> None:
        self.path = path
        self.source = source
        self.root = root
        self._lines = [0, *(found.end() for found in _LINE_END.finditer(source))]
        self._counts = [0]
        """The number of code points before each chunk of bytes; empty chunks if the text is ASCII."""
        if not source.isascii():
            for start in range(0, len(source), _CHUNK):
                self._counts.append(self._counts[-1] + _code_points(source[start : start + _CHUNK]))

    def location(self, node: SyntaxNode) -> SourceLocation:
        line = bisect_right(self._lines, node.start_byte)
        start = self._offset(node.start_byte)
        column = start - self._offset(self._lines[line - 1]) + 1
        return SourceLocation(self.path, start, self._offset(node.end_byte), line, column)

    def _offset(self, position: int) -> int:
        if len(self._counts) == 1:
            return position
        chunk = position // _CHUNK
        return self._counts[chunk] + _code_points(self.source[chunk * _CHUNK : position])


def _code_points(part: bytes) -> int:
    return len(part.translate(None, _CONTINUATION))


def parse_script(path: str, source: bytes, budget: Budget) -> ScriptText | str:
    """Parse a module, or return why it cannot be parsed."""
    if len(source) > budget.limits.file_bytes:
        return f"`{path}` is too large"
    source = source.removeprefix(b"\xef\xbb\xbf")
    try:
        source.decode("utf-8")
    except UnicodeDecodeError:
        return f"`{path}` is not UTF-8 text"
    parser = _parser(path.endswith(TYPESCRIPT))
    started = time.thread_time()
    # Recovery from syntax errors can take a hundred times longer, and a running parser cannot be stopped.
    size = _PREFIX
    while True:
        if budget.parse_seconds - (time.thread_time() - started) <= 0:
            return f"`{path}` takes too long to parse"
        tree = parser.parse(source[:size])
        if size >= len(source):
            break
        size *= 2
    budget.parse_seconds -= time.thread_time() - started
    return ScriptText(path, source, tree.root_node)


@cache
def _parser(typescript: bool) -> Parser:
    import tree_sitter
    import tree_sitter_typescript

    grammar = tree_sitter_typescript.language_typescript if typescript else tree_sitter_typescript.language_tsx
    return tree_sitter.Parser(tree_sitter.Language(grammar()))


def text_of(node: SyntaxNode) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def string_of(node: SyntaxNode) -> str:
    """The value of a string literal, or of the text parts of a template."""
    return "".join(part for child in node.named_children if (part := text_part(child)) is not None)


def text_part(node: SyntaxNode) -> str | None:
    if node.type == "string_fragment":
        return text_of(node)
    return _ESCAPE.sub(_unescaped, text_of(node)) if node.type == "escape_sequence" else None


def _unescaped(found: re.Match[str]) -> str:
    escape = found[1]
    if escape[0] in "ux" and len(escape) > 1:
        code = int(escape[1:].strip("{}"), 16)
        return chr(code) if code < 0x110000 else "\ufffd"
    return _ESCAPED.get(escape, escape)


def operands(node: SyntaxNode) -> list[SyntaxNode]:
    """The children without punctuation and comments."""
    return [child for child in node.named_children if child.type != "comment"]


def has_token(node: SyntaxNode, token: str) -> bool:
    return any(child.type == token for child in node.children)


def doc_text(comment: SyntaxNode | None) -> str:
    """The description in a JSDoc comment, without its tags."""
    text = text_of(comment) if comment is not None else ""
    if not text.startswith("/**") or len(text) > 10_000:
        return ""
    text = _COMMENT_MARGIN.sub("", text.removeprefix("/**").removesuffix("*/"))
    lines = [line.strip() for line in text.splitlines()]
    end = next((index for index, line in enumerate(lines) if line.startswith("@")), len(lines))
    return "\n".join(lines[:end]).strip()


def with_comments(node: SyntaxNode) -> Iterator[tuple[SyntaxNode, SyntaxNode | None]]:
    """The children without punctuation, each with the comment before it."""
    comment: SyntaxNode | None = None
    for child in node.named_children:
        if child.type == "comment":
            comment = child
        else:
            yield child, comment
            comment = None
