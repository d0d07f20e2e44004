"""Values of configs and content collections, read from scripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import ASTRO, NEXT, only_site
from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.frameworks.page_sources import CollectionEntries
from refrakt.rules.frontmatter_schema import FrontmatterField

REDIRECTS = "[{ source: '/old', destination: '/new', permanent: true }, ...require('./moved')]"


def next_site(root: Path, config: str, **files: str) -> MarkdocSite:
    return only_site(root, {**NEXT, "pages/a.md": "", "next.config.js": config, **files})


@pytest.mark.parametrize(
    "config",
    [
        "const withMarkdoc = require('@markdoc/next.js')\nmodule.exports = withMarkdoc({schemaPath: './src/md'})(CONFIG)\n",
        "import m from '@markdoc/next.js'\nconst config = CONFIG\nexport default other(m({schemaPath: 'src/md'})(config))\n",
        "const config = CONFIG\nmodule.exports = require('@markdoc/next.js')({schemaPath: 'src/md'})(config)\n",
        "import * as m from '@markdoc/next.js'\nexport default async () => m({schemaPath: './src/md/'})(CONFIG)\n",
    ],
)
def test_a_next_config_is_read_however_it_is_wrapped(tmp_path: Path, config: str) -> None:
    values = f"{{ pageExtensions: ['tsx', 'md'], basePath: '/docs', async redirects() {{ return {REDIRECTS} }} }}"
    files = {"moved.js": "module.exports = [{ source: '/x/:a*', destination: '/y/:a*' }]", "src/md/partials/p.md": ""}
    site = next_site(tmp_path, config.replace("CONFIG", values), **files)
    routes = site.routes
    assert (site.endings, routes.base, routes.complete) == ((".md",), "/docs", True)
    assert (routes.redirect_of("/docs/old"), routes.may_serve("/x/1/2"), routes.may_serve("/y")) == (
        "/new",
        True,
        False,
    )
    assert site.partials == {"p.md": "src/md/partials/p.md"}
    assert routes.page_kind("src/md/partials/p.md") == "partial"
    assert tmp_path / "moved.js" in site.watched


@pytest.mark.parametrize(
    "rules",
    [
        "redirects: () => fetchRules()",
        "redirects: async () => [...(await load())]",
        "redirects: () => names.map((name) => ({ source: prefix(name), destination: '/' }))",
        "rewrites: () => ({ beforeFiles: unknown })",
    ],
)
def test_redirects_that_are_not_known_make_every_url_possible(tmp_path: Path, rules: str) -> None:
    site = next_site(tmp_path, f"module.exports = {{ pageExtensions: ['md'], {rules} }}\n")
    assert site.routes.may_serve("/missing")


def test_a_computed_list_of_redirects_is_read(tmp_path: Path) -> None:
    rules = "names.map((n) => ({ source: `/old/${n}`, destination: `/${n}` }))"
    config = f"const names = ['a', 'b']\nmodule.exports = {{ pageExtensions: ['md'], redirects: () => {rules} }}\n"
    routes = next_site(tmp_path, config).routes
    assert (routes.redirect_of("/old/b"), routes.may_serve("/old/c")) == ("/b", False)


def test_options_of_the_plugin_follow_its_version(tmp_path: Path) -> None:
    config = "module.exports = require('@markdoc/next.js')({ options: { slots: true } })({ pageExtensions: ['md'] })\n"
    lock = '"@markdoc/next.js@^0.4.0":\n  version "0.4.0"\n'
    options = next_site(tmp_path, config, **{"yarn.lock": lock}).options
    assert (options.slots, options.allowComments) == (True, False)


def test_an_astro_config_is_read(tmp_path: Path) -> None:
    config = """import markdoc from '@astrojs/markdoc'
    export default defineConfig({
      base: '/docs', integrations: [markdoc({ allowHTML: true })], redirects: { '/a': '/b' },
    })"""
    site = only_site(
        tmp_path, {**ASTRO, "astro.config.mjs": config, "src/pages/index.astro": "", "src/content/x/a.mdoc": ""}
    )
    assert (site.options.allowHTML, site.options.allowIndentation, site.routes.base) == (True, True, "/docs")
    assert site.routes.redirect_of("/docs/a") == "/b"


CONTENT = """
import { defineCollection, reference } from 'astro:content'
import { glob, file } from 'astro/loaders'
import { z } from 'astro/zod'
const folder = './notes'
const notes = defineCollection({
  loader: glob({ pattern: ['**/*.mdoc', '!drafts/**'], base: folder }),
  schema: ({ image }) => z.object({
    title: z.string().describe('Shown above the page'),
    order: z.number().optional(),
    draft: z.boolean().default(false),
    level: z.enum(['easy', 'hard']),
    tags: z.array(z.string()),
    more: z.string().array().nullish(),
    cover: image(),
    when: z.coerce.date(),
    slug: z.string().transform((text) => text.trim()),
    author: reference('people'),
  }),
})
const people = defineCollection({ loader: file('people.json'), schema: z.object({ name: z.string() }) })
export const collections = { notes, people, 'old-blog': defineCollection({ schema: z.object({}).passthrough() }) }
"""


def test_content_collections_are_read(tmp_path: Path) -> None:
    files = {"src/content.config.ts": CONTENT, "notes/a.mdoc": "", "src/content/old-blog/b.mdoc": ""}
    site = only_site(tmp_path, {**ASTRO, **files})
    entries = [each for each in site.routes.sources if isinstance(each, CollectionEntries)]
    assert [(each.name, each.folder, each.patterns) for each in entries] == [
        ("notes", "notes", ("**/*.mdoc", "!drafts/**")),
        ("old-blog", "src/content/old-blog", ("**/*",)),
    ]
    kinds = [
        site.routes.page_kind(path) for path in ("notes/a.mdoc", "notes/drafts/b.mdoc", "src/content/old-blog/b.mdoc")
    ]
    assert kinds == ["page", None, "page"]
    schema = site.frontmatter_schema("notes/a.mdoc")
    assert schema is not None
    assert schema.fields == {
        "title": FrontmatterField("string", True, (), "Shown above the page"),
        "order": FrontmatterField("number"),
        "draft": FrontmatterField("boolean"),
        "level": FrontmatterField("enum", True, ("easy", "hard")),
        "tags": FrontmatterField("array", True),
        "more": FrontmatterField(),
        "cover": FrontmatterField(),
        "when": FrontmatterField(),
        "slug": FrontmatterField("unknown", True),
        "author": FrontmatterField(),
    }
    assert site.frontmatter_schema("README.md") is None


def test_a_content_config_that_cannot_be_read(tmp_path: Path) -> None:
    files = {"src/content.config.ts": "export const collections = build()", "src/content/docs/a.mdoc": ""}
    site = only_site(tmp_path, {**ASTRO, **files})
    assert site.routes.page_kind("src/content/docs/a.mdoc") in ("page", "partial")
    assert site.frontmatter == ()
