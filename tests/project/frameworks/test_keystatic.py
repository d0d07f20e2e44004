"""Fields of Keystatic, checked in the frontmatter of its entries."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import ASTRO, only_site, package
from project.test_plain_sites import problems, write
from refrakt.rules.frontmatter_schema import FrontmatterSchema

CONFIG = """
import {{ config, collection, singleton, fields }} from '@keystatic/core'
const shared = {{ title: fields.integer({{}}) }}
export default config({{
  collections: {{
    posts: collection({{
      path: '{path}',
      {options}
      schema: {{ {fields}, body: fields.markdoc({{ label: 'Body' }}) }},
    }}),
  }},
  singletons: {{
    home: singleton({{
      path: 'content/home',
      format: {{ contentField: 'body' }},
      schema: {{ order: fields.integer({{}}), body: fields.markdoc({{}}) }},
    }}),
  }},
}})
"""
FIELDS = """
name: fields.text({ label: 'Name', validation: { isRequired: true } }),
summary: fields.text({ label: 'Summary' }),
draft: fields.checkbox({ label: 'Draft' }),
level: fields.select({ label: 'Level', options: [{ label: 'Easy', value: 'easy' }, { label: 'Hard', value: 'hard' }] }),
when: fields.date({ label: 'Date' }),
order: fields.integer({ label: 'Order', validation: { min: 1 } }),
tags: fields.array(fields.text({ label: 'Tag' })),
mood: fields.conditional(fields.checkbox({}), {}),
look: seo({ label: 'Look', validation: { isRequired: true } }),
title: fields.slug({ name: { label: 'Title', validation: { isRequired: true } } })
"""
OPTIONS = "slugField: 'title', format: { contentField: 'body' },"


def files(path: str = "content/posts/*", options: str = OPTIONS, fields: str = FIELDS, **pages: str) -> dict[str, str]:
    return {
        "package.json": package("@keystatic/core", "@markdoc/markdoc"),
        "keystatic.config.ts": CONFIG.format(path=path, options=options, fields=fields),
        **{f"content/{name.replace('__', '/')}.mdoc": f"---\n{text}\n---\n" for name, text in pages.items()},
    }


def messages(root: Path, **options: str) -> list[str]:
    return [each.message for each in problems(write(root, files(**options))) if each.code == "frontmatter-mismatch"]


@pytest.mark.parametrize(
    ("frontmatter", "expected"),
    [
        ("name: A", []),
        ("name: A\ndraft: true\nlevel: easy\nwhen: 2024-05-01\norder: 3\ntags: [a]\nother: 1", []),
        ("name: A\nsummary:\ndraft:\nlevel:", []),
        ("name: A\ntitle: 3\nmood: 4\nlook: [5]", []),
        ("draft: true", ["the required key `name` is missing"]),
        ("name: 3", ["`name` must be a string"]),
        ("name: A\ndraft: maybe", ["`draft` must be true or false"]),
        ("name: A\nlevel: medium", ["`level` must be one of easy, hard"]),
        ("name: A\norder: first", ["`order` must be a number"]),
        ("name: A\ntags: a", ["`tags` must be a list"]),
        ("name: A\nwhen: true", ["`when` must be a date"]),
    ],
)
def test_entries_are_checked(tmp_path: Path, frontmatter: str, expected: list[str]) -> None:
    assert messages(tmp_path, posts__a=frontmatter) == expected


def test_the_file_of_a_singleton_is_checked(tmp_path: Path) -> None:
    assert messages(tmp_path, home="order: first", posts__a="name: A") == ["`order` must be a number"]


@pytest.mark.parametrize(
    ("path", "checked", "others"),
    [
        ("content/posts/*", ["posts/a"], ["posts/a/index", "posts/a/b"]),
        ("content/posts/*/", ["posts/a/index"], ["posts/a", "posts/index", "posts/a/b", "posts/a/b/index"]),
        ("content/posts/**", ["posts/a", "posts/a/b"], []),
        ("content/posts/**/", ["posts/a/index", "posts/a/b/index"], ["posts/a", "posts/index"]),
        ("content/posts/*/text", ["posts/a/text"], ["posts/a", "posts/text"]),
        ("content/{en,de}/*", [], ["en/a"]),
    ],
)
def test_only_entries_have_the_fields(tmp_path: Path, path: str, checked: list[str], others: list[str]) -> None:
    names = {f"content/{name}.mdoc": "" for name in (*checked, *others, "home")}
    site = only_site(tmp_path, {**files(path=path), **names})

    def is_checked(name: str) -> bool:
        schema: FrontmatterSchema | None = site.frontmatter_schema(f"content/{name}.mdoc")
        return schema is not None and schema.checked

    assert [name for name in (*checked, *others) if is_checked(name)] == checked


@pytest.mark.parametrize(
    "options",
    [
        "slugField: 'title',",
        "slugField: 'title', format: 'json',",
        "slugField: 'title', format: { contentField: ['body', 'text'] },",
        "slugField: 'title', format: { contentField: 'name' },",
        "slugField: SLUG, format: { contentField: 'body' },",
        "...base, format: { contentField: 'body' },",
    ],
)
def test_fields_that_may_be_elsewhere_are_not_checked(tmp_path: Path, options: str) -> None:
    assert messages(tmp_path, options=options, posts__a="name: 3") == []


def test_a_spread_may_replace_fields_before_it(tmp_path: Path) -> None:
    fields = "name: fields.text({ validation: { isRequired: true } }), draft: fields.checkbox({})"
    assert messages(tmp_path / "a", fields=f"{fields}, ...shared", posts__a="draft: maybe") == []
    assert messages(tmp_path / "b", fields=f"...shared, {fields}", posts__a="name: A\ndraft: maybe") == [
        "`draft` must be true or false"
    ]


BLOCKS = (
    "import { config, collection, fields } from '@keystatic/core'\n"
    "import { block } from '@keystatic/core/content-components'\n"
    "const body = (label) => fields.markdoc({ label, components: parts() })\n"
    "function parts() { return { gallery: block({ schema: {} }), button: block({ schema: {} }) } }\n"
    "const school = (name) => ({ [`people_${name}`]: collection({ path: `src/content/${name}/*`, schema: { bio: body('B') } }) })\n"
    "export default config({ collections: { ...school('north') } })\n"
)
OWN_RENDERING = {
    "package.json": package("astro", "@markdoc/markdoc", "@keystatic/core", "@keystatic/astro"),
    "astro.config.mjs": "export default {}\n",
    "keystatic.config.ts": BLOCKS,
    "src/content/north/ann.mdoc": "{% gallery /%}\n",
}


def test_the_config_may_be_in_the_folder_of_the_sources(tmp_path: Path) -> None:
    files = {
        name.replace("keystatic.config.ts", "src/keystatic.config.ts"): text for name, text in OWN_RENDERING.items()
    }
    site = only_site(tmp_path, files)
    assert site.schema is not None
    assert sorted(site.schema.tags) == ["button", "gallery"]


@pytest.mark.parametrize("call", ["Markdoc.transform(node)", "Markdoc.transform(node, { nodes: { link: {} } })"])
def test_astro_without_its_integration_has_the_tags_of_keystatic(tmp_path: Path, call: str) -> None:
    code = f"import Markdoc from '@markdoc/markdoc'\nexport const show = (node) => {call}\n"
    site = only_site(tmp_path, {**OWN_RENDERING, "src/lib/show.ts": code})
    assert site.framework == "astro"
    assert site.schema is not None
    assert sorted(site.schema.tags) == ["button", "gallery"]


def test_markdown_that_astro_renders_is_no_page(tmp_path: Path) -> None:
    path = "src/content/posts/*"
    code = CONFIG.format(path=path, options=OPTIONS, fields="").replace(
        "{ label: 'Body' }", "{ label: 'Body', extension: 'md' }"
    )
    site = only_site(
        tmp_path,
        {
            **ASTRO,
            "keystatic.config.ts": code,
            "src/content/posts/oak.md": "# Oak\n\n{% box %}\n",
            "src/content/posts/ash.mdoc": "# Ash\n",
        },
    )
    assert site.has_page(tmp_path / "src/content/posts/ash.mdoc")
    assert not site.has_page(tmp_path / "src/content/posts/oak.md")
