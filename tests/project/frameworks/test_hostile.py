"""Hostile projects: nothing outside of the repository is read, everything ends, and nothing raises."""

from __future__ import annotations

import os
import random
from pathlib import Path
from time import monotonic

import pytest

from project.frameworks.site_folder import ASTRO, NEXT, package, write
from refrakt.project.folder_scan import FolderScan
from refrakt.project.frameworks.recognition import recognise
from refrakt.project.frameworks.site_files import SiteFiles
from refrakt.project.markdoc_package import LARGEST_PACKAGE, is_markdoc_package

SECONDS = 20


def test_links_out_of_the_project_are_not_followed(tmp_path: Path) -> None:
    outside = write(
        tmp_path / "outside", {"secret.js": "secret", "docs/a.md": "", "package.json": package("@markdoc/markdoc")}
    )
    root = write(tmp_path / "root", {**NEXT, "pages/a.md": ""})
    for name in ("markdoc", "public", "content"):
        (root / name).symlink_to(outside, target_is_directory=True)
    (root / "middleware.js").symlink_to(outside / "secret.js")
    (root / "pages" / "b.md").symlink_to(outside / "docs" / "a.md")
    files = SiteFiles(root)
    assert [path for path in files.paths if "b.md" in path or "secret" in path or "middleware" in path] == []
    assert files.text("../outside/secret.js") is None
    assert files.text("middleware.js") is None
    (site,) = recognise(root)
    assert site.static_folders == ()
    assert [path for path in site.watched if path.is_relative_to(outside)] == []


def test_a_link_is_not_a_package(tmp_path: Path) -> None:
    write(tmp_path, {"real.json": package("@markdoc/markdoc")})
    (tmp_path / "package.json").symlink_to(tmp_path / "real.json")
    assert not is_markdoc_package(tmp_path)


def test_pipes_and_large_files_are_not_read(tmp_path: Path) -> None:
    root = write(tmp_path, {**NEXT, "pages/a.md": "", "vercel.json": "[" * 5_000_000})
    os.mkfifo(root / "middleware.js")
    (site,) = recognise(root)
    assert site.routes.middleware == frozenset()
    (root / "package.json").write_bytes(b" " * LARGEST_PACKAGE + b'"@markdoc/markdoc"')
    assert not is_markdoc_package(root)


def test_a_listing_that_was_cut_off_makes_every_url_possible(tmp_path: Path) -> None:
    root = write(tmp_path, {**NEXT, **{f"pages/{number}.md": "" for number in range(30)}})
    sites = recognise(root, FolderScan(entries=20))
    assert all(site.routes.may_serve("/missing") for site in sites)


def test_a_deep_tree_ends(tmp_path: Path) -> None:
    deep = "/".join(["a"] * 200)
    root = write(tmp_path, {**NEXT, f"pages/{deep}/b.md": "", "pages/" + "[...x]/" * 50 + "c.tsx": ""})
    (site,) = recognise(root)
    assert site.routes.url_of(f"pages/{deep}/b.md") == f"/{deep}/b"
    assert site.routes.may_serve("/x" * 100 + "/c")


TEXTS = [
    "",
    "\0",
    "\ufeff{}",
    "{" * 10_000,
    "[" * 200,
    "`" * 50_000,
    "'\\" * 20_000,
    "/*" * 20_000,
    "getCollection(" * 5_000,
    "export default {" * 2_000,
    "module.exports = withMarkdoc(" * 2_000,
    "path.join(" * 5_000,
    "path: '" * 5_000,
    "{% /" * 20_000,
    '[{"path": "' + "a" * 10_000 + '"}]',
    '[{"path": "\\u0000"}]',
    '{"dependencies": {"@markdoc/markdoc": {"a": 1}}, "name": 5}',
    "[[redirects]]\nfrom = 1\n",
    "/a " * 1_000,
    "from = " + "[" * 5_000,
]
NAMES = [
    *("package.json", "next.config.js", "astro.config.mjs", "markdoc.config.json", "markdoc.config.mjs", "vercel.json"),
    *(
        "netlify.toml",
        "public/_redirects",
        "middleware.ts",
        "keystatic.config.ts",
        "src/content.config.ts",
        ".gitignore",
    ),
    *(
        "pages/a.md",
        "src/pages/[...slug].astro",
        "src/content/docs/a.mdoc",
        "markdoc/tags.js",
        "yarn.lock",
        "tsconfig.json",
    ),
]


@pytest.mark.parametrize("seed", range(12))
def test_no_files_raise_or_take_long(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    files = {**chance.choice([NEXT, ASTRO]), "pages/b.md": "", "src/content/docs/b.mdoc": ""}
    files |= {name: chance.choice(TEXTS) for name in chance.sample(NAMES, 8)}
    started = monotonic()
    for site in recognise(write(tmp_path, files)):
        for path in ("pages/b.md", "../x", "/", "", "a\0b"):
            site.routes.page_kind(path)
            site.routes.url_of(path, {"slug": ["x"]})
        for url in ("/", "", "//", "/a%", "/" + "a/" * 500, "/%00"):
            site.routes.may_serve(url)
            site.routes.redirect_of(url)
            list(site.routes.file_candidates("pages", url))
    assert monotonic() - started < SECONDS


def test_bytes_that_are_not_text(tmp_path: Path) -> None:
    root = write(tmp_path, {**NEXT, "pages/a.md": ""})
    for name in ("next.config.js", "vercel.json", "markdoc.config.json", "middleware.js"):
        (root / name).write_bytes(bytes(range(256)) * 10)
    assert len(recognise(root)) == 1
