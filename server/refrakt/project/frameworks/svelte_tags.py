"""The tags of `svelte-markdoc-preprocess`: the components that the `.svelte` file of its option `tags` exports.

A tag has the name of an export in lower case, and the properties of its component as attributes. All is read from the syntax.
What is not written in the plain way stays open: the list of tags, or the attributes of one.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from refrakt.project.frameworks.script_syntax import named_members, nodes_below
from refrakt.project.frameworks.script_values import relative_to_top
from refrakt.project.frameworks.site_files import SiteFiles, joined
from refrakt.project.frameworks.site_places import SitePlace
from refrakt.runes.javascript.budget import Budget, Limits
from refrakt.runes.javascript.plain_data import UNKNOWN
from refrakt.runes.javascript.site_schema import SiteSchema
from refrakt.runes.javascript.syntax import ScriptText, operands, parse_script, string_of, text_of
from refrakt.runes.rune import Attribute, Rune, TypeName

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

PACKAGE = "svelte-markdoc-preprocess"
MOST_COMPONENTS = 500
_SCRIPT = re.compile(r"<script\b([^>]{0,500}+)>(.*?)</script\s*+>", re.DOTALL | re.IGNORECASE)
_IS_MODULE = re.compile(r"\bmodule\b")
_ANY: tuple[TypeName, ...] = ("String", "Number", "Boolean", "Array", "Object")
_CHILDREN = "children"
_NOT_READ = "the options of `svelte-markdoc-preprocess` could not be read"


def svelte_schema(files: SiteFiles, place: SitePlace, config: SyntaxNode) -> SiteSchema | None:
    """The schema of a site; None if its `svelte.config.*` does not call the package."""
    options = _options(config)
    if options is None:
        return None
    if options.type != "object" or len(dict(named_members(options))) != len(operands(options)):
        return SiteSchema(
            open=_NOT_READ,
            open_nodes=_NOT_READ,
            open_functions=_NOT_READ,
            open_variables=_NOT_READ,
            open_partials=_NOT_READ,
        )
    given = dict(named_members(options))
    own = "the option `config` of `svelte-markdoc-preprocess` may add others" if "config" in given else None
    tags, reason = _tags(files, place, given["tags"]) if "tags" in given else ({}, None)
    return SiteSchema(
        tags,
        variables={"frontmatter": UNKNOWN},
        open=own or reason,
        open_nodes=own or ("components define nodes" if "nodes" in given else None),
        open_functions=own,
        open_variables=own,
        open_partials=own or ("partials are the files of a folder" if "partials" in given else None),
    )


def _options(config: SyntaxNode) -> SyntaxNode | None:
    """The argument of the first call of the package; an import without a call gives the import itself."""
    names: set[str] = set()
    for node in operands(config):
        source = node.child_by_field_name("source") if node.type == "import_statement" else None
        if source is not None and string_of(source) == PACKAGE:
            for each in nodes_below(node):
                if each.type == "import_specifier":
                    name = each.child_by_field_name("alias") or each.child_by_field_name("name")
                    names.add(text_of(name) if name is not None else "")
    for node in nodes_below(config):
        called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if called is not None and arguments is not None and called.type == "identifier" and text_of(called) in names:
            passed = operands(arguments)
            return passed[0] if passed else arguments
    return None


def _tags(files: SiteFiles, place: SitePlace, option: SyntaxNode) -> tuple[dict[str, Rune], str | None]:
    """The tags of the file that an option names, often in a call that makes the path absolute."""
    paths = [string_of(each) for each in nodes_below(option) if each.type == "string"]
    path = joined(place.folder, paths[0]) if len(paths) == 1 else ""
    budget = Budget(Limits())
    text = _script(files, path, budget, module=True) if path.endswith(".svelte") and files.has(path) else None
    if text is None:
        return {}, "the file of the option `tags` of `svelte-markdoc-preprocess` could not be read"
    found: dict[str, Rune] = {}
    for name, source in _exports(text.root):
        if len(found) >= MOST_COMPONENTS:
            return found, "there are too many components"
        component = joined(posixpath.dirname(path), string_of(source))
        attributes = _attributes(files, component, budget) if string_of(source).startswith(".") else None
        tag = text_of(name).lower()
        found[tag] = Rune(
            tag,
            "",
            attributes or (),
            None,
            universal=False,
            catalogued=True,
            open=attributes is None,
            location=text.location(name),
            component=text_of(name),
        )
    return found, None


def _exports(root: SyntaxNode) -> Iterator[tuple[SyntaxNode, SyntaxNode]]:
    """The name of each `export { default as Name } from 'source'`, and the source."""
    for node in nodes_below(root):
        source = node.child_by_field_name("source") if node.type == "export_statement" else None
        for each in nodes_below(node) if source is not None else ():
            if each.type == "export_specifier":
                name = each.child_by_field_name("alias") or each.child_by_field_name("name")
                if name is not None and source is not None:
                    yield name, source


def _attributes(files: SiteFiles, path: str, budget: Budget) -> tuple[Attribute, ...] | None:
    """The properties of a component, from `let { … } = $props()`; None if there may be others."""
    text = _script(files, path, budget, module=False) if path.endswith(".svelte") and files.has(path) else None
    for node in nodes_below(text.root) if text is not None else ():
        value = node.child_by_field_name("value") if node.type == "variable_declarator" else None
        called = value.child_by_field_name("function") if value is not None else None
        pattern = node.child_by_field_name("name")
        if called is not None and text_of(called) == "$props" and pattern is not None and text is not None:
            return _properties(text, pattern) if pattern.type == "object_pattern" else None
    return None


def _properties(text: ScriptText, pattern: SyntaxNode) -> tuple[Attribute, ...] | None:
    found: list[Attribute] = []
    for each in operands(pattern):
        name = each.child_by_field_name("left") if each.type == "object_assignment_pattern" else each
        if name is None or name.type != "shorthand_property_identifier_pattern":
            return None
        if text_of(name) != _CHILDREN:
            required = each.type == "shorthand_property_identifier_pattern"
            found.append(Attribute(text_of(name), type=_ANY, required=required, location=text.location(name)))
    return tuple(found)


def _script(files: SiteFiles, path: str, budget: Budget, module: bool) -> ScriptText | None:
    """A script of a component. All other text is blank, so that locations are those of the file."""
    text = files.text(path) or ""
    for found in _SCRIPT.finditer(text):
        if bool(_IS_MODULE.search(found[1])) == module:
            before = re.sub(r"[^\r\n]", " ", text[: found.start(2)])
            parsed = parse_script(relative_to_top(files, path), f"{before}{found[2]}".encode(), budget)
            return parsed if isinstance(parsed, ScriptText) and not parsed.root.has_error else None
    return None
