"""Frontmatter: the YAML at the top of a page, with the span of every key and value.

Scalars follow YAML 1.2, as site builders do: `yes`, `12:30` and dates are strings. Invalid YAML is reported at its position,
and the part before it is kept.

YAML that exceeds a limit is not parsed at all: the result is marked `incomplete` and has one problem, which names the limit. A
partial result would cause wrong reports about the rest, and fixes that delete keys.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import yaml

from refrakt.markdoc.tree import MarkdocError, Span

if TYPE_CHECKING:
    from refrakt.markdoc.tree import BlockText

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_MAX_DEPTH = 100
_MAX_VALUES = 100_000
"""The maximum number of values in frontmatter, with aliases expanded."""
_CHARACTERS_PER_VALUE = 100
"""A string counts as one more value per this number of characters."""

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"([-+]?)\.(?:inf|Inf|INF)")


@dataclass(slots=True, eq=False)
class YamlNode:
    """A YAML node: a scalar with a `value`, a mapping with `entries` or a sequence with `items`."""

    kind: Literal["scalar", "mapping", "sequence"]
    span: Span
    value: Any = None
    entries: list[tuple[YamlNode, YamlNode]] = field(default_factory=list)
    items: list[YamlNode] = field(default_factory=list)
    size: int = 1
    """The number of values in it, with aliases expanded; a long string counts as several values."""
    depth: int = 1
    """Its depth, with aliases expanded."""
    names: set[str] = field(default_factory=set)
    resolved: bool = True
    """False for an alias of an unknown anchor, whose value is unknown."""

    @property
    def key_text(self) -> str | None:
        """The key as compared with other keys; None for a list, a mapping or an unresolved alias as a key."""
        return _as_key(self) if self.kind == "scalar" and self.resolved else None

    def get(self, key: str) -> YamlNode | None:
        """The value of a key; the last one of duplicate keys."""
        return next((value for name, value in reversed(self.entries) if name.value == key), None)

    def key(self, key: str) -> YamlNode | None:
        """The node of a key."""
        return next((name for name, _ in reversed(self.entries) if name.value == key), None)

    def data(self) -> Any:
        """Plain Python data."""
        if self.kind == "mapping":
            return {_as_key(name): value.data() for name, value in self.entries}
        if self.kind == "sequence":
            return [item.data() for item in self.items]
        return self.value


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """`span` is the YAML between the dashes; `root` is None if it is empty or invalid."""

    span: Span
    root: YamlNode | None
    problems: Sequence[MarkdocError] = ()
    incomplete: bool = False
    """Whether a limit was exceeded. Then `root` is None, and rules and edits must not treat any key as missing."""

    @property
    def data(self) -> dict[str, Any]:
        """The frontmatter as a dict; empty if it is not a mapping."""
        data = self.root.data() if self.root is not None else None
        return data if isinstance(data, dict) else {}

    def at(self, *path: str | int) -> YamlNode | None:
        """The node at a path of keys and indices."""
        node = self.root
        for step in path:
            if node is None:
                return None
            if isinstance(step, int):
                node = node.items[step] if -len(node.items) <= step < len(node.items) else None
            else:
                node = node.get(step)
        return node


def read_frontmatter(text: str, span: Span) -> Frontmatter:
    """Parse the YAML at `span` of a block's text."""
    composer = _Composer(text[span.start : span.end], span.start, span.block)
    try:
        root = composer.compose()
    except _LimitExceeded as limit:
        return Frontmatter(span, None, (limit.problem,), incomplete=True)
    if root is not None and root.kind != "mapping" and not composer.problems:
        composer.report("frontmatter-shape", "frontmatter must be a mapping of `key: value` lines", root.span)
    return Frontmatter(span, root, composer.problems)


class _LimitExceeded(Exception):
    def __init__(self, problem: MarkdocError) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Composer:
    """Builds nodes from the events of the YAML parser, without recursion, because input may nest arbitrarily deep."""

    def __init__(self, source: str, offset: int, block: BlockText | None) -> None:
        self.source = source
        self.offset = offset
        self.block = block
        self.problems: list[MarkdocError] = []
        self.anchors: dict[str, YamlNode] = {}
        self.open: list[YamlNode] = []

    def report(self, id: str, message: str, span: Span) -> None:
        self.problems.append(MarkdocError(id, "error", message, span))

    def _check_depth(self, depth: int, span: Span) -> None:
        if depth > _MAX_DEPTH:
            message = f"frontmatter nested deeper than {_MAX_DEPTH} levels is not parsed"
            raise _LimitExceeded(MarkdocError("too-deep", "error", message, span))

    def _check_size(self, size: int, span: Span) -> None:
        if size > _MAX_VALUES:
            message = f"frontmatter with more than {_MAX_VALUES:,} values, aliases expanded, is not parsed"
            raise _LimitExceeded(MarkdocError("too-long", "error", message, span))

    def compose(self) -> YamlNode | None:
        root: YamlNode | None = None
        open_nodes = self.open
        keys: list[YamlNode | None] = []
        try:
            for event in yaml.parse(self.source + "\n", Loader=_LOADER):
                if isinstance(event, yaml.DocumentStartEvent) and root is not None:
                    span = self._span(event)
                    self.report("frontmatter-yaml", "unexpected second YAML document; only the first is used", span)
                    break
                if isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                    self._close(open_nodes.pop(), event)
                    keys.pop()
                    continue
                node = self._node(event)
                if node is None:
                    continue
                if not open_nodes:
                    root = node
                else:
                    self._add(open_nodes[-1], keys, node)
                if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
                    open_nodes.append(node)
                    self._check_depth(len(open_nodes), node.span)
                    keys.append(None)
        except yaml.MarkedYAMLError as error:
            self._report_yaml_error(error)
        except (yaml.YAMLError, UnicodeError) as error:
            at = getattr(error, "position", 0)
            at = at if isinstance(at, int) and at < len(self.source) else 0
            message = "invalid character in YAML"
            self.report("frontmatter-yaml", message, self._span_of(at, min(at + 1, len(self.source))))
        return root

    def _node(self, event: Any) -> YamlNode | None:
        span = self._span(event)
        if isinstance(event, yaml.AliasEvent):
            anchored = self.anchors.get(event.anchor or "")
            if anchored is None or anchored in self.open:
                message = f"`&{event.anchor}` contains itself" if anchored else f"unknown anchor `&{event.anchor}`"
                self.report("frontmatter-yaml", message, span)
                return YamlNode("scalar", span, resolved=False)
            self._check_depth(len(self.open) + anchored.depth, span)
            return YamlNode(
                anchored.kind,
                span,
                anchored.value,
                anchored.entries,
                anchored.items,
                anchored.size,
                anchored.depth,
                anchored.names,
            )
        if isinstance(event, yaml.ScalarEvent):
            node = YamlNode("scalar", span, _scalar(event), size=1 + len(event.value) // _CHARACTERS_PER_VALUE)
        elif isinstance(event, yaml.MappingStartEvent):
            node = YamlNode("mapping", span)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = YamlNode("sequence", span)
        else:
            return None
        if event.anchor:
            self.anchors[event.anchor] = node
        return node

    def _add(self, parent: YamlNode, keys: list[YamlNode | None], node: YamlNode) -> None:
        self._check_size(parent.size + node.size, node.span)
        if parent.kind == "sequence":
            parent.items.append(node)
        elif keys[-1] is None:
            keys[-1] = node
        else:
            name, keys[-1] = keys[-1], None
            text = name.key_text
            if text is not None:
                if text in parent.names:
                    self.report("frontmatter-duplicate-key", f"duplicate key `{text}`", name.span)
                parent.names.add(text)
            parent.entries.append((name, node))
        parent.size += node.size
        parent.depth = max(parent.depth, node.depth + 1)

    def _close(self, node: YamlNode, event: Any) -> None:
        if self.open:  # its own size and depth are final only now; it was counted as one value so far
            parent = self.open[-1]
            parent.size += node.size - 1
            self._check_size(parent.size, node.span)
            parent.depth = max(parent.depth, node.depth + 1)
        last = node.items[-1] if node.items else node.entries[-1][1] if node.entries else None
        end = self._index(event.end_mark) + self.offset
        if last is not None and event.start_mark.index == event.end_mark.index:
            # A block collection ends with its last line, not at the start of the next node.
            end = last.span.end
        node.span = Span(node.span.start, max(end, node.span.start), self.block)

    def _report_yaml_error(self, error: Any) -> None:
        mark = error.problem_mark or error.context_mark
        at = self._index(mark) if mark is not None else 0
        at = min(at, max(len(self.source) - 1, 0))
        while at > 0 and self.source[at : at + 1] in "\r\n":
            at -= 1
        reason = str(error.problem or error.context or "syntax error").strip()
        span = self._span_of(at, min(at + 1, len(self.source)))
        self.report("frontmatter-yaml", f"invalid YAML: {reason}", span)

    def _span(self, event: Any) -> Span:
        return self._span_of(self._index(event.start_mark), self._index(event.end_mark))

    def _span_of(self, start: int, end: int) -> Span:
        return Span(start + self.offset, end + self.offset, self.block)

    def _index(self, mark: Any) -> int:
        return max(0, min(int(mark.index), len(self.source)))


def _scalar(event: Any) -> Any:
    """The value of a scalar. Quoted scalars and scalars with an unknown tag are strings."""
    text: str = event.value
    if event.tag == "tag:yaml.org,2002:str" or (event.style and event.tag is None):
        return text
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if _INTEGER.fullmatch(text) and len(text) < 400:
        base = 8 if text[1:2] == "o" else 16 if text[1:2] == "x" else 10
        return int(text[2:] if base != 10 else text, base)
    if _FLOAT.fullmatch(text):
        return float(text)
    infinite = _INFINITE.fullmatch(text)
    if infinite:
        return -math.inf if infinite.group(1) == "-" else math.inf
    return math.nan if text in (".nan", ".NaN", ".NAN") else text


def _as_key(node: YamlNode) -> str:
    value = node.value
    if isinstance(value, bool):
        return "true" if value else "false"
    if node.kind != "scalar":
        return "…"
    return "null" if value is None else str(value)
