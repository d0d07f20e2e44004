"""`render`: a page or a text as the site would show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from refrakt.command_input import option
from refrakt.errors import RefraktError
from refrakt.markdoc.document import Document
from refrakt.markdoc.html import Tag
from refrakt.markdoc.renderable_json import renderable_json
from refrakt.markdoc.text import line_and_column, line_starts
from refrakt.project.page_size import refuse_too_large
from refrakt.project.pipeline.site_renderer import RenderedPage, renderer_of
from refrakt.project.site import SiteContext
from refrakt.runes.output.render_context import RenderWarning
from refrakt.services.context import Context
from refrakt.services.json_payload import NULL, JsonPayload, as_json
from refrakt.services.registry import service
from refrakt.services.short_answers import short_rendering
from refrakt.services.validate_content import runes_used
from refrakt.theme.layouts import LAYOUTS
from refrakt.theme.page_html import page_html
from refrakt.untrusted import LONGEST, one_line


@dataclass(frozen=True, slots=True)
class RenderInput:
    """A page, or a part of one."""

    markdown: str | None = option(None, shell=False)
    """the text; without it the file at `path` is rendered"""
    frontmatter: dict[str, Any] | None = option(None, metavar="JSON")
    """frontmatter that the text does not contain"""
    layout: str | None = None
    """layout around the page; else only its content"""
    site: str | None = option(None, described=False)
    """the site, if the project has several"""
    path: str | None = option(None, shell=False)
    """path of the page; runes that list other pages need it"""
    detail: Literal["compact", "full"] = option("compact", shell=False, described=False)
    """long answers shortened, or everything"""


@dataclass(frozen=True, slots=True)
class ReportedWarning(JsonPayload):
    """What the page does not show, or shows approximately."""

    severity: Literal["error", "warning", "info"]
    code: str
    message: str
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class PageSeo(JsonPayload):
    json_ld: list[dict[str, Any]]
    og: dict[str, str]


@dataclass(frozen=True, slots=True)
class RenderMeta(JsonPayload):
    """What the page is."""

    title: str | None = field(metadata=NULL)
    url: str | None = field(metadata=NULL)
    layout: str | None = field(metadata=NULL)
    runes_used: list[str]
    headings: list[dict[str, Any]]
    source: Literal["buffer", "disk", "argument"]
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Rendering(JsonPayload):
    html: str
    tree: Any
    """The elements as JSON: `name`, `attributes`, `children`."""
    seo: PageSeo
    meta: RenderMeta
    warnings: list[ReportedWarning] = field(default_factory=list)
    truncated: bool | None = None
    cut: str | None = None
    """What is missing in a short answer."""


class RenderedSource(NamedTuple):
    """A rendered page, its site, the source of its text, the version of its buffer, and the page in a layout."""

    page: RenderedPage
    site: SiteContext
    source: Literal["buffer", "disk", "argument"]
    version: int | None
    framed: Tag | None


def _text_size(context: Context, arguments: Mapping[str, Any]) -> int:
    return context.text_size(arguments.get("markdown"), arguments.get("path"))


@service("refrakt.render", needs="site", cli="render", text_size=_text_size)
def render(context: Context, query: RenderInput) -> Rendering:
    """Render Markdoc to the HTML and the elements that the site shows: pass `markdown`, or the `path` of a page. Problems in the
    content are warnings in the answer; `refrakt.validate_content` explains them."""
    if query.markdown is None and query.path is None:
        raise RefraktError("INVALID_ARGS", "nothing to render", "Pass `markdown`, or the `path` of a file.")
    refuse_too_large(query.markdown or "", "`markdown`")
    rendered = rendered_page(context, query)
    page = rendered.page
    positions = _positions(page.document)
    answer = Rendering(
        html=page.html() if rendered.framed is None else page_html(rendered.framed),
        tree=renderable_json(page.tree),
        seo=PageSeo(page.seo.json_ld, page.seo.og),
        meta=RenderMeta(
            page.title,
            page.url or None,
            page.layout,
            runes_used(page.document, rendered.site.vocabulary),
            [{"level": each.level, "text": each.text, "id": each.id} for each in page.headings],
            rendered.source,
            rendered.version,
        ),
        warnings=[
            *(_reported(each, page.document, positions) for each in page.warnings),
            *_layout_warnings(query.layout),
        ],
    )
    return answer if query.detail == "full" or not context.paged else _short(answer)


def rendered_page(context: Context, query: RenderInput, *, framed: bool = False) -> RenderedSource:
    """The rendered page of a query; in its layout if the query names one, or with `framed`."""
    framed = framed or query.layout is not None
    file = context.locate(query.path) if query.path is not None else None
    site = context.site(query.site, file)
    source = context.read(query.path) if query.markdown is None and query.path is not None else None
    buffer = source.buffer if source is not None else None
    text = source.text if source is not None else query.markdown or ""
    origin: Literal["buffer", "disk", "argument"] = source.origin if source is not None else "argument"
    version = buffer.version if buffer is not None else None
    if query.path is None:
        renderer = renderer_of(site, trusted=context.snapshot.trusted)
        page = renderer.snippet(text, context.snapshot, frontmatter=query.frontmatter, layout=query.layout)
        return RenderedSource(page, site, origin, version, renderer.layout(page, query.layout) if framed else None)
    pages = context.pages(site.name)
    with pages.index.lock:
        renderer = renderer_of(site, pages.site, trusted=context.snapshot.trusted)
        path = file.relative_to(context.project.root).as_posix() if file is not None else query.path
        found = None
        if query.markdown is None and not query.frontmatter and query.layout is None:
            found = renderer.page(path, context.snapshot)
        if found is None:
            found = renderer.snippet(
                text, context.snapshot, path=path, frontmatter=query.frontmatter, layout=query.layout
            )
        return RenderedSource(found, site, origin, version, renderer.layout(found, query.layout) if framed else None)


def _layout_warnings(name: str | None) -> Iterator[ReportedWarning]:
    if name is not None and name not in LAYOUTS:
        known = ", ".join(LAYOUTS)
        message = f"unknown layout '{one_line(name, LONGEST)}', shown in the default layout; layouts: {known}"
        yield ReportedWarning("warning", "unknown-layout", message)


def _short(answer: Rendering) -> Rendering:
    """The answer in a few kilobytes: the start of the HTML, and the first elements."""
    data = short_rendering(as_json(answer))
    return replace(
        answer,
        html=data["html"],
        tree=data["tree"],
        seo=PageSeo(data["seo"]["jsonLd"], data["seo"]["og"]),
        meta=replace(answer.meta, headings=data["meta"]["headings"], runes_used=data["meta"]["runesUsed"]),
        warnings=answer.warnings[: len(data["warnings"])],
        truncated=data.get("truncated"),
        cut=data.get("cut"),
    )


def _positions(document: Document) -> list[int]:
    return line_starts(document.text)


def _reported(warning: RenderWarning, document: Document, starts: list[int]) -> ReportedWarning:
    if warning.node is None:
        return ReportedWarning(warning.severity, warning.code, warning.message)
    try:
        start, _ = document.offsets(warning.node.span)
    except ValueError:  # a node of a partial
        return ReportedWarning(warning.severity, warning.code, warning.message)
    return ReportedWarning(warning.severity, warning.code, warning.message, *line_and_column(starts, start))
