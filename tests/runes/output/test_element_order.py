"""The order of attributes, which previews show: elements of runes are alike, whoever adds the attributes."""

from __future__ import annotations

import pytest

from refrakt.markdoc.html import Tag
from refrakt.runes.output.rune_builder import element, meta, part, property_meta, with_attributes

from .output_checks import output


def names(tag: Tag) -> list[str]:
    return list(tag.attributes)


def test_a_field_that_is_added_to_a_rune_comes_before_its_name() -> None:
    rune = element("li", rune="step", typeof="HowToStep", attributes={"id": "a", "class": "b"})
    assert names(with_attributes(rune, data_field="step", property="step")) == [
        *("id", "data-field", "data-rune", "typeof", "class", "property")
    ]
    assert names(with_attributes(Tag("p", {"title": "t"}), data_field="x", id="y")) == ["title", "data-field", "id"]


def test_the_name_of_a_value_comes_before_it() -> None:
    assert names(meta("5", property="price", data_field="price")) == ["data-field", "content", "property"]
    assert names(property_meta("price", "5")) == ["property", "content"]
    assert names(part("tabs", "div", role="tablist", property="x")) == ["role", "data-name", "property"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{% reveal %}\n## Tide\n\nOut.\n{% /reveal %}", '<div data-field="step" data-rune="reveal-step">'),
        ('{% badge type="status" %}new{% /badge %}', '<span class="rf-badge" data-rune="badge" data-meta-sentiment'),
        ('{% card href="/quay" %}\nQuay\n{% /card %}', '<a data-name="link" href="/quay" aria-hidden="true"'),
        (
            "{% diff %}\n```elm\na\n```\n```elm\nb\n```\n{% /diff %}",
            '<span data-name="line-content" data-language="elm">',
        ),
        ("{% timeline %}\n## 1904 - Fire\n\nx\n{% /timeline %}", '<meta property="position" content="1">'),
    ],
)
def test_elements_of_runes(source: str, expected: str) -> None:
    assert expected in output(source)
