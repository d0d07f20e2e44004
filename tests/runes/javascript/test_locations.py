"""Where tags and attributes are defined, in code points."""

from __future__ import annotations

import pytest

from refrakt.runes.source_location import SourceLocation

from .project_files import schema_of


def at(source: str, location: SourceLocation | None) -> str:
    """The text at a location, which must agree with its line and column."""
    assert location is not None
    before = source[: location.start].replace("\r\n", "\n").replace("\r", "\n")
    assert (location.line, location.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))
    return source[location.start : location.end]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("before", ["", "// 😀 größe", f"// {'é😀' * 3000}"])
def test_offsets_count_code_points(before: str, line_end: str) -> None:
    lines = [before, "export default {", "  /* 👩‍🚀 */ note: { attributes: { 'ä😀': {}, kind: {} } },", "};"]
    source = line_end.join(lines)
    note = schema_of(source.encode()).tags["note"]
    assert at(source, note.location) == "note"
    assert [at(source, each.location) for each in note.attributes] == ["'ä😀'", "kind"]


def test_a_byte_order_mark_is_not_counted() -> None:
    location = schema_of("\ufeffexport default { note: {} }".encode()).tags["note"].location
    assert location is not None
    assert location.start == 17


def test_a_tag_is_where_its_schema_is_written() -> None:
    files = {
        "markdoc/note.markdoc.js": "export const note = { attributes: {} };",
        "markdoc/tip.js": "export default {\n};",
    }
    source = """
        export * from './note.markdoc';
        export { default as tip } from './tip';
        import { shared } from 'package';
        export const own = {};
        export const other = shared;
    """
    tags = schema_of(source, files).tags
    places = {name: tag.location and (tag.location.path, tag.location.line) for name, tag in tags.items()}
    assert places == {
        "note": ("markdoc/note.markdoc.js", 1),
        "tip": ("markdoc/tip.js", 1),
        "own": ("markdoc/tags.js", 5),
        "other": ("markdoc/tags.js", 6),
    }
    assert at(files["markdoc/note.markdoc.js"], tags["note"].location) == "note"
    assert at(files["markdoc/tip.js"], tags["tip"].location) == "{\n}"


def test_an_assigned_tag_is_where_it_is_assigned() -> None:
    source = (
        "const tags = {};\ntags.note = makeTag();\nfunction makeTag() { return process.env.X }\nexport default tags;"
    )
    assert at(source, schema_of(source).tags["note"].location) == "tags.note"
