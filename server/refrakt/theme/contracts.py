"""Structure contracts: the selectors and attributes that the theme gives to each rune, computed from its config alone.

Authors of stylesheets rely on them, and a stylesheet can be checked against them without rendering a page.
"""

from __future__ import annotations

from typing import Any

from refrakt.runes.rune_theme import InlineStyle, Modifier, RuneTheme
from refrakt.runes.structure_theme import Projection, StructureEntry
from refrakt.theme.rune_names import data_attribute, pascal_case
from refrakt.theme.theme_config import ThemeConfig
from refrakt.theme.theme_export import projection_to_json
from refrakt.theme.theme_merge import merged_rune_theme

SCHEMA = "https://json-schema.org/draft/2020-12/schema"
CONTENT = "{content}"
_ABOUT = "The selectors, attributes and elements of each rune in rendered pages, computed from the theme."

Contract = dict[str, Any]


def structure_contracts(theme: ThemeConfig) -> dict[str, Any]:
    """The document with the contracts of all runes, by their names in theme configs."""
    runes = {pascal_case(name): rune_contract(name, rune, theme.prefix) for name, rune in theme.runes.items()}
    return {"$schema": SCHEMA, "description": _ABOUT, "prefix": theme.prefix, "runes": runes}


def rune_contract(name: str, theme: RuneTheme, prefix: str, *, variants: bool = True) -> Contract:
    block = f"{prefix}-{theme.block}"
    contract: Contract = {"block": theme.block, "root": f".{block}", "dataRune": name}
    if theme.parent:
        contract["parent"] = pascal_case(theme.parent)
    contract["childOrder"] = child_order(theme)
    if theme.modifiers:
        contract["modifiers"] = {key: _modifier(key, each, block) for key, each in theme.modifiers.items()}
    if theme.context_modifiers:
        contract["contextModifiers"] = {
            parent: {"suffix": suffix, "selector": f".{block}--{suffix}"}
            for parent, suffix in theme.context_modifiers.items()
        }
    if theme.static_modifiers:
        contract["staticModifiers"] = [
            {"name": each, "selector": f".{block}--{each}"} for each in theme.static_modifiers
        ]
    elements = _elements(theme, block)
    if theme.projection is not None:
        contract["projection"] = projection_to_json(theme.projection)
        warnings = _projection_warnings(theme.projection, set(elements))
        if warnings:
            contract["warnings"] = warnings
        elements |= {
            key: _element(block, key, group.tag, "projection.group") for key, group in theme.projection.group.items()
        }
    if elements:
        contract["elements"] = elements
    if theme.styles:
        contract["inlineStyles"] = {key: _style(each) for key, each in theme.styles.items()}
    if theme.child_density:
        contract["childDensity"] = theme.child_density
    if variants and theme.variants:
        contract["variants"] = {
            axis: {
                value: rune_contract(name, merged_rune_theme(theme, overrides), prefix, variants=False)
                for value, overrides in by_value.items()
            }
            for axis, by_value in theme.variants.items()
        }
    return contract


def child_order(theme: RuneTheme) -> list[str]:
    """The parts in the order of the page; `{content}` is the content that has no place of its own."""
    if theme.blocks or theme.layout:
        root = theme.layout.get("root")
        return [*(root.children if root is not None else ()), CONTENT]
    before = [entry.part or key for key, entry in theme.structure.items() if entry.before]
    after = [entry.part or key for key, entry in theme.structure.items() if not entry.before]
    content = f"{{content:{theme.content_wrapper.part}}}" if theme.content_wrapper is not None else CONTENT
    return [*before, content, *after]


def _modifier(name: str, modifier: Modifier, block: str) -> Contract:
    contract: Contract = {"source": modifier.source}
    if modifier.default is not None:
        contract["default"] = modifier.default
    if modifier.class_name:
        contract["classPattern"] = f".{block}--{{value}}"
    contract["dataAttribute"] = data_attribute(name)
    if modifier.value_map:
        contract["valueMap"] = dict(modifier.value_map)
    if modifier.map_target:
        contract["mapTarget"] = modifier.map_target
    return contract


def _style(style: InlineStyle) -> Any:
    if style.transform:
        return {"prop": style.property}
    return {"prop": style.property, "template": style.template} if style.template else style.property


def _element(block: str, name: str, tag: str, source: str, **more: Any) -> Contract:
    return {"tag": tag, "selector": f".{block}__{name}", "source": source, **more}


def _elements(theme: RuneTheme, block: str) -> dict[str, Contract]:
    """The elements by part name. Later sources override earlier ones."""
    found: dict[str, Contract] = {}
    for key, entry in theme.structure.items():
        _add_structure(found, entry, entry.part or key, block, None)
    for name, each in theme.blocks.items():
        tag = "dl" if each.layout == "definition-list" else "div"
        fields = [field.field for field in each.fields]
        found[name] = _element(block, name, tag, "block", layout=each.layout, fields=fields)
    if theme.content_wrapper is not None:
        part = theme.content_wrapper.part
        found[part] = _element(block, part, theme.content_wrapper.tag, "contentWrapper")
    for tag, label in theme.auto_label.items():
        found[label] = _element(block, label, tag, "autoLabel")
    for name, layout in theme.layout.items():
        if name != "root" and layout.tag:
            attributes = {"attrs": dict(layout.attributes)} if layout.attributes else {}
            found[name] = _element(block, name, layout.tag, "layout", children=list(layout.children), **attributes)
    return found


def _add_structure(
    found: dict[str, Contract], entry: StructureEntry, name: str, block: str, parent: str | None
) -> None:
    """Add an entry and the entries in it. The depth is that of the config."""
    contract = _element(block, name, entry.tag, "structure")
    if parent:
        contract["parent"] = parent
    if entry.condition:
        contract["condition"] = entry.condition
    if entry.any_condition:
        contract["conditionAny"] = list(entry.any_condition)
    found.setdefault(name, contract)
    inner: list[StructureEntry | str | None] = [*entry.children]
    if entry.repeat is not None:
        inner = [entry.repeat.element, entry.repeat.filled_element, *inner]
    for each in inner:
        if isinstance(each, StructureEntry) and each.part:
            _add_structure(found, each, each.part, block, name)


def _projection_warnings(projection: Projection, known: set[str]) -> list[str]:
    """References to parts that the theme does not have, and deprecated keys."""
    warnings = [
        f'projection.hide references unknown data-name "{name}"' for name in projection.hide if name not in known
    ]
    if projection.group:
        warnings.append("projection.group is deprecated; use a `layout` entry with a `tag` instead")
    for key, group in projection.group.items():
        warnings += [
            f'projection.group "{key}" references unknown member "{member}"'
            for member in group.members
            if member not in known
        ]
    if projection.relocate:
        warnings.append("projection.relocate is deprecated; place the part in the `layout` instead")
    known = known | projection.group.keys()
    for source, relocation in projection.relocate.items():
        if source not in known:
            warnings.append(f'projection.relocate source "{source}" is unknown')
        if relocation.into not in known:
            warnings.append(f'projection.relocate target "{relocation.into}" is unknown')
    return warnings
