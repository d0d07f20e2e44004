"""Sites that use Markdoc without refrakt, from recognition to reported problems."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from refrakt.project.project_root import project_root
from refrakt.project.site import UnresolvedSite, find_project
from refrakt.services.check import CheckInput, check, whole_index
from refrakt.services.context import Context
from refrakt.services.pages import PagesInput, table
from refrakt.services.pages import pages as list_pages
from refrakt.services.reported_problem import ReportedProblem

PACKAGE = json.dumps({"name": "site", "dependencies": {"@markdoc/markdoc": "0.5.10", "@markdoc/next.js": "0.5.0"}})
NEXT = {
    "package.json": PACKAGE,
    "next.config.js": "module.exports = require('@markdoc/next.js')()({ pageExtensions: ['md', 'js'] });\n",
    "markdoc/tags.js": "export const box = { attributes: { size: { type: Number } } };\n",
    "pages/index.md": "# Home\n",
}
OPEN = "import { more } from 'some-package';\nexport default { ...more, box: {} };\n"


def write(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root.resolve()


def problems(root: Path, **query: Any) -> list[ReportedProblem]:
    with whole_index(Context.at(root)) as context:
        return check(context, CheckInput(**query)).problems


def codes(root: Path) -> list[str]:
    return [each.code for each in problems(root)]


def test_the_example_has_one_problem(repository: Path) -> None:
    (problem,) = problems(repository / "examples" / "plain")
    assert (problem.code, problem.path, problem.line) == ("broken-link", "pages/docs/visit.md", 15)
    assert problem.fix is None


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("{% box size=1 %}\nx\n{% /box %}\n", []),
        ("{% bxo /%}\n", ["unknown-rune"]),
        ("{% hint %}\nx\n{% /hint %}\n", ["unknown-rune"]),
        ("{% box siez=1 /%}\n", ["unknown-attribute"]),
        ("{% box size=[1] /%}\n", ["wrong-type"]),
        ("{% box %}\n", ["unclosed-tag"]),
        ("```\n{% bxo %}\n```\n", []),
        ("---\ntitle: 5\nlayot: x\n---\n", []),
        ("*a\nb*\n", []),
        ("[a](/) [b](/other) [c](https://example.org/x)\n", ["broken-link"]),
        ("[a](gone.md) [b](index.md)\n", ["broken-link"]),
    ],
)
def test_pages_are_checked_against_the_schema_of_the_site(tmp_path: Path, page: str, expected: list[str]) -> None:
    assert codes(write(tmp_path, {**NEXT, "pages/a.md": page})) == expected


def test_a_page_of_a_language_may_be_served_without_its_prefix(tmp_path: Path) -> None:
    files = {**NEXT, "pages/en/a.md": "[b](/b) [c](/c)\n", "pages/en/b.md": "x\n", "pages/de/a.md": "x\n"}
    assert [each.message for each in problems(write(tmp_path, files))] == ["no page is served at '/c'"]


@pytest.mark.parametrize("page", ["{% box %}\n\nOne\n\nTwo\n", "{% lid /%}\n"])
def test_fixes_do_not_guess_the_structure_or_values_of_a_page(tmp_path: Path, page: str) -> None:
    tags = f"{NEXT['markdoc/tags.js']}export const lid = {{ attributes: {{ name: {{ type: String, required: true }} }} }};\n"
    (problem,) = problems(write(tmp_path, {**NEXT, "markdoc/tags.js": tags, "pages/a.md": page}))
    assert (problem.code, problem.fix) in [("unclosed-tag", None), ("missing-attribute", None)]


def test_own_code_may_define_more_tags(tmp_path: Path) -> None:
    code = """
        import Markdoc from "@markdoc/markdoc";
        const config = { tags: { chart: { attributes: {} }, box: { attributes: { color: { type: String } } } } };
        export const render = (ast) => Markdoc.transform(ast, config);
    """
    page = '{% chart /%}\n\n{% box size="x" color=1 other=2 /%}\n\n{% chrat /%}\n'
    assert codes(write(tmp_path, {**NEXT, "lib/posts.js": code, "pages/a.md": page})) == ["unknown-rune"]


def test_nothing_is_unknown_where_the_schema_is_open(tmp_path: Path) -> None:
    files = {**NEXT, "markdoc/tags.js": OPEN, "pages/a.md": "{% anything x=1 %}\n{% /anything %}\n\n{% box y=2 /%}\n"}
    assert codes(write(tmp_path, files)) == ["unknown-attribute"]


def test_files_that_are_not_served_are_not_pages(tmp_path: Path) -> None:
    root = write(tmp_path, {**NEXT, "README.md": "# {% unclosed %}\n", "docs/note.md": "{% x /%}\n"})
    project = find_project(root)
    assert codes(root) == []
    assert [project.is_page(root / each) for each in ("pages/index.md", "README.md", "docs/note.md")] == [
        True,
        False,
        False,
    ]


def test_several_sites_in_one_repository(tmp_path: Path) -> None:
    first = {f"a/{name}": text for name, text in NEXT.items()}
    second = {f"b/{name}": text for name, text in NEXT.items()} | {"b/pages/x.md": "{% nope /%}\n"}
    root = write(tmp_path, {**first, **second, ".git/HEAD": ""})
    assert [(each.code, each.path) for each in problems(root)] == [("unknown-rune", "b/pages/x.md")]
    project = find_project(root)
    assert project.site_names == ["site", "b"]
    assert isinstance(project.site(), UnresolvedSite)
    site = project.site(path=root / "b/pages/x.md")
    assert not isinstance(site, UnresolvedSite)
    assert site.name == "b"


def test_a_config_of_refrakt_takes_precedence(tmp_path: Path) -> None:
    config = {"site": {"contentDir": "./site/content"}}
    files = {"refrakt.config.json": json.dumps(config), "site/package.json": PACKAGE}
    root = write(tmp_path, {**files, "site/content/index.md": "{% hint %}\nx\n{% /hint %}\n"})
    assert project_root(root / "site/content") == str(root)
    assert not find_project(root).plain
    assert codes(root) == []


def test_the_nearest_package_that_uses_markdoc_is_the_project(tmp_path: Path) -> None:
    root = write(tmp_path, {".git/HEAD": "", "docs/package.json": PACKAGE, "docs/pages/a.md": "", "lib/x.md": ""})
    assert project_root(root / "docs/pages") == str(root / "docs")
    assert project_root(root / "lib") == str(root)


def test_a_changed_schema_is_read_again(tmp_path: Path) -> None:
    root = write(tmp_path, {**NEXT, "pages/a.md": "{% lid /%}\n"})
    project = find_project(root)
    before = project.stamp()
    assert codes(root) == ["unknown-rune"]
    (root / "markdoc/tags.js").write_text("export const lid = { selfClosing: true };\n")
    assert project.stamp() != before
    assert codes(root) == []


# Which files are pages -------------------------------------------------------------------------------------------------

INCLUDE_NOTES = json.dumps({"authoring": {"pages": {"include": ["notes/**"]}}})
TAGGED = "{% box %}\n{% box %}\nx\n{% /box %}\n{% /box %}\n\n{% box /%}\n"


def pages(root: Path) -> list[str]:
    with whole_index(Context.at(root)) as context:
        index = context.index()
        assert index is not None
        return index.files()


def test_the_config_adds_pages_and_leaves_some_out(tmp_path: Path) -> None:
    config = {"authoring": {"pages": {"include": ["notes/**"], "exclude": ["**/drafts/**"]}}}
    files = {
        **NEXT,
        "refrakt.config.json": json.dumps(config),
        "notes/a.md": "{% nope /%}\n",
        "notes/drafts/b.md": "{% nope /%}\n",
        "pages/drafts/c.md": "{% nope /%}\n",
        "other/d.md": "{% nope /%}\n",
    }
    root = write(tmp_path, files)
    assert pages(root) == ["notes/a.md", "pages/index.md"]
    assert codes(root) == ["unknown-rune"]


def test_a_wrong_selection_of_pages_is_a_problem_of_the_config(tmp_path: Path) -> None:
    config = {"authoring": {"pages": {"include": "notes/**"}}}
    root = write(tmp_path, {**NEXT, "refrakt.config.json": json.dumps(config)})
    site = find_project(root).site()
    assert not isinstance(site, UnresolvedSite)
    assert [(each.code, each.message) for each in site.problems] == [
        ("config-shape", "`authoring.pages.include` must be a list")
    ]


def test_severities_of_a_config_apply(tmp_path: Path) -> None:
    config = json.dumps({"authoring": {"rules": {"unknown-rune": "off"}}})
    assert codes(write(tmp_path, {**NEXT, "refrakt.config.json": config, "pages/a.md": "{% nope /%}\n"})) == []


def test_content_without_code_is_a_site_with_an_open_vocabulary(tmp_path: Path) -> None:
    files = {".git/HEAD": "", "docs/a.md": TAGGED, "docs/b.md": "# B\n\n[x](./nope.md)\n", "README.md": "{% open %}\n"}
    root = write(tmp_path, files)
    assert find_project(root).plain
    assert pages(root) == ["docs/a.md", "docs/b.md"]
    assert codes(root) == ["broken-link"]


@pytest.mark.parametrize("text", ["# No tags\n", "{% if x %}\n{% endif %}\n" + TAGGED, f"```\n{TAGGED}```\n"])
def test_content_of_another_language_is_not_a_site(tmp_path: Path, text: str) -> None:
    root = write(tmp_path, {".git/HEAD": "", "docs/a.md": text})
    assert not find_project(root).plain


def test_collections_of_keystatic_in_files_of_their_own(tmp_path: Path) -> None:
    talks = "import { collection } from '@keystatic/core'\nexport default collection({ path: 'content/talks/*', schema: {} })"
    files = {
        "package.json": json.dumps({"dependencies": {"@keystatic/core": "0.5.0", "next": "15.0.0"}}),
        "next.config.js": "module.exports = {}\n",
        "keystatic.config.ts": "import talks from './schema/talks'\nexport default config({ collections: { talks } })\n",
        "schema/talks.ts": talks,
        "content/talks/a.mdoc": "# A\n",
        "content/other/b.mdoc": "# B\n",
    }
    assert pages(write(tmp_path, files)) == ["content/talks/a.mdoc"]


def test_a_folder_that_a_constant_names(tmp_path: Path) -> None:
    files = {
        **{name: text for name, text in NEXT.items() if name != "pages/index.md"},
        "pages/[...slug].js": "import { all } from '../lib/api'\nexport default all\n",
        "lib/api.js": "import fs from 'fs'\nimport { F } from './constants'\nexport const all = () => fs.readdirSync(F)\n",
        "lib/constants.js": "import path from 'path'\nexport const F = path.join(process.cwd(), 'content')\n",
        "content/v1/a.md": "# A\n",
        "content/v2/b.md": "# B\n",
        "archive/c.md": "# C\n",
    }
    assert pages(write(tmp_path, files)) == ["content/v1/a.md", "content/v2/b.md"]


def test_pages_that_code_reads_in_a_way_that_is_not_understood(tmp_path: Path) -> None:
    files = {
        **{name: text for name, text in NEXT.items() if name != "pages/index.md"},
        "docs/a.md": TAGGED,
        "docs/b.md": "[x](/nowhere)\n",
    }
    root = write(tmp_path, files)
    assert pages(root) == ["docs/a.md", "docs/b.md"]
    assert codes(root) == []


def test_a_file_that_was_not_listed_is_not_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of the search makes the schema open, not empty."""
    root = write(tmp_path, {**NEXT, "pages/a.md": "{% anything /%}\n"})
    monkeypatch.setattr("refrakt.project.frameworks.script_values.FEW_ENTRIES", 0)
    site = find_project(root).markdoc_sites["site"]
    assert site.schema is None
    assert site.schema_reason is not None
    assert codes(root) == []


# What is reported -------------------------------------------------------------------------------------------------------

EVERY_NODE = """---
title: All
---

# Heading

A *b* **c** ~~d~~ `e` [link](/ "title") ![image](/i.png "title") https://example.org\\
next

> quote

- one
- two

3. three

```js
code
```

    indented

| a | b |
| :- | -: |
| 1 | 2 |

{% table %}
* x {% align="left" colspan=2 %}
---
* y
{% /table %}

---

{% comment %}
x
{% /comment %}
"""
NODES = (
    "document heading paragraph list item blockquote fence code image link table thead tbody tr td th hr strong em s text "
    "softbreak hardbreak inline comment error"
)


@pytest.mark.parametrize(
    "schema",
    ["{}", "{ attributes: {} }", "{ render: 'X', attributes: { other: { type: String } } }", "{ render: 'X' }"],
)
def test_attributes_that_the_parser_sets_are_not_reported(tmp_path: Path, schema: str) -> None:
    """Sites override nodes without the attributes that Markdoc defines for them."""
    nodes = "".join(f"  {name}: {schema},\n" for name in NODES.split())
    page = EVERY_NODE.replace(' {% align="left" colspan=2 %}', "").replace("{% comment %}\nx\n{% /comment %}\n", "")
    files = {**NEXT, "markdoc/nodes.js": f"export default {{\n{nodes}}};\n", "public/i.png": "", "pages/a.md": page}
    assert codes(write(tmp_path, files)) == []


@pytest.mark.parametrize(
    ("schema", "page"),
    [
        ("{ children: ['tab'] }", "{% tabs %}\n{% tab %}\nx\n{% /tab %}\n\nText.\n{% /tabs %}\n"),
        ("{ attributes: { x: { type: String, matches: (v) => v } } }", '{% tabs x="a" /%}\n'),
        ("{ attributes: { x: { type: class { validate() {} } } } }", "{% tabs x=1 /%}\n"),
        ("{ attributes: { x: { type: makeType() } } }", "{% tabs x=1 /%}\n"),
        ("{ attributes: { x: { type: Number, validate: () => [] } } }", '{% tabs x="a" /%}\n'),
    ],
)
def test_what_only_the_running_schema_knows_is_not_reported(tmp_path: Path, schema: str, page: str) -> None:
    tags = f"import {{ makeType }} from 'types';\nexport const tab = {{}};\nexport const tabs = {schema};\n"
    assert codes(write(tmp_path, {**NEXT, "markdoc/tags.js": tags, "pages/a.md": page})) == []


@pytest.mark.parametrize(
    "page",
    [
        "```\n{% bxo %}\n{% /box %}\n{% box siez=1 %}\n```\n",
        "```sh\n\x1b[32mok\x1b[0m \u200b\n```\n",
        "`{% bxo %}`\n",
        "[![build](https://ci.example/badge.svg)](https://ci.example)\n",
    ],
)
def test_samples_terminal_output_and_badges_are_not_reported(tmp_path: Path, page: str) -> None:
    assert codes(write(tmp_path, {**NEXT, "pages/a.md": page, "README.md": page + "{% bxo %}\n"})) == []


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("{% box seize=1 /%}\n", "unknown-attribute"),
        ("- a\n\n  {% bxo %}\n  x\n  {% /bxo %}\n", "unknown-rune"),
        ("{% box %}\n\n- a\n  {% /box %}\n", "misplaced-tag"),
        ("{% box %}\nx\n{% /bxo %}\n", "mismatched-tag"),
        ("x\n\n{% /box %}\n", "stray-closing-tag"),
        ("Text {% bxo /%} and more\n", "unknown-rune"),
        ("| a |\n|---|\n| {% bxo /%} |\n", "unknown-rune"),
        ("> {% box siez=1 /%}\n", "unknown-attribute"),
    ],
)
def test_silence_is_not_how_a_closed_schema_passes(tmp_path: Path, page: str, expected: str) -> None:
    assert expected in codes(write(tmp_path, {**NEXT, "pages/a.md": page}))


def test_urls_that_something_else_serves(tmp_path: Path) -> None:
    config = json.dumps({"authoring": {"elsewhere": ["/api/**"]}})
    files = {**NEXT, "refrakt.config.json": config, "pages/a.md": "[x](/api/v1) [y](/apis)\n"}
    (problem,) = problems(write(tmp_path, files))
    assert (problem.code, problem.message) == ("broken-link", "no page is served at '/apis'")


def test_an_archive_to_which_only_its_own_pages_link_is_not_served(tmp_path: Path) -> None:
    def linked(*names: str) -> str:
        return "\n".join(f"[x](/guide/{name})" for name in names)

    current, old = ("a", "b", "c", "d", "e", "f"), ("p", "q", "r", "s", "t")
    files = {
        **{name: text for name, text in NEXT.items() if name != "pages/index.md"},
        "pages/[...slug].js": "export default null\n",
        **{f"docs/guide/{name}.md": f"{linked(*current)}\n" for name in current},
        **{f"archive/guide/{name}.md": f"{linked(*old)}\n" for name in old},
    }
    assert pages(write(tmp_path, files)) == [f"docs/guide/{name}.md" for name in current]


def test_a_library_with_samples_is_not_a_site(tmp_path: Path) -> None:
    files = {
        "package.json": PACKAGE,
        ".git/HEAD": "",
        "tests/samples/a.md": TAGGED,
        "src/index.js": "export default 1\n",
    }
    assert not find_project(write(tmp_path, files)).plain


def test_document_fields_of_keystatic_make_the_tags_unknown(tmp_path: Path) -> None:
    config = """
        import { collection, config, fields } from '@keystatic/core'
        const content = fields.document({ componentBlocks: { box: component({}) }, layouts: [[1, 1]] })
        export default config({ collections: { a: collection({ path: 'content/*', schema: { content } }) } })
    """
    files = {
        "package.json": json.dumps({"name": "site", "dependencies": {"@keystatic/core": "0.5.0", "next": "15.0.0"}}),
        "next.config.js": "module.exports = {}\n",
        "keystatic.config.ts": config,
        "content/a.mdoc": "{% box %}\nx\n{% /box %}\n\n{% layout %}\n{% /layout %}\n",
    }
    root = write(tmp_path, files)
    assert codes(root) == []
    schema = find_project(root).markdoc_sites["site"].schema
    assert schema is not None
    assert schema.open is not None


def test_a_built_in_tag_may_be_defined_anew_by_a_schema_that_is_open(tmp_path: Path) -> None:
    files = {**NEXT, "markdoc/tags.js": OPEN, "pages/a.md": "{% slot %}\nx\n{% /slot %}\n"}
    assert codes(write(tmp_path, files)) == []


def test_a_config_that_markdoc_validates_stays_known(tmp_path: Path) -> None:
    code = """
        import Markdoc from "@markdoc/markdoc";
        const config = { tags: { chart: {} } };
        export function render(ast) {
            const errors = Markdoc.validate(ast, config);
            return Markdoc.renderers.html(Markdoc.transform(ast, config));
        }
    """
    package = json.dumps({"name": "site", "dependencies": {"@markdoc/markdoc": "0.5.10"}})
    files = {"package.json": package, "lib/render.js": code, "content/a.md": "{% chart /%}\n\n{% chrat /%}\n"}
    assert codes(write(tmp_path, files)) == ["unknown-rune"]


def test_pages_that_an_integration_of_astro_adds(tmp_path: Path) -> None:
    files = {
        "package.json": json.dumps({"name": "site", "dependencies": {"@astrojs/markdoc": "1.0.0", "astro": "5.0.0"}}),
        "astro.config.mjs": "export default { integrations: [more({ sidebar: [{ link: '/changes' }] })] }\n",
        "src/pages/index.mdoc": "[x](/changes) [y](/change)\n",
    }
    (problem,) = problems(write(tmp_path, files))
    assert (problem.code, problem.message.partition(";")[0]) == ("broken-link", "no page is served at '/change'")


def test_a_page_whose_url_is_not_known_is_listed_by_its_file(tmp_path: Path) -> None:
    files = {
        **NEXT,
        "pages/[slug].js": "export default null\n",
        "refrakt.config.json": INCLUDE_NOTES,
        "notes/a.md": "# A\n",
    }
    with whole_index(Context.at(write(tmp_path, files))) as context:
        listed = list_pages(context, PagesInput())
        assert [(each.url, each.file) for each in listed.pages] == [("/", "pages/index.md"), (None, "notes/a.md")]
        assert table(listed).splitlines() == ["/           Home", "notes/a.md  A", "2 pages"]


def test_pages_in_a_folder_that_git_ignores_may_be_generated(tmp_path: Path) -> None:
    files = {**NEXT, ".git/HEAD": "", ".gitignore": "/pages/made/\n", "pages/a.md": "[x](/made/b) [y](/mode/b)\n"}
    (problem,) = problems(write(tmp_path, files))
    assert problem.message.startswith("no page is served at '/mode/b'")


def test_a_table_that_is_never_closed_is_one_mistake(tmp_path: Path) -> None:
    table = "export const table = {}\n"
    page = "{% table %}\n- a\n---\n- b\n\n## {% /table %}\n\nOne.\n\nTwo.\n"
    found = codes(write(tmp_path, {**NEXT, "markdoc/tags.js": table, "pages/a.md": page}))
    assert found == ["misplaced-tag"]


@pytest.mark.parametrize("name", ["./note.md", "/note.md", "sub/../note.md", "../../shared/note.md"])
def test_other_ways_to_name_a_partial(tmp_path: Path, name: str) -> None:
    files = {**NEXT, "markdoc/partials/note.md": "x\n", "pages/a.md": f'{{% partial file="{name}" /%}}\n'}
    assert codes(write(tmp_path, files)) == []
    assert codes(write(tmp_path, {"pages/a.md": '{% partial file="nope.md" /%}\n'})) == ["partial-missing"]


def test_pages_in_slots_share_a_url(tmp_path: Path) -> None:
    files = {name: text for name, text in NEXT.items() if not name.startswith("pages/")}
    files |= {"app/docs/page.md": "# A\n", "app/@side/docs/page.md": "# B\n"}
    assert codes(write(tmp_path, files)) == []


def test_ids_of_older_slug_packages_are_not_reported(tmp_path: Path) -> None:
    nodes = "import { slugifyWithCounter } from '@sindresorhus/slugify'\nexport const heading = { render: 'Heading' }\n"
    page = "## REST APIs\n\n## What's new\n\n## Setup\n\n[a](#rest-ap-is) [b](#what-s-new) [c](#setup) [d](#set-up)\n"
    more = {f"pages/p{number}.md": "## Setup\n\n[x](#setup)\n" for number in range(5)}
    found = problems(write(tmp_path, {**NEXT, "markdoc/nodes.js": nodes, "pages/a.md": page, **more}))
    assert [each.message.partition(";")[0] for each in found] == ["this page has no fragment '#set-up'"]


def test_format_changes_no_file_that_is_not_a_page(tmp_path: Path) -> None:
    site = {f"docs/{name}": text for name, text in NEXT.items()}
    files = {**site, ".git/HEAD": "", "lib/package.json": PACKAGE, "lib/CHANGELOG.md": "# Changes   \n"}
    root = write(tmp_path, {**files, "docs/pages/a.md": "# A   \n"})
    done = subprocess.run(
        [sys.executable, "-m", "refrakt", "format", "--check"], cwd=root, capture_output=True, text=True, check=False
    )
    assert "docs/pages/a.md" in done.stdout + done.stderr
    assert "CHANGELOG" not in done.stdout + done.stderr


def test_an_undefined_tag_that_is_not_closed_has_no_advice_to_close_it(tmp_path: Path) -> None:
    found = problems(write(tmp_path, {**NEXT, "pages/a.md": "{% box %}\nx\n{% endbox %}\ny\n"}))
    assert [(each.code, each.suggestion) for each in found] == [("malformed-tag", "Write {% /box %}.")]
    assert not [each for each in found if each.suggestion and "/endbox" in each.suggestion]
    assert not [each for each in found if each.fix and not each.needs_review]


def test_fragments_follow_texts_that_the_typographer_changes(tmp_path: Path) -> None:
    config = (
        "import markdoc from '@astrojs/markdoc'\nexport default { integrations: [markdoc({ typographer: true })] }\n"
    )
    page = '## Setup... (c) "fast"\n\n' + "[x](#setup--fast)\n" * 8 + "[y](#setup-c-fast)\n"
    files = {
        "package.json": json.dumps({"name": "site", "dependencies": {"@astrojs/markdoc": "1.0.0", "astro": "5.0.0"}}),
        "astro.config.mjs": config,
        "src/pages/index.mdoc": page,
    }
    (problem,) = problems(write(tmp_path, files))
    assert problem.message.startswith("this page has no fragment '#setup-c-fast'")


@pytest.mark.parametrize(("typographer", "expected"), [("false", ["broken-fragment"]), ("true", [])])
def test_fragments_are_not_checked_where_the_slug_of_a_sign_is_not_known(
    tmp_path: Path, typographer: str, expected: list[str]
) -> None:
    nodes = "import { slugifyWithCounter } from '@sindresorhus/slugify'\nexport const heading = { render: 'Heading' }\n"
    options = f'[{{"path": "pages", "markdoc": {{"typographer": {typographer}}}}}]'
    page = "## Setup\n\n" + "[x](#setup)\n" * 8 + "[y](#start)\n"
    files = {**NEXT, "markdoc/nodes.js": nodes, "markdoc.config.json": options, "pages/a.md": page}
    assert codes(write(tmp_path, files)) == expected


def test_urls_in_text_are_links_that_nothing_is_reported_about(tmp_path: Path) -> None:
    page = (
        "See example.com/nowhere, www.example.com#no, //example.com/no, a@example.com and http://example.com/x_(y).\n"
    )
    options = '[{"path": "pages", "markdoc": {"linkify": true}}]'
    assert codes(write(tmp_path, {**NEXT, "markdoc.config.json": options, "pages/a.md": page})) == []


def test_html_of_an_astro_site(tmp_path: Path) -> None:
    page = (
        "<h2 id=setup>Setup</h2>\n\n<table>\n<tr><td>{% box %}\ntext\n{% /box %}\n</td></tr>\n</table>\n\n"
        + "[x](#setup)\n" * 8
        + '<a href="#setup">a</a> <a href="/nowhere">b</a> <b title="{% bxo %}">c</b>\n'
    )
    files = {
        "package.json": json.dumps({"name": "site", "dependencies": {"@astrojs/markdoc": "1.0.0", "astro": "5.0.0"}}),
        "astro.config.mjs": "import markdoc from '@astrojs/markdoc'\n"
        "export default { integrations: [markdoc({ allowHTML: true })] }\n",
        "markdoc.config.mjs": "import { defineMarkdocConfig } from '@astrojs/markdoc/config'\n"
        "export default defineMarkdocConfig({ tags: { box: {} } })\n",
        "src/pages/index.mdoc": page,
    }
    found = [(each.code, each.message.partition(";")[0]) for each in problems(write(tmp_path, files))]
    assert found == [("broken-link", "no page is served at '/nowhere'")]


def test_no_id_is_suggested_where_the_rule_is_not_known(tmp_path: Path) -> None:
    page = "## Agent Run\n\n" + "[x](#agent-run)\n" * 8 + "[y](#agent-ran)\n"
    (problem,) = problems(write(tmp_path, {**NEXT, "pages/a.md": page}))
    assert (problem.code, problem.suggestion) == ("broken-fragment", None)


def test_rules_of_the_host_by_their_status(tmp_path: Path) -> None:
    rules = '[[redirects]]\nfrom = "/old"\nto = "/"\n\n[[redirects]]\nfrom = "/app/*"\nto = "/app"\nstatus = 200\n\n'
    rules += '[[redirects]]\nfrom = "/*"\nto = "/404.html"\nstatus = 404\n'
    files = {**NEXT, "netlify.toml": rules, "pages/a.md": "[a](/old) [b](/app/x) [c](/nowhere)\n"}
    files["public/_redirects"] = "/soon / 302\n/none /404.html 404\n"
    files["pages/b.md"] = "[d](/soon) [e](/none)\n"
    found = [(each.code, each.message.partition(";")[0]) for each in problems(write(tmp_path, files))]
    assert sorted(found) == [
        ("broken-link", "no page is served at '/none'"),
        ("broken-link", "no page is served at '/nowhere'"),
        ("link-to-redirect", "'/old' redirects to '/'"),
    ]


def test_a_tag_that_is_escaped_by_an_invisible_character(tmp_path: Path) -> None:
    page = "`{\u200b% box %\u200b}` and {\u200b% box %}\n\na\u200bb\n"
    (problem,) = problems(write(tmp_path, {**NEXT, "pages/a.md": page}))
    assert (problem.code, problem.line) == ("invisible-character", 3)
