"""A page as a preview shows it: its HTML with the position of every block in the source, and its problems.

For the preview in a browser and for editors with a view of their own. Nothing is read from disk that is known already: callers
watch the files and ask again after a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from refrakt.errors import RefraktError
from refrakt.markdoc.document import Document
from refrakt.markdoc.html import Renderable
from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.markdoc.tree import Node
from refrakt.project.index.checked_files import buffer_problems
from refrakt.project.index.project_index import ProjectIndex
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.page_problems import BufferProblems, problems
from refrakt.project.pipeline.site_renderer import RenderedPage, SiteRenderer, renderer_of
from refrakt.project.site import SiteContext
from refrakt.rules.problem import Problem
from refrakt.runes.output.render_context import RenderWarning
from refrakt.services.context import Context
from refrakt.theme.layouts import LAYOUTS
from refrakt.theme.page_html import HtmlOptions, SourcePosition, page_html

OWN_LAYOUT = "auto"
"""The layout that the site chooses for the page."""
NO_LAYOUT = "none"
LAYOUT_NAMES = (OWN_LAYOUT, NO_LAYOUT, *LAYOUTS)
"""What a reader may choose from."""

ChangeUrls = Callable[[Renderable, TrackedSite | None], Renderable]
"""Replaces the URLs of a page. Gets the site as the page sees it, if the page belongs to one; the lock of the index is held."""


@dataclass(frozen=True, slots=True)
class RuneSpan:
    """A rune on the page, by offsets in the text."""

    rune: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ShownProblem:
    """A problem of the page, or a warning of its rendering; lines and columns count from 1."""

    severity: str
    code: str
    message: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class PagePreview:
    path: str
    """Below the project root."""
    site: str | None
    url: str | None
    title: str
    layout: str | None
    """The layout that is shown; None for the content alone."""
    html: str
    """Blocks have `data-source-line` and `data-source-span`."""
    lines: tuple[int, ...]
    """The lines at which a block starts, from 1."""
    spans: tuple[RuneSpan, ...]
    problems: tuple[ShownProblem, ...]
    version: int | None
    """The version of the buffer; None for a file on disk."""
    document: Document


def page_preview(
    context: Context, path: str, layout: str = OWN_LAYOUT, change_urls: ChangeUrls | None = None
) -> PagePreview:
    """The preview of a file of the project, by its path below the root."""
    if layout not in LAYOUT_NAMES:
        raise RefraktError("INVALID_ARGS", "unknown layout", f"Pass one of {', '.join(LAYOUT_NAMES)}.")
    file = context.locate(path)
    site = context.site(None, file)
    index = context.index()
    if index is None:
        renderer = renderer_of(site)
        page = renderer.snippet(context.read(path).text, context.snapshot)
        return _preview(context, path, site, None, page, _content(renderer, page, layout), change_urls)
    with index.lock:
        pages = _site_index(index, site, path)
        renderer = renderer_of(pages.spec.context if pages is not None else site, pages)
        found = renderer.page(path, context.snapshot) if pages is not None else None
        if found is None:
            in_site = path if pages is not None else None
            found = renderer.snippet(context.read(path).text, context.snapshot, path=in_site)
        return _preview(context, path, site, index, found, _content(renderer, found, layout), change_urls, pages)


def _site_index(index: ProjectIndex, site: SiteContext, path: str) -> SiteIndex | None:
    """The site that a file is part of, else the one its folder belongs to."""
    return next(iter(index.sites_of(path)), None) or index.site(site.name)


def _content(renderer: SiteRenderer, page: RenderedPage, layout: str) -> tuple[str | None, Renderable]:
    """The layout that is shown, and the elements."""
    name = page.layout if layout == OWN_LAYOUT else None if layout == NO_LAYOUT else layout
    return name, page.tree if name is None else renderer.layout(page, name)


def _preview(
    context: Context,
    path: str,
    site: SiteContext,
    index: ProjectIndex | None,
    page: RenderedPage,
    content: tuple[str | None, Renderable],
    change_urls: ChangeUrls | None,
    pages: SiteIndex | None = None,
) -> PagePreview:
    layout, tree = content
    if change_urls is not None:
        entry = pages.entries.get(path) if pages is not None else None
        tree = change_urls(tree, TrackedSite(pages, entry) if pages is not None and entry is not None else None)
    positions = _Positions(page.document)
    html = page_html(tree, HtmlOptions(positions=positions.of))
    buffer = context.snapshot.paths.get(context.project.root / path)
    return PagePreview(
        path,
        site.name,
        page.url or None,
        page.title or path.rpartition("/")[2],
        layout,
        html,
        tuple(sorted(positions.lines)),
        tuple(sorted(positions.spans.values(), key=lambda each: (each.start, -each.end))),
        tuple(_problems(context, path, site, index, page, positions)),
        buffer.version if buffer is not None else None,
        page.document,
    )


class _Positions:
    """Finds the positions of blocks, and records which blocks the page shows."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.starts = line_starts(document.text)
        self.lines: set[int] = set()
        self.spans: dict[tuple[int, int], RuneSpan] = {}

    def of(self, node: Node) -> SourcePosition | None:
        offsets = self._offsets(node)
        if offsets is None or node.type == "document":
            return None
        line = line_and_column(self.starts, offsets[0])[0]
        self.lines.add(line)
        if node.tag is not None:
            self.spans[offsets] = RuneSpan(node.tag, *offsets)
        return SourcePosition(line, *offsets)

    def position(self, node: Node | None) -> tuple[int, int]:
        """Line and column of a node; those of the first character if it is not on this page."""
        offsets = self._offsets(node) if node is not None else None
        return line_and_column(self.starts, offsets[0] if offsets is not None else 0)

    def _offsets(self, node: Node) -> tuple[int, int] | None:
        try:
            return self.document.offsets(node.span)
        except ValueError:  # a node of a partial, or one that a rune has made
            return None


def _problems(
    context: Context,
    path: str,
    site: SiteContext,
    index: ProjectIndex | None,
    page: RenderedPage,
    positions: _Positions,
) -> Iterator[ShownProblem]:
    found = sorted({_located(each, positions) for each in _page_problems(context, path, site, index, page)}, key=_order)
    yield from found
    reported = {(each.line, each.column) for each in found}
    for warning in dict.fromkeys(map(_as_tuple, page.warnings)):
        shown = ShownProblem(*warning[:3], *positions.position(warning[3]))
        # A mistake that a rule reports also keeps a rune from being rendered; it is shown once.
        if (shown.line, shown.column) not in reported:
            yield shown


def _page_problems(
    context: Context, path: str, site: SiteContext, index: ProjectIndex | None, page: RenderedPage
) -> Iterator[Problem]:
    rules = context.snapshot.settings.rules
    buffer = context.snapshot.paths.get(context.project.root / path)
    cache = buffer.problem_cache if buffer is not None and buffer.document is page.document else BufferProblems()
    for each in problems(page.document, site, path, rules, cache):
        yield replace(each.in_file(page.document), fix=None)
    if index is None:
        return
    across = buffer_problems(index, buffer, context.snapshot) if buffer is not None else None
    for each in across if across is not None else index.file_problems(path, rules):
        yield replace(each, fix=None)


def _located(problem: Problem, positions: _Positions) -> ShownProblem:
    start = min(problem.span.start, len(positions.document.text))
    return ShownProblem(problem.severity, problem.code, problem.message, *line_and_column(positions.starts, start))


def _order(problem: ShownProblem) -> tuple[int, int, str]:
    return problem.line, problem.column, problem.code


def _as_tuple(warning: RenderWarning) -> tuple[str, str, str, Node | None]:
    return warning.severity, warning.code, warning.message, warning.node


def first_page(context: Context) -> str | None:
    """The page that a preview opens first, by its path: the start page of the first site with pages."""
    index = context.index()
    if index is None:
        return None
    with index.lock:
        for site in index.sites().values():
            at_root = site.urls.get(site.spec.routes.base) or site.urls.get("/")
            if at_root:
                return at_root[0]
            for url in sorted(site.urls.keys(), key=lambda url: (url.count("/"), url)):
                if paths := site.urls.get(url):
                    return paths[0]
    return None
