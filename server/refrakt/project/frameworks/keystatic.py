"""The content of Keystatic: the folders of its collections and singletons, and the types of their fields.

A path has `*` for one folder level or `**` for any; the entry is a file of that name, or `index` in a folder of that name if the
path ends with a slash. Only what is written in place is read, from the syntax. Fields are checked if the entry has them in its
frontmatter (`format: {contentField}`) and the slug field is known: that one is the name of the file, and its value is not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from refrakt.project.frameworks.script_syntax import member_value, nodes_below
from refrakt.project.frameworks.site_files import SiteFiles, joined
from refrakt.project.frameworks.zod_schema import call_chain
from refrakt.rules.frontmatter_schema import FrontmatterField, FrontmatterSchema, FrontmatterType
from refrakt.runes.javascript.syntax import operands, string_of, text_of

if TYPE_CHECKING:
    from tree_sitter import Node as SyntaxNode

ROUTES = ("/keystatic/[[...path]]", "/api/keystatic/[[...path]]")
"""What Keystatic serves on a site: its editor."""
CONFIGS = tuple(f"keystatic.config.{ending}" for ending in ("ts", "tsx", "js", "jsx", "mjs"))
_TYPES: dict[str, FrontmatterType] = {
    **dict.fromkeys(("text", "url", "image", "file", "relationship", "pathReference"), "string"),
    **dict.fromkeys(("integer", "number"), "number"),
    **dict.fromkeys(("array", "multiselect", "multiRelationship", "blocks"), "array"),
    **dict.fromkeys(("date", "datetime"), "date"),
    "checkbox": "boolean",
    "select": "enum",
    "object": "object",
}
_MAY_BE_REQUIRED = frozenset(
    ("text", "url", "image", "file", "relationship", "pathReference", "integer", "number", "date", "datetime")
)
"""Fields that have `validation: {isRequired: true}`, and no value if they are missing."""
_CONTENT = frozenset({"markdoc", "mdx", "document", "emptyContent"})
_GLOB_SIGNS = frozenset("?[]{}!")


class KeystaticCollection(NamedTuple):
    """A collection or singleton: its folder, its entries, and the fields in their frontmatter."""

    folder: str
    """The folder of its files; of a singleton that is one file, the file."""
    ending: str
    schema: FrontmatterSchema
    entries: str
    """A glob pattern of the files with its fields; no other file has them."""
    is_outside: bool = False
    """Whether it is outside of the package; paths are below the project root then."""
    has_suffix: bool = False
    """Whether its path goes on after `*`, so that not all files of the folder belong to it."""


def keystatic_config(files: SiteFiles, folder: str) -> str | None:
    return files.first(joined(folder, f"{place}{name}") for place in ("", "src/") for name in CONFIGS)


def defines_collections(text: str) -> bool:
    """Whether a source file may define collections or singletons."""
    return "@keystatic/core" in text and ("collection(" in text or "singleton(" in text)


def keystatic_collections(root: SyntaxNode) -> Iterator[KeystaticCollection]:
    """The collections in a config whose paths are written as texts."""
    for node in nodes_below(root):
        called, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if node.type != "call_expression" or called is None or arguments is None:
            continue
        passed = operands(arguments)
        if text_of(called) not in ("collection", "singleton") or not passed or passed[0].type != "object":
            continue
        path, fields = member_value(passed[0], "path"), member_value(passed[0], "schema")
        if path is not None and path.type == "string":
            found = _collection(string_of(path), passed[0], fields, text_of(called) == "singleton")
            if found is not None:
                yield found


def _collection(
    written: str, options: SyntaxNode, fields: SyntaxNode | None, singleton: bool
) -> KeystaticCollection | None:
    path = joined("", written.strip("/"))
    before, star, after = path.partition("*")
    folder = joined("", before.rstrip("/"))
    if not folder or folder.startswith("../"):
        return None
    ending, schema = _schema(fields)
    is_file = singleton and not written.endswith("/")
    entries = path.replace("**", "*/**") if written.endswith("/") else re.sub(r"\*\*$", "**/*", path)
    entries = f"{entries}{'/index' if written.endswith('/') else ''}{ending}"
    checked = _has_fields_in_frontmatter(options, fields) and not _GLOB_SIGNS & set(path) and bool(star) != singleton
    if not singleton:
        slug = member_value(options, "slugField")
        checked = checked and slug is not None and slug.type == "string"
        name = string_of(slug) if slug is not None and slug.type == "string" else ""
        schema = replace(schema, fields={**schema.fields, **({name: FrontmatterField()} if name else {})})
    return KeystaticCollection(
        f"{folder}{ending}" if is_file else folder,
        ending,
        replace(schema, checked=checked),
        entries,
        has_suffix=bool(after.strip("*/")),
    )


def _has_fields_in_frontmatter(options: SyntaxNode, fields: SyntaxNode | None) -> bool:
    """Whether the fields are the frontmatter of the file with the content, and not a file of their own."""
    format = member_value(options, "format")
    content = member_value(format, "contentField") if format is not None and format.type == "object" else None
    if content is None or content.type != "string" or fields is None or fields.type != "object":
        return False
    value = member_value(fields, string_of(content))
    steps = call_chain(value)[1] if value is not None else []
    return bool(steps) and steps[0].name in _CONTENT


def _schema(node: SyntaxNode | None) -> tuple[str, FrontmatterSchema]:
    """The ending of the entries, and the fields without the content itself."""
    ending, opened = ".mdoc", node is None or node.type != "object"
    fields: dict[str, FrontmatterField] = {}
    for member in operands(node) if node is not None and node.type == "object" else ():
        key, value = member.child_by_field_name("key"), member.child_by_field_name("value")
        if member.type == "shorthand_property_identifier":
            fields[text_of(member)] = FrontmatterField()
        elif key is None or value is None or key.type not in ("property_identifier", "string"):
            opened, fields = True, dict.fromkeys(fields, FrontmatterField())  # a spread may replace what is before it
        else:
            name = string_of(key) if key.type == "string" else text_of(key)
            first, steps = call_chain(value)
            if first != "fields" or not steps:
                fields[name] = FrontmatterField()
            elif steps[0].name in _CONTENT:
                extension = member_value(steps[0].arguments[0], "extension") if steps[0].arguments else None
                if extension is not None and extension.type == "string":
                    ending = f".{string_of(extension).lstrip('.')}"
            else:
                fields[name] = _field(steps[0].name, steps[0].arguments)
    return ending, FrontmatterSchema(fields, opened)


def _field(kind: str, arguments: list[SyntaxNode]) -> FrontmatterField:
    """One field. Keystatic omits empty fields, so one is required only if its validation says so."""
    type = _TYPES.get(kind, "unknown")
    options = arguments[0] if arguments and arguments[0].type == "object" else None
    required = kind in _MAY_BE_REQUIRED and _is_required(options)
    if type != "enum":
        return FrontmatterField(type, required)
    listed = member_value(options, "options") if options is not None else None
    items = operands(listed) if listed is not None and listed.type == "array" else []
    values = [member_value(each, "value") if each.type == "object" else None for each in items]
    texts = tuple(string_of(each) for each in values if each is not None and each.type == "string")
    return FrontmatterField("enum", values=texts) if texts and len(texts) == len(items) else FrontmatterField()


def _is_required(options: SyntaxNode | None) -> bool:
    validation = member_value(options, "validation") if options is not None else None
    value = member_value(validation, "isRequired") if validation is not None and validation.type == "object" else None
    return value is not None and value.type == "true"
