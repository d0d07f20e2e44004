"""`file-ref`: links to files in the site's repository, or drawers with their text."""

from __future__ import annotations

import re
from dataclasses import replace

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.markdoc.renderable_walk import elements, replaced, text_of
from refrakt.markdoc.tree import Node
from refrakt.project.pipeline.drawers import drawer, drawer_id, with_drawers
from refrakt.project.pipeline.pipeline_page import PipelinePage
from refrakt.project.pipeline.rune_fields import fields_of, has_field
from refrakt.runes.core.file_ref import SENTINEL
from refrakt.runes.output.file_excerpt import file_excerpt
from refrakt.runes.output.rune_builder import element

_RANGE = re.compile(r"([0-9]+)(?:-([0-9]+))?")


def resolve_file_refs(tree: Renderable, page: PipelinePage) -> Renderable:
    drawers: dict[str, Tag] = {}

    def change(tag: Tag) -> Tag:
        if tag.attributes.get("data-rune") != "file-ref" or not has_field(tag, SENTINEL):
            return tag
        if page.site is None:
            page.warn_without_data("file-ref")
            return tag
        fields = {key.removeprefix("file-ref-"): js_str(value or "") for key, value in fields_of(tag).items()}
        path, lines, label = fields.get("path", ""), fields.get("lines", ""), text_of(tag)
        url = repository_url(page, path, lines)
        if fields.get("preview") == "drawer":
            name = re.sub(r"[^A-Za-z0-9_.-]+", "-", path) + _fragment(lines).replace("#", "-")
            if name not in drawers:
                drawers[name] = _preview(page, tag, name, label, path, lines, url)
            target = drawer_id(name)
            attributes = {"href": f"#{target}", "aria-controls": target, "aria-expanded": "false"}
            link = Tag("a", {**attributes, "data-target-type": "drawer"}, [label])
        elif url is not None:
            link = Tag("a", {"href": url}, [label])
        else:
            page.context.warn("no-repository", "a link to a file needs the `repoUrl` of the site", tag.origin, "info")
            link = Tag("code", {}, [label])
        return replace(tag, children=[link])

    return with_drawers(replaced(tree, change), list(drawers.values()))


def repository_url(page: PipelinePage, path: str, lines: str = "") -> str | None:
    """The URL of a file in the repository of the site; None if the config names none."""
    settings = page.spec.context.settings if page.spec is not None else {}
    repository, branch = settings.get("repoUrl"), settings.get("repoBranch")
    if not isinstance(repository, str) or not repository.startswith(("https://", "http://")):
        return None
    branch = branch if isinstance(branch, str) and branch else "main"
    return f"{repository.rstrip('/')}/blob/{branch}/{path.lstrip('/')}{_fragment(lines)}"


def _fragment(lines: str) -> str:
    found = _RANGE.fullmatch(lines)
    if found is None:
        return ""
    return f"#L{found[1]}-L{found[2]}" if found[2] else f"#L{found[1]}"


def _preview(page: PipelinePage, tag: Tag, name: str, label: str, path: str, lines: str, url: str | None) -> Tag:
    """A drawer with the text of the file."""
    fence = file_excerpt({"path": path, "lines": lines}, page.context, tag.origin or Node("tag"))
    blocks = [each for each in elements(page.render([fence])) if each.name == "pre"]
    data = {"class": "rf-snippet", "data-source-path": path, "data-lines": lines or None}
    figure = element("figure", blocks[:1], rune="snippet", attributes=data)
    return drawer(name, label, [figure], ("View source", url) if url is not None else None)
