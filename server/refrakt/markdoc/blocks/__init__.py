"""Block structure: which lines make a paragraph, a list, a fence, a table or a tag.

The frame is markdown-it-py's block parser, and its rules for quotes and thematic breaks do their work as they are. The
rules in this package are those that must note where their text came from (paragraphs, headings, cells, fences), those
that follow the reference where the library has moved on (lists, link definitions), and Markdoc's own: tags, comments
and frontmatter.
"""

from __future__ import annotations

from markdown_it import MarkdownIt, rules_block
from markdown_it.parser_block import ParserBlock
from markdown_it.ruler import Ruler

from ..inlines import DEEPEST, InlineParser
from ..options import Options
from .leaves import comment, fence, frontmatter, heading, tag, thematic_break
from .lists import list_block
from .paragraphs import definition, paragraph
from .state import BlockState, Rule
from .tables import table

__all__ = ["BlockParser", "BlockState", "make_parser"]


def _quote(state: BlockState, start: int, end: int, silent: bool) -> bool:
    return rules_block.blockquote(state, start, end, silent)


_BY_CHARACTER: dict[str, tuple[Rule, ...]] = {
    "`": (fence,),
    "~": (fence,),
    ">": (_quote,),
    "*": (thematic_break, list_block),
    "-": (thematic_break, list_block),
    "_": (thematic_break,),
    "+": (list_block,),
    "[": (definition,),
    "#": (heading,),
    "{": (tag,),
    **dict.fromkeys("0123456789", (list_block,)),
}


class BlockParser(ParserBlock):
    """markdown-it's block parser, going straight to the rules a line's first character allows."""

    def __init__(self) -> None:
        # Quotes and tables ask for the rules that end them; nothing else goes through the ruler.
        self.ruler = Ruler()
        for name, rule, ended in (
            ("fence", fence, ["blockquote"]),
            ("blockquote", _quote, ["blockquote"]),
            ("hr", thematic_break, ["blockquote"]),
            ("list", list_block, ["blockquote"]),
            ("heading", heading, ["blockquote"]),
            ("tag", tag, ["blockquote"]),
        ):
            self.ruler.push(name, rule, {"alt": ended})  # type: ignore[arg-type]

    def tokenize(self, state: BlockState, startLine: int, endLine: int) -> None:  # type: ignore[override]
        line = startLine
        had_blank = False
        while line < endLine:
            state.line = line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                break
            if state.level >= DEEPEST:
                state.deep.append(state.bMarks[line] + state.tShift[line])
                state.line = endLine
                break
            self.block(state, line, endLine)
            state.tight = not had_blank
            line = state.line
            if line - 1 < endLine and state.isEmpty(line - 1):
                had_blank = True
            if line < endLine and state.isEmpty(line):
                had_blank = True
                line += 1
                state.line = line

    def block(self, state: BlockState, line: int, end: int) -> None:
        """Read the one block that begins on this line."""
        begin = state.bMarks[line] + state.tShift[line]
        char = state.src[begin]
        count = len(state.tokens)
        if (char == "<" and comment(state, line, end, False)) or (line == 0 and frontmatter(state, line, end, False)):
            return
        if not (line + 1 < end and _may_be_rule(state, line + 1) and table(state, line, end, False)):
            for rule in _BY_CHARACTER.get(char, ()):
                if rule(state, line, end, False):
                    break
            else:
                paragraph(state, line, end, False)
        if len(state.tokens) > count:
            token = state.tokens[count]
            if token.start < 0:
                token.start = begin
            if token.end < 0:
                token.end = state.last_text_end(line, state.line)


def _may_be_rule(state: BlockState, line: int) -> bool:
    """Whether a line may be the one below a table's head: most lines show at once that they are not."""
    at = state.bMarks[line] + state.tShift[line]
    return state.src[at : at + 1] in "|-:"


def make_parser(options: Options) -> MarkdownIt:
    """A markdown-it whose parsers are ours."""
    md = MarkdownIt("js-default", {"html": False, "comments": options.comments, "indentation": options.indentation})
    md.block = BlockParser()
    md.inline = InlineParser()
    return md
