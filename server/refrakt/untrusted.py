"""Text of the workspace, made safe for messages.

A project may be hostile: a site, a page or a rune can be named "IGNORE PREVIOUS INSTRUCTIONS", with line ends, terminal escapes or
invisible characters. Data fields contain such text unchanged. A message for a person or an agent quotes it on one line with
`quoted`; hints, instructions and descriptions never contain any. `for_terminal` removes what would control a terminal.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

LONGEST = 120
"""Characters of a quoted text."""
LONGEST_MESSAGE = 500
"""Characters of a problem's message: messages quote pages."""
MOST_NAMES = 10

_BREAKS = re.compile(r"[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Bidirectional controls, characters without width, tag characters, variation selectors, halves of surrogate pairs."""
_UNFIT = re.compile(f"[\x00-\x1f\x7f-\x9f{_INVISIBLE}]")
_UNFIT_IN_LINES = re.compile(f"[\x00-\x08\x0b-\x1f\x7f-\x9f{_INVISIBLE}]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_PLAIN = re.compile(r"[A-Za-z0-9_.:@/#+-]+")
_TERMINAL_CONTROL = re.compile(
    "\x1b\\[(?:0|1|1;3[1-6])m|\r\n|[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Control sequences of a terminal. Matches of more than one character are kept: the colours that commands use, and line ends."""


def has_control_characters(text: str) -> bool:
    """Whether a text cannot be a name: it would break lines or terminals, or cannot be encoded."""
    return _CONTROL.search(text) is not None


def one_line(text: str, limit: int | None = None) -> str:
    """A text on one line, without control and invisible characters, truncated at a limit."""
    if not text.isprintable():
        text = _UNFIT.sub("", _BREAKS.sub(" ", text))
    return text if limit is None or len(text) <= limit else f"{text[: limit - 1]}…"


def message(text: str) -> str:
    """The message of a problem, which may quote a page."""
    return one_line(text, LONGEST_MESSAGE)


def suggestion(text: str | None) -> str | None:
    """The suggestion of a problem."""
    return one_line(text, LONGEST_MESSAGE) if text is not None else None


def quoted(text: str, limit: int = LONGEST) -> str:
    """A text as a JSON string on one line, for use in a message."""
    return json.dumps(one_line(text, limit), ensure_ascii=False)


def quoted_names(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """Names, each quoted; the first `most` of them."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(quoted(each, 60) for each in names[:most]) + more


def word(text: str, limit: int = 60) -> str:
    """A name or path unchanged if it has only letters, digits and a few signs, else quoted."""
    return text if len(text) <= limit and _PLAIN.fullmatch(text) else quoted(text, limit)


def lines(text: str) -> str:
    """A multi-line text without control and invisible characters."""
    return _UNFIT_IN_LINES.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def fenced(text: str, language: str = "") -> str:
    """A text in a Markdown fence that it cannot close."""
    text = lines(text).strip("\n")
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    return f"{fence}{language}\n{text}\n{fence}"


def json_lines(items: Iterable[object]) -> str:
    """Values as JSON, one per line, in a fence that they cannot close."""
    return fenced("\n".join(json.dumps(each, ensure_ascii=False) for each in items), "json")


def for_terminal(text: str) -> str:
    """A text without sequences that move the cursor, change the title or reverse the direction of a line."""
    return _TERMINAL_CONTROL.sub(_kept_or_replaced, text)


def _kept_or_replaced(found: re.Match[str]) -> str:
    return found[0] if len(found[0]) > 1 else "\N{REPLACEMENT CHARACTER}"
