"""What request handlers work with: the session, the page and the cursor of a request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from refrakt.features.page_context import PageContext
from refrakt.hosts.lsp.page_scope import PageScope
from refrakt.hosts.lsp.providers import Providers
from refrakt.hosts.lsp.session import Session
from refrakt.project.page_problems import name_in
from refrakt.project.site import SiteContext
from refrakt.project.snapshot import Buffer

if TYPE_CHECKING:
    from refrakt.project.index.site_view import SiteView


@dataclass(frozen=True, slots=True)
class CursorPosition:
    """The position of a request in an open file."""

    buffer: Buffer
    offset: int
    page: PageContext | None
    """None if the file is not a page."""


@dataclass(frozen=True, slots=True)
class RequestContext:
    """Passed to the `register` function of each handler module."""

    session: Session
    scope: PageScope
    providers: Providers

    def cursor(self, uri: str, position: types.Position) -> CursorPosition | None:
        """The cursor of a request; None if the file is not open."""
        buffer = self.session.buffer(uri)
        if buffer is None:
            return None
        offset = self.session.positions.offset(buffer.document, position.line, position.character)
        return CursorPosition(buffer, offset, self.page(buffer))

    def page(self, buffer: Buffer | None) -> PageContext | None:
        """The page of a buffer; None if it is not open, or not a page."""
        site = self.scope.site_for(buffer) if buffer is not None else None
        if buffer is None or site is None:
            return None
        path, view = name_in(site.root, buffer.path), self.view(buffer, site)
        return PageContext(buffer.document, site, path, view, buffer.facts_cache)

    def view(self, buffer: Buffer, site: SiteContext) -> SiteView | None:
        """The site's index; None until it exists."""
        index = self.session.workspace.known_index(buffer.path)
        found = index.site(site.name) if index is not None else None
        if index is None or found is None:
            return None
        from refrakt.project.index.site_view import site_view

        return site_view(index, found, self.session.workspace.snapshot)
