"""From tokens to nodes.

A top-level block is built on its own into a piece of tree. Where its tags do not match up, the piece is as crooked as
the one the reference builds: an unclosed tag in a paragraph keeps the paragraph open and swallows what follows. The
pieces are joined later.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .attributes import annotate, block_attributes, link_attributes
from .fences import fence_tokens
from .inlines import DEEPEST, EASY, EASY_PIECE, MARKUP, code_content
from .listtables import to_table
from .text import Segments
from .tokens import Place, Token
from .tree import Node, Problem, Span, TagSyntax, appended

if TYPE_CHECKING:
    from .options import Options
    from .reader import Block

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
"""The type of the node that a token becomes, where it is not the token's own."""


LONGEST = 250_000
"""Running text longer than this is taken as it is, without a look for markup."""


_DEEPEST_TEXT = DEEPEST
"""How deep emphasis may nest in a text and tags in a fence. The reference has no limit there; a tree must have one."""


class Builder:
    """Builds the nodes of one block. `stack[0]` is a stand-in for whatever the block will hang on."""

    def __init__(
        self, block: Block, offset: int, line: int, options: Options, read_inline: Callable[[str], Any]
    ) -> None:
        self.block = block.source
        self.orphan: Problem | None = None
        self.offset = offset
        self.line = line
        self.slots = options.slots
        self.escape_fences = options.fences == "escaped"
        self.read_inline = read_inline
        self.root = Node("document", children=[])
        self.stack: list[Node] = [self.root]
        self.tags: list[TagSyntax] = []
        self.problems: list[Problem] = []
        self.culprit: Span | None = None
        """The unclosed tag in running text that leaves its paragraph open."""

    # Blocks ------------------------------------------------------------------------------------------------------

    def add(self, token: Token) -> None:
        """Take one block token."""
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
                    "text after the end of a tag on the same line is lost",
                    start,
                    start + len(token.content),
                )
        elif token.nesting < 0:
            self._close(token, NODE_TYPES[kind], None)
        else:
            node = Node(NODE_TYPES.get(kind, kind), block_attributes(token))
            node.lines = self._lines(token.map)
            self._place(node, token.start - self.offset, token.end - self.offset)
            if token.nesting > 0:
                node.children = []
                self.stack.append(node)

    def _lines(self, lines: list[int] | None) -> list[int]:
        if lines is None:
            return self.stack[-1].lines  # type: ignore[return-value]
        return [lines[0] - self.line, lines[1] - self.line]

    def _place(self, node: Node, start: int, end: int) -> None:
        """Hang a node on the one that is open."""
        node.block = self.block
        node.start = start
        node.end = end
        self.stack[-1].children.append(node)  # type: ignore[attr-defined]

    def _close(
        self,
        token: Token,
        kind: str,
        tag: TagSyntax | None,
        inline: bool = False,
        columns: tuple[int, int] | None = None,
        at: int = -1,
    ) -> None:
        """Close the open node if the token closes it; otherwise leave an empty node that says so."""
        stack = self.stack
        parent = stack[-1]
        name = tag.name if tag else None
        if parent.type == kind and parent.tag == name and len(stack) > 1:
            if tag is not None:
                parent.close = tag
                parent.end = tag.end
                if token.map is not None:
                    # In place: text inside a fence's tag shares its parent's lines, here as in the reference.
                    parent.lines.extend((token.map[0] - self.line, token.map[1] - self.line))  # type: ignore[attr-defined]
            elif parent.children:
                # A tag or an open fence may reach beyond the lines of what it stands in.
                parent.end = max(parent.end, parent.children[-1].end)
            self._leave()
            return
        node = Node(kind, block_attributes(token), tag=name)
        node.lines = self._lines(token.map)
        node.inline = inline
        node.columns = columns
        if tag is not None:
            at = tag.start
        else:
            # It has no text of its own, and stands after whatever came before it.
            at = max(parent.end if at < 0 else at, parent.children[-1].end if parent.children else 0)
        self._place(node, at, tag.end if tag else at)
        node.open = tag
        if tag is not None:
            message = f"nothing opens this `{name}`"
            span = tag.name_span
        else:
            message = f"the {kind} that ends here was left open by a tag inside it"
            span = self.culprit or node.span
        node.errors = [Problem("missing-opening", "critical", message, span)]

    # Tags --------------------------------------------------------------------------------------------------------

    def _tag(
        self,
        token: Token,
        syntax: TagSyntax,
        holder: Node | None,
        lines: list[int],
        end: int,
        columns: tuple[int, int] | None = None,
    ) -> None:
        """Take a tag of any kind, in a line of its own (`holder` is None), in running text, or in a fence."""
        syntax.block = self.block
        self.tags.append(syntax)
        kind = syntax.kind
        inline = holder is not None
        if kind == "annotation":
            if holder is not None:
                annotate(holder, syntax)
                holder.marks = appended(holder.marks, syntax)
            else:
                parent = self.stack[-1]
                message = f"attributes cannot be set on a {parent.type} from here"
                problem = Problem("no-inline-annotations", "error", message, syntax.span)
                parent.errors = appended(parent.errors, problem)
                if parent is self.root:
                    self.orphan = problem
            return
        if kind == "close":
            self._close(token, "tag", syntax, inline, columns)
            return
        if kind == "value":
            node = Node("text", {"content": syntax.value})
        elif kind == "broken":
            node = Node("error")
            fault = syntax.fault
            assert fault is not None
            span = Span(fault.start, fault.end, self.block)
            node.errors = [Problem("parse-error", "critical", fault.message, span)]
        else:
            node = Node("tag", tag=syntax.name)
        node.inline = inline
        node.lines = lines
        node.columns = columns
        node.open = syntax
        if kind in ("open", "void"):
            annotate(node, syntax)
        self._place(node, syntax.start, end if kind in ("open", "broken") else syntax.end)
        if kind == "open":
            node.children = []
            self.stack.append(node)
        self._fill_slot(node, self.stack[-2] if kind == "open" else self.stack[-1])

    def _fill_slot(self, node: Node, parent: Node) -> None:
        """Move a node that was hung on its parent last to the slot it names, if it names one."""
        slot = node.attributes.get("primary") if self.slots and node.tag == "slot" else None
        if isinstance(slot, str):
            parent.children.pop()  # type: ignore[attr-defined]
            parent.slots = {**parent.slots, slot: node}

    # Inline text -------------------------------------------------------------------------------------------------

    def _inline(self, token: Token) -> None:
        parent = self.stack[-1]
        lines = self._lines(token.map)
        node = Node("inline")
        node.lines = lines
        content, place = token.content, token.place
        if isinstance(place, int):
            base = place - self.offset
            self._place(node, base, base + len(content))
        else:
            base = 0
            self._place(node, place(0) - self.offset, place.end(len(content)) - self.offset)
        if not content:
            node.start = node.end = max(node.start, parent.start)
            return
        node.children = children = []
        if len(content) > LONGEST:
            self._report("too-long", "warning", "this text is too long to be read for markup", node.start, node.end)
        if len(content) > LONGEST or not MARKUP.search(content):
            text = Node("text", {"content": content})
            text.inline = True
            text.lines = lines
            text.block = self.block
            text.start = node.start
            text.end = node.end
            children.append(text)
            return
        if EASY.fullmatch(content):
            self._easy(content, place, lines, children)
            return
        state = self.read_inline(content)
        if not isinstance(place, int):
            _move_tokens(state, place, self.offset)
        self.stack.append(node)
        depth = len(self.stack)
        self._pieces(state.tokens, parent, lines, base)
        left_open = next((each for each in self.stack[depth:] if each.open), None)
        if left_open is not None and left_open.open is not None:
            self.culprit = left_open.open.name_span
        self._leave()
        for partial in state.partial:
            partial.shift(base)
            partial.block = self.block
            self.tags.append(partial)
            self._report("unterminated-tag", "error", "this tag is never closed with %}", partial.start, partial.end)
        if state.deep >= 0:
            self._too_deep(base + state.deep, node.end)

    def _easy(self, content: str, place: Place, lines: list[int], children: list[Node]) -> None:
        """Take a text that is easy to read, see `EASY`, without the tokens between."""
        offset = self.offset
        strong: Node | None = None
        for piece in EASY_PIECE.finditer(content):
            start, end = piece.span()
            code, marker = piece.groups()
            if isinstance(place, int):
                start, end = place - offset + start, place - offset + end
            else:
                start, end = place(start) - offset, place.end(end) - offset
            if marker is not None and strong is not None:
                strong.end = end
                strong = None
                continue
            if marker is not None:
                node = Node("strong", {"marker": marker}, [])
            elif code is not None:
                node = Node("code", {"content": code_content(code)})
            else:
                node = Node("text", {"content": piece[0]})
            node.inline = True
            node.lines = lines
            node.block = self.block
            node.start = start
            node.end = end
            (children if strong is None else strong.children).append(node)  # type: ignore[attr-defined]
            if marker is not None:
                strong = node

    def _pieces(self, tokens: list[Token], holder: Node, lines: list[int], base: int) -> None:
        """Take inline tokens; neighbouring text becomes one node."""
        stack = self.stack
        block = self.block
        deepest = len(stack) + _DEEPEST_TEXT
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
                wanted = NODE_TYPES[kind]
                if parent.type == wanted and parent.tag is None:
                    parent.end = base + token.end + (kind == "strong_close")
                    if parent.children:
                        parent.end = max(parent.end, parent.children[-1].end)
                    stack.pop()
                else:
                    self._close(token, wanted, None, inline=True, at=base + token.end)
                continue
            else:
                start, end = token.start, token.end
                if kind == "softbreak" or kind == "hardbreak":
                    node = Node(kind)
                elif kind == "code_inline" or kind == "comment":
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

    def _leave(self) -> None:
        """Step out of a text or fence: of one node only, even where tags inside it are still open."""
        node = self.stack.pop()
        if node.type == "tag" and node.tag == "table":
            to_table(node, lambda node: 0)

    # Fences ------------------------------------------------------------------------------------------------------

    def _fence(self, token: Token) -> None:
        node = Node("fence", {"content": token.content})
        language = token.info.split(" ", 1)[0]
        if language and language != "{%":
            node.attributes["language"] = language
        node.lines = self._lines(token.map)
        self._place(node, token.start - self.offset, token.end - self.offset)
        node.children = []
        tokens = fence_tokens(token, self.offset, escaped=self.escape_fences)
        syntax = tokens.annotation
        if syntax is not None:
            syntax.block = self.block
            self.tags.append(syntax)
            node.marks = [syntax]
            if syntax.fault is not None:
                span = Span(syntax.fault.start, syntax.fault.end, self.block)
                node.errors = [Problem("fence-tag-error", "error", syntax.fault.message, span)]
            else:
                node.tag = syntax.name or None
                annotate(node, syntax)
                self._fill_slot(node, self.stack[-1])
        depth = len(self.stack)
        self.stack.append(node)
        for piece in tokens.pieces:
            if len(self.stack) > depth + _DEEPEST_TEXT:
                self._too_deep(piece.start if piece.syntax is None else piece.syntax.start, node.end)
                break
            if piece.syntax is not None:
                line, columns = piece.meta
                lines = [line - self.line, line + 1 - self.line]
                piece.map = [line, line + 1]
                until = node.end if piece.syntax.kind == "open" else piece.syntax.end
                self._tag(piece, piece.syntax, None, lines, until, columns)
            elif piece.content:
                text = Node("text", {"content": piece.content})
                text.lines = self.stack[-1].lines
                self._place(text, piece.start, piece.end)
        node.end = (
            max(node.end, *(child.end for child in self.stack[-1].children)) if self.stack[-1].children else node.end
        )
        for each in self.stack[depth:]:
            each.end = node.end
        self._leave()

    # Problems ----------------------------------------------------------------------------------------------------

    def _report(self, id: str, level: Any, message: str, start: int, end: int) -> None:
        self.problems.append(Problem(id, level, message, Span(start, end, self.block)))

    def _too_deep(self, start: int, end: int) -> None:
        self._report("too-deep", "error", "this nests too deep: what follows is not read", start, end)


def _move_tokens(state: Any, place: Segments, offset: int) -> None:
    for token in state.tokens:
        end = place.end(token.end) - offset if token.end > token.start else None
        token.start = place(token.start) - offset
        token.end = token.start if end is None else end
        if token.syntax is not None:
            token.syntax.move(lambda at: place(at) - offset, lambda at: place.end(at) - offset)
    for partial in state.partial:
        partial.move(lambda at: place(at) - offset, lambda at: place.end(at) - offset)
    if state.deep >= 0:
        state.deep = place(state.deep) - offset
