"""The files of the static site: names, and pages whose references lead to each other.

An entity of the plan has no URL in its project, so references to it are text there. Here every entity has a file, and references
by id or title, and links to source files, lead to it.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote, unquote, urlsplit

from refrakt.plugins import PageRenderer
from refrakt.plugins.markdoc import Renderable, Tag, replaced, text_of
from refrakt_plan.entity import Entity
from refrakt_plan.scanner.plan_scanner import Plan
from refrakt_plan.static_site.index_page import index_content

INDEX = "index.html"
STYLESHEET = "plan.css"
TITLE = "Plan"
_XREF = "data-xref-id"


@dataclass(frozen=True)
class StaticSite:
    """The site of a plan."""

    plan: Plan

    def files(self, renderer: PageRenderer) -> Iterator[tuple[str, str]]:
        """The name and the text of every file."""
        index = index_content(self.plan.entities, TITLE, lambda entity: self.url(entity, INDEX))
        yield INDEX, renderer.document(TITLE, _page(index), [STYLESHEET])
        yield STYLESHEET, renderer.stylesheet()
        for entity in self.plan.entities:
            name = self.names[entity.file]
            content = _LinkedPage(self, entity).changed(renderer.content(entity.path))
            home = Tag("nav", {"aria-label": TITLE}, [Tag("a", {"href": relative_url(INDEX, name)}, [TITLE])])
            title = entity.name if entity.title is None else f"{entity.name}: {entity.title}"
            yield name, renderer.document(title, _page([home, content]), [relative_url(STYLESHEET, name)])

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The name of each entity's file, by that of its source."""
        taken = {INDEX, STYLESHEET}
        found: dict[str, str] = {}
        for entity in self.plan.entities:
            stem = posixpath.splitext(entity.file)[0]
            name, number = f"{stem}.html", 1
            while name.casefold() in taken:  # the index, or another spelling on a disk that ignores case
                number += 1
                name = f"{stem}-{number}.html"
            taken.add(name.casefold())
            found[entity.file] = name
        return found

    def url(self, entity: Entity, seen_from: str) -> str:
        """The URL of an entity in a link on another page."""
        return relative_url(self.names[entity.file], seen_from)

    def entity(self, name: str) -> Entity | None:
        """The entity with this id, else the only one with this title."""
        titled = self._by_title.get(name.casefold(), ())
        return self.plan.by_id.get(name) or (titled[0] if len(titled) == 1 else None)

    def entity_at(self, path: str) -> Entity | None:
        """The entity whose source is at this path."""
        return self._by_path.get(path)

    @cached_property
    def _by_title(self) -> Mapping[str, list[Entity]]:
        found: dict[str, list[Entity]] = {}
        for entity in self.plan.entities:
            found.setdefault((entity.title or "").casefold(), []).append(entity)
        return found

    @cached_property
    def _by_path(self) -> Mapping[str, Entity]:
        return {str(entity.path): entity for entity in self.plan.entities}


def relative_url(name: str, seen_from: str) -> str:
    """The URL of a file of the site in a link on a page of it."""
    # A colon in the first segment would be the end of a scheme.
    return quote(posixpath.relpath(name, posixpath.dirname(seen_from) or "."), safe="/")


def _page(content: Renderable) -> Tag:
    return Tag("div", {"class": "rf-layout-plan"}, [Tag("main", {"class": "rf-plan-main"}, [content])])


@dataclass(frozen=True)
class _LinkedPage:
    """The page of an entity with links to the other pages of the site."""

    site: StaticSite
    entity: Entity

    def changed(self, tree: Renderable) -> Renderable:
        return replaced(tree, self._element)

    def _element(self, tag: Tag) -> Renderable:
        name = tag.attributes.get(_XREF)
        target = self.site.entity(name) if isinstance(name, str) else None
        if isinstance(name, str) and target is not None:
            return self._reference(tag, name, target)
        href = tag.attributes.get("href")
        return self._link(tag, href) if tag.name == "a" and isinstance(href, str) else tag

    def _reference(self, tag: Tag, name: str, target: Entity) -> Tag:
        shown = text_of(tag)
        text = target.title if shown in ("", name) and target.title else shown
        attributes = {"class": f"rf-xref rf-xref--{target.kind.name}", "href": self._url(target), _XREF: name}
        return Tag("a", attributes, [text], tag.origin)

    def _link(self, tag: Tag, href: str) -> Tag:
        """A link to the source of another entity as a link to its page."""
        try:
            link = urlsplit(href)
        except ValueError:
            return tag
        if link.scheme or link.netloc or not link.path or link.path.startswith("/"):
            return tag
        target = self.site.entity_at(os.path.normpath(self.entity.path.parent / unquote(link.path)))
        if target is None:
            return tag
        fragment = f"#{link.fragment}" if link.fragment else ""
        return Tag("a", {**tag.attributes, "href": self._url(target) + fragment}, tag.children, tag.origin)

    def _url(self, target: Entity) -> str:
        return self.site.url(target, self.site.names[self.entity.file])
