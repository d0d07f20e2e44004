"""Projects in memory, and schemas as one line of text that a test can state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import dedent

from refrakt.runes.javascript import Limits, ModuleGraph, SiteSchema, read_next_schema
from refrakt.runes.rune import Attribute


class MemoryFiles:
    """The files of a project, by path."""

    def __init__(self, files: Mapping[str, str | bytes]) -> None:
        self.files = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
        self.reads: list[str] = []

    def read(self, path: str) -> bytes | None:
        self.reads.append(path)
        return self.files.get(path)

    def names(self, folder: str) -> Sequence[str]:
        prefix = f"{folder}/" if folder else ""
        return sorted({path[len(prefix) :].split("/")[0] for path in self.files if path.startswith(prefix)})


def graph_of(files: Mapping[str, str | bytes], limits: Limits | None = None) -> ModuleGraph:
    return ModuleGraph(MemoryFiles(files), limits=limits)


def schema_of(tags: str | bytes, files: Mapping[str, str | bytes] | None = None, name: str = "tags.js") -> SiteSchema:
    """The schema of a Next.js project with this module of tags."""
    source = dedent(tags) if isinstance(tags, str) else tags
    return read_next_schema(graph_of({f"markdoc/{name}": source, **(files or {})}), "markdoc")


def summary(schema: SiteSchema) -> str:
    """Tags with their attributes: `note(title! kind)`.

    `…` follows a list that may not be complete, `?` an attribute whose values are not checked.
    """
    tags = [f"{tag.name}({_attributes(tag.attributes, tag.open)})" for tag in schema.tags.values()]
    return " ".join([*tags, *(["…"] if schema.open is not None else [])])


def _attributes(attributes: Sequence[Attribute], is_open: bool) -> str:
    marks = [each.name + "!" * each.required + "?" * (not each.checked) for each in attributes]
    return " ".join([*marks, *(["…"] if is_open else [])])


def check_tags(tags: str, expected: str, files: Mapping[str, str | bytes] | None = None, name: str = "tags.js") -> None:
    assert summary(schema_of(tags, files, name)) == expected
