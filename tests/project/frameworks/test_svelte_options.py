"""`markdoc-svelte`: the schema in the options of the preprocessor, and content that code imports by a pattern."""

from __future__ import annotations

from pathlib import Path

from project.frameworks.site_folder import only_site, package
from refrakt.project.frameworks.markdoc_site import MarkdocSite

SITE = {
    "package.json": package("@sveltejs/kit", "markdoc-svelte"),
    "src/routes/notes/[slug]/+page.ts": "import { notes } from '$lib/notes'\nexport const load = () => notes\n",
    "src/lib/notes.ts": "export const notes = import.meta.glob('/src/notes/**/*.md')\n",
    "src/notes/first.md": "# First\n",
    "docs/other.md": "# Other\n",
}


def site(root: Path, config: str, ending: str = "ts", **files: str) -> MarkdocSite:
    text = f"import {{ markdocPreprocess }} from 'markdoc-svelte'\n{config}\n"
    return only_site(root, {**SITE, f"svelte.config.{ending}": text, **files})


def test_files_that_code_imports_by_a_pattern_are_pages(tmp_path: Path) -> None:
    found = site(tmp_path, "export default { preprocess: [markdocPreprocess()] }")
    assert found.framework == "svelte"
    assert found.routes.page_kind("src/notes/first.md") == "page"
    assert found.routes.page_kind("docs/other.md") is None


def test_tags_of_the_options_and_of_the_folder(tmp_path: Path) -> None:
    options = {"src/lib/options.ts": "export const options = { tags: { box: {} } }\n"}
    folder = {"src/markdoc/tags.ts": "export const note = {}\n"}
    config = (
        "import { options } from './src/lib/options.ts'\nexport default { preprocess: [markdocPreprocess(options)] }"
    )
    schema = site(tmp_path, config, **options, **folder).schema
    assert schema is not None
    assert sorted(schema.tags) == ["box", "note"]
    assert schema.open is None


def test_another_folder(tmp_path: Path) -> None:
    folder = {"src/lib/schema/tags.js": "export const note = {}\n", "markdoc/tags.js": "export const box = {}\n"}
    schema = site(tmp_path, "export default markdocPreprocess({ schema: '$lib/schema' })", "js", **folder).schema
    assert schema is not None
    assert list(schema.tags) == ["note"]


def test_options_that_are_not_known(tmp_path: Path) -> None:
    config = "export default { preprocess: [markdocPreprocess(await import('./options.js'))] }"
    schema = site(tmp_path, config).schema
    assert schema is not None
    assert schema.open is not None


def test_files_that_any_code_imports_by_a_pattern_are_pages(tmp_path: Path) -> None:
    code = "export const items = import.meta.glob('/src/content/items/*.md', { eager: true })\n"
    files = {"src/lib/items.ts": code, "src/content/items/a.md": "# A\n", "src/content/other/b.md": "# B\n"}
    routes = site(tmp_path, "export default { preprocess: [markdocPreprocess()] }", **files).routes
    assert routes.page_kind("src/content/items/a.md") == "page"
    assert routes.page_kind("src/content/other/b.md") is None
