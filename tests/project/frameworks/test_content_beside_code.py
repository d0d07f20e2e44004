"""Markdoc files in the app router of Next.js, beside the catch-all route that reads them."""

from __future__ import annotations

from pathlib import Path

from site_rules.site_checks import read_files, site_in

SITE = """\
-- package.json --
{"name": "site", "dependencies": {"next": "15", "@markdoc/markdoc": "0.5.10"}}
-- next.config.js --
module.exports = {}
-- data/post.md --
{% note %}x{% /note %}
-- app/docs/start.mdoc --
# Start
-- app/docs/schema/index.mdoc --
# Schema
-- app/other/start.mdoc --
# Other
-- app/docs/README.md --
# Not Markdoc
"""


def pages(folder: Path, route: str) -> dict[str, str | None]:
    index = site_in(folder, {**read_files(SITE), route: "export default function Page() {}\n"})
    return {path: entry.url for path, entry in index.entries.items() if path.startswith("app/")}


def test_files_beside_a_catch_all_route_are_pages_without_a_known_url(tmp_path: Path) -> None:
    found = pages(tmp_path, "app/docs/[...slug]/page.tsx")
    assert found == {"app/docs/start.mdoc": None, "app/docs/schema/index.mdoc": None}


def test_another_route_does_not_read_them(tmp_path: Path) -> None:
    assert pages(tmp_path, "app/docs/page.tsx") == {}


def translated(folder: Path, code: str) -> list[str]:
    files = {"app/[lang]/docs/start/page.en.md": "# Start\n", "app/[lang]/docs/[...slug]/page.tsx": code}
    index = site_in(folder, {**read_files(SITE), **files})
    return [path for path in index.entries if path.startswith("app/[lang]")]


def test_code_that_names_its_own_folder_reads_all_files_in_it(tmp_path: Path) -> None:
    code = (
        "import fs from 'fs'\nimport path from 'path'\n"
        "const file = path.join(process.cwd(), 'app/[lang]/docs', slug, `page.${lang}.md`)\n"
    )
    assert translated(tmp_path / "named", code) == ["app/[lang]/docs/start/page.en.md"]
    assert translated(tmp_path / "other", code.replace("'app/[lang]/docs'", "folder")) == []
