"""References and rename of tags on sites that are not refrakt's own."""

from __future__ import annotations

import pytest

from refrakt.errors import RefraktError
from refrakt.features.references import find_references
from refrakt.features.rename.rename import prepare_rename, rename_at

from .sites import OpenSite, done, open_site

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
        ("export const callout = {};\nexport const other = { ...callout };", "uses the constant elsewhere"),
        ("export const callout = {};\nconst notice = 1;", "has another variable `notice`"),
        ("export function callout() {}", "not written as the key of an object"),
        ("const name = 'callout';\nexport default { [name]: {} };", "not written as the key of an object"),
        ("export default { ...(process.env.X ? { callout: {} } : {}) };", "not written as the key of an object"),
    ],
)
def test_a_definition_that_is_not_known_exactly(schema: str, message: str) -> None:
    old = SITE[SITE.index("import { figure }") : SITE.index("-- markdoc/figure.js")]
    with open_site(SITE.replace(old, f"{schema}\n")) as here, pytest.raises(RefraktError, match=message):
        renamed(here, "notice")


def renamed(here: OpenSite, name: str) -> None:
    """Rename at the cursor, as an editor does: first the range, then the new name."""
    prepare_rename(here.page, here.offset)
    rename_at(here.page, here.offset, name)


EXPORTS = """
-- package.json --
{"dependencies": {"@markdoc/markdoc": "1", "@markdoc/next.js": "1", "next": "1"}}
-- markdoc.config.json --
[]
-- next.config.js --
module.exports = require("@markdoc/next.js")()({});
-- markdoc/tags.js --
TAGS
-- markdoc/callout.markdoc.js --
// Übersicht 😀
export const callout = { render: "Callout", attributes: { callout: {} } };
export default callout2;
const callout2 = { render: "Other" };
-- lib/other.js --
OTHER
-- pages/index.md --
{% call$0out %}
Text.
{% /callout %}
"""


@pytest.mark.parametrize(
    ("tags", "edited", "line"),
    [
        ("export const callout = {};", "markdoc/tags.js", "export const notice = {};"),
        (
            "export { default as callout } from './callout.markdoc'",
            "markdoc/tags.js",
            "export { default as notice } from './callout.markdoc'",
        ),
        (
            "export { callout } from './callout.markdoc'",
            "markdoc/tags.js",
            "export { callout as notice } from './callout.markdoc'",
        ),
        ("const callout = {};\nexport { callout };", "markdoc/tags.js", "export { callout as notice };"),
        (
            "export * from './callout.markdoc'",
            "markdoc/callout.markdoc.js",
            'export const notice = { render: "Callout", attributes: { callout: {} } };',
        ),
    ],
)
def test_rename_of_an_export(tags: str, edited: str, line: str) -> None:
    other = "import { callout2 } from './x'\nimport * as all from '../markdoc/tags'\nall.figure; styles.callout;"
    with open_site(EXPORTS.replace("TAGS", tags).replace("OTHER", other)) as here:
        assert prepare_rename(here.page, here.offset) is not None
        after = done(here.files, rename_at(here.page, here.offset, "notice"))
    assert line in after[edited].splitlines()
    assert after["pages/index.md"] == "{% notice %}\nText.\n{% /notice %}\n"
    changed = {path for path, text in after.items() if text != here.files[path]}
    assert changed == {edited, "pages/index.md"}


@pytest.mark.parametrize(
    "other",
    [
        "import { callout } from '../markdoc/tags'",
        "import tags, { figure, callout as C } from '@/markdoc/tags'",
        "export { callout } from '../markdoc/tags'",
        "const { callout } = require('../markdoc/tags')",
        "const { callout: C } = await import('../markdoc/tags')",
        "import * as tags from '../markdoc/tags'\nuse(tags.callout)",
        "const tags = require('../markdoc/tags')\nuse(tags['callout'])",
    ],
)
def test_an_export_that_other_code_imports_is_not_renamed(other: str) -> None:
    site = EXPORTS.replace("TAGS", "export const callout = {};").replace("OTHER", other)
    with open_site(site) as here, pytest.raises(RefraktError, match=r"lib/other\.js imports it by its name"):
        rename_at(here.page, here.offset, "notice")


@pytest.mark.parametrize("new", ["big-notice", "delete"])
def test_an_export_gets_a_name_of_javascript(new: str) -> None:
    site = EXPORTS.replace("TAGS", "export const callout = {};").replace("OTHER", "")
    with open_site(site) as here, pytest.raises(RefraktError, match="not a name of JavaScript"):
        rename_at(here.page, here.offset, new)


def test_a_builtin_tag_is_not_renamed() -> None:
    with open_site(SITE.replace("{% call$0out %}", "{% i$0f true %}{% /if %}")) as here:
        with pytest.raises(RefraktError, match="cannot rename `if`"):
            prepare_rename(here.page, here.offset)
        assert [each.path for each in find_references(here.page, here.offset)] == ["pages/index.md"]
