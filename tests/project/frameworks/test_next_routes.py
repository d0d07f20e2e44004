"""Next.js: pages router, app router, and what else may serve a URL."""

from __future__ import annotations

from pathlib import Path

import pytest

from project.frameworks.site_folder import NEXT, only_site, write
from refrakt.project.frameworks.next_routes import NextConfig, next_routes
from refrakt.project.frameworks.route_model import RouteModel
from refrakt.project.frameworks.site_files import SiteFiles
from refrakt.project.index.link_target import Target, parse_target, routed_target


def model(root: Path, files: dict[str, str], config: NextConfig | None = None) -> RouteModel:
    config = config or NextConfig(extensions=("tsx", "js", "md"))
    return next_routes(SiteFiles(write(root, files)), "", config)


@pytest.mark.parametrize(
    ("path", "kind", "url"),
    [
        ("pages/index.md", "page", "/"),
        ("pages/docs/index.md", "page", "/docs"),
        ("pages/docs/setup.md", "page", "/docs/setup"),
        ("pages/docs/README.md", "page", "/docs/README"),
        ("pages/docs/build/a.md", "page", "/docs/build/a"),
        ("pages/docs/setup.mdoc", None, None),
        ("pages/_app.md", None, None),
        ("pages/[slug].md", "page", None),
        ("README.md", None, None),
        ("docs/old.md", None, None),
        (".github/x.md", None, None),
    ],
)
def test_the_pages_router(tmp_path: Path, path: str, kind: str | None, url: str | None) -> None:
    routes = model(tmp_path, {"pages/index.md": ""})
    assert (routes.page_kind(path), routes.url_of(path)) == (kind, url)


@pytest.mark.parametrize(
    ("path", "kind", "url"),
    [
        ("src/app/page.md", "page", "/"),
        ("src/app/(docs)/guide/page.md", "page", "/guide"),
        ("src/app/guide/@panel/page.md", "page", "/guide"),
        ("src/app/_drafts/page.md", None, None),
        ("src/app/guide/notes.md", None, None),
        ("src/app/[slug]/page.md", "page", None),
        ("app/page.md", None, None),
    ],
)
def test_the_app_router(tmp_path: Path, path: str, kind: str | None, url: str | None) -> None:
    routes = model(tmp_path, {"src/app/page.md": ""})
    assert (routes.page_kind(path), routes.url_of(path)) == (kind, url)


FILES = {
    "pages/index.md": "",
    "pages/about.tsx": "",
    "pages/api/search.js": "",
    "pages/users/[id].tsx": "",
    "pages/_document.tsx": "",
    "app/feed/route.js": "",
    "app/(shop)/cart/page.tsx": "",
    "app/sitemap.js": "",
    "public/logo.png": "",
    "public/spec.html": "",
    "public/demo/index.html": "",
    "public/_redirects": "/gone /about 301\n/wiki/* https://wiki.example/:splat\n",
    "vercel.json": '{"redirects": [{"source": "/v1/:path*", "destination": "/v2/:path*"}]}',
    "netlify.toml": '[[redirects]]\nfrom = "/blog/*"\nto = "/news/:splat"\n',
    "public/staticwebapp.config.json": '{"routes": [{"route": "/azure/*", "redirect": "/a"}, {"route": "/open"}]}',
    "deploy/nginx.conf": (
        "server {\n  location = /search { proxy_pass http://x; }\n  location / { root /srv; }\n"
        "  rewrite ^/moved/(.*)$ /about permanent;\n}\n"
    ),
    "public/.htaccess": "RewriteEngine On\nRedirect 301 /shop https://shop.example\nRewriteRule ^ index.php [L]\n",
    "Caddyfile": "example.com {\n  handle_path /status/* {\n  }\n}\n",
    "serve.json": '{"redirects": [{"source": "/served", "destination": "/a"}]}',
    ".gitignore": "public/generated/\n",
    "middleware.js": "import table from './moved'\nexport default (r) => NextResponse.redirect(table[r.url] ?? '/help')\n",
    "moved.js": "export default { '/docs/old-name': '/docs/new-name' }\n",
}


@pytest.mark.parametrize(
    ("url", "served"),
    [
        ("/about", True),
        ("/about/", True),
        ("/about#team", True),
        ("/api/search", True),
        ("/api/other", False),
        ("/users/1", True),
        ("/users", False),
        ("/feed", True),
        ("/cart", True),
        ("/sitemap.xml", True),
        ("/logo.png", True),
        ("/missing.png", False),
        ("/search", True),
        ("/moved/a", True),
        ("/shop/a", True),
        ("/status/a", True),
        ("/srv", False),
        ("/spec.html", True),
        ("/demo", True),
        ("/generated/a.png", True),
        ("/gone", True),
        ("/wiki/a/b", True),
        ("/v1/a", True),
        ("/blog/a", True),
        ("/azure/a/b", True),
        ("/open", False),
        ("/served", True),
        ("/docs/old-name", True),
        ("/help/me", True),
        ("/missing", False),
        ("/_document", False),
    ],
)
def test_what_else_may_serve_a_url(tmp_path: Path, url: str, served: bool) -> None:
    assert model(tmp_path, FILES).may_serve(url) is served


def test_a_base_path_is_optional_in_links(tmp_path: Path) -> None:
    routes = model(tmp_path, {"pages/a.md": ""}, NextConfig(extensions=("md",), base="/docs", locales=("en", "fr")))
    assert routes.lookups("/docs/a") == ("/docs/a", "/a")
    assert "/a" in routes.lookups("/fr/a/")
    assert "/a" in routes.lookups("/docs/fr/a")
    assert routes.lookups("/docsa") == ("/docsa",)


def test_images_of_a_site_without_static_files_are_unknown(tmp_path: Path) -> None:
    routes = model(tmp_path, {"pages/a.md": ""})
    assert (routes.may_serve("/logo.png"), routes.may_serve("/logo")) == (True, False)


def test_a_redirect_has_a_destination(tmp_path: Path) -> None:
    routes = model(tmp_path, FILES)
    assert routes.redirect_of("/gone/") == "/about"
    assert routes.redirect_of("/v1/a") is None
    assert routes.redirect_of("/about") is None


def test_a_relative_link_may_mean_a_url_or_a_file(tmp_path: Path) -> None:
    def found(routes: RouteModel, link: str) -> Target:
        return routed_target(parse_target(link, "/docs/a", "pages/docs", "/"), routes, "pages/docs")

    routes = model(tmp_path, FILES)
    target = found(routes, "../b#c")
    assert target.candidates[:2] == ("/b", "/docs/b")
    assert target.files[:2] == ("pages/b", "pages/b.md")
    assert "src/assets/a.png" in found(routes, "~/assets/a.png").files
    assert "pages/docs/b.mdoc" in found(routes, "b.html").files
    assert found(routes, "../../../b").files == ()
    with_slash = model(tmp_path, FILES, NextConfig(trailing_slash=True))
    assert found(with_slash, "b").candidates[0] == "/docs/a/b"


@pytest.mark.parametrize(
    ("urls", "middleware", "expected"),
    [
        (["/en/a", "/de/a"], (), ("de", "en")),
        (["/en/a", "/pt-BR/a", "/js/b"], (), ("en", "pt-BR")),
        (["/en/a", "/de/b", "/a"], (), ()),
        (["/en/a"], (), ()),
        (["/en/a"], ("en",), ("en",)),
        (["/docs/a", "/blog/a"], (), ()),
    ],
)
def test_folders_of_translations_are_languages(
    urls: list[str], middleware: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    routes = RouteModel(middleware=frozenset(middleware)).with_languages(urls)
    assert routes.languages == expected


def test_a_page_in_any_language_may_be_meant() -> None:
    routes = RouteModel(base="/docs", languages=("de", "en"))
    assert routes.lookups("/docs/a") == ("/docs/a", "/a", "/de/docs/a", "/en/docs/a", "/de/a", "/en/a")


def test_a_site_is_recognised(tmp_path: Path) -> None:
    site = only_site(tmp_path, {**NEXT, "pages/index.md": "", "README.md": "", "public/a.png": ""})
    assert (site.name, site.framework, site.router, site.endings) == ("site", "next", "pages", (".md",))
    assert site.static_folders == ("public",)
    assert site.evidence == (
        "`package.json` depends on `@markdoc/markdoc`",
        "`package.json` depends on `@markdoc/next.js`",
        "`next.config.js`",
    )
    assert tmp_path / "next.config.js" in site.watched
