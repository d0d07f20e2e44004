"""What a rune becomes: its sample through the site's renderer, and the classes, attributes and parts of the result.

The renderer is that of `render`, so an inspected rune looks as it does on a page. Runes that list other pages have none here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from refrakt.features.rune_snippets import snippet_of, without_tab_stops
from refrakt.markdoc.document import Document, parse
from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.renderable_walk import elements
from refrakt.markdoc.tree import Node
from refrakt.project.pipeline.site_renderer import SiteRenderer
from refrakt.project.site import SiteContext
from refrakt.project.snapshot import Snapshot
from refrakt.runes.rune import Rune
from refrakt.runes.rune_theme import RuneTheme
from refrakt.services.json_payload import NULL, JsonPayload
from refrakt.services.sample_attributes import opening_tag, value_warnings
from refrakt.services.sample_items import with_items
from refrakt.services.theme_choice import NamedTheme
from refrakt.theme.page_html import page_html
from refrakt.theme.rendered_selectors import class_elements, class_names, data_attributes, rendered_selectors
from refrakt.theme.rune_names import data_attribute, kebab_case
from refrakt.theme.theme_export import rune_theme_to_json

_CONFIG: Mapping[str, Any] = {
    "block": None,
    "modifiers": {},
    "structure": {},
    "contentWrapper": None,
    "contextModifiers": {},
    "rootAttributes": {},
    "staticModifiers": [],
    "styles": {},
}
"""The keys of a rune's config that readers expect, also where they are empty."""


@dataclass(frozen=True, slots=True)
class RuneInspection(JsonPayload):
    """A rendered rune."""

    rune: str
    theme: str
    input: str
    """The source that was rendered."""
    html: str
    block: str | None = field(metadata=NULL)
    """The class of its element."""
    modifiers: dict[str, dict[str, Any]]
    """By name: value, data attribute, and the selector of its class if it has one."""
    data_attributes: dict[str, str]
    """The data attributes of its element."""
    elements: dict[str, dict[str, Any]]
    """Its parts by name: HTML name, selector, number."""
    selectors: list[str]
    edit_hints: dict[str, str]
    """How a visual editor edits each part."""
    config: dict[str, Any] | None = field(metadata=NULL)
    """Its theme; null for a rune without one."""
    warnings: list[dict[str, str]] = field(default_factory=list)


def inspection(
    site: SiteContext, rune: Rune, theme: NamedTheme, attributes: Mapping[str, Any], items: int | None = None
) -> RuneInspection:
    """The sample of a rune with these attributes, rendered."""
    source, notes = sample_source(site, rune, attributes, items)
    page = _renderer(site, theme).snippet(source, Snapshot())
    config = rune_theme(rune, theme)
    root = _root(page.tree, rune, config, theme.config.prefix)
    block = f"{theme.config.prefix}-{config.block}" if config is not None else None
    below = list(elements(page.tree)) if root is None else list(elements(root))
    reported = [
        *({"severity": "warning", "code": "sample", "message": each} for each in notes),
        *({"severity": each.severity, "code": each.code, "message": each.message} for each in page.warnings),
    ]
    attributes_of_root = dict(data_attributes(root)) if root is not None else {}
    return RuneInspection(
        rune=rune.name,
        theme=theme.name,
        input=source,
        html=page_html(page.tree),
        block=block,
        modifiers=_modifiers(root, config, block, attributes_of_root),
        data_attributes=attributes_of_root,
        elements=class_elements(below, block) if block is not None else {},
        selectors=rendered_selectors(page.tree, theme.config.prefix),
        edit_hints=dict(config.edit_hints) if config is not None else {},
        config={**_CONFIG, **rune_theme_to_json(config)} if config is not None else None,
        warnings=reported,
    )


def rune_theme(rune: Rune, theme: NamedTheme) -> RuneTheme | None:
    """The config of the element that a rune renders."""
    return theme.config.runes.get(rendered_name(rune))


def rendered_name(rune: Rune) -> str:
    """The `data-rune` of a rune's element."""
    return kebab_case(rune.rendered_as or rune.name)


def sample_source(
    site: SiteContext, rune: Rune, attributes: Mapping[str, Any], items: int | None
) -> tuple[str, list[str]]:
    """The sample with these attributes and this number of items, and what could not be done."""
    notes = list(value_warnings(rune, attributes))
    document = parse(rune.sample or _minimal(rune), site.options)
    node = _tag(document, rune)
    if node is not None and items is not None:
        text = with_items(document, node, rune, items)
        if text is None:
            notes.append(f"the sample of `{rune.name}` has no repeated items, so `items` has no effect")
        else:
            document = parse(text, site.options)
            node = _tag(document, rune)
    if node is None or node.open is None or node.block is None:
        return document.text.rstrip("\n"), notes
    start, end = document.offsets(node.open.span)
    block = node.open.block or node.block
    tag = opening_tag(rune, node.open, block.text, attributes)
    return (document.text[:start] + tag + document.text[end:]).rstrip("\n"), notes


def _minimal(rune: Rune) -> str:
    """The smallest use of a rune that has no sample, such as one of a catalogue."""
    return without_tab_stops("{% " + snippet_of(rune).whole(rune.name)) + "\n"


def _tag(document: Document, rune: Rune) -> Node | None:
    names = (rune.name, *rune.aliases)
    return next((each for each in document.tree.walk() if each.type == "tag" and each.tag in names), None)


def _renderer(site: SiteContext, theme: NamedTheme) -> SiteRenderer:
    """The renderer of samples in a theme: the same one as long as site and theme are the same."""
    renderers: dict[str, SiteRenderer] = site.caches.setdefault("sample renderers", {})
    found = renderers.get(theme.name)
    if found is None or found.theme is not theme.config:
        found = SiteRenderer(site)
        found.theme = theme.config
        renderers[theme.name] = found
    return found


def _root(tree: Renderable, rune: Rune, config: RuneTheme | None, prefix: str) -> Tag | None:
    """The element of the rune: the first one with its `data-rune`, or with the class of its block."""
    name = rendered_name(rune)
    found = next((each for each in elements(tree) if each.attributes.get("data-rune") == name), None)
    if found is not None or config is None:
        return found
    block = f"{prefix}-{config.block}"
    return next((each for each in elements(tree) if block in class_names(each)), None)


def _modifiers(
    root: Tag | None, config: RuneTheme | None, block: str | None, attributes: Mapping[str, str]
) -> dict[str, dict[str, Any]]:
    if root is None or config is None:
        return {}
    found: dict[str, dict[str, Any]] = {}
    classes = class_names(root)
    for name in config.modifiers:
        key = data_attribute(name)
        if key in attributes:
            value = attributes[key]
            selector = f"{block}--{value}"
            found[name] = {"value": value, "dataAttribute": key}
            if selector in classes:
                found[name]["selector"] = f".{selector}"
    for name in config.static_modifiers:
        found[name] = {"value": True, "selector": f".{block}--{name}"}
    return found
