"""The content of Keystatic: the folders of its collections and singletons, and the types of their fields.

A path ends with `*` for one folder level and `**` for any; the entry is a file of that name, or `index` in a folder of that name.
Only what is written in place is read, from the syntax.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from refrakt.project.frameworks.script_syntax import member_value, named_members, nodes_below
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
    **dict.fromkeys(("text", "slug", "url", "image", "file", "relationship", "pathReference"), "string"),
    **dict.fromkeys(("integer", "number"), "number"),
    **dict.fromkeys(("array", "multiselect", "blocks"), "array"),
    "checkbox": "boolean",
    "select": "enum",
    "object": "object",
}
_CONTENT = frozenset({"markdoc", "mdx", "document", "emptyContent"})


class KeystaticCollection(NamedTuple):
    """A collection or singleton: its folder, the ending of its entries, and the fields in their frontmatter."""

    folder: str
    ending: str
    schema: FrontmatterSchema


def keystatic_config(files: SiteFiles, folder: str) -> str | None:
    return files.first(joined(folder, name) for name in CONFIGS)


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
            folder = joined("", string_of(path).partition("*")[0].strip("/"))
            if folder and not folder.startswith("../"):
                yield KeystaticCollection(folder, *_schema(fields))


def _schema(node: SyntaxNode | None) -> tuple[str, FrontmatterSchema]:
    """The ending of the entries, and the fields without the content itself."""
    ending, fields, opened = ".mdoc", {}, node is None or node.type != "object"
    for name, value in named_members(node) if node is not None and node.type == "object" else ():
        first, steps = call_chain(value)
        if first != "fields" or not steps:
            fields[name] = FrontmatterField()
        elif steps[0].name in _CONTENT:
            extension = member_value(steps[0].arguments[0], "extension") if steps[0].arguments else None
            if extension is not None and extension.type == "string":
                ending = f".{string_of(extension).lstrip('.')}"
        else:
            fields[name] = _field(steps[0].name, steps[0].arguments)
    return ending, FrontmatterSchema(fields, opened, checked=False)


def _field(kind: str, arguments: list[SyntaxNode]) -> FrontmatterField:
    """One field. Keystatic omits empty fields, so none is required."""
    type = _TYPES.get(kind, "unknown")
    if type != "enum":
        return FrontmatterField(type)
    options = member_value(arguments[0], "options") if arguments else None
    items = operands(options) if options is not None and options.type == "array" else []
    values = [member_value(each, "value") if each.type == "object" else None for each in items]
    texts = tuple(string_of(each) for each in values if each is not None and each.type == "string")
    return FrontmatterField("enum", values=texts) if texts and len(texts) == len(items) else FrontmatterField()
