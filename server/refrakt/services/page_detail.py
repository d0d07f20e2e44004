"""One page of a site: its facts, links and problems, and its syntax tree."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from refrakt.errors import RefraktError
from refrakt.markdoc.document import Document
from refrakt.markdoc.text import line_starts
from refrakt.project.index.link_target import Target, normal_url
from refrakt.project.index.severity import with_severities
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.page_problems import problems_with_working_fixes, read_page
from refrakt.project.page_size import refuse_too_large
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.page_facts import Link
from refrakt.project.site import SiteContext
from refrakt.rules.name_suggestion import did_you_mean, nearest
from refrakt.rules.page import Page
from refrakt.rules.problem import Problem
from refrakt.rules.registry import site_rules
from refrakt.services.context import Context, SitePages
from refrakt.services.json_payload import NULL, JsonPayload
from refrakt.services.pages_index import EntityName, SitePage, generated_pages, page_of
from refrakt.services.reported_problem import ProblemReporter, ReportedProblem
from refrakt.untrusted import LONGEST, word

DEEPEST = 100
"""Most levels of the tree."""
LARGEST = 400_000
"""Most characters of JSON of the tree."""
MOST = 500
"""Most headings, links, references, entities and problems each."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageDetailInput(JsonPayload):
    """The page."""

    url: str
    """URL, with or without outer slashes; empty for the home page"""
    site: str | None = None


@dataclass(frozen=True, slots=True)
class PageHeading(JsonPayload):
    """A heading. Its id is null if only a build knows it."""

    level: int
    text: str
    line: int
    id: str | None = field(default=None, metadata=NULL)


@dataclass(frozen=True, slots=True)
class PageLink(JsonPayload):
    """A link, an image or another file, with its target."""

    kind: str
    target: str
    """As it is written."""
    line: int
    url: str | None = None
    """URL on this site."""
    file: str | None = None
    """The file of the page, or the file that is served."""
    ok: bool | None = None
    """Whether the target exists; missing if unknown, as for other sites."""


@dataclass(frozen=True, slots=True)
class PageReference(JsonPayload):
    """Something that is called by its name."""

    kind: str
    name: str
    line: int
    rune: str | None = None


@dataclass(frozen=True, slots=True)
class PageEntity(JsonPayload):
    """An entity that the page declares."""

    type: str
    line: int
    id: str | None = None
    title: str | None = None


@dataclass(frozen=True, slots=True)
class PageDetail(JsonPayload):
    """A page."""

    site: str | None = field(metadata=NULL)
    url: str
    file: str
    """Below the project's folder."""
    title: str | None = field(metadata=NULL)
    layout: str | None
    runes: list[str]
    frontmatter: dict[str, Any]
    headings: list[PageHeading]
    links: list[PageLink]
    references: list[PageReference]
    entities: list[PageEntity]
    problems: list[ReportedProblem]
    tree: dict[str, Any]
    """The body, in the shape of Markdoc's own trees; lines count from 0 there."""
    cut: str | None = None
    """What is missing, where there was too much of something."""
    unsaved: bool | None = None
    """True where this is the text of an open buffer."""
    contributed: bool | None = None
    """True for a page generated from an entity. Everything from `runes` on is then about the file that declares it."""
    entity: EntityName | None = None
    indexing: str | None = None
    """How far the pages have been read, while that goes on."""


def page_detail(context: Context, query: PageDetailInput) -> PageDetail:
    """Everything about one page."""
    pages = context.pages(query.site)
    page = page_at(pages, query.url)
    spec, path = pages.site.spec, page.entry.path
    file = spec.root / path
    site = context.site(spec.name, file)
    source = context.snapshot.read(file, path)
    refuse_too_large(source.text, "this page")
    document = read_page(source.text, site, source.buffer.document if source.buffer is not None else None)
    facts = facts_of(document, site.vocabulary)
    notes: list[str] = []
    with pages.index.lock:
        across = pages.site.problems(path)
        tracked = TrackedSite(pages.site, replace(page.entry, facts=facts))
        links = [
            (each, _link(tracked, each, across, pages.site.complete)) for each in _first(facts.links, "links", notes)
        ]
    starts = line_starts(source.text)
    reporter = ProblemReporter(lambda _: source.text)
    problems = sorted(
        [
            *_page_problems(context, document, site, path),
            *with_severities(across, facts, site.rules_for(path), context.snapshot.settings.rules),
        ],
        key=lambda each: (each.span.start, each.span.end),
    )
    assert page.url is not None  # it was found by its URL
    return PageDetail(
        spec.name,
        page.url,
        path,
        facts.title if page.entity is None else page.title,
        page.layout,
        list(facts.runes),
        facts.frontmatter,
        [
            PageHeading(each.level, each.text, bisect_right(starts, each.start), each.id)
            for each in _first(facts.headings, "headings", notes)
        ],
        [replace(entry, line=bisect_right(starts, each.start)) for each, entry in links],
        [
            PageReference(each.kind, each.name, bisect_right(starts, each.start), each.rune)
            for each in _first(facts.references, "references", notes)
        ],
        [
            PageEntity(each.type, bisect_right(starts, each.start), each.id, each.title)
            for each in _first(facts.entities, "entities", notes)
        ],
        [reporter.report(replace(each, fix=None, related=())) for each in _first(problems, "problems", notes)],
        _tree(document, notes),
        " ".join(dict.fromkeys(notes)) or None,
        source.origin == "buffer" or None,
        page.entity is not None or None,
        page.entity,
        pages.indexing,
    )


def _page_problems(context: Context, document: Document, site: SiteContext, path: str) -> Iterator[Problem]:
    """The problems of the page rules."""
    page = Page(document, site.surroundings, path)
    for each in problems_with_working_fixes(page, site, context.snapshot.settings.rules):
        yield each.in_file(document)


def _first(items: Sequence[T], name: str, notes: list[str]) -> Sequence[T]:
    if len(items) > MOST:
        notes.append(f"`{name}` has the first {MOST} of {len(items)}.")
    return items[:MOST]


def page_at(pages: SitePages, url: str) -> SitePage:
    """The page at a URL, with or without slashes around it and the base path of the site."""
    served_url = normal_url("/" + url.partition("#")[0].strip("/"))
    below = normal_url(pages.site.spec.routes.base.rstrip("/") + served_url)
    with pages.index.lock:
        for each in dict.fromkeys((served_url, below)):
            found = next(_pages_at(pages, each), None)
            if found is not None:
                return found
        close = nearest(served_url, sorted(pages.site.urls))
    if pages.indexing is not None:
        hint = f"The pages are still being read ({pages.indexing}): repeat the call in a moment."
    else:
        hint = "refrakt.pages lists the pages there are."
    raise RefraktError("NOT_FOUND", f"no page is served at {word(served_url, LONGEST)}{did_you_mean(close)}", hint)


def _pages_at(pages: SitePages, served_url: str) -> Iterator[SitePage]:
    """The pages at a URL; a written page before a generated one."""
    entries = [pages.site.entries[path] for path in pages.site.urls.get(served_url, ())]
    for entry in entries:
        page = page_of(entry)
        if page is not None and page.url is not None and normal_url(page.url) == served_url:
            yield page
    for entry in entries:
        for each in generated_pages(entry, pages.site.spec):
            if each.url is not None and normal_url(each.url) == served_url:
                yield each


# Links ----------------------------------------------------------------------------------------------------------------


def _link(tracked: TrackedSite, link: Link, across: tuple[Problem, ...], complete: bool) -> PageLink:
    target = tracked.target(link)
    entry = PageLink(link.kind, link.target, 0)
    if target.kind == "elsewhere":
        return entry
    if target.kind == "asset":
        entry = replace(entry, file=_asset(tracked, target))
    elif (page := tracked.page_of(target)) is not None:
        url = page.url or next((each for each in target.candidates if tracked.page(each) is page), None)
        fragment = f"#{target.fragment}" if target.fragment else ""
        entry = replace(entry, url=f"{url}{fragment}" if url is not None else None, file=page.path)
    if any(_is_about(each, link) for each in across):
        return replace(entry, ok=False)
    return replace(entry, ok=True) if complete and entry.file is not None else entry


def _is_about(problem: Problem, link: Link) -> bool:
    """Whether a problem is one of this link, and not of something inside it."""
    rule = site_rules().get(problem.code)
    positions = [(link.start, link.end), link.written or (link.start, link.end)]
    return (
        rule is not None
        and "link" in rule.on
        and any(start <= problem.span.start and problem.span.end <= end for start, end in positions)
    )


def _asset(tracked: TrackedSite, target: Target) -> str | None:
    """The file that is served, below the project's folder; None where there is none."""
    for folder in tracked.spec.static:
        for place in target.candidates:
            path = folder / place.removeprefix("/")
            if tracked.spec.is_file(str(path)) and path.is_relative_to(tracked.spec.root):
                return path.relative_to(tracked.spec.root).as_posix()
    return None


# The tree -------------------------------------------------------------------------------------------------------------


def _tree(document: Document, notes: list[str]) -> dict[str, Any]:
    """The syntax tree, shortened to what can be sent."""
    tree = _no_deeper(document.to_json(), DEEPEST, notes)
    return tree if _size(tree) <= LARGEST else _shortened(tree, LARGEST, notes)


def _no_deeper(node: dict[str, Any], levels: int, notes: list[str]) -> dict[str, Any]:
    children = node.get("children")
    if not children:
        return node
    if levels == 0:
        notes.append(f"`tree` has at most {DEEPEST} levels.")
        return {**node, "children": []}
    return {**node, "children": [_no_deeper(each, levels - 1, notes) for each in children]}


def _shortened(node: dict[str, Any], budget: int, notes: list[str]) -> dict[str, Any]:
    """A node with as many of its first children as fit; the last one may be shortened."""
    children: list[dict[str, Any]] = []
    budget -= _size({**node, "children": []})
    for child in node.get("children", []):
        size = _size(child) + 1
        if size <= budget:
            budget -= size
            children.append(child)
            continue
        if child.get("children") and _size({**child, "children": []}) < budget:
            children.append(_shortened(child, budget, notes))
        else:
            lines = child["lines"]
            notes.append(f"`tree` ends before line {lines[0] + 1}." if lines else "`tree` is incomplete.")
        break
    return {**node, "children": children}


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False))
