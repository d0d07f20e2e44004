"""Patterns of URLs: dynamic routes of a framework, and the sources of redirects and rewrites.

A pattern is matched segment by segment with the set of positions it can reach, so no pattern takes more time than its length times
that of the URL. A part in a language of its own, such as the regular expression of a parameter, matches anything: what a pattern
might match is never reported as broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal
from urllib.parse import unquote

_FILE_PARAMETER = re.compile(r"\[[^\]]*+\]")
_ALTERNATIVES = re.compile(r"\((?:\?:)?([\w .-]+(?:\|[\w .-]+)*+)\)")
_LOOKAHEAD = re.compile(r"(?::\w++)?\(\(\?!(.++)", re.DOTALL)
"""A negative lookahead before `.*`: `((?!docs|api).*)`."""
_EXCLUDED = re.compile(r"([\w-]++(?:/[\w-]++)*+)(?:\(\?:/\.\*\)\?\$|\(\?:/\|\$\))?+")
"""An alternative of a lookahead that excludes a path and all below it."""
_PARAMETER = re.compile(r":\w++")
_SLASHES = re.compile(r"/{2,}")


@dataclass(frozen=True, slots=True)
class UrlSegment:
    """One segment: a text with a start and an end, or any number of segments."""

    repeat: Literal["one", "some", "any"] = "one"
    """`one` segment, `some` (at least one), or `any` number of segments."""
    start: str = ""
    end: str = ""
    literal: bool = False
    """Whether `start` is the whole segment."""
    choices: frozenset[str] = frozenset()
    """If there are any, the segment is one of them."""
    excluded: frozenset[tuple[str, ...]] = frozenset()
    """Segments with which the rest of the URL must not begin."""

    def matches(self, text: str) -> bool:
        if self.literal:
            return text == self.start
        if self.choices:
            return text in self.choices
        return len(text) >= len(self.start) + len(self.end) and text.startswith(self.start) and text.endswith(self.end)


@dataclass(frozen=True)
class UrlPattern:
    """A pattern of URLs. Case is ignored, as frameworks and hosts do."""

    source: str
    segments: tuple[UrlSegment, ...]

    @cached_property
    def prefix(self) -> str:
        """The URL above the first segment that is not literal."""
        found = ""
        for each in self.segments:
            if not each.literal:
                break
            found += f"/{each.start}"
        return found or "/"

    @property
    def literal(self) -> bool:
        return all(each.literal for each in self.segments)

    def matches(self, url: str) -> bool:
        """Whether a normal URL matches, see `normal_url`."""
        steps = [each for each in url.lower().split("/") if each]
        reached = {0}
        for segment in self.segments:
            reached = set(_after(segment, steps, reached))
            if not reached:
                return False
        return len(steps) in reached


def _after(segment: UrlSegment, steps: list[str], reached: set[int]) -> Iterator[int]:
    """The positions after a segment."""
    if segment.repeat == "one":
        yield from (at + 1 for at in reached if at < len(steps) and segment.matches(steps[at]))
    else:
        if segment.excluded:
            reached = {at for at in reached if not _begins(steps[at:], segment.excluded)}
            if not reached:
                return
        first = min(reached) + (segment.repeat == "some")
        if segment.start:
            first = min(
                (at + 1 for at in reached if at < len(steps) and steps[at].startswith(segment.start)), default=-1
            )
        if first >= 0:
            yield from range(first, len(steps) + 1)


def _begins(steps: list[str], starts: frozenset[tuple[str, ...]]) -> bool:
    return any(tuple(steps[: len(start)]) == start for start in starts)


def normal_url(url: str) -> str:
    """The path of a URL without query, fragment, escapes and slashes at its end."""
    path = unquote(url.partition("#")[0].partition("?")[0])
    return _SLASHES.sub("/", f"/{path}").rstrip("/") or "/"


def file_route(route: str, *, empty_rest: bool = False) -> UrlPattern:
    """The pattern of a route with `[x]`, `[...x]` and `[[...x]]`, as Next.js, Astro and SvelteKit name files.

    With `empty_rest`, `[...x]` may match nothing, as in Astro and SvelteKit.
    """
    return UrlPattern(route, tuple(_file_segment(step.lower(), empty_rest) for step in route.split("/") if step))


def _file_segment(step: str, empty_rest: bool) -> UrlSegment:
    if step.startswith("[["):
        return UrlSegment("any")
    if step.startswith("[..."):
        return UrlSegment("any" if empty_rest else "some")
    if "[" not in step:
        return UrlSegment(start=step, literal=True)
    texts = _FILE_PARAMETER.split(step)
    return UrlSegment(start=texts[0], end=texts[-1])


def redirect_source(source: str) -> UrlPattern:
    """The pattern of a redirect or rewrite: `:name`, `:name*`, `(…)` as in path-to-regexp, `*` and `**` as hosts write it."""
    return UrlPattern(source, tuple(_source_segment(step) for step in _split(source.lower()) if step))


def _split(source: str) -> Iterator[str]:
    """The segments between slashes outside of parentheses."""
    depth, start = 0, 0
    for at, sign in enumerate(source):
        if sign == "(":
            depth += 1
        elif sign == ")":
            depth = max(0, depth - 1)
        elif sign == "/" and not depth:
            yield source[start:at]
            start = at + 1
    yield source[start:]


def _source_segment(step: str) -> UrlSegment:
    special = min((at for sign in ":(*{" if (at := step.find(sign)) >= 0), default=-1)
    if special < 0:
        return UrlSegment(start=unquote(step.replace("\\", "")), literal=True)
    start, rest = step[:special].replace("\\", ""), step[special:]
    excluded = _excluded(rest) if not start else None
    if excluded is not None:
        return UrlSegment("any", excluded=excluded)
    if rest.endswith(("*", "**")) or ".*" in rest or ".+" in rest:
        # A text before it belongs to the first segment: `/blog-:path*`.
        return UrlSegment("any", start=start)
    if rest.endswith("+"):
        return UrlSegment("some", start=start)
    if rest.endswith("?"):
        return UrlSegment("any", start=start)
    pattern = _PARAMETER.sub("", rest, count=1)
    alternatives = _ALTERNATIVES.fullmatch(pattern)
    if alternatives is not None:
        return UrlSegment(choices=frozenset(f"{start}{each}" for each in alternatives[1].split("|")))
    if "(" in pattern or "{" in pattern:
        return UrlSegment("some" if "/" in pattern else "one", start=start)
    return UrlSegment(start=start, end=pattern if not set(pattern) & set(":*") else "")


def _excluded(step: str) -> frozenset[tuple[str, ...]] | None:
    """The paths that a negative lookahead excludes, as far as they are known; None if a segment is not a lookahead alone."""
    found = _LOOKAHEAD.fullmatch(step)
    if found is None:
        return None
    *alternatives, last = _alternatives(found[1])
    if last != ".*)":
        return None
    words = (_EXCLUDED.fullmatch(each) for each in alternatives)
    return frozenset(tuple(word[1].split("/")) for word in words if word is not None)


def _alternatives(text: str) -> Iterator[str]:
    """The alternatives up to the end of the group around them, and the text after it."""
    depth, start = 0, 0
    for at, sign in enumerate(text):
        if sign == "(":
            depth += 1
        elif sign == ")":
            if not depth:
                yield text[start:at]
                yield text[at + 1 :]
                return
            depth -= 1
        elif sign == "|" and not depth:
            yield text[start:at]
            start = at + 1
    yield text[start:]
