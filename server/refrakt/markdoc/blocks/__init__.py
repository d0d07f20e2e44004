"""The block parser: paragraphs, lists, fences, tables and tags.

It extends markdown-it-py's block parser and uses its rule for quotes. This package has the rules that record source offsets
(paragraphs, headings, cells, fences), those in which the library differs from the reference (lists, link definitions), and
Markdoc's own: tags, comments and frontmatter.
"""

from __future__ import annotations

from markdown_it import MarkdownIt, rules_block
from markdown_it.parser_block import ParserBlock
from markdown_it.ruler import Ruler

from refrakt.markdoc.blocks.html import html_block
from refrakt.markdoc.blocks.leaves import comment, fence, frontmatter, heading, tag, thematic_break
from refrakt.markdoc.blocks.lists import list_block
from refrakt.markdoc.blocks.paragraphs import definition, paragraph
from refrakt.markdoc.blocks.state import BlockState, Rule
from refrakt.markdoc.blocks.tables import table
from refrakt.markdoc.inline_parser import MAX_NESTING, InlineParser
from refrakt.markdoc.parse_options import ParseOptions

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
    "<": (html_block,),
    **dict.fromkeys("0123456789", (list_block,)),
}


class BlockParser(ParserBlock):
    """markdown-it's block parser, dispatching on the first character of a line."""

    def __init__(self) -> None:
        # Only quotes and tables use the ruler, for the rules that end them.
        self.ruler = Ruler()
        for name, rule, ended in (
            ("fence", fence, ["blockquote"]),
            ("blockquote", _quote, ["blockquote"]),
            ("hr", thematic_break, ["blockquote"]),
            ("list", list_block, ["blockquote"]),
            ("html", html_block, ["blockquote"]),
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
            if state.level >= MAX_NESTING:
                state.too_deep.append(state.bMarks[line] + state.tShift[line])
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
        """Parse the block that starts on this line."""
        begin = state.bMarks[line] + state.tShift[line]
        char = state.src[begin]
        count = len(state.tokens)
        if (char == "<" and comment(state, line, end, False)) or (line == 0 and frontmatter(state, line, end, False)):
            return
        if not (line + 1 < end and _may_be_delimiter_row(state, line + 1) and table(state, line, end, False)):
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


def _may_be_delimiter_row(state: BlockState, line: int) -> bool:
    """Whether a line may be the delimiter row of a table: a cheap check that rules out most lines."""
    at = state.bMarks[line] + state.tShift[line]
    return state.src[at : at + 1] in "|-:"


def make_parser(options: ParseOptions) -> MarkdownIt:
    """A markdown-it instance with our block and inline parsers."""
    md = MarkdownIt(
        "js-default", {"html": options.html, "comments": options.comments, "indentation": options.indentation}
    )
    md.block = BlockParser()
    if options.linkify or options.typographer:
        from refrakt.markdoc.text_rules import TextRuleParser  # few sites use these options

        md.inline = TextRuleParser(options)
    else:
        md.inline = InlineParser()
    return md
