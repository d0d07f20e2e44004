"""Pages in layouts: slots, regions, chrome and computed navigation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import elements, text_of
from refrakt.theme.layout_config import (
    Chrome,
    ClassModifier,
    Computed,
    LayoutConfig,
    LayoutPage,
    LayoutSlot,
    LinkedPage,
    SlotWrapper,
    TocHeading,
    without_search,
)
from refrakt.theme.layout_transform import layout_transform, long_date
from refrakt.theme.layouts import LAYOUTS, layout_of
from refrakt.theme.theme_config import ThemeConfig
from refrakt.theme.theme_html import theme_html
from theme.theme_checks import el


def group(title: str, *items: Renderable) -> Tag:
    return el("section", el("h2", title), el("ul", *items), data_rune="nav-group")


def item(url: str, text: str) -> Tag:
    return el("li", el("div", el("a", text, href=url)), data_rune="nav-item")


START = group("Start", item("/docs/install", "Install"), item("/docs/use/", "Use"))
NAV: list[Renderable] = [el("rf-nav", START, item("/blog", "Blog"))]
PAGE = LayoutPage(
    el("article", "text"),
    "/docs/use",
    "Use it",
    {"date": "2026-01-05", "tags": ["tea", 5]},
    {"header": ["top"], "nav": NAV},
    (TocHeading(1, "Use it", "use-it"), TocHeading(2, "First", "first"), TocHeading(3, "Then", "then")),
    (LinkedPage("/docs/install", "Install it"), LinkedPage("/docs/use", "Use it")),
)
THEME = ThemeConfig()


def rendered(layout: str | LayoutConfig, page: LayoutPage = PAGE, **theme: Any) -> str:
    found = layout_of(layout) if isinstance(layout, str) else layout
    return theme_html(layout_transform(found, page, replace(THEME, **theme)))


def test_every_layout_shows_the_content_and_is_valid() -> None:
    for name, layout in LAYOUTS.items():
        result = layout_transform(layout, PAGE, THEME)
        assert result.attributes["data-layout"] == name
        assert result.attributes["class"] == f"rf-layout-{name}"
        assert "<article>text</article>" in theme_html(result)
        names = [each.attributes["data-name"] for each in elements(result) if "data-name" in each.attributes]
        assert len(names) == len(set(names))


def test_a_page_without_regions() -> None:
    bare = LayoutPage("text")
    assert rendered("default", bare) == (
        '<div data-layout="default" class="rf-layout-default" data-layout-behaviors="mobile-menu search theme-toggle">'
        '<main class="rf-page-content" data-pagefind-body="">text</main></div>'
    )
    assert "rf-docs-sidebar" not in rendered("docs", bare)
    assert rendered("unknown", bare) == rendered("default", bare)


def test_regions_are_shown_and_repeated_in_the_menu() -> None:
    html = rendered("default")
    assert '<div class="rf-header__inner">top<button' in html
    assert '<nav class="rf-mobile-panel__nav">top</nav>' in html
    assert "rf-footer" not in html


def test_chrome_has_sanitised_drawings_and_translated_texts() -> None:
    html = rendered("default", strings={"layout.search": "Suche", "layout.navigationMenu": "Menü"})
    assert 'aria-label="Suche"' in html
    assert ">Suche</span>" in html
    assert 'role="dialog" aria-label="Menü"' in html
    assert "<svg " in html
    hostile = Chrome("b", svg="<svg onload='x'><script>x</script></svg>")
    layout = LayoutConfig("x", {"a": LayoutSlot("div", children=(hostile,))})
    assert '<b data-raw-html="true"><svg></svg></b>' in rendered(layout)


def test_a_site_without_search() -> None:
    for layout in LAYOUTS.values():
        assert "search" in rendered(layout)
        assert "search" not in rendered(without_search(layout))
        assert "theme-toggle" in rendered(without_search(layout))


def test_an_article_shows_its_frontmatter() -> None:
    html = rendered("blog-article")
    assert '<h1 data-name="title" class="rf-blog-article__title">Use it</h1>' in html
    assert '<time data-name="date" datetime="2026-01-05">January 5, 2026</time>' in html
    assert '<span class="rf-blog-article__tag">tea</span><span class="rf-blog-article__tag">5</span>' in html
    assert "rf-blog-article__author" not in html
    assert '<div class="rf-blog-article__body" data-pagefind-body="" data-reading="prose">' in html
    assert "rf-blog-article__meta" not in rendered("blog-article", replace(PAGE, frontmatter={"tags": "tea"}))


@pytest.mark.parametrize(
    ("written", "shown"),
    [("2026-12-31", "December 31, 2026"), ("2026-02-30", "2026-02-30"), ("soon", "soon"), ("", "")],
)
def test_dates(written: str, shown: str) -> None:
    assert long_date(written) == shown


def test_the_breadcrumb_names_the_group_of_the_page() -> None:
    html = rendered("docs")
    assert '<span class="rf-docs-breadcrumb-category">Start</span><span class="rf-docs-breadcrumb-sep">›</span>' in html
    ungrouped = rendered("docs", replace(PAGE, url="/blog", title="Blog"))
    assert "rf-docs-breadcrumb-category" not in ungrouped
    assert '<span class="rf-docs-breadcrumb-page">Blog</span>' in ungrouped


def test_the_headings_of_the_page() -> None:
    html = rendered("docs")
    assert '<div class="rf-docs-content__inner rf-docs-content__inner--has-toc">' in html
    assert '<li class="rf-on-this-page__item" data-level="3"><a href="#then">Then</a></li>' in html
    assert "#use-it" not in html
    for page in (replace(PAGE, frontmatter={"toc": False}), replace(PAGE, headings=PAGE.headings[:2])):
        assert "on-this-page" not in rendered("docs", page)


def test_known_sections_are_preferred_in_a_plan() -> None:
    known = (
        TocHeading(2, "Scope", "scope", "Scope"),
        TocHeading(2, "Notes", "notes"),
        TocHeading(2, "Work", "work", "Work"),
    )
    assert "#notes" not in rendered("plan", replace(PAGE, headings=known))
    assert "#then" in rendered("plan")


def prev_next(
    url: str, nav: list[Renderable] = NAV, pages: tuple[LinkedPage, ...] = PAGE.pages
) -> list[tuple[str, str]]:
    layout = LayoutConfig(
        "x", {"a": LayoutSlot("div", source="computed:links")}, computed={"links": Computed("prev-next", region="nav")}
    )
    result = layout_transform(layout, replace(PAGE, url=url, regions={"nav": nav}, pages=pages), THEME)
    return [(str(each.attributes["href"]), text_of(each)) for each in elements(result) if each.name == "a"]


def test_neighbours_in_the_navigation() -> None:
    assert prev_next("/docs/install") == [("/docs/use", "NextUse it")]
    assert prev_next("/docs/use/") == [("/docs/install", "PreviousInstall it"), ("/blog", "NextBlog")]
    assert prev_next("/elsewhere") == []
    assert prev_next("/docs/install", []) == []


def test_neighbours_of_slugs_that_are_not_resolved() -> None:
    nav = [
        el("li", "use", data_rune="nav-item", data_slug="use"),
        el("li", el("span", "install", data_field="slug"), data_rune="nav-item"),
    ]
    assert prev_next("/docs/use", [el("ul", *nav)]) == [("/docs/install", "NextInstall it")]


def test_versions_of_a_page() -> None:
    pages = tuple(
        LinkedPage(f"/v{number}", version=f"v{number}", version_group="g", draft=number == 3)
        for number in (10, 2, 3, 1)
    )
    page = replace(PAGE, url="/v2", frontmatter={"version": "v2", "versionGroup": "g"}, pages=pages)
    html = rendered("docs", page, strings={"core.versionSwitcher.label": "Fassung"})
    assert (
        '<option value="/v1">v1</option><option value="/v2" selected="">v2</option><option value="/v10">v10</option>'
        in html
    )
    assert ">Fassung</label>" in html
    assert "version-switcher" not in rendered("docs", replace(page, pages=pages[:1]))
    assert "version-switcher" not in rendered("docs", replace(page, frontmatter={"version": "v2"}))


def test_conditions_modifiers_and_wrappers() -> None:
    slot = LayoutSlot(
        "div",
        "box",
        "region:side",
        children=("text", LayoutSlot("p", source="region:none", conditional=True), LayoutSlot("i", frontmatter="hero")),
        region_modifier=ClassModifier("side", "wide"),
        wrapper=SlotWrapper("section", "inner", ClassModifier("toc", "with-toc")),
    )
    layout = LayoutConfig(
        "x", {"a": slot, "b": LayoutSlot("div", region="none")}, computed={"toc": Computed("toc")}, tag="body"
    )
    page = replace(PAGE, regions={"side": ["aside"]})
    assert theme_html(layout_transform(layout, page, THEME)) == (
        '<body data-layout="x" class="rf-layout-x"><div class="box box--wide"><section class="inner inner--with-toc">asidetext'
        "</section></div></body>"
    )
    assert "<i></i>" in theme_html(layout_transform(layout, replace(page, frontmatter={"hero": True}), THEME))
