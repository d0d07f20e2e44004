"""Sequences of edits as an editor sends them: keystrokes, pastes, deletions, and the ones that change everything after."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from .mutate import TOKENS

OPENERS = [
    "```\n",
    "\n```\n",
    "> ",
    "{% note %}\n",
    "{% /note %}\n",
    "<!-- ",
    " -->",
    "[ref]: /elsewhere\n\n",
    '{% note title="',
    "---\n",
    "~~~\n",
]


class Edit(NamedTuple):
    """Replace `text[start:end]` by `new`."""

    start: int
    end: int
    new: str

    def apply(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


def edits(rng: Random, text: str, count: int) -> list[Edit]:
    """Edits that follow one another: each one fits the text the ones before it made."""
    out: list[Edit] = []
    while len(out) < count:
        for edit in _step(rng, text):
            out.append(edit)
            text = edit.apply(text)
    return out[:count]


def _step(rng: Random, text: str) -> list[Edit]:
    at = rng.randint(0, len(text))
    pick = rng.random()
    if pick < 0.25:
        return [Edit(at, at, rng.choice(TOKENS))]
    if pick < 0.45:
        return [Edit(at, min(len(text), at + rng.choice([1, 1, 1, 3, 10, 40])), "")]
    if pick < 0.6:
        start = text.rfind("\n", 0, at) + 1
        return [Edit(start, start, rng.choice(OPENERS))]
    if pick < 0.72:
        typed = rng.choice(
            ['{% note title="a" %}', "```js\nx\n```\n", "[ref]: /u\n", "**bold**", "- item\n", "{% $v %}", "<!-- c -->"]
        )
        return [Edit(at + index, at + index, char) for index, char in enumerate(typed)]
    if pick < 0.8:
        end = min(len(text), at + rng.randint(1, 60))
        return [Edit(at, end, ""), Edit(0, 0, text[at:end])]
    if pick < 0.9:
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at) + 1 or len(text)
        return [Edit(start, end, "")]
    if pick < 0.95:
        return [Edit(at, min(len(text), at + rng.randint(0, 4)), rng.choice(TOKENS) + rng.choice(TOKENS))]
    if pick < 0.98:
        return [
            Edit(
                len(text),
                len(text),
                rng.choice(["\n", "\n\n", "\ntail", " x", "\n{% /note %}", "\n```", "\n[ref]: /late"]),
            )
        ]
    return [Edit(0, len(text), rng.choice(["", "x", text, text + "\n" + text]))]
