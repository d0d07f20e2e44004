"""The regions of a page's layouts: header, navigation, footer.

Each `_layout.md` from the content folder down to the folder of the page may replace a region of the ones above, or add to it.
Regions are part of the page: links in them are active on it, and breadcrumbs show its place.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import children_of
from refrakt.project.pipeline.pipeline_page import PipelinePage

_REGION, _MODE = "data-region", "data-mode"


def layout_regions(page: PipelinePage) -> dict[str, list[Renderable]]:
    """The content of each region, before it is resolved for the page."""
    regions: dict[str, list[Renderable]] = {}
    if page.site is None:
        return regions
    for layout in page.site.layouts():
        document = page.sources.document(layout.path)
        page.depends_on_file(layout.path)
        if document is None:
            continue
        page.context.documents = [*page.context.documents, document]
        # Slugs in a layout are relative to its own folder.
        own = {"page": {**page.variables["page"], "path": layout.path.removeprefix(page.site.spec.content_path)}}
        for region in _regions(page.render(document.tree, own)):
            name, content = str(region.attributes[_REGION]), list(children_of(region))
            above = regions.get(name, [])
            match region.attributes.get(_MODE):
                case "prepend":
                    regions[name] = [*content, *above]
                case "append":
                    regions[name] = [*above, *content]
                case _:
                    regions[name] = content
    return regions


def _regions(tree: Renderable) -> Iterator[Tag]:
    """The outermost elements that are regions."""
    pending: list[Renderable] = [tree]
    while pending:
        item = pending.pop()
        if isinstance(item, Tag):
            if _REGION in item.attributes:
                yield item
            else:
                pending.extend(reversed(children_of(item)))
        elif isinstance(item, list | tuple):
            pending.extend(reversed(item))
