"""Which folders are Markdoc sites."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import ASTRO, NEXT, only_site, package, write
from refrakt.project.frameworks.recognition import recognise
from refrakt.project.markdoc_package import is_markdoc_package

TAGGED = "# Page\n\n{% note %}\nText\n{% /note %}\n\n{% image /%}\n\n{% note %}{% /note %}\n"


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"README.md": "# Read me\n"},
        {"package.json": package("react"), "docs/a.md": "text"},
        {"package.json": "{", "docs/a.md": "text"},
        {"package.json": package("@markdoc/markdoc"), "README.md": "a library"},
        {"package.json": package("@keystatic/core"), "content/a.mdx": ""},
        {"page.md": "```\n" + TAGGED + "```\n"},
        {"page.md": TAGGED + "{% if a %}{% endif %}\n"},
        {"page.md": "{% /note %}"},
    ],
)
def test_other_folders_are_not_sites(tmp_path: Path, files: dict[str, str]) -> None:
    assert recognise(write(tmp_path, files)) == ()


def test_a_folder_of_content_is_a_site(tmp_path: Path) -> None:
    site = only_site(tmp_path, {"guide/a.md": TAGGED, "guide/b.md": "", "README.md": "", ".github/x.md": ""})
    assert (site.framework, site.router, site.evidence) == ("content", "none", ("a file contains Markdoc tags",))
    kinds = [site.routes.page_kind(path) for path in ("guide/a.md", "guide/b.md", "README.md", ".github/x.md")]
    assert kinds == ["page", "page", None, None]
    assert not site.routes.known
    assert site.routes.may_serve("/anything")


def test_links_of_a_folder_show_where_it_is_served(tmp_path: Path) -> None:
    names = ["a", "b", "c", "d", "e"]
    links = "".join(f"[{name}](/docs/{name}#x)\n" for name in names)
    files = {f"content/{name}.md": TAGGED + links for name in names}
    site = only_site(tmp_path, files)
    assert site.routes.known
    assert site.routes.url_of("content/a.md") == "/docs/a"
    assert not site.routes.may_serve("/docs/f")
    assert site.routes.may_serve("/pricing")


def test_packages_of_a_monorepo_are_several_sites(tmp_path: Path) -> None:
    files = {
        "package.json": package("turbo"),
        **{f"apps/web/{name}": text for name, text in NEXT.items()},
        "apps/web/pages/index.md": "",
        **{f"apps/blog/{name}": text for name, text in ASTRO.items()},
        "apps/blog/src/content/posts/a.mdoc": "",
        "packages/ui/package.json": package("@markdoc/markdoc"),
        "packages/ui/README.md": "",
    }
    sites = recognise(write(tmp_path, files))
    assert [(site.name, site.folder, site.framework) for site in sites] == [
        ("site", tmp_path / "apps/blog", "astro"),
        ("apps/web", tmp_path / "apps/web", "next"),
    ]


def test_a_site_inside_a_site_has_its_own_files(tmp_path: Path) -> None:
    files = {
        **NEXT,
        "pages/index.md": "",
        "examples/html/package.json": package("@markdoc/markdoc"),
        "examples/html/index.js": "import Markdoc from '@markdoc/markdoc'\nfs.readdirSync(path.join(dir, 'content'))\n",
        "examples/html/content/a.md": "",
    }
    outer, inner = recognise(write(tmp_path, files))
    assert outer.routes.page_kind("examples/html/content/a.md") is None
    assert (inner.framework, inner.routes.page_kind("content/a.md")) == ("markdoc", "page")
    assert inner.routes.page_kind("README.md") is None
    assert tmp_path / "examples/html/index.js" not in outer.watched


@pytest.mark.parametrize("folder", ["node_modules/x", ".cache", "dist", "build", "ignored"])
def test_build_output_and_dependencies_are_skipped(tmp_path: Path, folder: str) -> None:
    files = {f"{folder}/package.json": package("@markdoc/markdoc"), f"{folder}/docs/a.md": TAGGED}
    (tmp_path / ".git").mkdir()
    assert recognise(write(tmp_path, {**files, ".gitignore": "ignored/\n"})) == ()


def test_a_config_of_the_language_server_is_a_site(tmp_path: Path) -> None:
    config = '[{"id": "manual", "path": "content", "routing": {"frontmatter": "route"}, "markdoc": {"slots": true}}]'
    site = only_site(tmp_path, {"markdoc.config.json": config, "content/a.md": "", "README.md": ""})
    assert (site.name, site.framework, site.evidence) == ("manual", "markdoc", ("`markdoc.config.json`",))
    assert site.options.slots
    kinds = {
        path.name: site.routes.page_kind(path.relative_to(site.folder).as_posix()) for path in [site.folder / "a.md"]
    }
    assert kinds == {"a.md": "page"}
    assert site.routes.url_of("a.md", {"route": "/start"}) == "/start"
    assert site.routes.url_of("a.md", {}) is None


def test_a_wrong_config_is_a_problem_of_its_site(tmp_path: Path) -> None:
    (site,) = recognise(write(tmp_path, {**NEXT, "pages/a.md": "", "markdoc.config.json": "[{]"}))
    assert [each.code for each in site.problems] == ["config-syntax"]
    assert site.problems[0].path == str(tmp_path / "markdoc.config.json")


def test_an_empty_config_hides_nothing(tmp_path: Path) -> None:
    (site,) = recognise(write(tmp_path, {**NEXT, "pages/a.md": "", "markdoc.config.json": "[]"}))
    assert (site.framework, site.problems) == ("next", ())


def test_names_are_unique(tmp_path: Path) -> None:
    files = {f"{name}/package.json": package("@markdoc/markdoc") for name in ("a", "b", "c")}
    files |= {f"{name}/content/x.md": "" for name in ("a", "b", "c")}
    assert [site.name for site in recognise(write(tmp_path, files))] == ["site", "b", "c"]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"package.json": package("@markdoc/markdoc")}, True),
        ({"package.json": package("@astrojs/markdoc")}, True),
        ({"package.json": package("react")}, False),
        ({"package.json": ""}, False),
        ({"markdoc.config.mjs": ""}, True),
        ({}, False),
    ],
)
def test_a_package_is_recognised_without_parsing(tmp_path: Path, files: dict[str, str], expected: bool) -> None:
    assert is_markdoc_package(write(tmp_path, files)) is expected


def test_a_package_file_that_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "package.json").mkdir()
    assert not is_markdoc_package(tmp_path)
    assert not is_markdoc_package("a\0b")
