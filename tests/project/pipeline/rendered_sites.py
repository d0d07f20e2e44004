"""Small sites on disk, and the HTML of their pages."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from refrakt.project.pipeline.site_renderer import RenderedPage, SiteRenderer, renderer_of
from refrakt.services.context import Context
from refrakt.theme.page_html import page_html

CONFIG = {
    "site": {
        "contentDir": "./content",
        "plugins": ["@refrakt-md/plan", "@refrakt-md/storytelling"],
        "repoUrl": "https://git.test/harbour",
    },
    "xrefs": [{"match": "GH-(?<n>[0-9]+)", "template": "https://git.test/{n}", "label": "Issue {n}"}],
}
_NOISE = re.compile(r' (?:class|data-(?:density|elevation|rune|field|name|section|source-path|xref-source))="[^"]*"')


class RenderedSite:
    """A site with these pages below `content/`; a path that starts with `/` is below the project root."""

    def __init__(self, root: Path, pages: Mapping[str, str]) -> None:
        (root / "refrakt.config.json").write_text(json.dumps(CONFIG))
        for name, text in pages.items():
            path = root / name[1:] if name.startswith("/") else root / "content" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.context = Context.at(root)
        self.pages = self.context.pages()

    @property
    def renderer(self) -> SiteRenderer:
        return renderer_of(self.context.site(), self.pages.site)

    def page(self, name: str) -> RenderedPage:
        found = self.renderer.page(f"content/{name}", self.context.snapshot)
        assert found is not None
        return found

    def html(self, name: str) -> str:
        """The HTML of a page, without what the theme adds to every element."""
        return _NOISE.sub("", page_html(self.page(name).tree))

    def layout(self, name: str) -> str:
        return _NOISE.sub("", page_html(self.renderer.layout(self.page(name))))

    def warnings(self, name: str) -> list[str]:
        return [each.code for each in self.page(name).warnings]
