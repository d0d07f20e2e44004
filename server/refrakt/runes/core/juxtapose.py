"""Two or more parts on top of each other, to compare them: before and after, day and night.

Thematic breaks separate the parts.
"""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str
from refrakt.runes.content_model import Delimited, Needed, rest
from refrakt.runes.output.media_zones import unwrap_images
from refrakt.runes.output.rune_builder import RuneBuilder, element, part
from refrakt.runes.rune import choice, number, rune, text
from refrakt.runes.rune_theme import InlineStyle, Modifier, RuneTheme, plain

_DEFAULTS = {"variant": "slider", "orientation": "vertical", "position": 50, "duration": 1000}


def _build(juxtapose: RuneBuilder) -> Tag:
    labels = [label.strip() for label in juxtapose.text("labels").split(",")]
    panels = [
        _panel(juxtapose.render(zone.get("body", ())), labels[at] if at < len(labels) else "")
        for at, zone in enumerate(juxtapose.content["zones"])
    ]
    fields = {
        name: js_str(default if juxtapose.attributes[name] is None else juxtapose.attributes[name])
        for name, default in _DEFAULTS.items()
    }
    return juxtapose.element("section", [part("panels", "div", panels)], fields=fields)


def _panel(content: list[Renderable], label: str) -> Tag:
    name = [part("name", "span", [label])] if label else []
    body = part("body", "div", unwrap_images(content))
    return element("div", [*name, body], rune="juxtapose-panel", field="panel")


juxtapose = rune(
    "juxtapose",
    "Overlays content to compare it",
    category="Layout",
    attributes=[
        choice("variant", "slider toggle fade auto", "How readers switch between the parts"),
        choice("orientation", "horizontal vertical", "Orientation of the divider"),
        number("position", "Initial position of the divider, in percent"),
        number("duration", "Duration of a transition, in milliseconds"),
        text("labels", "Labels, separated by commas"),
    ],
    content=Delimited(each=rest("body")),
    needs=Needed("part", "compares parts with a line of `---` between them", least=2),
    build=_build,
    theme=RuneTheme(
        "juxtapose",
        modifiers={
            "variant": Modifier(default="slider"),
            "orientation": plain("vertical"),
            "position": plain("50"),
            "duration": plain("1000"),
        },
        styles={"position": InlineStyle("--jx-position"), "duration": InlineStyle("--jx-duration")},
        default_density="compact",
        interactive=True,
        edit_hints={"panels": "none"},
    ),
    part_themes={
        "juxtapose-panel": RuneTheme(
            "juxtapose-panel",
            root_attributes={"data-state": "inactive"},
            requires_parent="juxtapose",
            parent="juxtapose",
            edit_hints={"body": "none"},
        )
    },
    sample="""
        {% juxtapose variant="slider" labels="1920, Today" position=40 %}
        ![The harbour full of sailing ships](/images/harbour-1920.jpg)

        ---

        ![The same harbour with a ferry](/images/harbour-today.jpg)
        {% /juxtapose %}
    """,
    snippet="""
        {% juxtapose labels="${1:Before}, ${2:After}" %}
        ${3:![What it was](before.jpg)}

        ---

        ${4:![What it is](after.jpg)}
        {% /juxtapose %}
    """,
)
