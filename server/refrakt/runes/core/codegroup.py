"""The same code in several languages or for several package managers, in tabs.

A single block is shown in a frame with a title.
"""

from __future__ import annotations

from collections.abc import Mapping

from refrakt.markdoc.html import Tag
from refrakt.markdoc.tree import Node
from refrakt.runes.content_model import Field, sequence
from refrakt.runes.output.code_block import DEFAULT_LANGUAGE
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import choice, rune, text
from refrakt.runes.rune_theme import MetaField, Modifier, RuneTheme, bar, plain, root

_LANGUAGES: Mapping[str, str] = {
    "js": "JavaScript",
    "ts": "TypeScript",
    "py": "Python",
    "rb": "Ruby",
    "rs": "Rust",
    "sh": "Shell",
    "html": "HTML",
    "css": "CSS",
    "json": "JSON",
    "yaml": "YAML",
    "sql": "SQL",
    "kt": "Kotlin",
    "cpp": "C++",
    "cs": "C#",
    "php": "PHP",
}
"""Names of languages that are not just their capitalised identifier."""


def _build(codegroup: RuneBuilder) -> Tag:
    blocks = codegroup.nodes("panels")
    labels = [label.strip() for label in codegroup.text("labels").split(",")] if codegroup.attributes["labels"] else []
    overflow = codegroup.text("overflow")
    fields = {
        "title": codegroup.attributes["title"],
        "overflow": overflow if overflow and overflow != "scroll" else None,
    }
    if len(blocks) == 1 and not labels:
        return codegroup.element("section", codegroup.render(blocks), fields=fields)
    tabs = [
        Tag(
            "button", {"data-name": "tab", "role": "tab"}, [Tag("span", {}, [_label(block, labels[place : place + 1])])]
        )
        for place, block in enumerate(blocks)
    ]
    panels = [part("panel", "div", codegroup.render(block), role="tabpanel") for block in blocks]
    children = [part("tabs", "div", tabs, role="tablist"), part("panels", "div", panels)]
    return codegroup.element("section", children, fields=fields)


def _label(block: Node, given: list[str]) -> str:
    """The title of a tab: given in order, annotated, the name of the file, or the language."""
    if given and given[0]:
        return given[0]
    label, source, lines = (_annotation(block, name) for name in ("label", "source", "lines"))
    file = source.removesuffix("/").rpartition("/")[2]
    if label or file:
        return label or (f"{file}:{lines}" if lines else file)
    language = str(block.attributes.get("language") or DEFAULT_LANGUAGE)
    return _LANGUAGES.get(language, language[:1].upper() + language[1:])


def _annotation(block: Node, name: str) -> str:
    value = block.attributes.get(name)
    return value if isinstance(value, str) else ""


codegroup = rune(
    "codegroup",
    "Shows code blocks in tabs",
    category="Code & Data",
    attributes=[
        text("title", "Title above the code, such as a file name"),
        text("labels", "Titles of the tabs, separated by commas"),
        choice("overflow", "scroll wrap hide", "How long lines are shown"),
    ],
    content=sequence(Field("panels", "fence", greedy=True)),
    build=_build,
    rendered_as="code-group",
    theme=RuneTheme(
        "codegroup",
        modifiers={"title": plain(), "overflow": Modifier(default="scroll")},
        meta_fields={"title": MetaField("code", condition="title", render_when_empty=True)},
        blocks={"topbar": bar("title")},
        layout={"root": root("topbar")},
        sections={"topbar": "header"},
        root_attributes={"data-code-host": "true"},
        interactive=True,
        default_density="compact",
        default_elevation="flat",
        edit_hints={"panel": "code"},
    ),
    sample="""
        {% codegroup title="Read the sensor" labels="Python, Shell" %}
        ```python
        print(read_celsius("/dev/ttyUSB0"))
        ```

        ```sh
        sensorctl read --unit celsius
        ```
        {% /codegroup %}
    """,
    snippet="""
        {% codegroup labels="${1:One, Two}" %}
        ```${2:python}
        ${3}
        ```

        ```${4:sh}
        ${5}
        ```
        {% /codegroup %}
    """,
)
