"""The editor's texts, and generated content."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random
from typing import Any

from generate import PAGES, document

_LINE = re.compile(r"\r\n|\r|\n")


class Wrong(Exception):
    """A violation of the protocol or of a guarantee."""

    step: int | None = None
    """The number of the step it was noticed at; None at the end of the session."""


def units(text: str, encoding: str) -> int:
    match encoding:
        case "utf-8":
            return len(text.encode("utf-8"))
        case "utf-16":
            return len(text.encode("utf-16-le")) // 2
    return len(text)


class Text:
    """A text with its position encoding."""

    def __init__(self, text: str, encoding: str) -> None:
        self.text = text
        self.encoding = encoding
        self._starts = [0, *(each.end() for each in _LINE.finditer(text))]
        self._ends = [*(each.start() for each in _LINE.finditer(text)), len(text)]

    def position(self, offset: int) -> dict[str, int]:
        line = next(n for n in range(len(self._starts) - 1, -1, -1) if self._starts[n] <= offset)
        end = min(offset, self._ends[line])
        return {"line": line, "character": units(self.text[self._starts[line] : end], self.encoding)}

    def range(self, start: int, end: int) -> dict[str, Any]:
        return {"start": self.position(start), "end": self.position(end)}

    def offset(self, position: dict[str, int]) -> int:
        """The offset of a position, which must exist."""
        line, column = position["line"], position["character"]
        if not 0 <= line < len(self._starts):
            raise Wrong(f"line {line} of {len(self._starts)}")
        content = self.text[self._starts[line] : self._ends[line]]
        for at in range(len(content) + 1):
            if units(content[:at], self.encoding) == column:
                return self._starts[line] + at
        raise Wrong(f"column {column} in {content!r}")

    def edited(self, edits: Iterable[dict[str, Any]]) -> str:
        """The text after edits, which must not overlap."""
        found = sorted(
            (self.offset(each["range"]["start"]), self.offset(each["range"]["end"]), number, each["newText"])
            for number, each in enumerate(edits)
        )
        pieces, last = [], 0
        for start, end, _, new in found:
            if start < last or end < start:
                raise Wrong(f"edits overlap at {start}")
            pieces += [self.text[last:start], new]
            last = end
        return "".join([*pieces, self.text[last:]])

    def spot(self, rng: Random) -> int:
        """A random cursor offset, often next to syntax."""
        signs = [each.start() for each in re.finditer(r"[{%}\[\]()#/|=\"\n]", self.text)]
        at = rng.choice(signs) + rng.choice((0, 1)) if signs and rng.random() < 0.6 else rng.randint(0, len(self.text))
        at = min(at, len(self.text))
        return at - 1 if self.text[at - 1 : at + 1] == "\r\n" else at


NAMES = ["hint", "grid", "card", "hero", "cta", "character", "xref", "hnit", "if", "tabs"]
PIECES = [
    "# Title\n\n",
    "## Linux\n",
    "See [setup](/docs/setup#linux) and [the tour](tour.md).\n",
    "[nowhere](/no/such/page)",
    "[a]: /docs/setup\n\n[a] and [b][a].\n",
    '{% hint type="note" %}\nMind 😀 this.\n{% /hint %}\n',
    "{% hint %}\n",
    "{% /hint %}\n",
    '{% character name="Veshra" role="protagonist" %}\n## Backstory\nA smith.\n{% /character %}\n',
    '{% xref "Veshra" /%}',
    '{% partial file="support.md" /%}\n',
    "{% if $frontmatter.title %}\nx\n{% /if %}\n",
    "- a\n- b\n  - c 𝒳\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "> quote\n",
    "```js\nlet x = 1\n```\n",
    "```\n",
    "{% ",
    "%}",
    "{",
    '"',
    "😀",
    "é",
    "\n",
    "\n\n",
    "\r\n",
    "---\n",
    "---\ntitle: A 😀\n---\n",
    "<!-- x -->",
    "`",
    "![i](/i.png)",
    "**",
    "[",
    "](",
]
TYPED = [
    "{% hint %}\n",
    '{% hint type="warning" %}\nx\n{% /hint %}\n',
    "- one\ntwo\n\n",
    "| a | b |\n",
    "> so\n",
    "[x](/docs/",
    "{% $page.",
    "```\ncode\n```\n",
    "😀é ",
]


def page(rng: Random) -> str:
    """A generated page, realistic or not, with any line ends."""
    if rng.random() < 0.25:
        text = document(rng)
    elif rng.random() < 0.3:
        text = rng.choice(PAGES)
    else:
        text = "\n".join(rng.choice(PIECES) for _ in range(rng.randint(1, 8)))
    text = text.encode("utf-8", "ignore").decode().lstrip("\ufeff")[:4000]
    return text.replace("\n", "\r\n") if rng.random() < 0.1 and "\r" not in text else text


def piece(rng: Random) -> str:
    return rng.choice(PIECES) if rng.random() < 0.9 else f"{{% {rng.choice(NAMES)} "
