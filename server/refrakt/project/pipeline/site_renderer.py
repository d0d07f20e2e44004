"""Renders the pages of a site, and snippets. Rendered pages are kept until something that they depend on changes."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.html import Renderable, Tag
from refrakt.project.index.entity_records import PAGE
from refrakt.project.index.exports import RECORDS, Key
from refrakt.project.index.indexed_file import IndexedFile, index_file
from refrakt.project.index.site_index import SiteIndex
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pages.fact_extraction import facts_of
from refrakt.project.pages.routes import DEFAULT_LAYOUT
from refrakt.project.pipeline.layout_regions import layout_regions
from refrakt.project.pipeline.nav_items import resolve_slugs
from refrakt.project.pipeline.page_sources import PageSources, PartialTrees, Version
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.project_files import ConfinedFiles
from refrakt.project.pipeline.resolvers import resolved, resolved_region
from refrakt.project.pipeline.site_theme import site_theme
from refrakt.project.site import SiteContext
from refrakt.project.snapshot import Snapshot
from refrakt.runes.output.page_output import output_config, page_output
from refrakt.runes.output.render_context import RenderContext, RenderedHeading, RenderWarning
from refrakt.theme.identity_transform import identity_transform
from refrakt.theme.layout_config import LayoutPage, LinkedPage, TocHeading, without_search
from refrakt.theme.layout_transform import layout_transform
from refrakt.theme.layouts import layout_of
from refrakt.theme.page_html import page_html
from refrakt.theme.seo import Seo, seo_of
from refrakt.theme.theme_config import ThemeConfig

_LIMITS = frozenset(("too-deep", "too-long"))
"""Problems of the parser whose content is not shown."""


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as it is shown, without its layout."""

    path: str
    url: str
    title: str | None
    layout: str | None
    frontmatter: Mapping[str, Any]
    document: Document
    tree: Renderable
    """The elements of the page, after the theme."""
    headings: tuple[RenderedHeading, ...]
    seo: Seo
    warnings: tuple[RenderWarning, ...]
    dependencies: frozenset[Key]
    inputs: Mapping[str, Version]
    revision: int | None
    """The revision of the index; None if the index was not complete."""
    in_pipeline: PipelinePage = field(repr=False, compare=False)
    """For what is rendered of it later, such as its layout."""
    _html: list[str] = field(default_factory=list, repr=False, compare=False)

    def html(self) -> str:
        """Its HTML, which is written once."""
        if not self._html:
            self._html.append(page_html(self.tree))
        return self._html[0]


class SiteRenderer:
    """The renderer of one site. Not safe for several threads at once: hold the lock of the index."""

    def __init__(self, context: SiteContext, index: SiteIndex | None = None, *, trusted: bool = False) -> None:
        """`trusted` means that the user trusts the project; then its config may say that its sandboxes run scripts."""
        self.context = context
        self._runs_scripts = trusted and context.settings.get("security") == "trusted"
        self.index = index
        self.spec: SiteSpec | None = index.spec if index is not None else None
        self.config = output_config(context.vocabulary)
        self.theme: ThemeConfig = site_theme(context).config
        self.sources = PageSources(context.root, context.options)
        self._entity_runes = {rune.entity.type: rune for rune in context.vocabulary if rune.entity is not None}
        self._rendered: dict[str, RenderedPage] = {}

    def page(self, path: str, snapshot: Snapshot) -> RenderedPage | None:
        """A page of the index, by its path below the root; None if there is no such page."""
        assert self.index is not None
        entry = self.index.entries.get(path)
        self.sources.snapshot = snapshot
        document = self.sources.document(path) if entry is not None else None
        if entry is None or document is None:
            self._rendered.pop(path, None)
            return None
        known = self._rendered.get(path)
        if known is not None and known.document is document and self._is_current(known):
            return known
        rendered = self._render(document, entry, {})
        self._rendered[path] = rendered
        return rendered

    def snippet(
        self,
        text: str,
        snapshot: Snapshot,
        *,
        path: str | None = None,
        frontmatter: Mapping[str, Any] | None = None,
        layout: str | None = None,
    ) -> RenderedPage:
        """A text; with a `path` as the page of that file."""
        self.sources.snapshot = snapshot
        document = parse(text, self.context.options)
        facts = facts_of(document, self.context.vocabulary)
        if frontmatter:
            facts = replace(facts, frontmatter={**facts.frontmatter, **frontmatter})
        entry = IndexedFile(path or "", "page", "", facts)
        if path is not None and self.spec is not None:
            entry = index_file(self.spec, path, "page", path.removeprefix(self.spec.content_path), facts)
        return self._render(
            document, replace(entry, layout=layout or entry.layout), frontmatter or {}, path is not None
        )

    def layout(self, page: RenderedPage, name: str | None = None) -> Tag:
        """A page in its layout, or in the one of this name, with the regions of its layout files."""
        within = page.in_pipeline
        regions = {
            region: _listed(identity_transform(resolved_region(content, within), self.theme, within.context.warnings))
            for region, content in within.raw_regions().items()
        }
        config = layout_of(name or page.layout or DEFAULT_LAYOUT)
        if self.context.settings.get("search") is False:
            config = without_search(config)
        return layout_transform(
            config,
            LayoutPage(
                page.tree,
                page.url,
                page.title or "",
                page.frontmatter,
                regions,
                tuple(TocHeading(each.level, each.text, each.id) for each in page.headings),
                self._versions(page),
            ),
            self.theme,
        )

    def _versions(self, page: RenderedPage) -> tuple[LinkedPage, ...]:
        """The pages that are other versions of a page."""
        group = page.frontmatter.get("versionGroup")
        site = page.in_pipeline.site
        if not isinstance(group, str) or site is None:
            return ()
        found = (each for each in site.lookup(RECORDS, PAGE) or () if each.data.get("versionGroup") == group)
        return tuple(
            LinkedPage(
                each.url or "",
                each.title or "",
                each.data.get("draft") is True,
                str(each.data.get("version", "")),
                group,
            )
            for each in found
        )

    def _is_current(self, page: RenderedPage) -> bool:
        assert self.index is not None
        if page.revision is None:
            return False
        if page.revision != self.index.revision and self.index.changed_since(page.dependencies, page.revision):
            return False
        return all(self.sources.version(path) == version for path, version in page.inputs.items())

    def _render(
        self, document: Document, entry: IndexedFile, frontmatter: Mapping[str, Any], in_site: bool = True
    ) -> RenderedPage:
        site = TrackedSite(self.index, entry) if self.index is not None and in_site else None
        data = {**entry.facts.frontmatter, **frontmatter}
        partials = PartialTrees(self.sources, self._partial_paths())
        files = ConfinedFiles(self.context.root, self.sources.snapshot)
        context = RenderContext(
            documents=[document],
            url=entry.url or "",
            path=entry.path,
            headings=[RenderedHeading(each.level, each.text, each.id or "") for each in entry.facts.headings],
            icons=self.theme.icons,
            backgrounds=self.theme.backgrounds,
            files=files,
            has_pages=site is not None,
            trusted=self._runs_scripts,
        )
        variables = {**(self.context.variables or {}), **_page_variables(entry, data)}
        page = PipelinePage(
            entry.url or "",
            entry.path,
            entry.facts.title,
            data,
            self.spec,
            site,
            self.sources,
            context,
            self.config,
            variables,
            partials,
            self._entity_runes,
            regions=self._regions,
        )
        for problem in document.problems:
            if problem.id in _LIMITS:
                context.warn(problem.id, problem.message)
        built = page_output(document.tree, self.config, context, variables=variables, partials=partials)
        tree = resolved(built, page)
        seo = seo_of(tree, data, entry.url or "", entry.facts.title)
        themed = identity_transform(tree, self.theme, context.warnings)
        for path in (*partials.used, *files.read_paths):
            page.depends_on_file(path)
        return RenderedPage(
            entry.path,
            entry.url or "",
            entry.facts.title,
            entry.layout,
            data,
            document,
            themed,
            tuple(context.headings),
            seo,
            tuple(context.warnings),
            frozenset(site.dependencies) if site is not None else frozenset(),
            page.inputs,
            self.index.revision if self.index is not None and self.index.complete else None,
            page,
        )

    def _regions(self, page: PipelinePage) -> dict[str, list[Renderable]]:
        """The regions of a page's layouts, with the links that slugs name."""
        found = layout_regions(page)
        return {name: _listed(resolve_slugs(content, page)) for name, content in found.items()}

    def _partial_paths(self) -> dict[str, str]:
        if self.index is None:
            return {}
        return {name: paths[0] for name, paths in self.index.partials.items()}


def _listed(content: Renderable) -> list[Renderable]:
    return list(content) if isinstance(content, list | tuple) else [content]


def _page_variables(entry: IndexedFile, frontmatter: Mapping[str, Any]) -> dict[str, Any]:
    """The variables of a page: `$frontmatter`, `$page` and `$file`."""
    folder = posixpath.dirname(entry.name)
    return {
        "frontmatter": frontmatter,
        "page": {
            "url": entry.url or "",
            "path": entry.name,
            "dir": folder,
            "slug": (entry.url or "").rstrip("/").rpartition("/")[2],
            "title": entry.facts.title,
            "draft": entry.facts.draft,
        },
        "file": {"path": entry.path},
    }


def renderer_of(context: SiteContext, index: SiteIndex | None = None, *, trusted: bool = False) -> SiteRenderer:
    """The renderer of a site, with an index for its pages: the same one as long as the site has the same config."""
    name = f"{'trusted ' if trusted else ''}{'snippet' if index is None else 'page'} renderer"
    found: SiteRenderer | None = context.caches.get(name)
    if found is None or found.index is not index:
        found = context.caches[name] = SiteRenderer(context, index, trusted=trusted)
    return found
