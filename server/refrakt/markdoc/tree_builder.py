"""From tokens to nodes.

Each top-level block is built into a subtree of its own; `block_joiner` joins them. If tags are not balanced, the subtree is
the one that the reference builds: an unclosed tag in a paragraph keeps the paragraph open, and later blocks become its children.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from refrakt.markdoc.fence_tags import fence_tokens
from refrakt.markdoc.inline_parser import MARKUP, MAX_NESTING, SIMPLE_TEXT, SIMPLE_TOKEN, code_content
from refrakt.markdoc.list_tables import lists_to_table
from refrakt.markdoc.node_attributes import annotate, block_attributes, link_attributes
from refrakt.markdoc.text import OffsetMap
from refrakt.markdoc.tokens import SourceMap, SyntaxToken
from refrakt.markdoc.tree import MarkdocError, Node, Span, TagSyntax, appended

if TYPE_CHECKING:
    from refrakt.markdoc.block_reader import Block
    from refrakt.markdoc.parse_options import ParseOptions

_RENAMED = {"bullet_list": "list", "ordered_list": "list", "list_item": "item"}
_PAIRED = (
    "paragraph",
    "heading",
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "em",
    "strong",
    "s",
    "link",
)
NODE_TYPES = {"code_inline": "code"} | {
    f"{name}_{side}": _RENAMED.get(name, name) for name in (*_PAIRED, *_RENAMED) for side in ("open", "close")
}
"""The node type of a token, if it differs from the token type."""


LONGEST_INLINE = 250_000
"""Inline text longer than this is not parsed for markup."""


_MAX_INLINE_NESTING = MAX_NESTING
"""How deep emphasis may nest in a text and tags in a fence. The reference has no limit; a tree needs one."""


class TreeBuilder:
    """Builds the nodes of one block. `stack[0]` is a placeholder for the block's parent."""

    def __init__(
        self, block: Block, offset: int, line: int, options: ParseOptions, parse_inline: Callable[[str], Any]
    ) -> None:
        self.block = block.source
        self.orphan_annotation: MarkdocError | None = None
        self.offset = offset
        self.line = line
        self.slots = options.slots
        self.escape_fences = options.fences == "escaped"
        self.text_pattern = None
        """What a text must contain for the rules of `linkify` and `typographer`, if the site uses them."""
        if options.linkify or options.typographer:
            from refrakt.markdoc.text_rules import text_pattern

            self.text_pattern = text_pattern(options)
        self.parse_inline = parse_inline
        self.root = Node("document", children=[])
        self.stack: list[Node] = [self.root]
        self.tags: list[TagSyntax] = []
        self.problems: list[MarkdocError] = []
        self.unclosed_tag: Span | None = None
        """The unclosed inline tag that leaves its paragraph open."""

    # Blocks ------------------------------------------------------------------------------------------------------

    def add(self, token: SyntaxToken) -> None:
        """Add one block token."""
        if token.hidden:
            return
        kind = token.type
        if kind == "inline":
            self._inline(token)
        elif kind == "fence":
            self._fence(token)
        elif token.syntax is not None:
            token.syntax.shift(-self.offset)
            self._tag(token, token.syntax, None, self._lines(token.map), token.end - self.offset)
            if token.content.strip():
                start = token.end - self.offset
                self._report(
                    "text-after-tag",
                    "warning",
                    "text after a tag on the same line is ignored",
                    start,
                    start + len(token.content),
                )
        elif token.nesting < 0:
            self._close(token, NODE_TYPES[kind], None)
        else:
            node = Node(NODE_TYPES.get(kind, kind), block_attributes(token))
            node.lines = self._lines(token.map)
            self._append(node, token.start - self.offset, token.end - self.offset)
            if token.nesting > 0:
                node.children = []
                self.stack.append(node)

    def _lines(self, lines: list[int] | None) -> list[int]:
        if lines is None:
            return self.stack[-1].lines  # type: ignore[return-value]
        return [lines[0] - self.line, lines[1] - self.line]

    def _append(self, node: Node, start: int, end: int) -> None:
        """Append a node to the open node."""
        node.block = self.block
        node.start = start
        node.end = end
        self.stack[-1].children.append(node)  # type: ignore[attr-defined]

    def _close(
        self,
        token: SyntaxToken,
        kind: str,
        tag: TagSyntax | None,
        inline: bool = False,
        columns: tuple[int, int] | None = None,
        at: int = -1,
    ) -> None:
        """Close the open node if the token matches it; otherwise add an empty node with an error."""
        stack = self.stack
        parent = stack[-1]
        name = tag.name if tag else None
        if parent.type == kind and parent.tag == name and len(stack) > 1:
            if tag is not None:
                parent.close = tag
                parent.end = tag.end
                if token.map is not None:
                    # In place: text inside a tag in a fence shares its parent's lines, as in the reference.
                    parent.lines.extend((token.map[0] - self.line, token.map[1] - self.line))  # type: ignore[attr-defined]
            elif parent.children:
                # A tag or an open fence may extend past the lines of its parent.
                parent.end = max(parent.end, parent.children[-1].end)
            self._pop()
            return
        node = Node(kind, block_attributes(token), tag=name)
        node.lines = self._lines(token.map)
        node.inline = inline
        node.columns = columns
        if tag is not None:
            at = tag.start
        else:
            # It has no text of its own; its position is the end of the previous node.
            at = max(parent.end if at < 0 else at, parent.children[-1].end if parent.children else 0)
        self._append(node, at, tag.end if tag else at)
        node.open = tag
        if tag is not None:
            message = f"no open `{name}` tag to close"
            span = tag.name_span
        else:
            message = f"the {kind} that ends here contains an unclosed tag"
            span = self.unclosed_tag or node.span
        node.errors = [MarkdocError("missing-opening", "critical", message, span)]

    # Tags --------------------------------------------------------------------------------------------------------

    def _tag(
        self,
        token: SyntaxToken,
        syntax: TagSyntax,
        holder: Node | None,
        lines: list[int],
        end: int,
        columns: tuple[int, int] | None = None,
    ) -> None:
        """Add a tag: on its own line or in a fence (`holder` is None), or in inline text."""
        syntax.block = self.block
        self.tags.append(syntax)
        kind = syntax.kind
        inline = holder is not None
        if kind == "annotation":
            if holder is not None:
                annotate(holder, syntax)
                holder.annotation_tags = appended(holder.annotation_tags, syntax)
            else:
                parent = self.stack[-1]
                message = f"no node to annotate here in this {parent.type}"
                problem = MarkdocError("no-inline-annotations", "error", message, syntax.span)
                parent.errors = appended(parent.errors, problem)
                if parent is self.root:
                    self.orphan_annotation = problem
            return
        if kind == "close":
            self._close(token, "tag", syntax, inline, columns)
            return
        if kind == "value":
            node = Node("text", {"content": syntax.value})
        elif kind == "broken":
            node = Node("error")
            error = syntax.error
            assert error is not None
            span = Span(error.start, error.end, self.block)
            node.errors = [MarkdocError("parse-error", "critical", error.message, span)]
        else:
            node = Node("tag", tag=syntax.name)
        node.inline = inline
        node.lines = lines
        node.columns = columns
        node.open = syntax
        if kind in ("open", "void"):
            annotate(node, syntax)
        self._append(node, syntax.start, end if kind in ("open", "broken") else syntax.end)
        if kind == "open":
            node.children = []
            self.stack.append(node)
        self._fill_slot(node, self.stack[-2] if kind == "open" else self.stack[-1])

    def _fill_slot(self, node: Node, parent: Node) -> None:
        """Move the last child of a parent to the slot it names, if any."""
        slot = node.attributes.get("primary") if self.slots and node.tag == "slot" else None
        if isinstance(slot, str):
            parent.children.pop()  # type: ignore[attr-defined]
            parent.slots = {**parent.slots, slot: node}

    # Inline text -------------------------------------------------------------------------------------------------

    def _inline(self, token: SyntaxToken) -> None:
        parent = self.stack[-1]
        lines = self._lines(token.map)
        node = Node("inline")
        node.lines = lines
        content, source_map = token.content, token.source_map
        if isinstance(source_map, int):
            base = source_map - self.offset
            self._append(node, base, base + len(content))
        else:
            base = 0
            self._append(node, source_map(0) - self.offset, source_map.end(len(content)) - self.offset)
        if not content:
            node.start = node.end = max(node.start, parent.start)
            return
        node.children = children = []
        if len(content) > LONGEST_INLINE:
            self._report(
                "too-long", "warning", "this text is too long; markup in it is not parsed", node.start, node.end
            )
        is_literal = self.text_pattern is None or not self.text_pattern.search(content)
        if len(content) > LONGEST_INLINE or (is_literal and not MARKUP.search(content)):
            text = Node("text", {"content": content})
            text.inline = True
            text.lines = lines
            text.block = self.block
            text.start = node.start
            text.end = node.end
            children.append(text)
            return
        if is_literal and SIMPLE_TEXT.fullmatch(content):
            self._simple_text(content, source_map, lines, children)
            return
        state = self.parse_inline(content)
        if not isinstance(source_map, int):
            _map_tokens(state, source_map, self.offset)
        self.stack.append(node)
        depth = len(self.stack)
        self._inline_tokens(state.tokens, parent, lines, base)
        left_open = next((each for each in self.stack[depth:] if each.open), None)
        if left_open is not None and left_open.open is not None:
            self.unclosed_tag = left_open.open.name_span
        self._pop()
        for partial in state.unterminated:
            partial.shift(base)
            partial.block = self.block
            self.tags.append(partial)
            self._report("unterminated-tag", "error", "unterminated tag; `%}` is missing", partial.start, partial.end)
        if state.too_deep_at >= 0:
            self._too_deep(base + state.too_deep_at, node.end)

    def _simple_text(self, content: str, source_map: SourceMap, lines: list[int], children: list[Node]) -> None:
        """Build the nodes of simple text, see `SIMPLE_TEXT`, without tokens."""
        offset = self.offset
        strong: Node | None = None
        for match in SIMPLE_TOKEN.finditer(content):
            start, end = match.span()
            code, marker = match.groups()
            if isinstance(source_map, int):
                start, end = source_map - offset + start, source_map - offset + end
            else:
                start, end = source_map(start) - offset, source_map.end(end) - offset
            if marker is not None and strong is not None:
                strong.end = end
                strong = None
                continue
            if marker is not None:
                node = Node("strong", {"marker": marker}, [])
            elif code is not None:
                node = Node("code", {"content": code_content(code)})
            else:
                node = Node("text", {"content": match[0]})
            node.inline = True
            node.lines = lines
            node.block = self.block
            node.start = start
            node.end = end
            (children if strong is None else strong.children).append(node)  # type: ignore[attr-defined]
            if marker is not None:
                strong = node

    def _inline_tokens(self, tokens: list[SyntaxToken], holder: Node, lines: list[int], base: int) -> None:
        """Build the nodes of inline tokens; adjacent text tokens become one node."""
        stack = self.stack
        block = self.block
        deepest = len(stack) + _MAX_INLINE_NESTING
        skipped = 0
        index, count = 0, len(tokens)
        while index < count:
            token = tokens[index]
            index += 1
            kind = token.type
            if kind == "text":
                content, start, end = token.content, token.start, token.end
                while index < count and tokens[index].type == "text":
                    more = tokens[index]
                    index += 1
                    if more.content:
                        if not content:
                            start = more.start
                        content += more.content
                        end = more.end
                if not content:
                    continue
                node = Node("text", {"content": content})
            elif token.syntax is not None:
                token.syntax.shift(base)
                until = base + token.end if token.syntax.kind == "broken" else self._inline_end()
                self._tag(token, token.syntax, holder, stack[-1].lines, until)  # type: ignore[arg-type]
                continue
            elif token.nesting > 0 and len(stack) > deepest:
                if not skipped:
                    self._too_deep(base + token.start, self._inline_end())
                skipped += 1
                continue
            elif token.nesting < 0 and skipped:
                skipped -= 1
                continue
            elif token.nesting < 0:
                parent = stack[-1]
                node_type = NODE_TYPES[kind]
                if parent.type == node_type and parent.tag is None:
                    parent.end = base + token.end + (kind == "strong_close")
                    if parent.children:
                        parent.end = max(parent.end, parent.children[-1].end)
                    stack.pop()
                else:
                    self._close(token, node_type, None, inline=True, at=base + token.end)
                continue
            else:
                start, end = token.start, token.end
                if kind == "softbreak" or kind == "hardbreak":
                    node = Node(kind)
                elif kind == "code_inline" or kind == "comment" or kind == "html":
                    node = Node(NODE_TYPES.get(kind, kind), {"content": token.content})
                elif kind == "em_open":
                    node = Node("em", {"marker": token.markup})
                elif kind == "strong_open":
                    start -= 1
                    node = Node("strong", {"marker": token.markup})
                else:
                    node = Node(NODE_TYPES.get(kind, kind), link_attributes(token))
            node.inline = True
            node.lines = stack[-1].lines
            node.block = block
            node.start = base + start
            node.end = base + end
            stack[-1].children.append(node)  # type: ignore[attr-defined]
            if token.nesting > 0:
                node.end = self._inline_end()
                node.children = []
                stack.append(node)

    def _inline_end(self) -> int:
        return self.stack[-1].end

    def _pop(self) -> None:
        """Pop one node of the stack, even if tags inside a text or fence are still open."""
        node = self.stack.pop()
        if node.type == "tag" and node.tag == "table":
            lists_to_table(node, lambda node: 0)

    # Fences ------------------------------------------------------------------------------------------------------

    def _fence(self, token: SyntaxToken) -> None:
        node = Node("fence", {"content": token.content})
        language = token.info.split(" ", 1)[0]
        if language and language != "{%":
            node.attributes["language"] = language
        node.lines = self._lines(token.map)
        self._append(node, token.start - self.offset, token.end - self.offset)
        node.children = []
        tokens = fence_tokens(token, self.offset, escaped=self.escape_fences)
        syntax = tokens.annotation
        if syntax is not None:
            syntax.block = self.block
            self.tags.append(syntax)
            node.annotation_tags = [syntax]
            if syntax.error is not None:
                span = Span(syntax.error.start, syntax.error.end, self.block)
                node.errors = [MarkdocError("fence-tag-error", "error", syntax.error.message, span)]
            else:
                node.tag = syntax.name or None
                annotate(node, syntax)
                self._fill_slot(node, self.stack[-1])
        depth = len(self.stack)
        self.stack.append(node)
        for inner in tokens.tokens:
            if len(self.stack) > depth + _MAX_INLINE_NESTING:
                self._too_deep(inner.start if inner.syntax is None else inner.syntax.start, node.end)
                break
            if inner.syntax is not None:
                line, columns = inner.meta
                lines = [line - self.line, line + 1 - self.line]
                inner.map = [line, line + 1]
                until = node.end if inner.syntax.kind == "open" else inner.syntax.end
                self._tag(inner, inner.syntax, None, lines, until, columns)
            elif inner.content:
                text = Node("text", {"content": inner.content})
                text.lines = self.stack[-1].lines
                self._append(text, inner.start, inner.end)
        node.end = (
            max(node.end, *(child.end for child in self.stack[-1].children)) if self.stack[-1].children else node.end
        )
        for each in self.stack[depth:]:
            each.end = node.end
        self._pop()

    # Problems ----------------------------------------------------------------------------------------------------

    def _report(self, id: str, level: Any, message: str, start: int, end: int) -> None:
        self.problems.append(MarkdocError(id, level, message, Span(start, end, self.block)))

    def _too_deep(self, start: int, end: int) -> None:
        self._report("too-deep", "error", "nested too deep; the rest is not parsed", start, end)


def _map_tokens(state: Any, source_map: OffsetMap, offset: int) -> None:
    for token in state.tokens:
        end = source_map.end(token.end) - offset if token.end > token.start else None
        token.start = source_map(token.start) - offset
        token.end = token.start if end is None else end
        if token.syntax is not None:
            token.syntax.remap(lambda at: source_map(at) - offset, lambda at: source_map.end(at) - offset)
    for partial in state.unterminated:
        partial.remap(lambda at: source_map(at) - offset, lambda at: source_map.end(at) - offset)
    if state.too_deep_at >= 0:
        state.too_deep_at = source_map(state.too_deep_at) - offset
