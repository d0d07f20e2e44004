"""Universal attributes, and the tags `tint` and `bg` in a rune."""

from __future__ import annotations

from functools import partial

import pytest

from refrakt.markdoc.document import parse
from refrakt.markdoc.html import Tag, render_html
from refrakt.markdoc.schema import MarkdocConfig, Schema
from refrakt.markdoc.transform import transform
from refrakt.runes.output.render_context import RenderContext
from refrakt.runes.output.rune_builder import RuneBuilder
from refrakt.runes.output.rune_output import render_rune
from refrakt.runes.rune import Rune

from .output_checks import check_output, output


def check_hint(written: str, attributes: str, metas: str, body: str = "") -> None:
    check_output(
        f"{{% hint {written} %}}\n{body}\nMind the step.\n{{% /hint %}}",
        '<section data-field="content-section" data-rune="hint"'
        + (f" {attributes}" if attributes else "")
        + f'><div data-name="body"><p>Mind the step.</p></div>{metas}</section>',
    )


def meta(field: str, content: str) -> str:
    return f'<meta data-field="{field}" content="{content}">'


@pytest.mark.parametrize(
    ("written", "attributes", "metas"),
    [
        ('width="wide" spacing="tight"', 'width="wide" spacing="tight"', ""),
        ("stagger=true", 'stagger="true"', ""),
        ("stagger=false", "", ""),
        (".wet", 'class="wet"', ""),
        ('tint="sea" tint-mode="dark"', "", meta("tint", "sea") + meta("tint-mode", "dark")),
        ('tint-mode="auto"', "", ""),
        ('frame-offset="lg" frame="photo"', "", meta("frame", "photo") + meta("frame-offset", "lg")),
        ('substrate="dots" scrim="top"', "", meta("substrate", "dots") + meta("scrim", "top")),
        ('bg="harbour" bg-from="blue"', "", meta("bg-preset", "harbour") + meta("bg-from", "blue")),
    ],
)
def test_attributes(written: str, attributes: str, metas: str) -> None:
    check_hint(written, attributes, metas)


def test_the_last_tint_and_background_in_a_rune_are_its_own() -> None:
    check_hint(
        'tint="sea" bg-from="blue"',
        "",
        meta("tint", "custom")
        + meta("tint-surface", "#fff")
        + meta("tint-dark-surface", "#000")
        + meta("bg-src", "/quay.jpg")
        + meta("bg-fixed", "true")
        + meta("bg-from", "blue"),
        """
{% tint preset="old" /%}

{% tint %}
- Surface: #fff
- gloss: #eee

# Dark

- surface : #000
{% /tint %}

{% bg src="/quay.jpg" fixed=true fit="cover" opacity="1" /%}
""",
    )


def test_attributes_do_not_repeat_what_the_tags_set() -> None:
    check_hint(
        'tint="sea" bg="harbour" bg-from="blue"',
        "",
        meta("tint", "night") + meta("bg-preset", "pier") + meta("bg-from", "red"),
        '{% tint preset="night" mode="auto" /%}\n{% bg preset="pier" from="red" overlay="none" blur="none" /%}',
    )


def test_only_a_sandbox_can_be_a_background() -> None:
    context = RenderContext()
    output("{% hint %}\n{% bg %}\n{% hint %}No{% /hint %}\n{% /bg %}\n{% /hint %}", context)
    assert [warning.code for warning in context.warnings] == ["bg-content"]


def test_a_rune_that_fails_is_shown_in_a_frame() -> None:
    def failing(builder: RuneBuilder) -> Tag:
        raise ValueError("bug")

    context = RenderContext()
    document = parse("{% broken %}\nText.\n{% /broken %}\n\nAfter.\n")
    broken = Rune("broken", "", build=failing)
    config = MarkdocConfig(tags={"broken": Schema(transform=partial(render_rune, broken))}, context=context)
    html = render_html(transform(document.tree, config))
    assert "Text." in html
    assert "After." in html
    assert [each.code for each in context.warnings] == ["rendering-failed", "approximate-rendering"]
