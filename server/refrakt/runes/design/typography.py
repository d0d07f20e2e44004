"""The typefaces of a design.

Each list item says what a face is for, its name and its weights: `body: Literata (400, 700)`. Everything else in the
body is passed over.
"""

from __future__ import annotations

from refrakt.markdoc.html import Renderable, Tag
from refrakt.markdoc.javascript_values import js_str, truthy
from refrakt.runes.content_model import Needed, rest
from refrakt.runes.design.fonts import FONT_SERVICE, Font, font_stylesheet, fonts_of
from refrakt.runes.output.css_values import declarations, styled_part
from refrakt.runes.output.rune_builder import RuneBuilder, part
from refrakt.runes.rune import flag, rune, text
from refrakt.runes.rune_theme import Modifier, RuneTheme

_SIZES = (48, 32, 24, 18, 14)
_SMALL = 18
_LINE = 60
"""How many characters of the smallest size fit into a line."""
_CHARACTERS = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz 0123456789 !@#$%^&*()"
_WEIGHTS = ("Thin", "Extra Light", "Light", "Regular", "Medium", "Semibold", "Bold", "Extra Bold", "Black")
_SHOWN = ("showSizes", "showWeights", "showCharset")


def _build(typography: RuneBuilder) -> Tag:
    title = typography.text("title")
    fonts = fonts_of(typography.nodes("body"))
    return typography.element(
        "section",
        [
            *(_stylesheet_links(fonts) if fonts else []),
            *([part("title", "h3", [title])] if title else []),
            part("specimens", "div", [_specimen(typography, font) for font in fonts]),
        ],
        fields={"title": title, **{name: js_str(typography.attributes[name]) for name in _SHOWN}},
    )


def _stylesheet_links(fonts: list[Font]) -> list[Tag]:
    return [
        Tag("link", {"rel": "preconnect", "href": f"https://{FONT_SERVICE}"}),
        Tag("link", {"rel": "preconnect", "href": "https://fonts.gstatic.com", "crossorigin": "anonymous"}),
        Tag("link", {"href": font_stylesheet(fonts), "rel": "stylesheet"}),
    ]


def _specimen(typography: RuneBuilder, font: Font) -> Tag:
    sizes, weights, charset = (truthy(typography.attributes[name]) for name in _SHOWN)
    role, family = part("specimen-role", "span", [font.role]), part("specimen-family", "span", [font.family])
    children = [part("specimen-header", "div", [role, family])]
    if sizes:
        sample = typography.text("sample")
        children.append(part("sizes", "div", [_size(font, size, sample) for size in _SIZES]))
    if weights and len(font.weights) > 1:
        children.append(part("weights", "div", [_weight(font, weight) for weight in sorted(font.weights)]))
    if charset:
        children.append(_styled("charset", font, [_CHARACTERS], font_weight=str(min(font.weights))))
    return part("specimen", "div", children)


def _size(font: Font, size: int, sample: str) -> Tag:
    text = sample if size <= _SMALL else sample[: int(_LINE / (size / _SIZES[-1]))]
    label = part("size-label", "span", [f"{size}px"])
    return _styled("size-sample", font, [text, label], font_size=f"{size}px", font_weight=str(min(font.weights)))


def _weight(font: Font, weight: int) -> Tag:
    known = weight % 100 == 0 and 1 <= weight // 100 <= len(_WEIGHTS)
    label = part("weight-label", "span", [f"{weight} — {_WEIGHTS[weight // 100 - 1] if known else weight}"])
    letters = Tag("span", {"style": "font-size: 24px"}, ["Aa Bb Cc"])
    return _styled("weight-sample", font, [label, letters], font_weight=str(weight))


def _styled(name: str, font: Font, children: list[Renderable], **style: str) -> Tag:
    return styled_part(name, declarations(font_family=font.stack, **style), children)


typography = rune(
    "typography",
    "Shows typefaces in their sizes and weights",
    category="Design",
    attributes=[
        text("title", "Heading", default=""),
        text("sample", "Sample text", default="The quick brown fox jumps over the lazy dog"),
        flag("showSizes", "Show each typeface in several sizes", default=True),
        flag("showWeights", "Show each typeface in all weights", default=True),
        flag("showCharset", "Show the character set of each typeface", default=False),
    ],
    content=rest("body"),
    needs=Needed("list", "shows only lists of names and values"),
    build=_build,
    theme=RuneTheme(
        "typography",
        modifiers={name: Modifier() for name in ("title", *_SHOWN)},
        context_modifiers={"design-context": "in-design-context"},
        sections={"title": "title"},
        default_density="full",
        default_elevation="flat",
        edit_hints=dict.fromkeys(("title", "specimen", "specimens", "sizes", "weights", "charset"), "none"),
    ),
    sample="""
        {% typography title="Letters we use" sample="Fresh rye, every morning" showCharset=true %}
        - heading: Fraunces (600, 900)
        - body: Literata (400, 700)
        - mono: Fira Code (400)
        {% /typography %}
    """,
)
