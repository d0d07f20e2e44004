"""Links on the names of a story's entities: the first time that a page has such a name in bold, it links to the entity's page.

Writers of stories mark names in bold anyway, so a page about a place leads to its characters without any reference.
Names are compared exactly. Headings and existing links are left alone, and so are names of entities on the same page.
"""

from __future__ import annotations

from collections.abc import Iterator

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import children_of, find_element, replaced, text_of
from refrakt.project.index.entity_records import EntityRecord
from refrakt.project.index.exports import RECORDS
from refrakt.project.pipeline.entity_lists import site_order
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.runes.output.page_header import HEADINGS
from refrakt.runes.storytelling import PACKAGE

_CHARACTER = "character"
_TYPES = ("plot", "lore", "faction", "realm", _CHARACTER)
"""The types of entities whose names are linked. If several have the same name, the first of these types is linked."""
_UNLINKED = HEADINGS | {"a"}


def link_entity_names(tree: Renderable, page: PipelinePage) -> Renderable:
    rune = page.entity_runes.get(_CHARACTER)
    if page.site is None or rune is None or rune.package != PACKAGE.name:
        return tree
    links: dict[int, str] = {}
    linked: set[str] = set()
    for tag in _bold_texts(tree):
        name = text_of(tag).strip()
        if name and name not in linked:
            entity = _entity(page, name)
            if entity is not None and entity.url is not None and entity.url != page.url:
                linked.add(name)
                links[id(tag)] = entity.url

    def change(tag: Tag) -> Tag:
        url = links.get(id(tag))
        return tag if url is None else Tag("a", {"href": url}, [tag], tag.origin)

    return replaced(tree, change) if links else tree


def _bold_texts(tree: Renderable) -> Iterator[Tag]:
    """The bold texts of a page that can be links."""
    pending: list[Renderable] = [tree]
    while pending:
        item = pending.pop()
        if isinstance(item, list | tuple):
            pending.extend(reversed(item))
        elif isinstance(item, Tag) and item.name == "strong":
            if find_element(item, lambda tag: tag.name == "a") is None:
                yield item
        elif isinstance(item, Tag) and item.name not in _UNLINKED:
            pending.extend(reversed(children_of(item)))


def _entity(page: PipelinePage, name: str) -> EntityRecord | None:
    """The entity with a name; if there is none, the character with this alias."""
    assert page.site is not None
    for type in _TYPES:
        found = page.site.entities(name, type)
        if found:
            # Of several declarations the last one on the site counts.
            return max(found, key=site_order(page))
    if not page.site.is_alias(name):
        return None
    characters = sorted(page.site.lookup(RECORDS, _CHARACTER) or (), key=site_order(page))
    return next((each for each in characters if name in each.aliases), None)
