"""Declared frontmatter: zod schemas of content collections, and JSON schemas."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from project.frameworks.site_folder import ASTRO, only_site
from refrakt.rules.frontmatter_schema import FrontmatterField, FrontmatterSchema

UNKNOWN = FrontmatterField()


def zod(tmp_path: Path, schema: str, patterns: str = "'**/*.mdoc'", more: str = "") -> FrontmatterSchema | None:
    """The schema of a collection in `notes`."""
    content = f"""
        import {{ defineCollection, z }} from 'astro:content'
        import {{ glob }} from 'astro/loaders'
        import {{ shared }} from './shared'
        const notes = defineCollection({{ loader: glob({{ pattern: {patterns}, base: './notes' }}), schema: {schema} }})
        export const collections = {{ notes{more} }}
    """
    site = only_site(tmp_path, {**ASTRO, "src/content.config.ts": content, "notes/a.mdoc": ""})
    return site.frontmatter_schema("notes/a.mdoc")


def field(tmp_path: Path, declaration: str) -> FrontmatterField:
    schema = zod(tmp_path, f"z.object({{ key: {declaration} }})")
    assert schema is not None
    return schema.fields["key"]


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("z.string().min(3)", FrontmatterField("string", required=True)),
        ("z.string().nullable()", FrontmatterField("unknown", required=True)),
        ("z.string().or(z.undefined())", UNKNOWN),
        ("z.string().or(z.number())", UNKNOWN),
        ("z.union([z.string(), z.number()])", UNKNOWN),
        ("z.preprocess(Number, z.number())", UNKNOWN),
        ("z.coerce.number()", UNKNOWN),
        ("z.optional(z.string())", UNKNOWN),
        ("z.string().catch('x')", UNKNOWN),
        ("z.string().refine((text) => text)", FrontmatterField("unknown", required=True)),
        ("z.enum(LEVELS)", FrontmatterField("unknown", required=True)),
        ("shared.title", UNKNOWN),
    ],
)
def test_a_key(tmp_path: Path, declaration: str, expected: FrontmatterField) -> None:
    assert field(tmp_path, declaration) == expected


@pytest.mark.parametrize(
    "schema",
    [
        "z.object({ key: z.string() }).omit({ key: true })",
        "z.object({ key: z.string() }).extend(shared)",
        "z.object({ key: z.string() }).merge(shared)",
        "z.object({ key: z.string(), ...shared })",
    ],
)
def test_a_key_that_may_be_replaced_is_unknown(tmp_path: Path, schema: str) -> None:
    found = zod(tmp_path, schema)
    assert found is not None
    assert found.fields == {"key": UNKNOWN}
    assert found.open


def test_a_key_after_a_spread_is_known(tmp_path: Path) -> None:
    found = zod(tmp_path, "z.object({ ...shared, key: z.string() }).strict()")
    assert found is not None
    assert found.fields == {"key": FrontmatterField("string", required=True)}


def test_collections_that_do_not_own_their_folder(tmp_path: Path) -> None:
    schema = "z.object({ key: z.string() })"
    assert zod(tmp_path / "some", schema, "'*.mdoc'") is None
    other = f", other: defineCollection({{ loader: glob({{ pattern: '**/*', base: 'notes' }}), schema: {schema} }})"
    assert zod(tmp_path / "two", schema, more=other) is None


def test_a_file_that_is_not_an_entry(tmp_path: Path) -> None:
    site = only_site(
        tmp_path,
        {
            **ASTRO,
            "src/content.config.ts": (
                "import { defineCollection, z } from 'astro:content'\n"
                "export const collections = { docs: defineCollection({ schema: z.object({ key: z.string() }) }) }\n"
            ),
            "src/content/docs/a.mdoc": "",
        },
    )
    assert site.frontmatter_schema("src/content/docs/a.mdoc") is not None
    assert site.frontmatter_schema("src/content/docs/_parts/b.mdoc") is None


# JSON schemas ---------------------------------------------------------------------------------------------------------


def json_site(
    tmp_path: Path, schema: str, name: str = "frontmatter.json"
) -> tuple[FrontmatterSchema | None, list[str]]:
    config = json.dumps([{"id": "docs", "path": ".", "frontmatterSchema": name}])
    site = only_site(tmp_path, {"markdoc.config.json": config, "frontmatter.json": schema, "a.md": ""})
    shown = [f"{Path(each.path or '').name}:{each.span.start}: {each.message}" for each in site.problems]
    return site.frontmatter_schema("a.md"), shown


def test_a_json_schema(tmp_path: Path) -> None:
    schema = {
        "type": "object",
        "required": ["title", "id"],
        "additionalProperties": False,
        "properties": {
            "title": {"type": "string", "description": "Shown above the page", "minLength": 3},
            "order": {"type": ["integer", "null"]},
            "level": {"enum": ["easy", "hard"]},
            "size": {"enum": [1, 2]},
            "mixed": {"type": ["string", "number"]},
            "more": {"$ref": "#/$defs/more", "type": "string"},
            "any": True,
        },
    }
    found, problems = json_site(tmp_path, json.dumps(schema))
    assert problems == []
    assert found is not None
    assert found.closed
    assert found.fields == {
        "title": FrontmatterField("string", True, (), "Shown above the page"),
        "order": FrontmatterField("number"),
        "level": FrontmatterField("enum", values=("easy", "hard")),
        "size": UNKNOWN,
        "mixed": UNKNOWN,
        "more": UNKNOWN,
        "any": UNKNOWN,
        "id": FrontmatterField(required=True),
    }


@pytest.mark.parametrize(
    ("schema", "problem"),
    [
        ("[]", "frontmatter.json:0: a JSON schema must be an object"),
        ('{"properties": []}', "frontmatter.json:15: `properties` must be an object"),
        ('{"required": [1]}', "frontmatter.json:13: `required` must be a list of strings"),
        ('{"properties": {"a": {"type": "text"}}}', "frontmatter.json:30: 'text' is not a type of JSON schemas"),
        ('{"properties": {"a": 5}}', "frontmatter.json:21: `a` must be a schema"),
    ],
)
def test_problems_of_a_json_schema(tmp_path: Path, schema: str, problem: str) -> None:
    assert json_site(tmp_path, schema)[1] == [problem]


def test_a_json_schema_that_cannot_be_read(tmp_path: Path) -> None:
    found, problems = json_site(tmp_path / "syntax", '{"properties": ')
    assert found is None
    assert len(problems) == 1
    found, problems = json_site(tmp_path / "missing", "{}", "none.json")
    assert found is None
    assert problems == ["markdoc.config.json:0: cannot read none.json, the schema of the frontmatter"]
    found, problems = json_site(tmp_path / "outside", "{}", "../other.json")
    assert found is None
    assert len(problems) == 1
    assert "leads out of the project" in problems[0]
