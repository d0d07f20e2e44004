"""Step 20: changes of finished elements that need code: `nav`, `nav-item`, `preview` and `plot`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from refrakt.markdoc.html import Renderable, Tag
from refrakt.theme.element_tree import add_class, attribute, part_name, with_children, with_values
from refrakt.theme.passes.rune_element import RuneElement
from refrakt.theme.theme_html import theme_html


def _nav(tag: Tag, element: RuneElement) -> Tag:
    """The name of a custom element, which does not depend on the prefix of classes."""
    return Tag("rf-nav", tag.attributes, tag.children, tag.origin)


def _nav_item(tag: Tag, element: RuneElement) -> Tag:
    """An item with a slug shows the slug until it is resolved; in other items the links get a class."""
    slug = ""
    children: list[Renderable] = []
    for child in tag.children:
        if isinstance(child, Tag) and child.name == "span" and attribute(child, "data-field") == "slug":
            slug = "".join(each for each in child.children if isinstance(each, str))
        else:
            children.append(child)
    if slug:
        return with_children(with_values(tag, {"data-slug": slug}), [slug, *children])
    link = f"{element.block}__link"
    return with_children(
        tag,
        [
            with_values(each, {"class": add_class(each.attributes.get("class"), link)})
            if isinstance(each, Tag) and each.name == "a"
            else each
            for each in children
        ],
    )


def _preview(tag: Tag, element: RuneElement) -> Tag:
    """A preview that shows its source also shows the HTML of its content with the classes of the theme."""
    if not any(isinstance(each, Tag) and each.name == "pre" and part_name(each) == "source" for each in tag.children):
        return tag
    html = theme_html([each for each in tag.children if not _is_source(each)], pretty=True)
    if not html:
        return tag
    code = Tag("code", {"data-language": "html"}, [html])
    return with_children(
        tag, [*tag.children, Tag("pre", {"data-name": "themed-source", "data-language": "html"}, [code])]
    )


def _is_source(item: Renderable) -> bool:
    if not isinstance(item, Tag):
        return False
    return (item.name == "meta" and bool(attribute(item, "data-field"))) or (
        item.name == "pre" and part_name(item) is not None
    )


def _plot(tag: Tag, element: RuneElement) -> Tag:
    """The beats of a linear plot are connected."""
    if element.values.get("structure") != "linear":
        return tag
    return with_children(
        tag,
        [
            with_values(each, {"data-sequence": "connected"}) if isinstance(each, Tag) and each.name == "ol" else each
            for each in tag.children
        ],
    )


POST_TRANSFORMS: Mapping[str, Callable[[Tag, RuneElement], Tag]] = {
    "nav": _nav,
    "nav-item": _nav_item,
    "preview": _preview,
    "plot": _plot,
}
"""By the `post` of a rune's theme."""


def apply_post_transform(tag: Tag, element: RuneElement) -> Tag:
    transform = POST_TRANSFORMS.get(element.theme.post or "")
    return transform(tag, element) if transform is not None else tag
