"""Whether the code of a site rewrites its pages before Markdoc parses them.

Own code may replace parts of a source first: resolve includes, move annotations, complete the URLs of images. Then Markdoc gets
another text than the file has, and a problem in the file may not exist. The code is only read: from each `Markdoc.parse(…)` back
through the definitions of its argument, and the functions that these call, to `replace` with a pattern that matches tags or links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from refrakt.project.frameworks.code_constants import imported_files
from refrakt.project.frameworks.markdoc_site import NOTHING_REWRITTEN, SourceRewrites
from refrakt.project.frameworks.script_syntax import nodes_below
from refrakt.project.frameworks.site_files import SiteFiles
from refrakt.project.frameworks.site_places import SitePlace
from refrakt.runes.javascript.budget import Budget, Limits
from refrakt.runes.javascript.package_calls import calls_with_context
from refrakt.runes.javascript.syntax import ScriptText, operands, parse_script, text_of

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

MOST_FILES = 40
"""How many files of one site are searched for calls, and how many are followed."""
MOST_STEPS = 5_000
"""How many expressions of one site are followed."""
_MARKDOC = "@markdoc/markdoc"
_PARSE = "parse"
_REPLACE = frozenset({"replace", "replaceAll"})
_FUNCTIONS = ("function_declaration", "generator_function_declaration")
_SCRIPTS = (".ts", ".tsx", ".js", ".jsx", ".mjs", ".mts", ".cjs", ".cts")
_LINK = re.compile(r"\\\](?:\\s)?[*+]?\\?\(|!\\\[|href|src\b|<a\b|<img|https?:|[\w.)]\\?/|/[\w.(]|\.mdx?\b")
"""A part of a pattern that matches a link, an image or a path."""
_LINK_TEXT = ("](", "![")
"""Parts of links in a text. In a regular expression they are the end of a class."""
_NOT_SOURCES = frozenset({"readFile", "readFileSync", "readdir", "readdirSync", "join", "resolve", "fetch", "String"})
"""Functions whose arguments are not a source, but name a file."""
_TRANSPARENT = frozenset(
    {
        *("await_expression", "parenthesized_expression", "as_expression", "satisfies_expression"),
        *("non_null_expression", "binary_expression", "ternary_expression", "template_string"),
        *("template_substitution", "object", "array", "spread_element", "sequence_expression"),
    }
)
"""Expressions whose text is that of their operands."""
_NAMES = ("identifier", "shorthand_property_identifier")


def source_rewrites(files: SiteFiles, place: SitePlace) -> SourceRewrites:
    """What the code of a site changes in its pages before it calls `Markdoc.parse`."""
    code = _Code(files, place)
    found = NOTHING_REWRITTEN
    paths = [path for path in files.code(place.folder, place.nested) if path.endswith(_SCRIPTS)]
    calling = [path for path in paths if _MARKDOC in (text := files.searched(path)) and f"{_PARSE}(" in text]
    for path in calling[:MOST_FILES]:
        module = code.module(path)
        for around, arguments in calls_with_context(module, _MARKDOC, _PARSE.__eq__) if module is not None else ():
            if arguments:
                found = found.with_others(code.rewrites(path, arguments[0]))
                for name in _around(around):
                    found = found.with_others(_callers(code, paths, path, name))
    return found


def _around(nodes: list[SyntaxNode]) -> Iterator[str]:
    """The names of the functions around a call, which may be called with a source."""
    for node in nodes:
        name = node.child_by_field_name("name") if node.type in (*_FUNCTIONS, "variable_declarator") else None
        if name is not None and name.type == "identifier":
            yield text_of(name)


def _callers(code: _Code, paths: list[str], path: str, name: str) -> SourceRewrites:
    """What the calls of a function of the site are given."""
    found = NOTHING_REWRITTEN
    for other in (each for each in paths if f"{name}(" in code.files.searched(each) and code.sees(each, path)):
        module = code.module(other)
        for node in nodes_below(module.root) if module is not None else ():
            called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            if node.type == "call_expression" and called is not None and text_of(called) == name and arguments:
                for each in operands(arguments):
                    found = found.with_others(code.rewrites(other, each))
    return found


class _Code:
    """The scripts of a site, and where their names come from. Scopes are not told apart: a name has all its definitions."""

    def __init__(self, files: SiteFiles, place: SitePlace) -> None:
        self.files = files
        self._folder = place.folder
        self._budget = Budget(Limits())
        self._modules: dict[str, ScriptText | None] = {}
        self._definitions: dict[str, dict[str, list[SyntaxNode]]] = {}
        self._imports: dict[str, list[str]] = {}
        self._followed: set[tuple[str, int]] = set()

    def module(self, path: str) -> ScriptText | None:
        if path not in self._modules:
            self._modules[path] = None
            if len(self._modules) <= MOST_FILES and path.endswith(_SCRIPTS):
                parsed = parse_script(path, (self.files.text(path) or "").encode(), self._budget)
                self._modules[path] = parsed if isinstance(parsed, ScriptText) else None
        return self._modules[path]

    def imports(self, path: str) -> list[str]:
        if path not in self._imports:
            found = imported_files(self.files, self._folder, path, self.files.searched(path))
            self._imports[path] = list(found)
        return self._imports[path]

    def sees(self, path: str, other: str) -> bool:
        """Whether a file is another one, or imports it directly or through a file that exports it again."""
        direct = self.imports(path)
        return path == other or other in direct or any(other in self.imports(each) for each in direct)

    def rewrites(self, path: str, node: SyntaxNode) -> SourceRewrites:
        """What is replaced in an expression of a file on its way to the parser."""
        found = NOTHING_REWRITTEN
        pending = [(path, node)]
        while pending:
            path, node = pending.pop()
            if (path, node.id) in self._followed or len(self._followed) > MOST_STEPS:
                continue
            self._followed.add((path, node.id))
            if node.type == "call_expression":
                found = found.with_others(self._replaced(path, node))
            pending += self._sources(path, node)
        return found

    def _sources(self, path: str, node: SyntaxNode) -> Iterator[tuple[str, SyntaxNode]]:
        """The expressions from which the text of an expression may come."""
        if node.type in _NAMES:
            yield from self._definitions_of(path, text_of(node))
        elif node.type == "call_expression":
            called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            owner = called.child_by_field_name("object") if called is not None else None
            if called is None or _last_name(called) in _NOT_SOURCES:
                return
            yield path, owner if owner is not None else called
            if arguments is not None and _last_name(called) not in _REPLACE:
                yield from ((path, each) for each in operands(arguments))
        elif node.type == "member_expression":
            owner = node.child_by_field_name("object")
            if owner is not None:
                yield path, owner
        elif node.type == "pair":
            value = node.child_by_field_name("value")
            if value is not None:
                yield path, value
        elif _is_function(node):
            yield from ((path, each) for each in _results(node))
        elif node.type in _TRANSPARENT:
            yield from ((path, each) for each in operands(node))

    def _definitions_of(self, path: str, name: str) -> Iterator[tuple[str, SyntaxNode]]:
        """The definitions of a name: values in this file, and functions here or in an imported file."""
        own = self._defined(path).get(name, [])
        yield from ((path, node) for node in own)
        if own:
            return
        for other in self.imports(path):
            yield from ((other, node) for node in self._defined(other).get(name, ()) if _is_function(node))

    def _defined(self, path: str) -> dict[str, list[SyntaxNode]]:
        if path not in self._definitions:
            found: dict[str, list[SyntaxNode]] = {}
            module = self.module(path)
            for node in nodes_below(module.root) if module is not None else ():
                name, value = _definition(node)
                if name is not None and value is not None and name.type == "identifier":
                    found.setdefault(text_of(name), []).append(value)
                elif name is not None and value is not None and name.type == "object_pattern":
                    for each in nodes_below(name):
                        if each.type in ("shorthand_property_identifier_pattern", "identifier"):
                            found.setdefault(text_of(each), []).append(value)
            self._definitions[path] = found
        return self._definitions[path]

    def _replaced(self, path: str, call: SyntaxNode) -> SourceRewrites:
        called, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
        if called is None or arguments is None or not operands(arguments) or _last_name(called) not in _REPLACE:
            return NOTHING_REWRITTEN
        pattern = self._pattern(path, operands(arguments)[0])
        if pattern is None:
            found = SourceRewrites(True, True, True)
        else:
            # Without some of its code blocks, a page has tags at other places: what looks like a tag may be in another block.
            tags = "%" in pattern or "``" in pattern
            found = SourceRewrites(tags, _is_link(pattern, arguments), "#" in pattern)
        if any(found):
            self.files.has(path)
        return found

    def _pattern(self, path: str, node: SyntaxNode) -> str | None:
        """The text of a pattern; None if it is only known when the site runs."""
        if node.type == "identifier":
            values = self._defined(path).get(text_of(node), [])
            node = values[0] if len(values) == 1 else node
        if node.type == "new_expression":
            arguments = node.child_by_field_name("arguments")
            passed = operands(arguments) if arguments is not None else []
            node = passed[0] if passed else node
        if node.type == "regex":
            pattern = node.child_by_field_name("pattern")
            return text_of(pattern) if pattern is not None else None
        return text_of(node)[1:-1] if node.type in ("string", "template_string") else None


def _is_link(pattern: str, arguments: SyntaxNode) -> bool:
    """Whether a pattern, the first of these arguments, matches a part of links."""
    is_text = operands(arguments)[0].type in ("string", "template_string")
    return _LINK.search(pattern) is not None or (is_text and any(each in pattern for each in _LINK_TEXT))


def _last_name(called: SyntaxNode) -> str:
    """The name of a called function, or of a method."""
    return text_of(called.child_by_field_name("property") or called)


def _results(function: SyntaxNode) -> Iterator[SyntaxNode]:
    """What a function returns."""
    body = function.child_by_field_name("body")
    if body is not None and body.type != "statement_block":
        yield body
        return
    pending = [body] if body is not None else []
    for _ in range(MOST_STEPS):
        if not pending:
            return
        node = pending.pop()
        if node.type == "return_statement":
            yield from operands(node)
        elif node is body or not _is_function(node):
            pending.extend(node.named_children)


def _definition(node: SyntaxNode) -> tuple[SyntaxNode | None, SyntaxNode | None]:
    """The name that a node defines, and the value or the function."""
    if node.type == "variable_declarator":
        return node.child_by_field_name("name"), node.child_by_field_name("value")
    if node.type in ("assignment_expression", "augmented_assignment_expression"):
        return node.child_by_field_name("left"), node.child_by_field_name("right")
    return (node.child_by_field_name("name"), node) if node.type in _FUNCTIONS else (None, None)


def _is_function(node: SyntaxNode) -> bool:
    return node.type in (*_FUNCTIONS, "arrow_function", "function_expression")
