"""`markdoc.config.json`, the config of Markdoc's own language server: a list of sites with folder, schema and routing.

A wrong form is a problem with a position; everything else in the file still counts. Keys that are not listed here belong to
extensions of that server and are ignored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from refrakt.markdoc.tree import Span
from refrakt.project.config import config_problem
from refrakt.project.config_rules import CONFIG_SHAPE, CONFIG_SYNTAX, OUTSIDE_PROJECT
from refrakt.project.confinement import confined_path
from refrakt.project.json_tree import JsonNode, read_json
from refrakt.rules.problem import RULE_SEVERITY, Problem, Severity

MOST_ENTRIES = 100
_WARNING: Severity = "warning"
_TEXT, _BOOLEAN = "a string", "true or false"


@dataclass(frozen=True, slots=True)
class SchemaSource:
    """The module with the schema of a site."""

    path: str
    type: Literal["node", "esm"] = "esm"
    property: str | None = None
    watch: bool = False


@dataclass(frozen=True, slots=True)
class LanguageServerSite:
    """One entry of the config. Paths are relative to the folder of the file."""

    id: str | None = None
    path: str = ""
    schema: SchemaSource | None = None
    markdoc: dict[str, bool] = field(default_factory=dict)
    """Options of Markdoc: `slots`, `typographer`, `allowIndentation`, `allowComments`, `validateFunctions`."""
    url_key: str | None = None
    """`routing.frontmatter`: the key of the frontmatter with the URL of a page."""
    frontmatter_schema: str | None = None
    """`frontmatterSchema`, a key of refrakt's own: a JSON schema for the frontmatter of all pages."""
    server: str | None = None
    """The module of a server that replaces Markdoc's own."""
    templates: str | None = None
    """`templates.pattern`: files that new pages begin with."""
    snippets: tuple[str, ...] = ()
    partials: tuple[str, ...] = ()
    watch: tuple[str, ...] = ()


_KEYS = (
    *("id", "path", "schema", "markdoc", "routing", "frontmatterSchema"),
    *("server", "templates", "snippets", "partials", "watch"),
)
"""The keys of a site."""


@dataclass(frozen=True, slots=True)
class LanguageServerConfig:
    """The sites in a file, and its problems."""

    sites: tuple[LanguageServerSite, ...] = ()
    problems: tuple[Problem, ...] = ()
    is_foreign: bool = False
    """Whether the file belongs to another tool: it is an object with other keys."""


def parse_language_server_config(text: str, path: Path) -> LanguageServerConfig:
    """The config in a text, for a file at a path."""
    return _EntryParser(text, path).config()


class _EntryParser:
    def __init__(self, text: str, path: Path) -> None:
        self._text = text
        self._path = path
        self._problems: list[Problem] = []

    def config(self) -> LanguageServerConfig:
        root, problems = read_json(self._text)
        fatal = False
        for each in problems:
            fatal = fatal or each.severity == "error"
            rule = CONFIG_SYNTAX if each.severity == "error" else CONFIG_SHAPE
            self._problems.append(config_problem(rule, each.message, self._path, each.span, severity=each.severity))
        if root is not None and root.kind == "object" and root.members and not any(map(root.get, _KEYS)):
            return LanguageServerConfig(is_foreign=True)
        sites = tuple(self._sites(root)) if root is not None else ()
        # After a syntax error, other problems may only be consequences.
        kept = [each for each in self._problems if not fatal or each.code == CONFIG_SYNTAX.code]
        return LanguageServerConfig(sites, tuple(kept))

    def _sites(self, root: JsonNode) -> Iterator[LanguageServerSite]:
        entries = root.items if root.kind == "array" else [root]
        if root.kind != "array" and (root.kind == "scalar" or root.members):
            self._shape(root, "the config must be a list of sites")
        for entry in entries[:MOST_ENTRIES]:
            if entry.kind != "object":
                if root.kind == "array":
                    self._shape(entry, "each site must be an object")
            elif entry.members:
                yield self._site(entry)

    def _site(self, entry: JsonNode) -> LanguageServerSite:
        if entry.get("path") is None:
            self._shape(entry, "a site needs `path`, the folder of its content", _WARNING)
        return LanguageServerSite(
            id=self._value(entry, "id", str),
            path=self._place(entry, "path") or "",
            schema=self._schema(entry),
            markdoc=self._markdoc(entry),
            url_key=self._inside(entry, "routing", "frontmatter"),
            frontmatter_schema=self._place(entry, "frontmatterSchema"),
            server=self._inside(entry, "server", "path"),
            templates=self._inside(entry, "templates", "pattern"),
            snippets=self._texts(entry, "snippets"),
            partials=self._texts(entry, "partials"),
            watch=self._texts(entry, "watch"),
        )

    def _schema(self, entry: JsonNode) -> SchemaSource | None:
        node = self._object(entry, "schema")
        if node is None:
            return None
        if node.get("path") is None:
            self._shape(node, "`schema` needs `path`, the module of the schema")
            return None
        path = self._place(node, "path")
        kind = self._value(node, "type", str)
        if kind not in (None, "node", "esm"):
            self._shape(node.get("type"), "`type` can be node or esm")
        if path is None:
            return None
        watch = bool(self._value(node, "watch", bool))
        return SchemaSource(path, "node" if kind == "node" else "esm", self._value(node, "property", str), watch)

    def _markdoc(self, entry: JsonNode) -> dict[str, bool]:
        node = self._object(entry, "markdoc")
        if node is None:
            return {}
        values = ((name, self._value(node, name, bool)) for name, _, _ in node.entries())
        return {name: value for name, value in values if value is not None}

    def _inside(self, entry: JsonNode, key: str, name: str) -> str | None:
        node = self._object(entry, key)
        return self._value(node, name, str) if node is not None else None

    def _object(self, node: JsonNode, key: str) -> JsonNode | None:
        value = node.get(key)
        if value is None or value.kind == "object":
            return value
        self._shape(value, f"`{key}` must be an object")
        return None

    def _value(self, node: JsonNode, key: str, type: Any) -> Any:
        """A string or boolean; None if it is missing or something else."""
        value = node.get(key)
        if value is None:
            return None
        if value.kind == "scalar" and isinstance(value.value, type):
            return value.value
        self._shape(value, f"`{key}` must be {_TEXT if type is str else _BOOLEAN}")
        return None

    def _texts(self, node: JsonNode, key: str) -> tuple[str, ...]:
        """The strings of a list, or one string."""
        value = node.get(key)
        if value is None:
            return ()
        items = value.items if value.kind == "array" else [value]
        texts = tuple(each.value for each in items if isinstance(each.value, str))
        if len(texts) < len(items) and value.kind != "object":
            self._shape(value, f"`{key}` must be a list of strings")
        return texts

    def _place(self, node: JsonNode, key: str) -> str | None:
        """A path in the project."""
        value = self._value(node, key, str)
        if value is None:
            return None
        if confined_path(self._path.parent, value) is None:
            message = f"`{key}` leads out of the project"
            self._report(OUTSIDE_PROJECT, message, node.get(key))
            return None
        return str(value)

    def _shape(self, node: JsonNode | None, message: str, severity: Severity = RULE_SEVERITY) -> None:
        self._report(CONFIG_SHAPE, message, node, severity)

    def _report(self, rule: Any, message: str, node: JsonNode | None, severity: Severity = RULE_SEVERITY) -> None:
        span = Span(node.start, node.end) if node is not None else Span(0, 0)
        self._problems.append(config_problem(rule, message, self._path, span, severity=severity))
