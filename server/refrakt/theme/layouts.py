"""The layouts of the default theme: `default`, `docs`, `blog-article` and `plan`."""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.theme.layout_config import (
    Chrome,
    ClassModifier,
    Computed,
    FromPage,
    Iteration,
    LayoutConfig,
    LayoutSlot,
    SlotWrapper,
)

_STROKES = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"'


def _drawing(size: int, shapes: str) -> str:
    return f'<svg width="{size}" height="{size}" viewBox="0 0 24 24" {_STROKES} aria-hidden="true">{shapes}</svg>'


_BARS = _drawing(20, '<path d="M4 7h16M4 12h16M4 17h10"/>')
_CROSS = _drawing(20, '<path d="M6 6l12 12M18 6L6 18"/>')
_LENS = _drawing(16, '<circle cx="10.5" cy="10.5" r="6.5"/><path d="M15.5 15.5L21 21"/>')
_OUTLINE = _drawing(20, '<path d="M5 6h.01M5 12h.01M5 18h.01M9 6h10M9 12h10M9 18h6"/>')
_MENU = _drawing(
    20,
    '<g class="rf-mobile-menu-btn__icon-open"><path d="M5 8h14M5 16h14"/></g>'
    '<g class="rf-mobile-menu-btn__icon-close"><path d="M6 6l12 12M18 6L6 18"/></g>',
)


def _button(
    part: str, class_name: str, label: str, marker: str, svg: str = "", *children: Chrome, expanded: bool = False
) -> Chrome:
    """A button; scripts find it by the attribute `marker`."""
    state = {"aria-expanded": "false"} if expanded else {}
    return Chrome("button", part, {"class": class_name, "aria-label": label, **state, marker: ""}, children, svg)


def _nav_button(block: str) -> Chrome:
    return _button("toolbar-hamburger", f"{block}__hamburger", "Toggle navigation", "data-mobile-nav-toggle", svg=_BARS)


_SEARCH = _button(
    "search-trigger",
    "rf-search-trigger",
    "Search",
    "data-search-trigger",
    _LENS,
    Chrome("span", "search-label", {"class": "rf-search-trigger__label"}, ("Search",)),
    Chrome("kbd", "search-kbd", {"class": "rf-search-trigger__kbd"}),
)
_THEME = _button(
    "theme-toggle",
    "rf-theme-toggle",
    "Toggle color theme",
    "data-theme-toggle",
    "",
    Chrome("span", "theme-toggle-icon", {"class": "rf-theme-toggle__icon", "aria-hidden": "true"}),
)
_SITE_BUTTONS = {
    "menuButton": _button(
        "mobile-menu-btn", "rf-mobile-menu-btn", "Open menu", "data-mobile-menu-toggle", _MENU, expanded=True
    ),
    "searchButton": _SEARCH,
    "themeToggleButton": _THEME,
}
_BEHAVIORS = ("mobile-menu", "search", "theme-toggle")
_SEARCHABLE = {"data-pagefind-body": ""}


def _header(block: str) -> LayoutSlot:
    buttons = ("chrome:searchButton", "chrome:themeToggleButton", "chrome:menuButton")
    inner = LayoutSlot("div", f"{block}__inner", "region:header", buttons)
    return LayoutSlot("header", block, children=(inner,), region="header")


def _panel(label: str, region: str, class_name: str, inner: LayoutSlot) -> LayoutSlot:
    """Navigation that is opened by a button on small screens."""
    return LayoutSlot(
        "div", class_name, children=(inner,), region=region, attributes={"role": "dialog", "aria-label": label}
    )


def _nav_panel(label: str) -> LayoutSlot:
    inner = LayoutSlot("div", "rf-mobile-panel__body", "region:nav")
    return _panel(label, "nav", "rf-mobile-panel rf-mobile-panel--nav", inner)


_MENU_PANEL = _panel(
    "Navigation menu", "header", "rf-mobile-panel", LayoutSlot("nav", "rf-mobile-panel__nav", "clone:region:header")
)
_FOOTER = LayoutSlot("footer", "rf-footer", "region:footer", region="footer")

_DEFAULT = LayoutConfig(
    "default",
    {
        "header": _header("rf-header"),
        "mobilePanel": _MENU_PANEL,
        "main": LayoutSlot("main", "rf-page-content", "content", attributes=_SEARCHABLE),
        "footer": _FOOTER,
    },
    chrome=_SITE_BUTTONS,
    behaviors=_BEHAVIORS,
)

_DOCS_BODY = LayoutSlot(
    "div",
    "rf-docs-content__body",
    children=(
        LayoutSlot("div", source="computed:version-switcher", conditional=True),
        LayoutSlot("div", source="content"),
        LayoutSlot("div", "rf-docs-content__pagination", "region:pagination", conditional=True),
    ),
    attributes=_SEARCHABLE,
)
_DOCS = LayoutConfig(
    "docs",
    {
        "header": _header("rf-docs-header"),
        "mobilePanel": _MENU_PANEL,
        "toolbar": LayoutSlot(
            "div",
            "rf-docs-toolbar",
            children=("chrome:hamburger", LayoutSlot("div", source="computed:breadcrumb")),
            region="nav",
        ),
        "mobileNavPanel": _nav_panel("Page navigation"),
        "body": LayoutSlot(
            "div",
            "rf-docs-body",
            children=(
                LayoutSlot("aside", "rf-docs-sidebar", "region:nav", conditional=True),
                LayoutSlot(
                    "main",
                    "rf-docs-content",
                    children=(_DOCS_BODY, LayoutSlot("aside", "rf-docs-toc", "computed:toc", conditional=True)),
                    region_modifier=ClassModifier("nav", "has-nav"),
                    wrapper=SlotWrapper("div", "rf-docs-content__inner", ClassModifier("toc", "has-toc")),
                ),
            ),
        ),
        "footer": _FOOTER,
    },
    chrome={**_SITE_BUTTONS, "hamburger": _nav_button("rf-docs-toolbar")},
    computed={
        "breadcrumb": Computed("breadcrumb", region="nav"),
        "toc": Computed("toc", min_count=2, toggle="toc"),
        "version-switcher": Computed("version-switcher"),
    },
    behaviors=_BEHAVIORS,
)

_ARTICLE_META = Chrome(
    "div",
    "meta",
    {"class": "rf-blog-article__meta"},
    (
        Chrome("time", "date", {"datetime": FromPage("frontmatter.date")}, text="frontmatter.date", long_date=True),
        Chrome(
            "span",
            "author",
            {"class": "rf-blog-article__author"},
            text="frontmatter.author",
            condition="frontmatter.author",
        ),
    ),
    condition="frontmatter.date",
)
_ARTICLE_HEADER = Chrome(
    "header",
    "article-header",
    {"class": "rf-blog-article__header"},
    (
        Chrome("h1", "title", {"class": "rf-blog-article__title"}, text="title"),
        _ARTICLE_META,
        Chrome(
            "div",
            "tags",
            {"class": "rf-blog-article__tags"},
            condition="frontmatter.tags",
            iterate=Iteration("frontmatter.tags", "span", "rf-blog-article__tag"),
        ),
    ),
)
_BLOG_ARTICLE = LayoutConfig(
    "blog-article",
    {
        "header": _header("rf-blog-header"),
        "mobilePanel": _MENU_PANEL,
        "blog": LayoutSlot(
            "div",
            "rf-blog",
            children=(
                LayoutSlot(
                    "article",
                    "rf-blog-article",
                    children=(
                        "chrome:articleHeader",
                        LayoutSlot("div", "rf-blog-article__body", "content", attributes=_SEARCHABLE, reading="prose"),
                    ),
                ),
                LayoutSlot("aside", "rf-blog-sidebar", "region:sidebar", conditional=True),
            ),
            region_modifier=ClassModifier("sidebar", "has-sidebar"),
        ),
        "footer": LayoutSlot("footer", "rf-blog-footer", "region:footer", conditional=True),
    },
    chrome={**_SITE_BUTTONS, "articleHeader": _ARTICLE_HEADER},
    behaviors=_BEHAVIORS,
)

_PLAN = LayoutConfig(
    "plan",
    {
        "toolbar": LayoutSlot(
            "div",
            "rf-plan-toolbar",
            children=(
                "chrome:hamburger",
                Chrome("span", "toolbar-title", {"class": "rf-plan-toolbar__title"}, text="frontmatter.toolbarTitle"),
                "chrome:searchButton",
                "chrome:themeToggleButton",
                "chrome:sectionNavToggle",
            ),
            region="nav",
        ),
        "mobileNavPanel": _nav_panel("Plan navigation"),
        "sidebar": LayoutSlot("nav", "rf-plan-sidebar", "region:nav", conditional=True),
        "main": LayoutSlot(
            "main",
            "rf-plan-main",
            children=(
                LayoutSlot("div", "rf-plan-main__body", "content", attributes=_SEARCHABLE),
                LayoutSlot("aside", "rf-plan-toc", "computed:toc", conditional=True),
            ),
            wrapper=SlotWrapper("div", "rf-plan-main__inner", ClassModifier("toc", "has-toc")),
        ),
    },
    chrome={
        "closeButton": _button(
            "mobile-panel-close", "rf-mobile-panel__close", "Close menu", "data-mobile-menu-close", _CROSS
        ),
        "searchButton": _SEARCH,
        "themeToggleButton": _THEME,
        "hamburger": _nav_button("rf-plan-toolbar"),
        "sectionNavToggle": _button(
            "section-nav-toggle",
            "rf-plan-toolbar__section-nav-toggle",
            "Jump to section",
            "data-section-nav-toggle",
            _OUTLINE,
        ),
    },
    computed={"toc": Computed("toc", min_count=2, known_sections_only=True)},
    behaviors=("mobile-menu", "section-nav", "search", "theme-toggle"),
)

LAYOUTS: Mapping[str, LayoutConfig] = {each.block: each for each in (_DEFAULT, _DOCS, _BLOG_ARTICLE, _PLAN)}
"""By the names that pages and route rules use."""


def layout_of(name: str) -> LayoutConfig:
    """The layout of this name, or the default layout."""
    return LAYOUTS.get(name, _DEFAULT)
