"""What the schema of a plain site means for the tags on its pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.test_plain_sites import NEXT, codes, problems, write

ELSE = "{% box %}\na\n\n{% else /%}\n\nb\n{% /box %}\n"
CALL = (
    "import Markdoc from '@markdoc/markdoc'\nimport * as tags from '../markdoc/tags'\n"
    "export const show = (ast) => Markdoc.transform(ast, { tags })\n"
)
OTHER = (
    "import Markdoc from '@markdoc/markdoc'\nconst tags = { box: { attributes: { %s: { type: Number } } } }\n"
    "export const show = (ast) => Markdoc.transform(ast, { tags })\n"
)


@pytest.mark.parametrize(
    ("definition", "expected"),
    [
        ("{ transform(node, config) { return node.children } }", []),
        ("{ render: 'Box' }", ["parent-required"]),
        ("more.box", []),
    ],
)
def test_a_tag_with_a_transform_may_contain_an_else(tmp_path: Path, definition: str, expected: list[str]) -> None:
    tags = f"import more from 'more'\nexport const box = {definition};\n"
    assert codes(write(tmp_path, {**NEXT, "markdoc/tags.js": tags, "pages/a.md": ELSE})) == expected


def test_an_else_in_no_tag_is_reported(tmp_path: Path) -> None:
    assert codes(write(tmp_path, {**NEXT, "pages/a.md": "{% else /%}\n"})) == ["parent-required"]


def test_attributes_are_checked_if_own_code_passes_the_same_tags(tmp_path: Path) -> None:
    page = {"pages/a.md": '{% box szie=1 /%}\n\n{% box size="a" /%}\n'}
    found = ["unknown-attribute", "wrong-type"]
    assert codes(write(tmp_path / "one", {**NEXT, **page, "lib/show.js": CALL})) == found
    assert codes(write(tmp_path / "two", {**NEXT, **page, "lib/show.js": CALL, "lib/other.js": CALL})) == found
    assert codes(write(tmp_path / "equal", {**NEXT, **page, "lib/show.js": OTHER % "size"})) == found


def test_attributes_are_not_checked_if_own_code_passes_other_tags(tmp_path: Path) -> None:
    page = {"pages/a.md": "{% box szie=1 /%}\n"}
    assert problems(write(tmp_path, {**NEXT, **page, "lib/show.js": OTHER % "weight"})) == []


def test_values_that_the_parser_sets_are_not_checked(tmp_path: Path) -> None:
    nodes = "export const heading = { attributes: { level: { type: String, matches: ['one'] } } };\n"
    page = "# One\n\n## Two\n\n### Three\n\n# Four\n\n# Five\n\n# Six {% level=1 %}\n"
    pages = {f"pages/{name}.md": page for name in "abc"}
    found = problems(write(tmp_path, {**NEXT, "markdoc/nodes.js": nodes, **pages}))
    line = page.count("\n", 0, page.index("level")) + 1
    assert {each.line for each in found} == {line}
    assert "wrong-type" in {each.code for each in found}
