"""Where the schema of a site is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import ASTRO, NEXT, only_site, package, write
from refrakt.project.frameworks.recognition import recognise
from refrakt.rules.frontmatter_schema import FrontmatterField

TAGGED = "{% note %}{% /note %}\n" * 3
TAGS = "export const note = { attributes: { title: { type: String } } }\n"
OWN = {"package.json": package("@markdoc/markdoc"), "content/a.md": ""}
CALL = "import Markdoc from '@markdoc/markdoc'\nfs.readdir('content')\n"


@pytest.mark.parametrize(
    ("files", "tags"),
    [
        ({**NEXT, "pages/a.md": "", "markdoc/tags.js": TAGS}, ["note"]),
        (
            {
                **NEXT,
                "pages/a.md": "",
                "markdoc/tags/index.ts": "export * from './note.markdoc'",
                "markdoc/tags/note.markdoc.ts": TAGS,
            },
            ["note"],
        ),
        ({**NEXT, "pages/a.md": ""}, []),
        (
            {**ASTRO, "src/content/x/a.mdoc": "", "markdoc.config.mjs": "export default { tags: { note: {} } }"},
            ["note"],
        ),
        ({**ASTRO, "src/content/x/a.mdoc": ""}, []),
        (
            {
                "markdoc.config.json": '[{"path": "content", "schema": {"path": "schema.js", "property": "config"}}]',
                "schema.js": "export const config = { tags: { note: {} } }",
                "content/a.md": "",
            },
            ["note"],
        ),
        (
            {
                **OWN,
                "index.js": CALL
                + "const tags = { note: {} }\nexport const show = (ast) => Markdoc.transform(ast, { tags })\n",
            },
            ["note"],
        ),
        ({**OWN, "src/markdoc/tags.js": TAGS}, ["note"]),
        (
            {
                "package.json": package("@keystatic/core"),
                "content/a.mdoc": "",
                "keystatic.config.ts": "import { config, collection, fields } from '@keystatic/core'\n"
                "import { block } from '@keystatic/core/content-components'\n"
                "export default config({ collections: { posts: collection({ path: 'content/*', schema: {\n"
                "  body: fields.markdoc({ components: { note: block({ schema: {} }) } }) } }) } })\n",
            },
            ["note"],
        ),
    ],
)
def test_the_schema_of_a_site(tmp_path: Path, files: dict[str, str], tags: list[str]) -> None:
    site = only_site(tmp_path, files)
    assert site.schema is not None
    assert (list(site.schema.tags), site.schema.open, site.schema_reason) == (tags, None, None)


def test_a_site_without_a_schema_says_why(tmp_path: Path) -> None:
    own = only_site(tmp_path / "own", OWN)
    assert (own.schema, own.schema_reason) == (None, "no schema was found")
    config = "module.exports = require('@markdoc/next.js')({ schemaPath: process.env.X })({ pageExtensions: ['md'] })\n"
    unread = only_site(tmp_path / "next", {**NEXT, "next.config.js": config, "pages/a.md": ""})
    assert (unread.schema, unread.schema_reason) == (None, "`schemaPath` is only known when the site runs")


def test_variables_and_functions(tmp_path: Path) -> None:
    config = "export default { variables: { version: 1 }, functions: { upper: {} } }\n"
    site = only_site(tmp_path / "next", {**NEXT, "pages/a.md": "", "markdoc/config.js": config})
    assert (site.variables, site.functions) == (frozenset({"version", "markdoc"}), frozenset({"upper"}))
    assert only_site(tmp_path / "astro", {**ASTRO, "src/content/x/a.mdoc": ""}).variables is None
    assert only_site(tmp_path / "own", OWN).functions is None


def test_a_schema_above_the_project_is_read_within_the_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "tags.js").write_text(TAGS, "utf-8")
    site = only_site(
        tmp_path / "site", {**NEXT, "pages/a.md": "", "markdoc/tags.js": "export * from '../../shared/tags'\n"}
    )
    assert site.schema is not None
    assert list(site.schema.tags) == ["note"]
    assert tmp_path / "shared" / "tags.js" in site.watched


KEYSTATIC = """
import { config, collection, fields } from '@keystatic/core'
export default config({
  storage: { kind: 'local', path: 'x' },
  collections: {
    posts: collection({
      path: 'src/content/posts/*',
      slugField: 'title',
      schema: {
        title: fields.slug({ name: { label: 'Title' } }),
        draft: fields.checkbox({ label: 'Draft' }),
        kind: fields.select({ options: [{ label: 'A', value: 'a' }, { label: 'B', value: 'b' }] }),
        when: fields.date({ label: 'Date' }),
        body: fields.markdoc({ label: 'Body', extension: 'md' }),
        extra,
      },
    }),
  },
})
"""


def test_keystatic_gives_folders_and_frontmatter(tmp_path: Path) -> None:
    files = {"package.json": package("@keystatic/core", "@markdoc/markdoc"), "keystatic.config.ts": KEYSTATIC}
    site = only_site(tmp_path, {**files, "src/content/posts/a.md": "", "docs/b.md": ""})
    assert [site.routes.page_kind(path) for path in ("src/content/posts/a.md", "docs/b.md")] == ["page", None]
    schema = site.frontmatter_schema("src/content/posts/a.md")
    assert schema is not None
    assert schema.fields == {
        "title": FrontmatterField(),
        "draft": FrontmatterField("boolean"),
        "kind": FrontmatterField("enum", values=("a", "b")),
        "when": FrontmatterField("date"),
        "extra": FrontmatterField(),
    }
    assert not schema.checked  # without `format`, the fields are in a file of their own


def test_keystatic_serves_its_editor(tmp_path: Path) -> None:
    files = {
        **ASTRO,
        "package.json": package("astro", "@astrojs/markdoc", "@keystatic/core"),
        "src/pages/index.astro": "",
    }
    routes = only_site(tmp_path, {**files, "src/content/x/a.mdoc": ""}).routes
    assert routes.may_serve("/keystatic/collection/posts")
    assert not routes.may_serve("/other")


def test_keystatic_paths_may_count_from_the_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    config = "export default config({ collections: { a: collection({ path: 'apps/docs/posts/**', schema: {} }) } })"
    files = {"package.json": package("@keystatic/core"), "keystatic.config.ts": config, "posts/a.mdoc": ""}
    assert only_site(tmp_path / "apps/docs", files).routes.page_kind("posts/a.mdoc") == "page"


def test_a_library_around_markdoc_is_not_a_site(tmp_path: Path) -> None:
    files = {"lib/package.json": package("@markdoc/markdoc"), "lib/docs/notes.md": "plain text", **OWN}
    assert [site.folder for site in recognise(write(tmp_path, {**files, "content/a.md": TAGGED}))] == [tmp_path]


def test_unsaved_files_count(tmp_path: Path) -> None:
    root = write(tmp_path, {**NEXT, "pages/a.md": "", "markdoc/tags.js": TAGS})
    unsaved = {
        root / "markdoc/tags.js": "export const tip = {}\n",
        root
        / "next.config.js": "module.exports = require('@markdoc/next.js')()({ basePath: '/new', pageExtensions: ['md'] })",
    }
    (site,) = recognise(root, unsaved=unsaved)
    assert site.schema is not None
    assert (list(site.schema.tags), site.routes.base) == (["tip"], "/new")
