"""Navigation that layouts compute: a breadcrumb, the headings of the page, links to the neighbours, and the versions of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import children_of, elements, text_of
from refrakt.theme.element_tree import attribute
from refrakt.theme.layout_config import Computed, LayoutPage, LinkedPage, TocHeading
from refrakt.theme.strings import LocalText, computed_text

_HEADING = re.compile(r"h[1-6]")
_NUMBER = re.compile(r"(\d+)", re.ASCII)
_SEPARATOR = "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


def computed_content(computed: Computed, page: LayoutPage, prefix: str, strings: Mapping[str, LocalText]) -> Tag | None:
    """The element, or None if there is nothing to show."""
    if computed.toggle and page.frontmatter.get(computed.toggle) is False:
        return None
    region = page.regions.get(computed.region)
    match computed.kind:
        case "breadcrumb":
            return breadcrumb(region, page, prefix) if region is not None else None
        case "toc":
            return toc(computed, page.headings, prefix, strings)
        case "prev-next":
            return prev_next(region, page, prefix, strings) if region is not None else None
        case "version-switcher":
            return version_switcher(page, prefix, strings)


def breadcrumb(region: Sequence[Renderable], page: LayoutPage, prefix: str) -> Tag | None:
    """The title of the navigation group that contains the page, and the title of the page."""
    if not page.title:
        return None
    targets = {target: group for target, group, _ in _nav_items(region) if group}
    group = targets.get(_normalized(page.url)) or targets.get(_slug(page.url))
    shown: list[Renderable] = [Tag("span", {"class": f"{prefix}-docs-breadcrumb-page"}, [page.title])]
    if group and group != page.title:
        shown = [
            Tag("span", {"class": f"{prefix}-docs-breadcrumb-category"}, [group]),
            Tag("span", {"class": f"{prefix}-docs-breadcrumb-sep"}, [_SEPARATOR]),
            *shown,
        ]
    return Tag("div", {"class": f"{prefix}-docs-toolbar__breadcrumb"}, shown)


def toc(
    computed: Computed, headings: Sequence[TocHeading], prefix: str, strings: Mapping[str, LocalText]
) -> Tag | None:
    """Links to the headings of the page."""
    shown = [each for each in headings if computed.min_level <= each.level <= computed.max_level]
    if computed.known_sections_only:
        shown = [each for each in shown if each.known_section] or shown
    if not shown or len(shown) < computed.min_count:
        return None
    block = f"{prefix}-on-this-page"
    items: list[Renderable] = [
        Tag(
            "li",
            {"class": f"{block}__item", "data-level": str(each.level)},
            [Tag("a", {"href": f"#{each.id}"}, [each.text])],
        )
        for each in shown
    ]
    title = Tag("p", {"class": f"{block}__title"}, [computed_text(strings, "core.toc.title")])
    return Tag("nav", {"class": block, "data-scrollspy": ""}, [title, Tag("ul", {"class": f"{block}__list"}, items)])


def prev_next(
    region: Sequence[Renderable], page: LayoutPage, prefix: str, strings: Mapping[str, LocalText]
) -> Tag | None:
    """Links to the pages before and after this one in the navigation."""
    pages = {_normalized(each.url): each for each in page.pages}
    order: list[LinkedPage] = []
    for target, _, text in _nav_items(region):
        found = pages.get(target) or _page_of_slug(target, page.pages)
        if found is None and target.startswith("/"):
            found = LinkedPage(target, text)
        if found is not None and found not in order:
            order.append(found)
    at = next((at for at, each in enumerate(order) if _normalized(each.url) == _normalized(page.url)), None)
    if at is None or len(order) < 2:
        return None
    links: list[Renderable] = []
    if at > 0:
        links.append(
            _neighbour(order[at - 1], f"{prefix}-prev-next", "prev", computed_text(strings, "core.prevNext.previous"))
        )
    if at + 1 < len(order):
        links.append(
            _neighbour(order[at + 1], f"{prefix}-prev-next", "next", computed_text(strings, "core.prevNext.next"))
        )
    return Tag("nav", {"class": f"{prefix}-prev-next"}, links)


def _neighbour(page: LinkedPage, block: str, name: str, label: str) -> Tag:
    return Tag(
        "a",
        {"class": f"{block}__{name}", "href": page.url},
        [
            Tag("span", {"class": f"{block}__label"}, [label]),
            Tag("span", {"class": f"{block}__title"}, [page.title]),
        ],
    )


def version_switcher(page: LayoutPage, prefix: str, strings: Mapping[str, LocalText]) -> Tag | None:
    """The other versions of the page: those of the same version group."""
    group = page.frontmatter.get("versionGroup")
    if not group or not page.frontmatter.get("version"):
        return None
    versions = [each for each in page.pages if each.version_group == js_str(group) and not each.draft]
    if len(versions) < 2:
        return None
    block = f"{prefix}-version-switcher"
    options: list[Renderable] = []
    for each in sorted(versions, key=lambda version: _natural(version.version)):
        selected = {"selected": ""} if _normalized(each.url) == _normalized(page.url) else {}
        options.append(Tag("option", {"value": each.url, **selected}, [each.version]))
    label = Tag("label", {"class": f"{block}__label"}, [computed_text(strings, "core.versionSwitcher.label")])
    return Tag(
        "nav",
        {"class": block, "data-version-switcher": ""},
        [label, Tag("select", {"class": f"{block}__select"}, options)],
    )


def _natural(text: str) -> list[tuple[int, int, str]]:
    """A sort key by which `v2` is before `v10`."""
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part.casefold()) for part in _NUMBER.split(text) if part]


# The navigation of a region ------------------------------------------------------------------------------------------


def _nav_items(region: Sequence[Renderable]) -> Iterator[tuple[str, str, str]]:
    """The items: the URL or slug, the title of the group, and the text."""
    pending: list[tuple[Renderable, str]] = [(each, "") for each in reversed(region)]
    while pending:
        item, group = pending.pop()
        if isinstance(item, list | tuple):
            pending.extend((each, group) for each in reversed(item))
        if not isinstance(item, Tag):
            continue
        rune = attribute(item, "data-rune")
        if rune == "nav-item":
            target = _target(item)
            if target:
                yield target, group, text_of(item).strip()
            continue
        if rune == "nav-group":
            heading = next(
                (each for each in children_of(item) if isinstance(each, Tag) and _HEADING.fullmatch(each.name)), None
            )
            group = text_of(heading) if heading is not None else group
        pending.extend((each, group) for each in reversed(children_of(item)))


def _target(item: Tag) -> str:
    """The URL of the link of an item, or its slug if the slug is not resolved yet."""
    for tag in elements(item):
        href = attribute(tag, "href")
        if tag.name == "a" and isinstance(href, str):
            return _normalized(href)
        if attribute(tag, "data-field") == "slug":
            return text_of(tag).strip()
    return js_str(attribute(item, "data-slug") or "")


def _page_of_slug(slug: str, pages: Sequence[LinkedPage]) -> LinkedPage | None:
    return next((each for each in pages if _slug(each.url) == slug), None)


def _normalized(url: str) -> str:
    """The URL without fragment, query and trailing slash."""
    path = url.split("#", 1)[0].split("?", 1)[0]
    return path.rstrip("/") or ("/" if path else "")


def _slug(url: str) -> str:
    return _normalized(url).rpartition("/")[2]
