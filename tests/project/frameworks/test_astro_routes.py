"""Astro: pages, content collections and the routes that serve them."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import ASTRO, only_site, package, write
from refrakt.project.frameworks.astro_routes import AstroCollection, AstroConfig, astro_routes
from refrakt.project.frameworks.config_values import astro_config, astro_options
from refrakt.project.frameworks.partials import relative_partial
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.site_files import SiteFiles

SERVING = """---
export async function getStaticPaths() {
  const posts = await getCollection('blog')
  return posts.map((post) => ({ params: { slug: post.id }, props: post }))
}
---
"""
FILES = {
    "src/pages/index.astro": "",
    "src/pages/rss.xml.js": "",
    "src/pages/_hidden.astro": "",
    "src/pages/blog/[slug].astro": SERVING,
    "src/pages/tags/[tag].astro": "const tags = await getCollection('blog')\nparams: { tag: tag.name }",
    "src/content/blog/first.mdoc": "",
    "src/content/blog/plain.md": "---\nslug: renamed\n---\n",
    "public/a.png": "",
}


def model(root: Path) -> RouteModel:
    config = AstroConfig()
    collections = [
        AstroCollection("blog", "src/content/blog", ("**/[^_]*.{md,mdoc}",)),
        AstroCollection("notes", "notes"),
    ]
    return astro_routes(SiteFiles(write(root, FILES)), "", config, collections, starlight=False)


def test_a_collection_without_markdoc_has_no_partials(tmp_path: Path) -> None:
    collections = [
        AstroCollection("posts", "src/content/posts", ("**/[^_]*.{md,mdx}",)),
        AstroCollection("talks", "src/content/posts/talks", ("**/*.mdoc",)),
        AstroCollection("logs", "src/content/logs", ("*.md",)),
        AstroCollection("all", "src/content/all", ("**/*",)),
    ]
    found = astro_routes(SiteFiles(write(tmp_path, FILES)), "", AstroConfig(), collections, starlight=False)
    assert found.page_kind("src/content/logs/old.mdoc") is None
    assert found.page_kind("src/content/posts/talks/_part.mdoc") == "partial"
    assert found.page_kind("src/content/all/_part.mdoc") == "partial"
    assert found.page_kind("src/shared.mdoc") == "partial"


@pytest.mark.parametrize(
    ("url", "served"), [("/list", True), ("/list/2", True), ("/list/2/3", True), ("/other", False)]
)
def test_a_rest_parameter_may_be_empty(tmp_path: Path, url: str, served: bool) -> None:
    files = SiteFiles(write(tmp_path, {"src/pages/list/[...page].astro": "getStaticPaths({ paginate })"}))
    assert astro_routes(files, "", AstroConfig(), [], starlight=False).may_serve(url) is served


@pytest.mark.parametrize(
    ("path", "kind", "url"),
    [
        ("src/content/blog/first.mdoc", "page", "/blog/first"),
        ("src/content/blog/2024/New Post.mdoc", "page", "/blog/2024/new-post"),
        ("src/content/blog/deep/index.mdoc", "page", "/blog/deep"),
        ("src/content/blog/plain.md", None, None),
        ("src/content/blog/_part.mdoc", "partial", None),
        ("src/content/shared.mdoc", "partial", None),
        ("notes/a.mdoc", "page", None),
        ("src/pages/about.mdoc", "page", "/about"),
        ("README.md", None, None),
    ],
)
def test_pages(tmp_path: Path, path: str, kind: str | None, url: str | None) -> None:
    routes = model(tmp_path)
    assert (routes.page_kind(path), routes.url_of(path)) == (kind, url)


def test_the_frontmatter_may_have_a_slug(tmp_path: Path) -> None:
    assert model(tmp_path).url_of("src/content/blog/first.mdoc", {"slug": "other"}) == "/blog/other"


@pytest.mark.parametrize(
    ("url", "served"),
    [
        ("/", True),
        ("/blog/renamed", True),
        ("/blog/missing", False),
        ("/tags/any", True),
        ("/a.png", True),
        ("/_hidden", False),
        ("/rss.xml", True),
    ],
)
def test_what_else_may_serve_a_url(tmp_path: Path, url: str, served: bool) -> None:
    assert model(tmp_path).may_serve(url) is served


def test_values_of_the_config() -> None:
    values = {
        "base": "docs/",
        "redirects": {"/old": "/new", "/a/[...x]": {"destination": "/b/[...x]", "status": 301}},
        "i18n": {"locales": ["en", "fr"], "defaultLocale": "en", "fallback": {"fr": "en"}},
        "trailingSlash": "always",
    }
    config = astro_config(values, None)
    assert (config.base, config.trailing_slash, config.fallbacks) == ("/docs", True, (("fr", "en"),))
    assert [(each.pattern.source, each.destination) for each in config.redirects] == [
        ("/old", "/new"),
        ("/a/[...x]", None),
    ]
    routes = RouteModel(known=True, fallbacks=config.fallbacks, redirects=config.redirects)
    assert "/en/a" in routes.lookups("/fr/a")
    assert routes.may_serve("/a/b/c")


def test_starlight_shows_the_default_language() -> None:
    config = astro_config({}, {"defaultLocale": "en", "locales": {"en": {}, "fr": {}}})
    assert RouteModel(locales=config.locales, fallbacks=config.fallbacks).lookups("/fr/a") == ("/fr/a", "/a", "/en/a")


def test_a_plugin_may_add_routes_of_its_name(tmp_path: Path) -> None:
    config = ASTRO["astro.config.mjs"].replace("import markdoc", "import news from 'starlight-blog'\nimport markdoc")
    files = {**ASTRO, "astro.config.mjs": config, "src/pages/index.astro": "", "src/content/docs/a.mdoc": ""}
    routes = only_site(tmp_path, files).routes
    assert routes.may_serve("/blog/first")
    assert routes.may_serve("/blog")
    assert not routes.may_serve("/blogger")
    assert not routes.may_serve("/docs/missing")


@pytest.mark.parametrize("ending", ["mdoc", "mdx"])
def test_the_first_page_of_starlight(tmp_path: Path, ending: str) -> None:
    package_file = {"package.json": package("astro", "@astrojs/markdoc", "@astrojs/starlight")}
    entries = {f"src/content/docs/index.{ending}": "", "src/content/docs/guide/index.mdoc": ""}
    routes = only_site(tmp_path, {**ASTRO, **package_file, **entries}).routes
    assert routes.url_of("src/content/docs/guide/index.mdoc") == "/guide"
    served = {routes.url_of("src/content/docs/index.mdoc")} if ending == "mdoc" else routes.code_routes
    assert "/" in served


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, (True, False, False)),
        ({"ignoreIndentation": True}, (True, True, False)),
        ({"allowHTML": True}, (True, True, True)),
    ],
)
def test_options(given: dict[str, bool], expected: tuple[bool, bool, bool]) -> None:
    options = astro_options(given)
    assert (options.allowComments, options.allowIndentation, options.allowHTML) == expected


def test_a_site_is_recognised(tmp_path: Path) -> None:
    site = only_site(
        tmp_path, {**ASTRO, "src/content/docs/a.mdoc": "", "src/content/docs/_b.mdoc": "", "README.md": ""}
    )
    assert (site.framework, site.router, site.endings, site.slug_rules) == ("astro", "astro", (".mdoc",), ("github",))
    assert site.relative_partials
    assert site.relative_partials
    assert relative_partial("src/content/docs/a.mdoc", "./_b.mdoc") == "src/content/docs/_b.mdoc"


def test_the_destination_of_a_redirect_is_not_served_by_that(tmp_path: Path) -> None:
    config = (
        "import markdoc from '@astrojs/markdoc'\n"
        "export default { redirects: { '/old/': '/gone/', '/older': '/page' }, integrations: [markdoc()], bar: ['/page'] }\n"
    )
    links = "[a](/gone/) [b](/old/) [c](/page) [d](/older)\n"
    files = {**ASTRO, "astro.config.mjs": config, "src/pages/index.mdoc": links}
    routes = only_site(tmp_path, files).routes
    served = {url: routes.may_serve(url) for url in ("/gone", "/old", "/page", "/older", "/other")}
    assert served == {"/gone": False, "/old": True, "/page": True, "/older": True, "/other": False}
