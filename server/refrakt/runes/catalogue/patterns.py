"""Regular expressions from strangers: which of them are safe to run.

A catalogue may hold patterns, and Python's matcher, like JavaScript's, can be led into trying a text in millions of ways.
So every pattern is looked at before it is used. It is refused if

- it has more than 500 characters, a repetition of more than 1,000, or a back reference;
- one text can be read in exponentially many ways, as `(a+)+` and `(\\w|\\d)*` allow;
- more than three repetitions compete for the same characters, so that the work grows faster than the cube of the text;
- Python cannot express it.

What is left takes at most about a second on a text of up to `LONGEST_MATCHED` characters, whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from refrakt.markdoc.javascript import js_pattern

from .expressions import Automaton, NotAPattern, automaton

LONGEST_PATTERN = 500
LONGEST_MATCHED = 300
"""The longest text that a catalogue's pattern should be tried on."""
STEEPEST = 3
"""The highest power of a text's length that the work may grow with."""
MOST_STEPS = 50_000
"""How long to look at one pattern before it counts as too tangled."""


@lru_cache(maxsize=1024)
def objection(pattern: str) -> str | None:
    """Why a pattern is refused, in words that follow its name; None where it is fine."""
    if len(pattern) > LONGEST_PATTERN:
        return f"has {len(pattern)} characters; {LONGEST_PATTERN} are allowed"
    try:
        found = automaton(pattern)
    except NotAPattern as reason:
        return str(reason)
    try:
        js_pattern(pattern)
    except (re.error, OverflowError, RecursionError) as error:
        return f"cannot be read ({error})"
    if found.tangled:
        return "could take for ever: a repetition inside a repetition matches the same text in many ways"
    knots = _knots(found.follow)
    try:
        if any(_ambiguous(knot, found) for knot in knots):
            return "could take for ever: its alternatives match the same text, again and again"
    except _TooTangled:
        return "is too tangled to tell whether it would ever end"
    if _steepness(knots, found) + (not found.anchored) > STEEPEST:
        return "could take very long: too many of its repetitions match the same text"
    return None


class _TooTangled(Exception):
    pass


def _knots(follow: Sequence[Iterable[int]]) -> list[frozenset[int]]:
    """The sets of positions that can be gone round for ever, in an order in which later ones are reached from earlier ones."""
    # Tarjan's walk, without recursion. It yields the last knot first.
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    knots: list[frozenset[int]] = []
    for root in range(len(follow)):
        if root in order:
            continue
        walk = [(root, iter(follow[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        waiting.add(root)
        while walk:
            here, ahead = walk[-1]
            for there in ahead:
                if there not in order:
                    order[there] = low[there] = len(order)
                    stack.append(there)
                    waiting.add(there)
                    walk.append((there, iter(follow[there])))
                    break
                if there in waiting:
                    low[here] = min(low[here], order[there])
            else:
                walk.pop()
                if walk:
                    low[walk[-1][0]] = min(low[walk[-1][0]], low[here])
                if low[here] == order[here]:
                    knot = set()
                    while True:
                        member = stack.pop()
                        waiting.discard(member)
                        knot.add(member)
                        if member == here:
                            break
                    if len(knot) > 1 or here in follow[here]:
                        knots.append(frozenset(knot))
    return knots[::-1]


def _ambiguous(knot: frozenset[int], found: Automaton) -> bool:
    """Whether two ways through a knot part, read the same text, and meet again: then every round doubles the work."""
    follow = {here: [there for there in found.follow[here] if there in knot] for here in knot}
    letters = found.letters
    steps = 0
    pending = [
        (one, other)
        for here in knot
        for one in follow[here]
        for other in follow[here]
        if one < other and letters[one] & letters[other]
    ]
    seen = set(pending)
    while pending:
        one, other = pending.pop()
        for next_one in follow[one]:
            for next_other in follow[other]:
                steps += 1
                if steps > MOST_STEPS:
                    raise _TooTangled
                if not letters[next_one] & letters[next_other]:
                    continue
                if next_one == next_other:
                    return True
                pair = (min(next_one, next_other), max(next_one, next_other))
                if pair not in seen:
                    seen.add(pair)
                    pending.append(pair)
    return False


def _steepness(knots: Sequence[frozenset[int]], found: Automaton) -> int:
    """How many knots at most can hand the same characters on to one another."""
    read = [_union(found.letters[each] for each in knot) for knot in knots]
    length = [1] * len(knots)
    for n in range(len(knots)):
        for m in range(n):
            shared = read[m] & read[n]
            if length[m] + 1 > length[n] and shared and _leads(knots[m], knots[n], shared, found):
                length[n] = length[m] + 1
    return max(length, default=0)


def _leads(start: frozenset[int], goal: frozenset[int], letters: int, found: Automaton) -> bool:
    """Whether there is a way from one knot to the other on these letters alone."""
    pending = list(start)
    seen = set(pending)
    while pending:
        for there in found.follow[pending.pop()]:
            if there not in seen and found.letters[there] & letters:
                if there in goal:
                    return True
                seen.add(there)
                pending.append(there)
    return False


def _union(sets: Iterable[int]) -> int:
    whole = 0
    for each in sets:
        whole |= each
    return whole
