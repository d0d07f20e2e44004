"""The inline parser of sites that use Markdoc's options `linkify` and `typographer`.

Both rules run on the tokens of one inline text, after its markup is parsed. Sites without these options use the plain parser.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from refrakt.markdoc.inline_parser import InlineParser
from refrakt.markdoc.inline_state import InlineState
from refrakt.markdoc.joined_text import join_texts
from refrakt.markdoc.linkify import LINKABLE, link_urls
from refrakt.markdoc.typography import TYPED, replace_quotes, replace_symbols

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

    from refrakt.markdoc.parse_options import ParseOptions


def text_pattern(options: ParseOptions) -> re.Pattern[str] | None:
    """What a text must contain for a rule of these options to change it; None without such rules."""
    if options.linkify and options.typographer:
        return _BOTH
    return LINKABLE if options.linkify else TYPED if options.typographer else None


_BOTH = re.compile(f"{LINKABLE.pattern}|{TYPED.pattern}", TYPED.flags)


class TextRuleParser(InlineParser):
    """The inline parser, with rules for text."""

    def __init__(self, options: ParseOptions) -> None:
        super().__init__()
        self.linkify = options.linkify
        self.typographer = options.typographer

    def read(self, src: str, md: MarkdownIt, env: Any) -> InlineState:
        state = super().read(src, md, env)
        tokens = join_texts(state.tokens)
        if self.linkify:
            tokens = link_urls(tokens, md, src)
        if self.typographer:
            replace_symbols(tokens, src)
            replace_quotes(tokens, src)
        state.tokens = tokens
        return state
