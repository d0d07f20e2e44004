"""Code that rewrites pages before it calls `Markdoc.parse`."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import ASTRO, NEXT, only_site, package
from project.test_plain_sites import codes, write
from refrakt.project.frameworks.markdoc_site import SourceRewrites

OWN = {
    "package.json": package("next", "@markdoc/markdoc"),
    "lib/tags.js": "export const tags = { box: {} }\n",
    "content/a.md": "{% box %}\n\n{% sphere /%}\n\n{% /box %}\n",
}
NOTHING = SourceRewrites()
TAGS = SourceRewrites(tags=True)
LINKS = SourceRewrites(links=True)
HEADINGS = SourceRewrites(headings=True)


def page(argument: str, before: str = "") -> dict[str, str]:
    return {
        **OWN,
        "pages/[...slug].js": (
            "import fs from 'fs'\nimport path from 'path'\nimport matter from 'gray-matter'\n"
            "import Markdoc from '@markdoc/markdoc'\nimport { tags } from '../lib/tags'\n"
            "import { expand } from '../lib/expand'\n"
            "export async function getStaticProps({ params }) {\n"
            "  let source = fs.readFileSync(path.join('content', params.slug.replace(/\\.md$/, '')), 'utf8')\n"
            f"  {before}\n  const ast = Markdoc.parse({argument})\n"
            "  return Markdoc.transform(ast, { tags })\n}\n"
        ),
    }


@pytest.mark.parametrize(
    ("argument", "before", "expected"),
    [
        ("source", "", NOTHING),
        ("source.replace(/\\r\\n/g, '\\n')", "", NOTHING),
        ("source.replace(/{%\\s*sphere/g, '{% ball')", "", TAGS),
        ("source", "source = source.replaceAll('{% old %}', '')", TAGS),
        (r"source.replace(/```sql\s+(\w+)\n([\s\S]*?)```/g, '')", "", TAGS),
        ("source", "source = source.replaceAll('../images/', '/images/')", LINKS),
        ("text", r"const text = source.replace(/\]\((.+)\)/g, '](/docs$1)')", LINKS),
        ("source.replaceAll('](/', '](/docs/')", "", LINKS),
        (r"""source.replace(/file=["']([^"']+)["']/, '')""", "", NOTHING),
        (r"""source.replace(/{%\s*include file=["']([^"']+)["']\s*%}/g, '')""", "", TAGS),
        ("content", r"const { content } = matter(source.replace(/^## (.+)/gm, '# $1'))", HEADINGS),
        ("source", "const pattern = /{%/g; source = source.replace(pattern, '')", TAGS),
        ("source", "source = source.replace(params.pattern, '')", SourceRewrites(True, True, True)),
        ("source", "const title = source.replace(/{%/g, '')", NOTHING),
        ("source.trim()", "console.log(source.replace(/{%/g, ''))", NOTHING),
        ("`${source}`", "source = await Promise.resolve(source); source += source.replace(/{%/, '')", TAGS),
    ],
)
def test_what_is_replaced_before_the_call(tmp_path: Path, argument: str, before: str, expected: SourceRewrites) -> None:
    assert only_site(tmp_path, page(argument, before)).rewrites == expected


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("export function expand(text) {\n  if (!text) return text\n  return text.replace(/{%/g, '')\n}\n", TAGS),
        ("export const expand = (text) => inner(text)\nfunction inner(t) { return t.replace('{%', '') }\n", TAGS),
        ("export const expand = (text) => {\n  log(text.replace('{%', ''))\n  return text\n}\n", NOTHING),
        (
            "export function expand(text) {\n  return text\n}\nexport const other = (t) => t.replace('{%', '')\n",
            NOTHING,
        ),
    ],
)
def test_a_function_of_the_site_may_rewrite_its_argument(
    tmp_path: Path, function: str, expected: SourceRewrites
) -> None:
    assert only_site(tmp_path, {**page("await expand(source)"), "lib/expand.js": function}).rewrites == expected


def test_the_function_that_parses_may_get_a_rewritten_source(tmp_path: Path) -> None:
    files = {
        **OWN,
        "lib/render.ts": (
            "import Markdoc from '@markdoc/markdoc'\nimport { tags } from './tags'\n"
            "export function render(source: string) {\n"
            "  return Markdoc.transform(Markdoc.parse(source), { tags })\n}\n"
        ),
        "pages/[...slug].js": "import { render } from '../lib/render'\nimport fs from 'fs'\nimport path from 'path'\n"
        "export default ({ slug }) => render(fs.readFileSync(path.join('content', slug), 'utf8').replace(/{%/g, ''))\n",
    }
    assert only_site(tmp_path, files).rewrites == TAGS


def test_rules_about_tags_are_silent_for_a_rewritten_source(tmp_path: Path) -> None:
    plain = page("source")
    assert codes(write(tmp_path / "plain", plain)) == ["unknown-rune"]
    assert codes(write(tmp_path / "rewritten", page("source.replace('{%', '')"))) == []


def test_the_plugin_of_a_framework_parses_pages_as_they_are(tmp_path: Path) -> None:
    search = {"lib/search.mjs": "import Markdoc from '@markdoc/markdoc'\nMarkdoc.parse(text.replace('{%', ''))\n"}
    wrong = "{% sphere /%}\n"
    served = {**NEXT, **search, "markdoc/tags.js": "export default {}\n", "pages/index.md": wrong}
    assert codes(write(tmp_path / "next", served)) == ["unknown-rune"]
    astro = {**ASTRO, **search, "src/pages/index.mdoc": wrong}
    assert codes(write(tmp_path / "astro", astro)) == ["unknown-rune"]


def test_links_of_a_rewritten_source_are_not_checked(tmp_path: Path) -> None:
    link = {"content/a.md": "[b](./b.md)\n"}
    assert codes(write(tmp_path / "plain", {**page("source"), **link})) == ["broken-link"]
    rewritten = page("source.replaceAll('./', '/')")
    assert codes(write(tmp_path / "rewritten", {**rewritten, **link})) == []
