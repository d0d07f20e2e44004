"""Options of the parser."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class ParseOptions:
    """Markdoc's options, off by default. `fences`: tags in fenced code are parsed (`live`, as in Markdoc) or literal text.

    `html`: the site renders HTML. Elements are nodes of their own; the text between them is Markdoc.

    `linkify`: URLs and mail addresses in text are links. `typographer`: quotes, dashes and dots in text are replaced.
    """

    comments: bool = False
    indentation: bool = False
    slots: bool = False
    fences: Literal["live", "escaped"] = "live"
    html: bool = False
    linkify: bool = False
    typographer: bool = False
