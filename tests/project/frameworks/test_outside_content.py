"""Content outside of the package whose code reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from project.frameworks.site_folder import NEXT, package, write
from project.test_plain_sites import problems
from refrakt.project.frameworks.markdoc_site import MarkdocSite
from refrakt.project.frameworks.recognition import recognise
from refrakt.services.context import Context
from refrakt.services.pages import PagesInput
from refrakt.services.pages import pages as list_pages

RENDER = "import Markdoc from '@markdoc/markdoc'\nexport const show = (ast) => Markdoc.transform(ast, { tags: { note: {} } })\n"
TEXTS = {
    "docs/a.md": "{% note %}\nA\n{% /note %}\n",
    "docs/deep/b.md": "[a](../a.md)\n",
    "docs/README.md": "B\n",
    "notes/c.md": "C\n",
}


def files(code: str, **more: str) -> dict[str, str]:
    """A package in `apps/guide` whose code reads something, beside two folders of content."""
    return {
        "package.json": package("turbo"),
        "apps/guide/package.json": package("@markdoc/markdoc"),
        "apps/guide/src/render.ts": RENDER,
        "apps/guide/src/load.ts": code,
        **TEXTS,
        **more,
    }


def pages(site: MarkdocSite, root: Path) -> list[str]:
    found = (
        path.relative_to(root).as_posix() for path in sorted(root.rglob("*.md*")) if path.is_relative_to(site.folder)
    )
    return [each for each in found if site.has_page(root / each)]


@pytest.mark.parametrize(
    "code",
    [
        "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '../../docs'))",
        "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '..', '..', 'docs'))",
        "import { show } from './render'\nconst dir = path.resolve('../../docs')",
        "import { show } from './render'\nconst dir = path.join(__dirname, '../../../docs')",
        "import { show } from './render'\nconst all = import.meta.glob('../../../docs/**/*.md')",
        "import { show } from './render'\nconst all = globby(['../../docs/**/*.{md,mdoc}'])",
        "import Markdoc from '@markdoc/markdoc'\nfs.readFile(`../../docs/${slug}.md`)",
    ],
)
def test_code_names_a_folder_outside(tmp_path: Path, code: str) -> None:
    (site,) = recognise(write(tmp_path, files(code)))
    assert pages(site, tmp_path) == ["docs/README.md", "docs/a.md", "docs/deep/b.md"]
    assert (site.folder, site.code_folder) == (tmp_path, tmp_path / "apps/guide")
    assert site.evidence[-1] == "content in `docs`"
    assert tmp_path / "apps/guide/src/load.ts" in site.watched
    assert site.schema is not None
    assert list(site.schema.tags) == ["note"]


@pytest.mark.parametrize(
    "code",
    [
        "fs.readdirSync(path.join(process.cwd(), '../../docs'))",  # nothing connects it with Markdoc
        "import { show } from './render'\nfs.readdirSync(path.join(root, '../../docs'))",
        "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '..', folder))",
        "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '../..'))",
        "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '../../../docs'))",
        "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '../../missing'))",
        "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '../../code'))",
        "import { show } from './render'\nconst all = globby('../../docs/**/*.{md,json}')",
        "import { show } from './render'\nconst all = globby('../../docs/**')",
        "import { show } from './render'\n// path.join(process.cwd(), docs)",
    ],
)
def test_what_is_not_certain_is_no_content(tmp_path: Path, code: str) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "secret.md").write_text("outside of the project")
    root = write(tmp_path / "project", files(code, **{"code/a.md": "", "code/index.ts": ""}))
    assert recognise(root) == ()


def test_a_glob_pattern_selects_files_between_code(tmp_path: Path) -> None:
    code = "import { show } from './render'\nconst all = globby('../../packages/*/docs/**/*.mdoc')"
    more = {
        "packages/ui/index.ts": "",
        "packages/ui/docs/a.mdoc": "",
        "packages/ui/docs/deep/b.mdoc": "",
        "packages/ui/docs/c.md": "",
        "packages/ui/d.mdoc": "",
    }
    (site,) = recognise(write(tmp_path, files(code, **more)))
    assert pages(site, tmp_path) == ["packages/ui/docs/a.mdoc", "packages/ui/docs/deep/b.mdoc"]


def github(owner: str, folder: str = "docs") -> dict[str, str]:
    code = f"""
        import {{ show }} from './render'
        const site = {{ owner: '{owner}', repo: 'tools', folder: '{folder}', other: 'apps' }}
        fetch(`https://api.github.com/repos/${{site.owner}}/${{site.repo}}/contents/${{path}}`)
    """
    return files(code, **{"package.json": json.dumps({"repository": {"url": "git+https://github.com/ada/tools.git"}})})


def test_a_folder_that_is_requested_from_github(tmp_path: Path) -> None:
    (site,) = recognise(write(tmp_path / "own", github("ada")))
    assert pages(site, tmp_path / "own") == ["docs/README.md", "docs/a.md", "docs/deep/b.md"]
    assert recognise(write(tmp_path / "other", github("bob"))) == ()


def test_the_package_alone_has_no_content(tmp_path: Path) -> None:
    code = "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '../../docs'))"
    assert recognise(write(tmp_path, files(code)) / "apps" / "guide") == ()


def test_content_of_another_site_stays_there(tmp_path: Path) -> None:
    code = "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '../../docs'))"
    (site,) = recognise(
        write(tmp_path, files(code, **{"docs/package.json": package("@markdoc/markdoc"), "docs/content/x.md": ""}))
    )
    assert site.folder == tmp_path / "docs"


def test_pages_of_the_package_keep_their_routes(tmp_path: Path) -> None:
    code = "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '../../docs'))"
    guide = {f"apps/guide/{name}": text for name, text in NEXT.items()}
    more = {
        "apps/guide/pages/index.md": '[x](/start) ![x](/logo.png)\n\n{% partial file="foot.md" /%}\n',
        "apps/guide/pages/start.md": '[x](/missing)\n\n{% partial file="feet.md" /%}\n',
        "apps/guide/markdoc/partials/foot.md": "F\n",
        "apps/guide/pages/docs/[...slug].js": "",
        "apps/guide/public/logo.png": "",
        "docs/a.md": "[b](deep/b.md) [c](deep/c.md) [x](/docs/deep/b)\n",
        ".git/HEAD": "",
    }
    root = write(tmp_path, files(code, **{**guide, **more})).resolve()
    found = {(each.code, each.path) for each in problems(root)}
    assert found == {
        ("broken-link", "apps/guide/pages/start.md"),
        ("partial-missing", "apps/guide/pages/start.md"),
        ("broken-link", "docs/a.md"),
    }
    listed = list_pages(Context.at(root), PagesInput()).pages
    assert {each.file: each.url for each in listed} == {
        "apps/guide/pages/index.md": "/",
        "apps/guide/pages/start.md": "/start",
        "docs/README.md": None,
        "docs/a.md": None,
        "docs/deep/b.md": None,
    }


def test_links_are_not_checked_without_a_route_for_the_content(tmp_path: Path) -> None:
    code = "import { show } from './render'\nfs.readdirSync(path.join(process.cwd(), '../../docs'))"
    guide = {f"apps/guide/{name}": text for name, text in NEXT.items()}
    more = {"apps/guide/pages/index.md": "[x](/docs/a)\n", ".git/HEAD": ""}
    assert problems(write(tmp_path, files(code, **{**guide, **more})).resolve()) == []


KEYSTATIC = """
import { config, collection, fields } from '@keystatic/core'
const schema = { title: fields.slug({}), order: fields.integer({}), content: fields.markdoc({}) }
export default config({ collections: {
  parts: collection({ path: 'ui/src/**', slugField: 'title', format: { contentField: 'content' },
    schema: { title: fields.slug({}), order: fields.integer({}), content: fields.markdoc({}) } }),
  guides: collection({ path: 'apps/guide/content/*', slugField: 'title', format: { contentField: 'content' },
    schema: { title: fields.slug({}), order: fields.integer({}), content: fields.markdoc({}) } }),
  others: collection({ path: 'ui/more/*/docs/x', slugField: 'title', schema: {} }),
} })
"""


def test_keystatic_edits_content_outside(tmp_path: Path) -> None:
    more = {
        "apps/guide/package.json": package("@keystatic/core", "@markdoc/markdoc"),
        "apps/guide/keystatic.config.ts": KEYSTATIC,
        "apps/guide/content/start.mdoc": "---\norder: first\n---\n",
        "ui/src/button/index.ts": "",
        "ui/src/button/docs/index.mdoc": "---\norder: second\n---\n",
        "ui/more/a/docs/x.mdoc": "---\norder: third\n---\n",
        ".git/HEAD": "",
    }
    root = write(tmp_path, files("", **more)).resolve()
    (site,) = recognise(root)
    assert pages(site, root) == ["apps/guide/content/start.mdoc", "ui/src/button/docs/index.mdoc"]
    assert [(each.code, each.path) for each in problems(root)] == [
        ("frontmatter-mismatch", "apps/guide/content/start.mdoc"),
        ("frontmatter-mismatch", "ui/src/button/docs/index.mdoc"),
    ]
