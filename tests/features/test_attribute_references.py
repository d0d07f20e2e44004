"""References, hover and rename of attributes on sites that are not refrakt's own."""

from __future__ import annotations

import pytest

from refrakt.errors import RefraktError
from refrakt.features.definition import find_rune_definition
from refrakt.features.hover import hover_at
from refrakt.features.references import find_references
from refrakt.features.rename.rename import prepare_rename, rename_at

from .sites import done, open_site

SITE = """
-- package.json --
{"dependencies": {"@markdoc/markdoc": "1", "@markdoc/next.js": "1", "next": "1"}}
-- markdoc.config.json --
[]
-- next.config.js --
module.exports = require("@markdoc/next.js")()({});
-- markdoc/tags.js --
const shared = { size: { type: Number, render: "s" } };
export default {
  callout: { render: "Callout", attributes: { title: { type: String }, kind: { type: String, render: "variant" }, ...shared } },
  box: { render: "Box", attributes: { title: { type: String }, 'data-x': { render: false }, ...shared } },
  own: { attributes: { kind: { render: "k" } }, transform(node) { return node.attributes.kind; } },
};
-- pages/index.md --
{% callout ti$0tle="title=" kind="a %} b" size=1 %}
Text with {% box title="x" data-x="1" /%}, {% callout
  title="y" /%} and {% own kind="z" /%}.
{% /callout %}

```
{% callout title="sample" /%}
```
-- pages/more.md --
> {% callout kind="b"
>    title="z" /%}

- {% callout $title kind="c" #here /%}
"""


def at(written: str) -> str:
    """The site with the cursor in front of a text."""
    plain = SITE.replace("$0", "")
    before, _, rest = plain.partition("-- pages/index.md --")
    return before + "-- pages/index.md --" + rest.replace(written, f"$0{written}", 1)


def test_references() -> None:
    with open_site(SITE) as here:
        found = find_references(here.page, here.offset)
        assert [here.shown(each) for each in found] == [
            "markdoc/tags.js:3: title",
            "pages/index.md:1: title",
            "pages/index.md:3: title",
            "pages/more.md:2: title",
        ]
        uses = find_references(here.page, here.offset, with_declaration=False)
        assert [each.path for each in uses] == ["pages/index.md", "pages/index.md", "pages/more.md"]
        definition = find_rune_definition(here.page, here.offset)
        assert definition is not None
        assert here.shown(definition.targets[0]) == here.shown(found[0])


def test_attributes_of_other_tags_are_others() -> None:
    with open_site(at('title="x"')) as here:
        found = [here.shown(each) for each in find_references(here.page, here.offset)]
        assert found == ["markdoc/tags.js:4: title", "pages/index.md:2: title"]


def test_hover_counts_the_uses() -> None:
    with open_site(SITE) as here:
        hover = hover_at(here.page, here.offset)
        assert hover is not None
        assert "The attribute is written 3 times." in hover.markdown


def test_an_attribute_that_is_not_defined_has_references() -> None:
    with open_site(at("title=").replace("title: { type: String }, kind", "kind")) as here:
        assert [each.path for each in find_references(here.page, here.offset)] == [
            "pages/index.md",
            "pages/index.md",
            "pages/more.md",
        ]


def test_a_value_is_not_an_attribute() -> None:
    with open_site(at('a %} b"')) as here:
        assert find_references(here.page, here.offset) == []


@pytest.mark.parametrize(
    ("cursor", "new", "key"),
    [
        ('kind="a', "variety", "variety: { type: String"),
        ('kind="a', "big-kind", '"big-kind": { type: String'),
        ("data-x", "data", "'data': {"),
    ],
)
def test_rename(cursor: str, new: str, key: str) -> None:
    with open_site(at(cursor)) as here:
        target = prepare_rename(here.page, here.offset)
        assert target is not None
        old = target.placeholder
        after = done(here.files, rename_at(here.page, here.offset, new))
    assert key in after["markdoc/tags.js"]
    assert 'own: { attributes: { kind: { render: "k" } }' in after["markdoc/tags.js"]
    tag = "callout" if old == "kind" else "box"
    pages = after["pages/index.md"] + after["pages/more.md"]
    assert '{% own kind="z" /%}' in pages
    assert pages.count(f"{new}=") == (3 if tag == "callout" else 1)


@pytest.mark.parametrize(
    ("cursor", "message"),
    [
        ('title="title', "a component or a function of the tag may use it by its name"),
        ('kind="z', "a component or a function of the tag may use it by its name"),
        ("size=1", "several tags share its definition"),
    ],
)
def test_a_rename_that_may_break_code_is_refused(cursor: str, message: str) -> None:
    with open_site(at(cursor)) as here:
        with pytest.raises(RefraktError, match=message):
            prepare_rename(here.page, here.offset)
        with pytest.raises(RefraktError, match=message):
            rename_at(here.page, here.offset, "other")


@pytest.mark.parametrize(("new", "message"), [("title", "already in use"), ("a b", "not a valid attribute name")])
def test_a_name_that_cannot_be_used(new: str, message: str) -> None:
    with open_site(at('kind="a')) as here, pytest.raises(RefraktError, match=message):
        rename_at(here.page, here.offset, new)


def test_an_attribute_of_an_unknown_schema_is_not_renamed() -> None:
    site = at('kind="a').replace("export default {", "import { all } from 'elsewhere';\nexport default all || {")
    with open_site(site) as here, pytest.raises(RefraktError, match="cannot rename `kind` of `callout`"):
        prepare_rename(here.page, here.offset)
