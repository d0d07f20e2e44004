"""Completion and hover of tags that are used and not defined, on sites whose schema is not completely known."""

from __future__ import annotations

from refrakt.features.completion import complete
from refrakt.features.hover import hover_at
from refrakt.features.results import CompletionItem

from .sites import open_site

PACKAGE = '{"dependencies": {"@markdoc/markdoc": "1", "@markdoc/next.js": "1", "next": "1"}}'
NO_SCHEMA = """
-- markdoc.config.json --
[]
-- index.md --
{page}
-- more.md --
{{% callout type="note" %}}
Text with {{% icon name="star" /%}}.
{{% /callout %}}

{{% callout type="tip" title="Read this first" %}}
Text.
{{% /callout %}}

{{% callout type="note" %}}
Text.
{{% /callout %}}
"""
SCHEMA = """
-- package.json --
{package}
-- markdoc.config.json --
[]
-- next.config.js --
module.exports = require("@markdoc/next.js")()({{}});
-- markdoc/tags.js --
import {{ more, shape }} from "elsewhere";
export default {tags};
-- pages/index.md --
{page}
-- pages/more.md --
{{% callout type="note" kind="x" /%}} {{% known size="big" color="red" /%}} {{% known size="big" /%}}
"""
OPEN = "{ ...more, known: { attributes: { ...shape, size: shape.size } } }"
CLOSED = "{ known: { attributes: { size: { type: String } } } }"


def items(fixture: str) -> dict[str, CompletionItem]:
    with open_site(fixture) as here:
        return {each.label: each for each in complete(here.page, here.offset).items}


def hover(fixture: str) -> str | None:
    with open_site(fixture) as here:
        found = hover_at(here.page, here.offset)
        return found.markdown if found is not None else None


def with_schema(tags: str, page: str) -> str:
    return SCHEMA.format(package=PACKAGE, tags=tags, page=page)


def test_names_are_ranked_by_use() -> None:
    found = items(NO_SCHEMA.format(page="{% $0"))
    assert list(found)[:2] == ["callout", "icon"]
    assert [found[each].detail for each in ("callout", "icon")] == ["used 3 times on 1 page", "used once on 1 page"]
    assert found["callout"].plain_text or "{% /callout %}" in found["callout"].insert_text
    assert "{% /icon %}" not in found["icon"].insert_text
    assert "if" in found


def test_a_name_that_is_being_typed_is_not_a_tag() -> None:
    assert "call" not in items(NO_SCHEMA.format(page="{% call$0 /%}"))


def test_attributes_and_values() -> None:
    attributes = items(NO_SCHEMA.format(page="{% callout $0 /%}"))
    assert {name: each.detail for name, each in attributes.items()} == {
        "type": "written 3 times",
        "title": "written once",
    }
    assert attributes["type"].insert_text == "type="
    values = items(NO_SCHEMA.format(page='{% callout type="$0" /%}'))
    assert [(each.label, each.insert_text) for each in values.values()] == [("note", "note"), ("tip", "tip")]
    unquoted = items(NO_SCHEMA.format(page="{% callout type=$0 /%}"))
    assert unquoted["note"].insert_text == '"note"'


def test_an_open_schema_is_completed_from_use() -> None:
    assert {"known", "callout"} <= items(with_schema(OPEN, "{% $0")).keys()
    assert list(items(with_schema(OPEN, "{% known $0 /%}"))) == ["size", "color"]
    assert next(iter(items(with_schema(OPEN, '{% known size="$0" /%}')))) == "big"


def test_a_closed_schema_is_not() -> None:
    assert "callout" not in items(with_schema(CLOSED, "{% $0"))
    assert list(items(with_schema(CLOSED, "{% known $0 /%}"))) == ["size"]
    assert items(with_schema(CLOSED, '{% known size="$0" /%}')) == {}
    assert items(with_schema(CLOSED, '{% known color="$0" /%}')) == {}
    assert hover(with_schema(CLOSED, "{% call$0out /%}")) is None


def test_hover_says_that_it_is_inferred() -> None:
    text = hover(NO_SCHEMA.format(page="{% call$0out /%}")) or ""
    assert text == (
        "**`callout`**: used 4 times on 2 pages.\n\n"
        "Inferred from the pages: the schema is not completely known.\n\n"
        "- `type`: written 3 times; `note` (2), `tip` (1)\n"
        "- `title`: written once\n"
    )
    attribute = hover(NO_SCHEMA.format(page='{% callout ty$0pe="note" /%}')) or ""
    assert attribute.startswith("`type`: written 4 times; `note` (3), `tip` (1)\n\nInferred from the pages")


def test_hover_of_a_defined_tag_has_its_uses() -> None:
    text = hover(with_schema(CLOSED, "{% kno$0wn /%}")) or ""
    assert text.endswith("\nThe tag is used 3 times on 2 pages.\n")
