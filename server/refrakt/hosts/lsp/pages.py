"""The places an editor asks about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from refrakt.features.page import PageContext
from refrakt.project.checking import name_in
from refrakt.project.site import SiteContext
from refrakt.project.workspace import Buffer

from .providers import Providers
from .scope import Scope
from .session import Session

if TYPE_CHECKING:
    from refrakt.project.index.view import SiteView


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in an open file."""

    buffer: Buffer
    offset: int
    page: PageContext | None
    """The page, where it is one."""


@dataclass(frozen=True, slots=True)
class Pages:
    """What a feature works with."""

    session: Session
    scope: Scope
    providers: Providers

    def spot(self, uri: str, position: types.Position) -> Spot | None:
        """The place a request names; None in a file that is not open."""
        buffer = self.session.buffer(uri)
        if buffer is None:
            return None
        offset = self.session.codec.offset(buffer.document, position.line, position.character)
        return Spot(buffer, offset, self.page(buffer))

    def page(self, buffer: Buffer) -> PageContext | None:
        site = self.scope.site_for(buffer)
        if site is None:
            return None
        path, view = name_in(site.root, buffer.path), self.view(buffer, site)
        return PageContext(buffer.document, site, path, view, buffer.memory)

    def view(self, buffer: Buffer, site: SiteContext) -> SiteView | None:
        """The other pages of a site, as far as they are known."""
        index = self.session.workspace.known_index(buffer.path)
        found = index.site(site.name) if index is not None else None
        if index is None or found is None:
            return None
        from refrakt.project.index.view import view_of

        return view_of(index, found, self.session.workspace.snapshot)
