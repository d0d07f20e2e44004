"""Code blocks next to each other, such as before and after.

Only code blocks are shown; explanations belong above or below.
"""

from __future__ import annotations

from collections.abc import Iterable

from refrakt.markdoc.html import Renderable, Tag
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.output.rune_builder import RuneBuilder, part, tags_in
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme


def _build(compare: RuneBuilder) -> Tag:
    labels = [label.strip() for label in compare.text("labels").split(",")]
    panels = [
        Tag("div", {"data-panel": True}, [Tag("span", {"data-label": True}, [_label(code, labels, place)]), block])
        for place, (block, code) in enumerate(_code_blocks(compare.render("body")))
    ]
    title = compare.text("title")
    header = [part("header", "div", [title])] if title else []
    return compare.element(
        "div",
        [*header, part("panels", "div", panels, data_panels=True)],
        fields={"layout": compare.text("layout") or "side-by-side"},
        attributes={"data-code-host": True},
    )


def _code_blocks(items: Iterable[Renderable]) -> list[tuple[Tag, Tag]]:
    """Each code block, and its element `pre`."""
    return [
        (item, inner)
        for item in tags_in(list(items))
        for inner in (item, *(tags_in(item.children) if item.attributes.get("class") == "rf-codeblock" else ()))
        if inner.name == "pre"
    ]


def _label(code: Tag, labels: list[str], place: int) -> str:
    given = labels[place] if place < len(labels) else ""
    return given or str(code.attributes.get("data-language") or f"Panel {place + 1}")


compare = rune(
    "compare",
    "Shows code blocks side by side",
    category="Code & Data",
    attributes=[
        choice("layout", "side-by-side stacked", "Layout of the blocks"),
        text("labels", "Titles of the blocks, separated by commas"),
        text("title", "Title above the blocks"),
    ],
    content=rest("body"),
    needs=Needed("fence", "compares code blocks", least=2),
    build=_build,
    theme=RuneTheme(
        "compare",
        modifiers={"layout": Modifier(default="side-by-side")},
        default_density="full",
        edit_hints={"panels": "none"},
    ),
    sample="""
        {% compare labels="Loop, Comprehension" %}
        ```python
        names = []
        for boat in fleet:
            names.append(boat.name)
        ```

        ```python
        names = [boat.name for boat in fleet]
        ```
        {% /compare %}
    """,
    snippet="""
        {% compare labels="${1:Before, After}" %}
        ```${2:python}
        ${3}
        ```

        ```${2:python}
        ${4}
        ```
        {% /compare %}
    """,
)
