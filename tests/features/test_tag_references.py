"""References and rename of tags on sites that are not refrakt's own."""

from __future__ import annotations

import pytest

from refrakt.errors import RefraktError
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
import { figure } from "./figure";
export default { callout: { render: "Callout" }, 'side-note': { render: "SideNote" }, figure };
-- markdoc/figure.js --
export const figure = { render: "Figure", selfClosing: true };
-- pages/index.md --
{% call$0out %}
Text with {% figure /%}.
{% /callout %}
-- pages/more.md --
> {% callout /%} and {% side-note %}text{% /side-note %}

```
{% callout /%}
```
"""


def at(name: str) -> str:
    return SITE.replace("$0", "").replace(name, f"{name[:4]}$0{name[4:]}", 1)


def test_references() -> None:
    with open_site(SITE) as here:
        found = [here.shown(each) for each in find_references(here.page, here.offset)]
        assert found == [
            "markdoc/tags.js:2: callout",
            "pages/index.md:1: callout",
            "pages/more.md:1: callout",
        ]
        uses = find_references(here.page, here.offset, with_declaration=False)
        assert [each.path for each in uses] == ["pages/index.md", "pages/more.md"]


def test_references_from_a_closing_tag() -> None:
    with open_site(at("/callout %}")) as here:
        assert len(find_references(here.page, here.offset)) == 3


@pytest.mark.parametrize(
    ("cursor", "new", "key"),
    [
        ("callout", "notice", "notice: {"),
        ("callout", "big-notice", '"big-notice": {'),
        ("side-note", "aside", "'aside': {"),
        ("figure", "picture", ", picture: figure }"),
    ],
)
def test_rename(cursor: str, new: str, key: str) -> None:
    site = SITE.replace("call$0out", "callout").replace(f"{{% {cursor}", f"{{% $0{cursor}", 1)
    with open_site(site) as here:
        target = prepare_rename(here.page, here.offset)
        assert target is not None
        assert target.placeholder == cursor
        after = done(here.files, rename_at(here.page, here.offset, new))
    assert key in after["markdoc/tags.js"]
    assert after["markdoc/figure.js"] == here.files["markdoc/figure.js"]
    pages = after["pages/index.md"] + after["pages/more.md"]
    before = here.files["pages/index.md"] + here.files["pages/more.md"]
    sample = "```\n{% callout /%}\n```"
    assert pages.replace(sample, "") == before.replace(sample, "").replace(cursor, new)
    assert sample in pages


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("figure", "already in use"),
        ("if", "already in use"),
        ("a b", "not a valid tag name"),
    ],
)
def test_a_name_that_cannot_be_used(new: str, message: str) -> None:
    with open_site(SITE) as here, pytest.raises(RefraktError, match=message):
        rename_at(here.page, here.offset, new)


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("import { tags } from 'elsewhere';\nexport default tags;", "the schema that defines it is not known"),
        ("export const callout = {};", "not written as the key of an object"),
        ("const name = 'callout';\nexport default { [name]: {} };", "not written as the key of an object"),
        ("export default { ...(process.env.X ? { callout: {} } : {}) };", "not written as the key of an object"),
    ],
)
def test_a_definition_that_is_not_known_exactly(schema: str, message: str) -> None:
    old = SITE[SITE.index("import { figure }") : SITE.index("-- markdoc/figure.js")]
    with open_site(SITE.replace(old, f"{schema}\n")) as here:
        with pytest.raises(RefraktError, match=message):
            prepare_rename(here.page, here.offset)
        with pytest.raises(RefraktError, match=message):
            rename_at(here.page, here.offset, "notice")


def test_a_builtin_tag_is_not_renamed() -> None:
    with open_site(SITE.replace("{% call$0out %}", "{% i$0f true %}{% /if %}")) as here:
        with pytest.raises(RefraktError, match="cannot rename `if`"):
            prepare_rename(here.page, here.offset)
        assert [each.path for each in find_references(here.page, here.offset)] == ["pages/index.md"]
