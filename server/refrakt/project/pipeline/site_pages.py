"""The pages of a site for navigation: which page is at a URL, which pages are below it, and in which order."""

from __future__ import annotations

from typing import Any

from refrakt.project.index.entity_records import PAGE, EntityRecord, page_entity
from refrakt.project.index.exports import RECORDS
from refrakt.project.index.link_target import normal_url
from refrakt.project.pipeline.pipeline_page import PipelinePage


def page_at(page: PipelinePage, url: str) -> EntityRecord | None:
    """The page at a URL, ignoring case, a slash at its end and `/index`."""
    if page.site is None:
        return None
    wanted = normal_url(url.removesuffix("/index") or "/")
    found = page.site.page(wanted) or page.site.page_ignoring_case(wanted)
    if found is None:
        return None
    # The title and the description of the page are shown, not only its URL.
    page.site.lookup(RECORDS, PAGE)
    return page_entity(found)


def parent_url(url: str) -> str | None:
    """The URL one segment above; None for the home page."""
    url = normal_url(url)
    return None if url == "/" else url.rpartition("/")[0] or "/"


def child_pages(page: PipelinePage, url: str) -> list[EntityRecord]:
    """The pages one segment below a URL, without drafts, by `order` and then by URL."""
    if page.site is None:
        return []
    wanted = normal_url(url)
    records = page.site.lookup(RECORDS, PAGE) or ()
    found = [
        each
        for each in records
        if each.url is not None and parent_url(each.url) == wanted and each.data.get("draft") is not True
    ]
    return sorted(found, key=lambda each: (_order(each.data.get("order")), each.url))


def ancestor_pages(page: PipelinePage) -> list[EntityRecord]:
    """The pages above a page, the home page first. URLs without a page are skipped."""
    found: list[EntityRecord] = []
    url = parent_url(page.url)
    while url is not None:
        above = page_at(page, url)
        if above is not None:
            found.append(above)
        url = parent_url(url)
    return found[::-1]


def _order(value: Any) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else float("inf")
