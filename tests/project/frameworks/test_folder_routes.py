"""Dynamic routes that serve the files of a content folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import only_site, package, write
from project.test_plain_sites import problems

ROUTE = """\
import { notFound } from 'next/navigation'
import { getDocument } from '@/lib/content'
export default async function Page({ params }) {
  const found = getDocument((await params).slug)
  if (!found) notFound()
  return found
}
"""
CONTENT = """\
import fs from 'fs'
import path from 'path'
const FOLDER = path.join(process.cwd(), 'content')
export const getDocument = (slug = []) => {
  if (slug[0] === 'special') return 'A page of code'
  const file = path.join(FOLDER, ...slug) + '.md'
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf-8') : null
}
"""
NAMES = [f"page-{number}" for number in range(12)]
LINKS = "".join(f"[{name}](/guide/{name})\n" for name in NAMES)
PAGES = {f"content/guide/{name}.md": f"# {name}\n" for name in NAMES}
FILES = {
    "package.json": package("next", "@markdoc/markdoc"),
    "next.config.js": "module.exports = {}\n",
    "app/[[...slug]]/page.tsx": ROUTE,
    "lib/content.ts": CONTENT,
    "content/index.md": LINKS + "\n[a](/guide/absent) [b](/special/page) [c](/guide/PAGE-1)\n",
    **PAGES,
}
ABSENT = "no page is served at '/guide/absent'"


def messages(root: Path, files: dict[str, str]) -> list[str]:
    found = problems(write(root, files).resolve())
    return [each.message.partition(";")[0] for each in found if each.code == "broken-link"]


def test_a_link_to_no_file_is_broken(tmp_path: Path) -> None:
    assert messages(tmp_path, FILES) == [ABSENT]


def test_a_page_that_is_added_is_found(tmp_path: Path) -> None:
    site = only_site(tmp_path, FILES)
    assert "content/guide/absent.md" in list(site.routes.page_files("/guide/absent"))
    assert messages(tmp_path, {**FILES, "content/guide/absent.md": ""}) == []


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("app/[[...slug]]/page.tsx", "if (!found) notFound()", ""),
        ("app/[[...slug]]/page.tsx", "if (!found)", "if (old) redirect('/other')\n  if (!found)"),
        ("lib/content.ts", "return fs.", "return fetch(`https://cms.example/${slug}`) ?? fs."),
        ("lib/content.ts", "'special'", "'guide'"),
        ("lib/content.ts", "path.join(process.cwd(), 'content')", "process.env.FOLDER"),
        ("lib/content.ts", "return 'A page of code'", "return path.resolve('app/pages')"),
        ("content/guide/page-3.md", "#", "---\nslug: /guide/absent\n---\n#"),
        ("content/index.md", "[page-", "[x](/guide/x) [y](/guide/y)\n[page-"),
    ],
)
def test_other_code_may_serve_anything(tmp_path: Path, path: str, old: str, new: str) -> None:
    assert old in FILES[path]
    files = {**FILES, path: FILES[path].replace(old, new, 1), "app/pages/a.md": ""}
    assert messages(tmp_path, files) == []


def test_a_version_before_the_rest(tmp_path: Path) -> None:
    route = ROUTE.replace("if (!found)", "if (!known) redirect(`/latest/${rest}`)\n  if (!found)")
    first = {path.replace("content/", "content/v1/"): text for path, text in PAGES.items()}
    files = {key: text for key, text in FILES.items() if not key.startswith(("content/", "app/"))}
    links = LINKS + "[new](/guide/new) [a](/guide/absent) [old](/v1/guide/page-1) [b](/latest/guide/page-2)\n"
    pages = {**first, "content/v2/index.md": links, "content/v2/guide/new.md": ""}
    assert messages(tmp_path, {**files, **pages, "app/[version]/[...slug]/page.tsx": route}) == [ABSENT]


def test_content_outside_of_the_package_may_be_served_as_well(tmp_path: Path) -> None:
    blog = {"app/blog/[id]/page.tsx": "export default () => null\n"}
    package_files = {f"apps/site/{path}": text for path, text in {**FILES, **blog}.items()}
    more = "import Markdoc from '@markdoc/markdoc'\nimport path from 'path'\nconst more = path.resolve('../../docs')\n"
    files = {**package_files, ".git/HEAD": "", "apps/site/lib/more.ts": more, "docs/guide/b.md": ""}
    assert messages(tmp_path, files) == []


def test_imports_from_the_top_of_the_site(tmp_path: Path) -> None:
    files = {**FILES, "app/[[...slug]]/page.tsx": ROUTE.replace("@/lib/content", "lib/content")}
    assert messages(tmp_path, files) == [ABSENT]


# One segment ------------------------------------------------------------------------------------------------------

SHARED = """\
import { notFound } from 'next/navigation'
import { getEntry } from '@/lib/content'
export const Entry = ({ section, slug }) => getEntry(section, slug) ?? notFound()
"""
ENTRIES = """\
import fs from 'fs'
import path from 'path'
const FOLDER = path.join(process.cwd(), 'content', 'entries')
export const getEntry = (section, slug) => {
  const file = path.join(FOLDER, section, slug, 'index.md')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf-8') : null
}
"""


def single(section: str) -> str:
    return f"import {{ Entry }} from '@/components/Entry'\nexport default (p) => <Entry section='{section}' slug={{p.slug}} />\n"


SINGLE = {
    **{name: FILES[name] for name in ("package.json", "next.config.js")},
    "app/guide/[slug]/page.tsx": single("guide"),
    "app/term/[slug]/page.tsx": single("term"),
    "components/Entry.tsx": SHARED,
    "lib/content.ts": ENTRIES,
    "content/entries/guide/start/index.md": LINKS + "[a](/guide/absent) [b](/term/absent)\n",
    "content/entries/term/word/index.md": "# Word\n",
    **{f"content/entries/guide/{name}/index.md": f"# {name}\n" for name in NAMES},
}


def test_routes_that_share_a_component_serve_the_folders_of_their_names(tmp_path: Path) -> None:
    more = {f"content/entries/term/t{number}/index.md": "# Term\n" for number in range(12)}
    links = "".join(f"[t](/term/t{number})\n" for number in range(12))
    files = {**SINGLE, **more, "content/entries/term/word/index.md": links}
    assert messages(tmp_path, files) == [ABSENT, "no page is served at '/term/absent'"]


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("components/Entry.tsx", "?? notFound()", ""),
        ("lib/content.ts", "return fs.", "return prisma.entry.find(slug) ?? fs."),
        ("lib/content.ts", "'content', 'entries'", "'content', 'other'"),
    ],
)
def test_a_component_may_serve_anything(tmp_path: Path, path: str, old: str, new: str) -> None:
    files = {**SINGLE, path: SINGLE[path].replace(old, new, 1), "content/other/a.md": "# A\n"}
    assert messages(tmp_path, files) == []


def test_a_route_with_another_name_than_its_folder_is_not_known(tmp_path: Path) -> None:
    moved = {name.replace("app/guide", "app/help"): text.replace("/guide/", "/help/") for name, text in SINGLE.items()}
    assert messages(tmp_path, moved) == []


@pytest.mark.parametrize(("broken", "expected"), [(20, 20), (60, 0)])
def test_many_links_support_routes_with_the_names_of_folders(tmp_path: Path, broken: int, expected: int) -> None:
    names = [f"guide-{number}" for number in range(110)]
    pages = {f"content/entries/guide/{name}/index.md": f"# {name}\n" for name in names}
    links = [f"[{name}](/guide/{name})\n" for name in (*names, *(f"absent-{number}" for number in range(broken)))]
    kept = {name: text for name, text in SINGLE.items() if not name.startswith("content/")}
    files = {**kept, **pages, "content/entries/guide/start/index.md": "".join(links)}
    assert len(messages(tmp_path, files)) == expected
