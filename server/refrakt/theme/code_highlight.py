"""Syntax highlighting of code blocks with Pygments.

Every line is an element, so that a style sheet can number and mark lines; tokens have the class names of Pygments. Code that is too
long, that takes too long or whose language is unknown is not highlighted. The limit: time is measured between tokens, so a single
slow expression of a lexer is bounded by the length of the code only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from time import monotonic
from typing import Any

from refrakt.markdoc.html import escape

CLASS = "rf-highlight"
"""The class of highlighted code, for the selectors of a Pygments style."""
MAX_LENGTH = 40_000
MAX_LINES = 1_500
MAX_LINE_LENGTH = 1_000

_ALIASES = {"markdoc": "markdown", "svelte": "html", "astro": "html", "jsonc": "json", "mdx": "markdown"}
_PLAIN = frozenset(("", "text", "plain", "plaintext", "txt", "none"))
_KEPT = 1_000
_KEPT_LENGTH = 8_000
_RECENT: dict[tuple[str, str], str] = {}
"""Highlighted blocks of at most `_KEPT_LENGTH` characters: while a page is written, most of its blocks stay the same."""
_RANGE = re.compile(r"\s*([0-9]{1,7})\s*(?:-\s*([0-9]{1,7})\s*)?")


@dataclass(slots=True)
class HighlightBudget:
    """How many seconds the code blocks of one page may take, together and each."""

    page: float = 2.0
    block: float = 0.5
    _spent: float = field(default=0.0, init=False)

    def within(self, tokens: Iterable[tuple[Any, str]]) -> Iterator[tuple[Any, str]]:
        """The tokens, until time is up. Raises `TimeoutError`."""
        start = monotonic()
        limit = min(self.block, self.page - self._spent)
        try:
            for token in tokens:
                if monotonic() - start > limit:
                    raise TimeoutError
                yield token
        finally:
            self._spent += monotonic() - start


def highlighted_code(code: str, language: str, budget: HighlightBudget) -> str | None:
    """The HTML of code, one element per line; None if it is not highlighted."""
    if len(code) > MAX_LENGTH or code.count("\n") > MAX_LINES:
        return None
    if max(map(len, code.split("\n"))) > MAX_LINE_LENGTH:
        return None
    lexer = _lexer(language.lower())
    if lexer is None:
        return None
    known = _RECENT.get((code, language))
    if known is not None:
        return known
    try:
        html = "\n".join(map(_line, _token_lines(budget.within(lexer.get_tokens(code)))))
    except TimeoutError:
        return None
    if len(code) <= _KEPT_LENGTH:
        if len(_RECENT) >= _KEPT:
            _RECENT.clear()
        _RECENT[code, language] = html
    return html


def code_lines(code: str, highlight: str | None, marked: str, first: int) -> str:
    """Code with an element for every line, of which those in `marked`, such as `3-5,8`, are marked.

    `highlight` is its highlighted HTML, if any; `first` is the number of its first line.
    """
    lines = (escape(code) if highlight is None else highlight).split("\n")
    ending = lines.pop() if len(lines) > 1 and not lines[-1] else None
    chosen = _marked_lines(marked, first, len(lines))
    written = [
        f'<span class="line{" highlighted" if number in chosen else ""}">{line}</span>'
        for number, line in enumerate(lines, first)
    ]
    return "\n".join(written if ending is None else [*written, ""])


def _marked_lines(ranges: str, first: int, count: int) -> set[int]:
    found: set[int] = set()
    for part in ranges.split(",")[:200]:
        match = _RANGE.fullmatch(part)
        if match is not None:
            start, end = int(match[1]), int(match[2] or match[1])
            found.update(range(max(start, first), min(end, first + count - 1) + 1))
    return found


def _token_lines(tokens: Iterable[tuple[Any, str]]) -> Iterator[list[tuple[str, str]]]:
    """The tokens of each line, with their class names."""
    from pygments.token import STANDARD_TYPES

    line: list[tuple[str, str]] = []
    for kind, text in tokens:
        while kind not in STANDARD_TYPES:
            kind = kind.parent
        for at, piece in enumerate(text.split("\n")):
            if at:
                yield line
                line = []
            if piece:
                line.append((STANDARD_TYPES[kind], piece))
    yield line


def _line(tokens: Iterable[tuple[str, str]]) -> str:
    return "".join(f'<span class="{name}">{escape(text)}</span>' if name else escape(text) for name, text in tokens)


def _lexer(language: str) -> Any:
    if language in _PLAIN:
        return None
    name = _lexer_names().get(_ALIASES.get(language, language))
    if name is None:
        return None
    from pygments.lexers import find_lexer_class

    found = find_lexer_class(name)
    # The text is shown as it is written: no line is removed, no tab replaced.
    return found(stripnl=False, ensurenl=False) if found is not None else None


@cache
def _lexer_names() -> dict[str, str]:
    """The names of Pygments' own lexers by alias. Lexers of other packages are not loaded."""
    from pygments.lexers import get_all_lexers

    return {alias: name for name, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases}
