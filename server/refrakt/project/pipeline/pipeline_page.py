"""A page on its way through the pipeline: what the resolvers of cross-page runes may use."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from refrakt.markdoc.html import Renderable
from refrakt.markdoc.schema import MarkdocConfig
from refrakt.markdoc.tree import Node
from refrakt.project.index.site_spec import SiteSpec
from refrakt.project.index.tracked_site import TrackedSite
from refrakt.project.pipeline.page_sources import PageSources, PartialTrees, Version
from refrakt.runes.output.page_output import page_output
from refrakt.runes.output.render_context import NO_DATA, RenderContext
from refrakt.runes.rune import Rune


@dataclass(slots=True)
class PipelinePage:
    """`site` is None for a snippet that belongs to no page: then runes that need other pages warn and show nothing of them."""

    url: str
    path: str
    """Below the project root; empty for a snippet."""
    title: str | None
    frontmatter: Mapping[str, Any]
    spec: SiteSpec | None
    site: TrackedSite | None
    sources: PageSources
    context: RenderContext
    config: MarkdocConfig
    """The output config of the site."""
    variables: Mapping[str, Any]
    partials: PartialTrees
    entity_runes: Mapping[str, Rune] = field(default_factory=dict)
    """The rune that declares the entities of a type."""
    inputs: dict[str, Version] = field(default_factory=dict)
    """The files besides the page that its output depends on, with their versions."""
    regions: Callable[[PipelinePage], dict[str, list[Renderable]]] | None = None
    """Reads the regions of its layouts."""
    _regions: dict[str, list[Renderable]] | None = None

    def raw_regions(self) -> dict[str, list[Renderable]]:
        """The regions of its layouts by name, with resolved slugs."""
        if self._regions is None:
            self._regions = self.regions(self) if self.regions is not None else {}
        return self._regions

    def render(self, content: Node | Sequence[Node], variables: Mapping[str, Any] | None = None) -> Renderable:
        """Render more nodes as part of this page, such as the template of a collection."""
        return page_output(
            content,
            self.config,
            self.context,
            variables={**self.variables, **(variables or {})},
            partials=self.partials,
        )

    def warn_without_data(self, rune: str) -> None:
        """Warn once per rune that a snippet has no other pages."""
        if not any(each.code == NO_DATA and f"`{rune}`" in each.message for each in self.context.warnings):
            self.context.warn(
                NO_DATA, f"`{rune}` needs the pages of a site; pass the `path` of a page", severity="info"
            )

    def depends_on_file(self, path: str) -> None:
        """Record that the output depends on the text of a file."""
        self.inputs[path] = self.sources.version(path)
