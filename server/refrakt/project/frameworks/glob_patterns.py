"""Glob patterns of content collections: `**`, `*`, `?`, `[…]`, `{a,b}`, and `!` before a pattern that excludes files.

Matched with the set of positions reached, without backtracking, because the patterns come from the project.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

MOST_ALTERNATIVES = 64
"""How many patterns the braces of one pattern may stand for. The rest are ignored."""
LONGEST_GLOB = 500


def glob_matches(patterns: Iterable[str], path: str) -> bool:
    """Whether a path matches one of the patterns, and none of those that begin with `!`."""
    matched = False
    for pattern in patterns:
        negated = pattern.startswith("!")
        if len(pattern) <= LONGEST_GLOB and any(_matches(each, path) for each in _expanded(pattern.removeprefix("!"))):
            if negated:
                return False
            matched = True
    return matched


def may_match_ending(patterns: Iterable[str], endings: tuple[str, ...]) -> bool:
    """Whether one of the patterns may match a file with one of these endings."""
    return any(
        not steps or not steps[-1].rpartition(".")[2].isalnum() or steps[-1].endswith(endings)
        for pattern in patterns
        if not pattern.startswith("!")
        for steps in _expanded(pattern)
    )


@lru_cache(maxsize=64)
def _expanded(pattern: str) -> tuple[tuple[str, ...], ...]:
    """The patterns without braces, each as its segments."""
    pending = [pattern]
    done: list[str] = []
    while pending and len(done) + len(pending) <= MOST_ALTERNATIVES:
        each = pending.pop()
        close = each.find("}")
        start = each.rfind("{", 0, close) if close >= 0 else -1
        if start < 0:
            done.append(each)
        else:
            pending += [each[:start] + one + each[close + 1 :] for one in each[start + 1 : close].split(",")]
    return tuple(tuple(step for step in each.split("/") if step not in ("", ".")) for each in done)


def _matches(pattern: tuple[str, ...], path: str) -> bool:
    steps = path.split("/")
    reached = {0}
    for segment in pattern:
        if segment == "**":
            reached = set(range(min(reached), len(steps) + 1)) if reached else set()
        else:
            reached = {at + 1 for at in reached if at < len(steps) and _segment_matches(segment, steps[at])}
    return len(steps) in reached


def _segment_matches(segment: str, text: str) -> bool:
    reached, at = {0}, 0
    while at < len(segment) and reached:
        sign = segment[at]
        if sign == "*":
            reached = set(range(min(reached), len(text) + 1))
            at += 1
            continue
        close = segment.find("]", at + 2) if sign == "[" else -1
        if close > 0:
            inside, at = segment[at + 1 : close], close + 1
            negated = inside[0] in "!^"
            signs = _signs(inside[negated:])
            reached = {place + 1 for place in reached if place < len(text) and (text[place] in signs) != negated}
            continue
        at += 1
        reached = {place + 1 for place in reached if place < len(text) and sign in ("?", text[place])}
    return len(text) in reached


def _signs(inside: str) -> frozenset[str]:
    """The characters of a class such as `a-z_`."""
    found: set[str] = set()
    at = 0
    while at < len(inside):
        if inside[at + 1 : at + 2] == "-" and at + 2 < len(inside):
            found.update(map(chr, range(ord(inside[at]), min(ord(inside[at + 2]) + 1, ord(inside[at]) + 256))))
            at += 3
        else:
            found.add(inside[at])
            at += 1
    return frozenset(found)
