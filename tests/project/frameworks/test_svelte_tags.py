"""The tags of `svelte-markdoc-preprocess`, read from components."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import only_site, package
from refrakt.runes.javascript import SiteSchema

CONFIG = (
    "import {{ markdoc }} from 'svelte-markdoc-preprocess'\n"
    "const absolute = (file) => new URL(file, import.meta.url).pathname\n"
    "export default {{ preprocess: [markdoc({options})], extensions: ['.markdoc', '.svelte'], kit: {{}} }}\n"
)
TAGS = """\
<!-- The tags of the site. -->
<script module>
	export { default as Note } from './tags/Note.svelte';
	export { default as Plan_Row, default as Other } from "./tags/Row.svelte";
	export { default as Far } from 'package/Far.svelte';
</script>
"""
FILES = {
    "package.json": package("svelte-markdoc-preprocess", "@sveltejs/kit"),
    "src/routes/+page.markdoc": "# Home\n",
    "src/lib/Tags.svelte": TAGS,
    "src/lib/tags/Note.svelte": (
        '<script lang="ts">\n\tlet { title, level = 1, children }: Props = $props();\n</script>\n{title}\n'
    ),
    "src/lib/tags/Row.svelte": "<script>\n\tlet { a, ...rest } = $props();\n</script>\n",
}


def schema(root: Path, options: str, **more: str) -> SiteSchema:
    found = only_site(root, {**FILES, **more, "svelte.config.js": CONFIG.format(options=options)}).schema
    assert found is not None
    return found


@pytest.mark.parametrize("path", ["'./src/lib/Tags.svelte'", "absolute('./src/lib/Tags.svelte')"])
def test_components_are_tags(tmp_path: Path, path: str) -> None:
    found = schema(tmp_path, f"{{ tags: {path} }}")
    assert found.open is None
    assert {name: each.open for name, each in found.tags.items()} == {
        "note": False,
        "plan_row": True,
        "other": True,
        "far": True,
    }
    note = found.tags["note"]
    assert [(each.name, each.required) for each in note.attributes] == [("title", True), ("level", False)]
    assert note.component == "Note"
    assert note.location is not None
    assert (note.location.path, note.location.line) == ("src/lib/Tags.svelte", 3)
    assert TAGS[note.location.start : note.location.end] == "Note"


@pytest.mark.parametrize(
    "options",
    [
        "{ tags: './src/lib/Missing.svelte' }",
        "{ tags: join('./src/lib', 'Tags.svelte') }",
        "{ tags: folder }",
        "{ tags: './src/lib/Tags.svelte', config: own }",
        "{ ...others }",
        "others",
        "",
    ],
)
def test_other_options_leave_the_list_open(tmp_path: Path, options: str) -> None:
    assert schema(tmp_path, options).open is not None


@pytest.mark.parametrize(
    "component",
    [
        "<p>no script</p>",
        "<script>\n\tlet { class: name } = $props();\n</script>\n",
        "<script>\n\tlet all = $props();\n</script>\n",
        "<script>\n\texport let title;\n</script>\n",
        "<script>\n\tlet { = $props();\n</script>\n",
    ],
)
def test_other_components_leave_the_attributes_open(tmp_path: Path, component: str) -> None:
    found = schema(tmp_path, "{ tags: './src/lib/Tags.svelte' }", **{"src/lib/tags/Note.svelte": component})
    assert found.tags["note"].open


def test_a_generated_schema_that_does_not_exist(tmp_path: Path) -> None:
    config = '[{"path": ".", "schema": {"path": ".svelte-kit/markdoc_schema.js"}}]'
    found = schema(tmp_path, "{ tags: './src/lib/Tags.svelte' }", **{"markdoc.config.json": config})
    assert "note" in found.tags
    assert list(found.variables) == ["frontmatter"]


def test_without_the_option_there_are_no_tags(tmp_path: Path) -> None:
    found = schema(tmp_path, "{ layouts: { default: './src/lib/Layout.svelte' } }")
    assert (found.tags, found.open) == ({}, None)
